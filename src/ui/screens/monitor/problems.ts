/** What is wrong, in all accounts: those that no data comes from, what is in a bad condition, and lists that cannot be read. */
import type {Family} from '../../../families/define.ts';
import {age, formatNumber} from '../../../families/format.ts';
import {sanitize, truncate} from '../../terminal/index.ts';
import {paintEnds, paintSpans, type Span, span, spansWidth} from '../../widgets/spans.ts';
import {isAlarm, isStopped} from './heartbeat.ts';
import {moreFrom, type Section, title} from './sections.ts';
import type {Problem, Wall, Watched} from './wall.ts';

/** Less of a name than this says nothing: what kind of thing it is goes first. */
const NAME_LEAST = 8;
/** Lists of one reason that are named. */
const NAMED = 2;

export function problemSection(wall: Wall, families: readonly Family[], problems: readonly Problem[]): Section {
  const {deck, all} = wall;
  const skin = deck.skin();
  const silent = all.flatMap(part => silentSpans(wall, part));
  const unread = all.flatMap(part => unreadOf(part, families).map(one => ({part, ...one})));
  const calm = problems.length > 0 ? [] : calmSpans(wall, unread);
  const isOld = all.some(({watch}) => watch.families.some(({id}) => watch.collection(id).get().remembered));
  const line = (spans: readonly Span[], columns: number): string => paintSpans(skin, spans, columns);
  return {
    title: title('Problems', [
      ...(problems.length > 0 ? [span(`  ${formatNumber(problems.length)}`, 'attention')] : []),
      ...(isOld ? [span('  some from last time', 'attention')] : []),
    ]),
    wants: Math.max(1, silent.length + problems.length + calm.length + unread.length),
    lines(columns, rows) {
      const before = silent.length + calm.length;
      const needed = before + problems.length + unread.length;
      const hasMore = needed > rows && rows >= moreFrom;
      const room = hasMore ? rows - 1 : rows;
      // Beyond the last line that fits nothing is painted: of ten thousand, a screenful.
      const listed = problems.slice(0, Math.max(0, room - before));
      const lines = [
        ...[...silent, ...calm].map(spans => line(spans, columns)),
        ...listed.map(problem => problemLine(wall, problem, columns)),
        ...unread.map(({part, titles, words}) =>
          line([...unknown(wall, part), span(`${listWords(titles)}: ${words}`, 'unknown')], columns),
        ),
      ].slice(0, room);
      if (!hasMore) return lines;
      const rest: Rest = {
        silent: Math.max(0, silent.length - room),
        problems: problems.slice(listed.length),
        unread: unread.slice(Math.max(0, room - before - listed.length)),
      };
      return [...lines, line([span(` ${restWords(wall, rest)}`, 'dim')], columns)];
    },
  };
}

/** Whoever looks from afar sees what it is, how bad, and since when: of a long name the end is cut. */
function problemLine(wall: Wall, {part, family, row, state, since}: Problem, columns: number): string {
  const skin = wall.deck.skin();
  const when = span(since === undefined ? 'since ? ' : `${age(since, part.watch.now)} `, 'dim');
  const whose = [span(` ${skin.glyph(state.is)} `, state.is), ...wall.whose(part)];
  const kind = span(`${family.one} `, 'dim');
  const word = span(` ${state.word}`, state.is);
  const room = columns - spansWidth([...whose, word, when]) - 1;
  const withKind = room - spansWidth([kind]);
  const hasKind = withKind >= Math.min(NAME_LEAST, spansWidth([span(family.label(row))]));
  const name = truncate(sanitize(family.label(row)), Math.max(NAME_LEAST, hasKind ? withKind : room));
  return paintEnds(skin, [...whose, ...(hasKind ? [kind] : []), span(name, 'strong'), word], [when], columns);
}

/** That nothing of an account can be told, and why: worse than anything that is known. */
function silentSpans(wall: Wall, part: Watched): Span[][] {
  const {status, pulse} = part.deck.session;
  const {failure, liveness} = status.get();
  // A poll that was missed is said by the heartbeat.
  if (liveness === 'connecting' || !isAlarm({liveness, failure}, pulse.get(), part.deck.clock.now())) return [];
  const {deck, whose, isOfSeveral} = wall;
  const {words} = failure ?? {words: 'the API does not answer'};
  // What to do about it stands at the end, which a narrow wall would cut.
  const at = isOfSeveral ? -1 : words.lastIndexOf(': ');
  const [what, ...remedy] = at < 0 ? [words] : [words.slice(0, at), words.slice(at + 2)];
  return [
    [span(` ${deck.skin().glyph('failed')} `, 'failed'), ...whose(part), span(`no data: ${what}`, 'failed')],
    ...remedy.map(text => [span(`   ${text}`, 'failed')]),
  ];
}

interface Unread {
  /** Lists of one reason. */
  readonly titles: readonly string[];
  readonly words: string;
}

/** Lists that are not read, or not all of it, by what is said of them. */
function unreadOf({watch}: Watched, families: readonly Family[]): readonly Unread[] {
  const byWords = new Map<string, string[]>();
  for (const list of [...families.map(({id}) => watch.collection(id)), ...watch.unreadLists(families)]) {
    const {failure, unreadable} = list.get();
    const why = failure && !watch.isAccountFailure(failure) ? failure.words : undefined;
    const words = why ?? (unreadable.length > 0 ? `${formatNumber(unreadable.length)} unreadable` : undefined);
    if (words === undefined) continue;
    const titles = byWords.get(words) ?? [];
    byWords.set(words, [...titles, list.family.title]);
  }
  return [...byWords].map(([words, titles]) => ({titles, words}));
}

const unknown = (wall: Wall, part: Watched): Span[] => [
  span(` ${wall.deck.skin().glyph('unknown')} `, 'unknown'),
  ...wall.whose(part),
];

function listWords(titles: readonly string[]): string {
  const more = titles.length - NAMED;
  return more > 0 ? `${titles.slice(0, NAMED).join(', ')} and ${formatNumber(more)} more` : titles.join(' and ');
}

/** What there is no line for. */
interface Rest {
  /** Accounts that no data comes from. */
  readonly silent: number;
  readonly problems: readonly Problem[];
  readonly unread: readonly Unread[];
}

/** "and 8 more: prod 6, lab 2; 3 lists are not read" */
function restWords({all, isOfSeveral}: Wall, {silent, problems, unread}: Rest): string {
  const each = all.flatMap(part => {
    const count = problems.filter(problem => problem.part === part).length;
    return count > 0 ? [`${part.deck.profile.name} ${formatNumber(count)}`] : [];
  });
  const lists = unread.reduce((sum, {titles}) => sum + titles.length, 0);
  return [
    ...(silent > 0 ? [`no data from ${formatNumber(silent)} more`] : []),
    ...(problems.length > 0
      ? [`and ${formatNumber(problems.length)} more${isOfSeveral ? `: ${each.join(', ')}` : ''}`]
      : []),
    ...(lists > 0 ? [`${formatNumber(lists)} ${lists === 1 ? 'list is' : 'lists are'} not read`] : []),
  ].join('; ');
}

/** Where nothing is known to be wrong: how well that is known, of each account. */
function calmSpans(wall: Wall, unread: readonly {readonly part: Watched}[]): Span[][] {
  const {deck, all, isOfSeveral} = wall;
  const byWords = new Map<string, {tone: 'ok' | 'dim'; names: string[]}>();
  for (const part of all) {
    const calm = calmOf(part);
    if (calm === undefined || unread.some(one => one.part === part)) continue;
    const {words, tone} = calm;
    const known = byWords.get(words);
    if (known) known.names.push(part.deck.profile.name);
    else byWords.set(words, {tone, names: [part.deck.profile.name]});
  }
  const alike = !isOfSeveral || (byWords.size === 1 && unread.length === 0);
  return [...byWords].map(([words, {tone, names}]) => [
    span(tone === 'ok' ? ` ${deck.skin().glyph('ok')} ` : ' ', tone),
    ...(alike ? [] : [span(`${names.join(', ')}: `)]),
    span(words, tone),
  ]);
}

/** Nothing where it is said already that no data comes, and what came before is not all. */
function calmOf({deck: {session}, watch}: Watched): {readonly words: string; readonly tone: 'ok' | 'dim'} | undefined {
  const {liveness, failure} = session.status.get();
  const stopped = isStopped({liveness});
  if (watch.isComplete)
    return stopped
      ? {words: 'nothing was wrong when data last came', tone: 'dim'}
      : {words: 'nothing is wrong', tone: 'ok'};
  return stopped && failure ? undefined : {words: 'nothing so far; not everything is read yet', tone: 'dim'};
}
