/** What the console costs: requests and bytes by rate limit and by minute, what failed, and what the API warned of. */
import {duration, bytes as sized} from '../../../families/format.ts';
import {spark} from '../../../families/spark.ts';
import {layer} from '../../../keymap/layer.ts';
import type {Tally, Traffic} from '../../../store/traffic.ts';
import type {Deck} from '../../deck.ts';
import type {Place} from '../../place.ts';
import {cell, span} from '../../widgets/spans.ts';
import {number} from '../list/title.ts';
import {createPage, type PageLine, pageHeading, pageText} from '../page.ts';

const OPERATIONS = 12;
const LINES = 8;
/** The budget renews and minutes pass by themselves. */
const TICK = 10_000;
const BAR = 10;

const names: Readonly<Record<string, string>> = {
  general: 'general',
  createInstance: 'make instances',
  stats: 'statistics',
  objectStorage: 'Object Storage',
  openTicket: 'open tickets',
  acceptTransfer: 'accept transfers',
  transfer: 'file transfers',
};

export function createNetPage(deck: Deck): Place {
  const {session, clock} = deck;
  const text = (parts: Parameters<typeof pageText>[1]): PageLine => pageText(deck, parts);

  function lines(columns: number): readonly PageLine[] {
    const traffic = session.traffic();
    const {total, since, latency} = traffic;
    const misreads = session.status.get().misreads;
    return [
      text([
        span('Network', 'strong'),
        span(`  ${number(total.requests)} requests in ${duration((clock.now() - since) / 1000)}`),
        span(`  ${sized(total.bytesIn)} in, ${sized(total.bytesOut)} out`),
        span(
          latency === undefined ? '' : `  an answer takes ${latency.median} ms, the slowest ${latency.slow} ms`,
          'dim',
        ),
      ]),
      ...pageHeading(deck, 'Rate limits'),
      ...limitLines(traffic),
      ...pageHeading(deck, 'By minute, the last hour'),
      ...minuteLines(traffic, columns),
      ...pageHeading(deck, 'Operations'),
      row('OPERATION', undefined),
      ...traffic.operations.slice(0, OPERATIONS).map(([operation, tally]) => row(operation, tally)),
      ...pageHeading(deck, 'Failures and warnings'),
      ...eventLines(traffic),
      ...(misreads > 0
        ? [text([span(`${number(misreads)} places in answers were not as the contract says`, 'attention')])]
        : []),
    ];
  }

  function limitLines({classes}: Traffic): readonly PageLine[] {
    const skin = deck.skin();
    const limits = session.limits();
    const now = clock.now();
    if (classes.size === 0) return [text([span('nothing sent yet', 'dim')])];
    return [
      text([
        span(
          [cell('CLASS', 18), cell('LEFT', 12, 'right'), cell('', BAR + 3), cell('RENEWS', 9), tallyHead, '  BY'].join(
            '',
          ),
          'dim',
        ),
      ]),
      ...[...classes].map(([name, tally]) => {
        const limit = name === 'transfer' ? undefined : limits[name];
        const left = limit ? `${number(limit.remaining)}/${number(limit.limit)}` : 'no limit';
        const share = limit ? (limit.remaining / Math.max(1, limit.limit)) * 100 : 100;
        const low = share < 10;
        const renews = limit && limit.resetAt > now ? `in ${duration((limit.resetAt - now) / 1000)}` : '';
        const waiting = limit && limit.waiting > 0 ? `  ${limit.waiting} waiting` : '';
        return text([
          span(cell(names[name] ?? name, 18)),
          span(cell(left, 12, 'right'), low ? 'attention' : undefined),
          span(`  ${limit ? skin.progress(share, BAR) : ' '.repeat(BAR)} `, low ? 'attention' : 'ok'),
          span(cell(renews, 9), 'dim'),
          span(tallyText(tally)),
          span(limit === undefined ? '' : limit.announced ? '  API' : '  docs', 'dim'),
          span(waiting, 'busy'),
        ]);
      }),
    ];
  }

  function minuteLines({minutes}: Traffic, columns: number): readonly PageLine[] {
    const shown = minutes.slice(-Math.max(10, Math.min(60, columns - 40)));
    const now = minutes.at(-1) ?? {requests: 0, bytes: 0};
    const whole = minutes.slice(0, -1);
    const mean = (values: readonly number[]) =>
      values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
    const line = (name: string, values: readonly number[], words: (value: number) => string, current: number) =>
      text([
        span(cell(name, 10)),
        span(spark(values, {ascii: deck.skin().ascii}), 'accent'),
        span(
          `  now ${words(current)}${whole.length > 0 ? ` · mean ${words(mean(whole.map(one => (name === 'bytes' ? one.bytes : one.requests))))}` : ''}`,
          'dim',
        ),
      ]);
    return [
      line(
        'requests',
        shown.map(({requests}) => requests),
        value => number(Math.round(value)),
        now.requests,
      ),
      line(
        'bytes',
        shown.map(({bytes}) => bytes),
        sized,
        now.bytes,
      ),
    ];
  }

  const row = (operation: string, tally: Tally | undefined): PageLine =>
    text([
      span(cell(operation, 36), tally ? undefined : 'dim'),
      span(tally ? tallyText(tally) : tallyHead, tally ? undefined : 'dim'),
    ]);

  function eventLines({failures, warnings}: Traffic): readonly PageLine[] {
    const now = clock.now();
    const skin = deck.skin();
    const all = [
      ...warnings.map(({operation, title, details, at}) => ({
        at,
        operation,
        tone: 'attention' as const,
        words: `the API says: ${[title, details].filter(Boolean).join(': ')}`,
      })),
      ...failures.map(({operation, words, at}) => ({at, operation, tone: 'failed' as const, words})),
    ].sort((left, right) => right.at - left.at);
    if (all.length === 0) return [text([span(`${skin.glyph('ok')} none`, 'ok')])];
    return all
      .slice(0, LINES)
      .map(({operation, words, at, tone}) =>
        text([
          span(`${skin.glyph(tone)} `, tone),
          span(cell(operation, 34)),
          span(` ${words}`, tone),
          span(`  ${duration((now - at) / 1000)} ago`, 'dim'),
        ]),
      );
  }

  return createPage(deck, {
    page: 'net',
    title: 'Network',
    lines,
    sources: () => [session.counted, session.status],
    next: () => TICK,
    keys: () => layer('net', {back: () => void deck.places.back()}, {title: 'Network'}),
  });
}

const tallyHead =
  cell('SENT', 8, 'right') +
  cell('IN', 10, 'right') +
  cell('OUT', 10, 'right') +
  cell('SAME', 7, 'right') +
  cell('AGAIN', 7, 'right') +
  cell('FAILED', 8, 'right') +
  cell('429', 5, 'right');

function tallyText({requests, bytesIn, bytesOut, unchanged, retries, failures, throttled}: Tally): string {
  return (
    cell(number(requests), 8, 'right') +
    cell(sized(bytesIn), 10, 'right') +
    cell(sized(bytesOut), 10, 'right') +
    cell(number(unchanged), 7, 'right') +
    cell(number(retries), 7, 'right') +
    cell(number(failures), 8, 'right') +
    cell(number(throttled), 5, 'right')
  );
}
