/** The parts of the wallboard as lines: what is wrong, what runs, what the provider says, what happened. */
import type {Event} from '../../../contract/account/events.ts';
import type {Family, FamilyId} from '../../../families/define.ts';
import {age, duration, exact, millis} from '../../../families/format.ts';
import type {Operation} from '../../../store/types.ts';
import type {Watch, WatchedProblem} from '../../../store/watch.ts';
import type {Deck} from '../../deck.ts';
import {paintEnds, paintSpans, type Span, span, spansWidth} from '../../widgets/spans.ts';
import {eventSpans} from '../events/spans.ts';
import {countWords, number} from '../list/title.ts';

/** A part with its title and as many lines as it would like to have. */
export interface Section {
  readonly title: readonly Span[];
  /** Lines it would fill. */
  readonly wants: number;
  /** Exactly so wide, at most so many. */
  readonly lines: (columns: number, rows: number) => readonly string[];
}

export const noticeFamilies: readonly FamilyId[] = ['account.notifications', 'account.maintenance'];

const title = (text: string, detail = '', tone: Span['tone'] = 'dim'): Span[] => [
  span(` ${text.toUpperCase()}`, 'strong'),
  ...(detail === '' ? [] : [span(`  ${detail}`, tone)]),
];

/** As many as fit, and how many more there are. */
function fitted(deck: Deck, lines: readonly string[], columns: number, rows: number, rest = 'more'): readonly string[] {
  if (lines.length <= rows) return lines;
  const more = span(` and ${number(lines.length - rows + 1)} ${rest}`, 'dim');
  return rows < 1 ? [] : [...lines.slice(0, rows - 1), paintSpans(deck.skin(), [more], columns)];
}

export function problemSection(deck: Deck, watch: Watch, families: readonly Family[], stopped: boolean): Section {
  const skin = deck.skin();
  const {look} = deck.session;
  const problems = watch.problems(families);
  const lists = [...families.map(({id}) => watch.collection(id)), ...watch.unread(families)];
  const failing = lists.flatMap(list => {
    const {family} = list;
    const {failure, unreadable} = list.get();
    const words = failure?.words ?? (unreadable.length > 0 ? `${number(unreadable.length)} unreadable` : undefined);
    return words === undefined ? [] : [{family, words}];
  });
  const line = ({family, row, state, since}: WatchedProblem, columns: number): string =>
    paintEnds(
      skin,
      [
        span(` ${skin.glyph(state.is)} `, state.is),
        span(`${family.one} `, 'dim'),
        span(family.label(row), 'strong'),
        span(` ${state.word}`, state.is),
      ],
      [span(since === undefined ? 'since ? ' : `${age(since, look.now)} `, 'dim')],
      columns,
    );
  const calm = watch.complete
    ? stopped
      ? span(' nothing was wrong when data last came', 'dim')
      : span(` ${skin.glyph('ok')} nothing is wrong`, 'ok')
    : span(' nothing so far; not everything is read yet', 'dim');
  return {
    title: title('Problems', problems.length > 0 ? number(problems.length) : '', 'attention'),
    wants: Math.max(1, problems.length + failing.length),
    lines(columns, rows) {
      const unread = failing.map(({family, words}) =>
        paintSpans(
          skin,
          [span(` ${skin.glyph('unknown')} `, 'unknown'), span(`${family.title}: ${words}`, 'unknown')],
          columns,
        ),
      );
      // Beyond the last line that fits nothing is painted: of ten thousand, a screenful.
      const listed = problems.slice(0, rows + 1).map(problem => line(problem, columns));
      const all = [...listed, ...new Array<string>(problems.length - listed.length).fill(''), ...unread];
      return all.length === 0 ? [paintSpans(skin, [calm], columns)] : fitted(deck, all, columns, rows);
    },
  };
}

export function operationSpans(deck: Deck, {label, word, percent, secondsLeft, by}: Operation): [Span[], Span[]] {
  const skin = deck.skin();
  const bar = percent === undefined ? [] : [span(skin.progress(percent, 10), 'busy'), span(` ${percent}%`)];
  const left = secondsLeft === undefined ? '' : ` ${duration(secondsLeft)} left`;
  return [
    [span(` ${skin.glyph('busy')} `, 'busy'), span(label, 'strong'), span(` ${word} `), ...bar],
    [span(`${left}${by ? `  ${by}` : ''} `, 'dim')],
  ];
}

export function runningSection(deck: Deck): Section | undefined {
  const operations = deck.session.operations.get();
  if (operations.length === 0) return undefined;
  return {
    title: title('Running', number(operations.length)),
    wants: operations.length,
    lines: (columns, rows) =>
      fitted(
        deck,
        operations.map(operation => {
          const [left, right] = operationSpans(deck, operation);
          return paintEnds(deck.skin(), left, right, columns);
        }),
        columns,
        rows,
      ),
  };
}

export function noticeSection(deck: Deck, watch: Watch): Section | undefined {
  const skin = deck.skin();
  const {look} = deck.session;
  const notices = watch.sights('account.notifications').map(({family, row, state}) => ({
    state,
    text: [family.label(row), row.message].filter(Boolean).join(': '),
    when: undefined as number | undefined,
  }));
  const windows = watch.sights('account.maintenance').map(({row, state}) => {
    const {entity, type, when, reason} = row as {
      entity?: {label?: string};
      type?: string;
      when?: string;
      reason?: string;
    };
    const text = [`maintenance of ${entity?.label ?? 'something'}`, type?.replaceAll('_', ' '), reason].filter(Boolean);
    return {state, text: text.join(' · '), when: millis(when)};
  });
  const all = [...windows, ...notices];
  if (all.length === 0) return undefined;
  return {
    title: title('Notices and maintenance', number(all.length)),
    wants: all.length,
    lines: (columns, rows) =>
      fitted(
        deck,
        all.map(({state, text, when}) =>
          paintEnds(
            skin,
            // When it is comes first: the end of a long text is what is cut.
            [
              span(` ${skin.glyph(state.is)} `, state.is),
              ...(when === undefined ? [] : [span(`${age(when, look.now)} `, 'strong')]),
              span(text),
            ],
            [],
            columns,
          ),
        ),
        columns,
        rows,
      ),
  };
}

/** "14:03" today, "03-11" before: a time that stays as it is costs an idle wall no byte. */
function timeOf(event: Event, now: number): string {
  const at = millis(event.created);
  if (at === undefined) return '  ?  ';
  const text = exact(at);
  return text.slice(0, 10) === exact(now).slice(0, 10) ? text.slice(11, 16) : text.slice(5, 10);
}

export function eventSection(deck: Deck): Section {
  const {look, events} = deck.session;
  const all = events.get();
  return {
    title: title('Events', 'UTC'),
    wants: Math.max(1, all.length),
    lines(columns, rows) {
      if (all.length === 0) return [paintSpans(deck.skin(), [span(' none read yet', 'dim')], columns)];
      return all
        .slice(0, rows)
        .map(event =>
          paintSpans(
            deck.skin(),
            [span(` ${timeOf(event, look.now)} `, 'dim'), ...eventSpans(deck, event, false)],
            columns,
          ),
        );
    },
  };
}

/** "38 running", a span each, as far as they fit. */
export function countSpans(deck: Deck, watch: Watch, family: Family, columns: number): Span[] {
  const skin = deck.skin();
  const counts = new Map<string, {readonly is: Parameters<typeof skin.glyph>[0]; count: number}>();
  for (const {state} of watch.sights(family.id)) {
    const known = counts.get(state.word);
    if (known) known.count++;
    else counts.set(state.word, {is: state.is, count: 1});
  }
  const spans = [span(`${family.title} ${countWords(watch.collection(family.id).get(), 0, false)}`, 'strong')];
  for (const [word, {is, count}] of [...counts].sort((a, b) => b[1].count - a[1].count)) {
    const next = [span(`  ${skin.glyph(is)} `, is), span(`${number(count)} ${word}`)];
    if (spansWidth(spans) + spansWidth(next) > columns) break;
    spans.push(...next);
  }
  return spans;
}
