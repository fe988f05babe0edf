/** Problems in all accounts: accounts without data, resources in a bad condition, and lists that can't be read. */

import {age, formatNumber} from '../../../families/format/format.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import {failureCause} from '../../../store/api/failure-text.ts';
import {sanitize, truncate} from '../../terminal/index.ts';
import {paintEnds, paintSpans, type Span, span, spansWidth} from '../../widgets/spans.ts';
import {hasStopped, isAlarm} from './heartbeat.ts';
import {moreFrom, sectionTitle, titledSection, type WallboardSection} from './wallboard-sections.ts';
import type {WallboardProblem, WatchedAccount, WatchedAccounts} from './watched-accounts.ts';

/** The minimum useful width of a name: with less room, the resource type is omitted first. */
const MIN_NAME_CELLS = 8;
/** The maximum number of lists to name per reason. */
const MAX_NAMED = 2;

export function problemSection(
  wall: WatchedAccounts,
  families: readonly Family[],
  problems: readonly WallboardProblem[],
): WallboardSection {
  const {context, all} = wall;
  const skin = context.skin();
  const silent = all.flatMap(part => silentSpans(wall, part));
  const unread = all.flatMap(part => unreadableLists(part, families).map(one => ({part, ...one})));
  const noProblems = problems.length > 0 ? [] : noProblemsSpans(wall, unread);
  const isOld = all.some(({watch}) => watch.families.some(({id}) => watch.collection(id).getState().isFromSnapshot));
  const line = (spans: readonly Span[], columns: number): string => paintSpans(skin, spans, columns);
  return titledSection({
    title: sectionTitle('Problems', [
      ...(problems.length > 0 ? [span(`  ${formatNumber(problems.length)}`, 'attention')] : []),
      ...(isOld ? [span('  some from last time', 'attention')] : []),
    ]),
    wants: Math.max(1, silent.length + problems.length + noProblems.length + unread.length),
    lines(columns, rows) {
      const before = silent.length + noProblems.length;
      const needed = before + problems.length + unread.length;
      const hasMore = needed > rows && rows >= moreFrom;
      const room = hasMore ? rows - 1 : rows;
      // Only lines that fit are built: one screen of 10,000 problems.
      const listed = problems.slice(0, Math.max(0, room - before));
      const lines = [
        ...[...silent, ...noProblems].map(spans => line(spans, columns)),
        ...listed.map(problem => problemLine(wall, problem, columns)),
        ...unread.map(({part, titles, message}) =>
          line([...unknown(wall, part), span(`${listWords(titles)}: ${message}`, 'unknown')], columns),
        ),
      ].slice(0, room);
      if (!hasMore) return lines;
      const rest: OtherProblems = {
        silent: Math.max(0, silent.length - room),
        problems: problems.slice(listed.length),
        unread: unread.slice(Math.max(0, room - before - listed.length)),
      };
      return [...lines, line([span(` ${restWords(wall, rest)}`, 'dim')], columns)];
    },
  });
}

/**
 * A line that is readable from a distance: the resource, the problem and its start. The end of a long name is cut off.
 */
function problemLine(
  wall: WatchedAccounts,
  {part, family, row, state, since}: WallboardProblem,
  columns: number,
): string {
  const skin = wall.context.skin();
  const ageSpan = span(since === undefined ? 'since ? ' : `${age(since, part.watch.now)} `, 'dim');
  const start = [span(` ${skin.glyph(state.condition)} `, state.condition), ...wall.nameSpans(part)];
  const kind = span(`${family.one} `, 'dim');
  const word = span(` ${state.word}`, state.condition);
  const room = columns - spansWidth([...start, word, ageSpan]) - 1;
  const withKind = room - spansWidth([kind]);
  const hasKind = withKind >= Math.min(MIN_NAME_CELLS, spansWidth([span(family.label(row))]));
  const name = truncate(sanitize(family.label(row)), Math.max(MIN_NAME_CELLS, hasKind ? withKind : room));
  return paintEnds(skin, [...start, ...(hasKind ? [kind] : []), span(name, 'strong'), word], [ageSpan], columns);
}

/** The line of an account without data, with the reason. It ranks above any known problem. */
function silentSpans(wall: WatchedAccounts, part: WatchedAccount): Span[][] {
  const {status, pulse} = part.context.session.account.getState();
  const {failure, liveness} = status;
  // The heartbeat already shows a missed poll.
  if (liveness === 'connecting' || !isAlarm({liveness, failure}, pulse, part.context.clock.now())) return [];
  const {context, nameSpans, hasSeveral} = wall;
  const cause = failure === undefined ? 'the API does not answer' : failureCause(failure);
  // The advice has a separate line, because a narrow screen would cut it off.
  const advice = hasSeveral || failure?.advice === undefined ? [] : [failure.advice];
  return [
    [span(` ${context.skin().glyph('failed')} `, 'failed'), ...nameSpans(part), span(`no data: ${cause}`, 'failed')],
    ...advice.map(text => [span(`   ${text}`, 'failed')]),
  ];
}

interface UnreadableLists {
  /** The lists with the same reason. */
  readonly titles: readonly string[];
  readonly message: string;
}

/** Lists that are not loaded, or not completely, by reason. */
function unreadableLists({watch}: WatchedAccount, families: readonly Family[]): readonly UnreadableLists[] {
  const byMessage = new Map<string, string[]>();
  for (const list of [...families.map(({id}) => watch.collection(id)), ...watch.unreadLists(families)]) {
    const {failure, unreadable} = list.getState();
    const reason = failure && !watch.isAccountFailure(failure) ? failure.message : undefined;
    const message = reason ?? (unreadable.length > 0 ? `${formatNumber(unreadable.length)} unreadable` : undefined);
    if (message === undefined) continue;
    const titles = byMessage.get(message) ?? [];
    byMessage.set(message, [...titles, list.family.title]);
  }
  return [...byMessage].map(([message, titles]) => ({titles, message}));
}

const unknown = (wall: WatchedAccounts, part: WatchedAccount): Span[] => [
  span(` ${wall.context.skin().glyph('unknown')} `, 'unknown'),
  ...wall.nameSpans(part),
];

function listWords(titles: readonly string[]): string {
  const more = titles.length - MAX_NAMED;
  return more > 0 ? `${titles.slice(0, MAX_NAMED).join(', ')} and ${formatNumber(more)} more` : titles.join(' and ');
}

/** The problems that don't fit on the screen. */
interface OtherProblems {
  /** The number of accounts without data. */
  readonly silent: number;
  readonly problems: readonly WallboardProblem[];
  readonly unread: readonly UnreadableLists[];
}

/** "and 8 more: prod 6, lab 2; 3 lists are not read" */
function restWords({all, hasSeveral}: WatchedAccounts, {silent, problems, unread}: OtherProblems): string {
  const each = all.flatMap(part => {
    const count = problems.filter(problem => problem.part === part).length;
    return count > 0 ? [`${part.context.profile.name} ${formatNumber(count)}`] : [];
  });
  const lists = unread.reduce((sum, {titles}) => sum + titles.length, 0);
  return [
    ...(silent > 0 ? [`no data from ${formatNumber(silent)} more`] : []),
    ...(problems.length > 0
      ? [`and ${formatNumber(problems.length)} more${hasSeveral ? `: ${each.join(', ')}` : ''}`]
      : []),
    ...(lists > 0 ? [`${formatNumber(lists)} ${lists === 1 ? 'list is' : 'lists are'} not read`] : []),
  ].join('; ');
}

/** The text without known problems: it shows how complete the data of each account is. */
function noProblemsSpans(wall: WatchedAccounts, unread: readonly {readonly part: WatchedAccount}[]): Span[][] {
  const {context, all, hasSeveral} = wall;
  const byMessage = new Map<string, {tone: 'ok' | 'dim'; names: string[]}>();
  for (const part of all) {
    const noProblems = noProblemsText(part);
    if (noProblems === undefined || unread.some(one => one.part === part)) continue;
    const {message, tone} = noProblems;
    const known = byMessage.get(message);
    if (known) known.names.push(part.context.profile.name);
    else byMessage.set(message, {tone, names: [part.context.profile.name]});
  }
  const alike = !hasSeveral || (byMessage.size === 1 && unread.length === 0);
  return [...byMessage].map(([message, {tone, names}]) => [
    span(tone === 'ok' ? ` ${context.skin().glyph('ok')} ` : ' ', tone),
    ...(alike ? [] : [span(`${names.join(', ')}: `)]),
    span(message, tone),
  ]);
}

/** No text if missing data is already shown and the known part is incomplete. */
function noProblemsText({
  context: {session},
  watch,
}: WatchedAccount): {readonly message: string; readonly tone: 'ok' | 'dim'} | undefined {
  const {liveness, failure} = session.account.getState().status;
  const stopped = hasStopped({liveness});
  if (watch.isComplete)
    return stopped
      ? {message: 'nothing was wrong when data last came', tone: 'dim'}
      : {message: 'nothing is wrong', tone: 'ok'};
  return stopped && failure ? undefined : {message: 'nothing so far; not everything is read yet', tone: 'dim'};
}
