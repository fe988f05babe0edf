/** The console's traffic: requests and bytes by rate limit and by minute, failures, and warnings of the API. */

import {clockDuration, countText, formatNumber, bytes as sized} from '../../../families/format/format.ts';
import {spark} from '../../../families/format/spark.ts';
import {createLayer} from '../../../keymap/layer.ts';
import {accountPart} from '../../../store/session/account-state.ts';
import type {RequestCounts, Traffic} from '../../../store/sync/traffic-meter.ts';
import type {PagePorts, SkinPort} from '../../context/ports.ts';
import {cell, span, spansWidth} from '../../widgets/spans.ts';
import {type PageAccount, type PageAccounts, pageAccounts} from '../shared/page-accounts.ts';
import {LinePage} from './line-page.ts';
import {type PageLine, pageHeading, pageMore, pageText} from './page-lines.ts';

const MAX_OPERATIONS = 12;
const MAX_LINES = 8;
/** The interval of repaints, because rate limits reset and minutes pass without events. */
const REPAINT_MS = 10_000;
const BAR_CELLS = 10;
/** The widths of the columns before and after the counts. */
const [CLASS, LEFT, RENEWS, BY, OPERATION] = [18, 12, 9, 6, 36];
/** The cells beside the lines of a page. */
const MARGIN = 2;

const names: Readonly<Record<string, string>> = {
  general: 'general',
  createInstance: 'make instances',
  stats: 'statistics',
  objectStorage: 'Object Storage',
  openTicket: 'open tickets',
  acceptTransfer: 'accept transfers',
  transfer: 'file transfers',
};

export function createTrafficPage(context: PagePorts): LinePage {
  const {account} = context.session;
  const parts = pageAccounts(context, (own): PageAccount => ({context: own}));
  return new LinePage(context, {
    kind: 'net',
    title: 'Network',
    content: columns => ({left: trafficLines(parts, columns)}),
    sources: () => [accountPart(account, 'trafficVersion'), accountPart(account, 'status')],
    nextRepaintMs: () => REPAINT_MS,
    keys: () => createLayer('net', {back: () => void context.navigation.back()}),
  });
}

function trafficLines(parts: PageAccounts, columns: number): readonly PageLine[] {
  const {context} = parts;
  const traffic = context.session.traffic();
  const room = columns - MARGIN;
  return [
    ...sumLines(traffic, room),
    ...accountLines(parts),
    ...pageHeading('Rate limits'),
    ...limitLines(parts, room),
    ...pageHeading('By minute, the last hour'),
    ...minuteLines(context, traffic, columns),
    ...pageHeading('Operations'),
    ...operationLines(traffic, room),
    ...pageHeading('Failures and warnings'),
    ...eventLines(parts),
    ...mismatchLines(parts),
  ];
}

/** Sums and speed, on one line if they fit. */
function sumLines({total, milliseconds, latency}: Traffic, room: number): readonly PageLine[] {
  const sums = [
    span('Network', 'strong'),
    span(`  ${formatNumber(total.requests)} requests in ${clockDuration(milliseconds / 1000)}`),
    span(`  ${sized(total.bytesIn)} in, ${sized(total.bytesOut)} out`),
  ];
  if (latency === undefined) return [pageText(sums)];
  const speed = span(speedWords(latency), 'dim');
  const both = [...sums, span('  '), speed];
  return spansWidth(both) > room ? [pageText(sums), pageText([speed])] : [pageText(both)];
}

/** The share of each of several accounts in the sums. */
function accountLines({context, all, nameSpans}: PageAccounts): readonly PageLine[] {
  if (!context.accounts) return [];
  return all.map(part => {
    const {total, latency} = part.context.session.traffic();
    return pageText([
      ...nameSpans(part),
      span(`${formatNumber(total.requests)} requests  ${sized(total.bytesIn)} in, ${sized(total.bytesOut)} out`),
      span(latency ? `  ${speedWords(latency)}` : '', 'dim'),
    ]);
  });
}

function operationLines({operations}: Traffic, room: number): readonly PageLine[] {
  const tallied = tallyIn(room - OPERATION);
  const row = (operation: string, tally: RequestCounts | undefined): PageLine =>
    pageText([span(cell(operation, OPERATION) + tallied(tally), tally ? undefined : 'dim')]);
  return [
    row('OPERATION', undefined),
    ...operations.slice(0, MAX_OPERATIONS).map(([operation, tally]) => row(operation, tally)),
    ...pageMore(operations.length - MAX_OPERATIONS),
  ];
}

function limitLines(parts: PageAccounts, room: number): readonly PageLine[] {
  const named = parts.columns + CLASS + LEFT + RENEWS + BY;
  // The bar repeats the numbers, so it is shown only if it fits.
  const bar = room >= named + BAR_CELLS + 3 + TALLY ? BAR_CELLS : 0;
  const gap = bar > 0 ? BAR_CELLS + 3 : 2;
  const tallied = tallyIn(room - named - gap);
  const lines = parts.all.flatMap(part => limitsOf(parts, part, {bar, gap, tallyText: tallied}));
  if (lines.length === 0) return [pageText([span('nothing sent yet', 'dim')])];
  const head = [cell('CLASS', CLASS), cell('LEFT', LEFT, 'right'), cell('', gap), cell('RENEWS', RENEWS)].join('');
  return [pageText([span(`${parts.head}${head}${tallied(undefined)}  BY`, 'dim')]), ...lines];
}

function limitsOf(
  parts: PageAccounts,
  part: PageAccount,
  {bar, gap, tallyText: tallied}: LimitWidths,
): readonly PageLine[] {
  const {context} = parts;
  const skin = context.skin();
  const limits = part.context.session.limits();
  const now = context.clock.now();
  return [...part.context.session.traffic().classes].map(([name, tally]) => {
    const limit = name === 'transfer' ? undefined : limits[name];
    const left = limit ? `${formatNumber(limit.remaining)}/${formatNumber(limit.limit)}` : 'no limit';
    const share = limit ? (limit.remaining / Math.max(1, limit.limit)) * 100 : 100;
    const low = share < 10;
    const renews = limit && limit.resetAt > now ? `in ${clockDuration((limit.resetAt - now) / 1000)}` : '';
    const waiting = limit && limit.waiting > 0 ? `  ${limit.waiting} waiting` : '';
    return pageText([
      ...parts.nameSpans(part),
      span(cell(names[name] ?? name, CLASS)),
      span(cell(left, LEFT, 'right'), low ? 'attention' : undefined),
      span(cell(limit && bar > 0 ? `  ${skin.progress(share, bar)} ` : '', gap), low ? 'attention' : 'ok'),
      span(cell(renews, RENEWS), 'dim'),
      span(tallied(tally)),
      waiting === ''
        ? span(limit === undefined ? '' : limit.isAnnounced ? '  API' : '  docs', 'dim')
        : span(waiting, 'busy'),
    ]);
  });
}

function minuteLines(context: SkinPort, {minutes}: Traffic, columns: number): readonly PageLine[] {
  const shown = minutes.slice(-Math.max(10, Math.min(60, columns - 40)));
  const now = minutes.at(-1) ?? {requests: 0, bytes: 0};
  const whole = minutes.slice(0, -1);
  const meanOf = (name: 'requests' | 'bytes'): number =>
    whole.length === 0 ? 0 : whole.reduce((sum, minute) => sum + minute[name], 0) / whole.length;
  const line = (name: 'requests' | 'bytes', words: (value: number) => string): PageLine => {
    const meanText = whole.length > 0 ? ` · mean ${words(meanOf(name))}` : '';
    return pageText([
      span(cell(name, 10)),
      span(
        spark(
          shown.map(minute => minute[name]),
          {isAscii: context.skin().isAscii},
        ),
        'accent',
      ),
      span(`  now ${words(now[name])}${meanText}`, 'dim'),
    ]);
  };
  return [line('requests', value => formatNumber(Math.round(value))), line('bytes', sized)];
}

function eventLines({context, all, nameSpans}: PageAccounts): readonly PageLine[] {
  const now = context.clock.now();
  const skin = context.skin();
  const events = all.flatMap(eventsOf).sort((left, right) => right.at - left.at);
  if (events.length === 0) return [pageText([span(`${skin.glyph('ok')} none`, 'ok')])];
  return events
    .slice(0, MAX_LINES)
    .map(({part, operation, message, at, tone}) =>
      pageText([
        ...nameSpans(part),
        span(`${skin.glyph(tone)} `, tone),
        span(cell(operation, 34)),
        span(` ${message}`, tone),
        span(`  ${clockDuration((now - at) / 1000)} ago`, 'dim'),
      ]),
    );
}

function mismatchLines({context, all, nameSpans}: PageAccounts): readonly PageLine[] {
  const now = context.clock.now();
  const mismatches = all.flatMap(part =>
    part.context.session.account.getState().status.mismatches.map(mismatch => ({...mismatch, part})),
  );
  if (mismatches.length === 0) return [];
  return [
    ...pageHeading('API mismatches'),
    ...mismatches.slice(0, MAX_LINES).map(({part, operation, field, reason, responses, at}) => {
      const countAndAge = `${countText(responses, 'answer')}, last ${clockDuration((now - at) / 1000)} ago`;
      return pageText([
        ...nameSpans(part),
        span(`${context.skin().glyph('attention')} `, 'attention'),
        span(cell(operation, 34)),
        span(` ${field === '' ? '' : `${field}: `}${reason}`, 'attention'),
        span(`  ${countAndAge}`, 'dim'),
      ]);
    }),
    ...pageMore(mismatches.length - MAX_LINES),
  ];
}

const speedWords = ({median, slow}: NonNullable<Traffic['latency']>): string =>
  `an answer takes ${median} ms, the slowest ${slow} ms`;

/** Failures and warnings of one account. */
function eventsOf(part: PageAccount) {
  const {failures, warnings} = part.context.session.traffic();
  return [
    ...warnings.map(({operation, title, details, at}) => ({
      part,
      at,
      operation,
      tone: 'attention' as const,
      message: `The API reports: ${[title, details].filter(Boolean).join(': ')}`,
    })),
    ...failures.map(({operation, message, at}) => ({part, at, operation, tone: 'failed' as const, message})),
  ];
}

interface LimitWidths {
  readonly bar: number;
  readonly gap: number;
  tallyText(tally: RequestCounts | undefined): string;
}

interface TallyColumn {
  readonly title: string;
  readonly columns: number;
  /** Columns with low ranks are dropped last. */
  readonly rank: number;
  text(tally: RequestCounts): string;
}

const tallyColumns: readonly TallyColumn[] = [
  {title: 'SENT', columns: 8, rank: 1, text: ({requests}) => formatNumber(requests)},
  {title: 'IN', columns: 10, rank: 4, text: ({bytesIn}) => sized(bytesIn)},
  {title: 'OUT', columns: 10, rank: 6, text: ({bytesOut}) => sized(bytesOut)},
  {title: 'SAME', columns: 7, rank: 7, text: ({unchanged}) => formatNumber(unchanged)},
  {title: 'AGAIN', columns: 7, rank: 5, text: ({retries}) => formatNumber(retries)},
  {title: 'FAILED', columns: 8, rank: 2, text: ({failures}) => formatNumber(failures)},
  {title: '429', columns: 5, rank: 3, text: ({throttled}) => formatNumber(throttled)},
];
/** The width of all columns. */
const TALLY = tallyColumns.reduce((sum, {columns}) => sum + columns, 0);

/** Returns a function that writes counts, or the heading without counts, in the columns that fit. */
function tallyIn(room: number): (tally: RequestCounts | undefined) => string {
  let left = room;
  const fitting = new Set<TallyColumn>();
  for (const column of [...tallyColumns].sort((one, other) => one.rank - other.rank)) {
    left -= column.columns;
    if (left < 0) break;
    fitting.add(column);
  }
  const shown = tallyColumns.filter(column => fitting.has(column));
  return tally => shown.map(one => cell(tally ? one.text(tally) : one.title, one.columns, 'right')).join('');
}
