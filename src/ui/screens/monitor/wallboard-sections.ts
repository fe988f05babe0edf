/**
 * The sections of the wallboard as lines: operations, notifications, events. With several accounts each line names its
 * account.
 */
import type {Event} from '../../../contract/account/events.ts';
import {announcesWork, type PlannedWork} from '../../../families/account/planned-work.ts';
import {age, clockDuration, formatNumber, toMillis, utcTimestamp} from '../../../families/format/format.ts';
import type {Operation} from '../../../store/sync/operation.ts';
import type {SkinPort} from '../../context/ports.ts';
import {paintEnds, paintSpans, type Span, span, spansWidth, wrap} from '../../widgets/spans.ts';
import {eventSpans} from '../shared/event-line.ts';
import {waitingPlansText} from '../shared/plan-text.ts';
import type {WatchedAccount, WatchedAccounts} from './watched-accounts.ts';

/** A section with its preferred number of lines. */
export interface WallboardSection {
  /** The number of lines that the section can fill. */
  readonly wants: number;
  /** The number of lines beyond which other sections come first; by default the section takes all that it can fill. */
  readonly enough?: number;
  /** The number of lines that the section gets before other sections; at least one. */
  readonly first?: number | undefined;
  /** The title, and the lines below it: exactly this wide, at most this many. */
  paint(columns: number, rows: number): {readonly title: readonly Span[]; readonly lines: readonly string[]};
}

interface TitledSection extends Omit<WallboardSection, 'paint'> {
  readonly title: readonly Span[];
  readonly lines: (columns: number, rows: number) => readonly string[];
}

/** A section whose title doesn't depend on the lines that fit. */
export const titledSection = ({title, lines, ...section}: TitledSection): WallboardSection => ({
  ...section,
  paint: (columns, rows) => ({title, lines: lines(columns, rows)}),
});

/** With fewer lines than this, no line shows the number of hidden lines, which the title contains. */
export const moreFrom = 3;

export const sectionTitle = (text: string, detail: readonly Span[] = []): Span[] => [
  span(` ${text.toUpperCase()}`, 'strong'),
  ...detail,
];

const countedTitle = (text: string, count: number): Span[] =>
  sectionTitle(text, [span(`  ${formatNumber(count)}`, 'dim')]);

/** As many lines as fit, and a line with the number of hidden ones. */
function fittingLines(context: SkinPort, lines: readonly string[], columns: number, rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  if (rows < moreFrom) return lines.slice(0, rows);
  const more = span(` and ${formatNumber(lines.length - rows + 1)} more`, 'dim');
  return [...lines.slice(0, rows - 1), paintSpans(context.skin(), [more], columns)];
}

export function runningSection({context, all, nameSpans}: WatchedAccounts): WallboardSection | undefined {
  const running = all.flatMap(part =>
    part.context.session.account.getState().operations.map(operation => ({part, operation})),
  );
  if (running.length === 0) return undefined;
  return titledSection({
    title: countedTitle('Running', running.length),
    wants: running.length,
    lines: (columns, rows) =>
      fittingLines(
        context,
        running.map(({part, operation}) => {
          const [left, right] = operationSpans(context, operation, nameSpans(part));
          return paintEnds(context.skin(), left, right, columns);
        }),
        columns,
        rows,
      ),
  });
}

function operationSpans(
  context: SkinPort,
  {label, word, percent, secondsLeft, by}: Operation,
  nameSpans: readonly Span[],
): [Span[], Span[]] {
  const skin = context.skin();
  const bar = percent === undefined ? [] : [span(skin.progress(percent, 10), 'busy'), span(` ${percent}%`)];
  const left = secondsLeft === undefined ? '' : ` ${clockDuration(secondsLeft)} left`;
  return [
    [span(` ${skin.glyph('busy')} `, 'busy'), ...nameSpans, span(label, 'strong'), span(` ${word} `), ...bar],
    [span(`${left}${by ? `  ${by}` : ''} `, 'dim')],
  ];
}

export function noticeSection(
  {context, all: parts, nameSpans}: WatchedAccounts,
  columns: number,
): WallboardSection | undefined {
  const skin = context.skin();
  // Maintenance windows of all accounts precede other notifications, the next window first.
  const all = [
    ...parts.flatMap(plansOf),
    ...parts.flatMap(windowsOf).sort((one, other) => (one.when ?? 0) - (other.when ?? 0)),
    ...parts.flatMap(notesOf),
  ].map(({part, state, text, when}) => {
    // The date is first, because the end of a long text is cut off.
    const head = [
      span(` ${skin.glyph(state.condition)} `, state.condition),
      ...nameSpans(part),
      ...(when === undefined ? [] : [span(`${age(when, part.watch.now)} `, 'strong')]),
    ];
    return {head, text};
  });
  if (all.length === 0) return undefined;
  const inFull = all.flatMap(({head, text}) => {
    const indent = spansWidth(head);
    return wrap(text, Math.max(1, columns - indent - 1)).map((line, index) =>
      paintSpans(skin, [...(index === 0 ? head : [span(' '.repeat(indent))]), span(line)], columns),
    );
  });
  return titledSection({
    title: countedTitle('Notifications and maintenance', all.length),
    wants: inFull.length,
    lines: (columns, rows) =>
      inFull.length <= rows
        ? inFull
        : fittingLines(
            context,
            all.map(({head, text}) => paintSpans(skin, [...head, span(text)], columns)),
            columns,
            rows,
          ),
  });
}

/** Plans of agents that wait for a user. */
function plansOf(part: WatchedAccount) {
  const text = waitingPlansText(part.context.session.plans?.waiting() ?? []);
  return text === undefined ? [] : [{part, state: {condition: 'attention'} as const, text, when: undefined}];
}

function notesOf(part: WatchedAccount) {
  const windows = part.watch.states('account.maintenance');
  const notes = part.watch
    .states('account.notifications')
    .filter(({row}) => !windows.some(window => announcesWork(row, window.row)));
  return notes.map(({family, row, state}) => ({
    part,
    state,
    text: [family.label(row), row.message].filter(Boolean).join(': '),
    when: undefined,
  }));
}

const windowsOf = (part: WatchedAccount) =>
  part.watch.states('account.maintenance').map(({row, state}) => {
    const {entity, type, when, reason} = row as PlannedWork;
    const text = [`maintenance of ${entity?.label ?? 'something'}`, type?.replaceAll('_', ' '), reason].filter(Boolean);
    return {part, state, text: text.join(' · '), when: toMillis(when)};
  });

/** "14:03" for today, "03-11" before: a fixed time needs no repaint of an idle wallboard. */
function timeOf(event: Event, now: number): string {
  const at = toMillis(event.created);
  if (at === undefined) return '  ?  ';
  const text = utcTimestamp(at);
  return text.slice(0, 10) === utcTimestamp(now).slice(0, 10) ? text.slice(11, 16) : text.slice(5, 10);
}

const createdAt = ({created}: Event): number => toMillis(created) ?? 0;

export function eventSection({context, all: parts, hasSeveral, nameSpans}: WatchedAccounts): WallboardSection {
  const wants = parts.reduce((sum, part) => sum + part.context.session.account.getState().events.length, 0);
  return titledSection({
    title: sectionTitle('Events', [span('  UTC', 'dim')]),
    wants: Math.max(1, wants),
    lines(columns, rows) {
      const isAwaited = parts.some(part => part.context.session.account.getState().status.failure === undefined);
      const none = isAwaited ? ' none read yet' : ' none read';
      if (wants === 0) return [paintSpans(context.skin(), [span(none, 'dim')], columns)];
      const newest = parts.flatMap(part =>
        part.context.session.account
          .getState()
          .events.slice(0, rows)
          .map(event => ({part, event})),
      );
      // Events of one account are in order; events of several accounts are sorted by time.
      if (hasSeveral) newest.sort((left, right) => createdAt(right.event) - createdAt(left.event));
      return newest
        .slice(0, rows)
        .map(({part, event}) =>
          paintSpans(
            context.skin(),
            [
              span(` ${timeOf(event, part.watch.now)} `, 'dim'),
              ...nameSpans(part),
              ...eventSpans(part.context, event, {hasAge: false}),
            ],
            columns,
          ),
        );
    },
  });
}
