/** The heading of the wallboard: the connection of each account, and the number of resources. */

import {type Condition, isProblem} from '../../../families/format/cells.ts';
import {formatNumber} from '../../../families/format/format.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import {paintEnds, paintSpans, type Span, span, spansWidth} from '../../widgets/spans.ts';
import {rowCountWords} from '../shared/list-title.ts';
import {type Heartbeat, hasStopped, heartbeat} from './heartbeat.ts';
import {isUnavailable, type WallboardProblem, type WatchedAccount, type WatchedAccounts} from './watched-accounts.ts';

/** The maximum share of the rows for heartbeats, if several accounts are displayed. */
const SHARE = 0.25;
const MIN_BEATS = 2;
/** The minimum useful width of an account's name. */
const MIN_OWNER_CELLS = 8;

export interface WallboardHeaderFacts {
  /** The name of the layout, if the wallboard has several layouts. */
  readonly layout: string | undefined;
  /** The problems shown on this wallboard. */
  readonly problems: readonly WallboardProblem[];
}

export function wallboardHeaderLines(
  wall: WatchedAccounts,
  {layout, problems}: WallboardHeaderFacts,
  columns: number,
  rows: number,
): string[] {
  const {context, all, hasSeveral} = wall;
  const beat = (part: WatchedAccount): string =>
    beatLine(wall, part, hasSeveral ? problems.filter(problem => problem.part === part).length : 0, columns);
  const skin = context.skin();
  const fleet = [span(' '), ...fleetSpans(wall, columns - 2)];
  const counts = paintEnds(skin, fleet, layoutName(layout, columns - spansWidth(fleet) - 1), columns);
  const most = Math.max(MIN_BEATS, Math.floor(rows * SHARE));
  if (all.length <= most) return [...all.map(beat), counts];
  // If not all accounts fit, those without data come first, each on a separate line.
  const silent = all.filter(isSilent);
  const shown = [...silent, ...all.filter(part => !isSilent(part))].slice(0, most - 1);
  const rest = all.filter(part => !shown.includes(part));
  return [...all.filter(part => shown.includes(part)).map(beat), restLine(wall, rest, columns), counts];
}

/** The name of the layout, if it fits completely. */
function layoutName(layout: string | undefined, room: number): readonly Span[] {
  const name = layout === undefined ? [] : [span(`layout ${layout} `, 'dim')];
  return spansWidth(name) <= room ? name : [];
}

const isSilent = ({context: {session}}: WatchedAccount): boolean => hasStopped(session.account.getState().status);

function beatOf({context}: WatchedAccount): Heartbeat {
  const {session, clock} = context;
  const now = clock.now();
  return heartbeat(context.skin(), session.account.getState().status, session.account.getState().pulse, {
    now,
    skew: session.lookup.now - now,
  });
}

function beatLine(wall: WatchedAccounts, part: WatchedAccount, wrong: number, columns: number): string {
  const {profile, session} = part.context;
  const skin = wall.context.skin();
  const {account} = session.account.getState().status;
  const name: Span = profile.production
    ? {text: ` ${profile.name} `, style: skin.danger}
    : span(profile.name, 'accent');
  const owner = account === undefined ? [] : [span(` ${skin.symbol('arrow')} ${account}`)];
  const {beat, more} = beatOf(part);
  const left = wall.hasSeveral ? [span(' '), ...wall.nameSpans(part)] : [span(' skydeck  ', 'strong'), name];
  const [since = [], ...others] = more;
  return joinEnds(
    wall,
    {left, right: beat},
    [
      ...(wrong > 0 ? [{left: [span(` ${formatNumber(wrong)} wrong`, 'attention')]}] : []),
      {right: since},
      {left: owner, least: MIN_OWNER_CELLS},
      ...others.map(right => ({right})),
    ],
    columns,
  );
}

/** One line for the accounts without a separate line. */
function restLine(wall: WatchedAccounts, rest: readonly WatchedAccount[], columns: number): string {
  const silent = rest.filter(isSilent).length;
  const left = [span(` and ${formatNumber(rest.length)} more accounts`, 'dim')];
  // The account with the oldest response represents all of them.
  const oldest = rest
    .filter(part => !isSilent(part))
    .sort(
      (one, other) =>
        (one.context.session.account.getState().pulse.at ?? 0) -
        (other.context.session.account.getState().pulse.at ?? 0),
    )[0];
  if (silent > 0)
    return joinEnds(
      wall,
      {left, right: [{text: ` NO DATA FROM ${formatNumber(silent)} `, style: wall.context.skin().danger}]},
      [],
      columns,
    );
  return joinEnds(wall, {left, right: oldest ? beatOf(oldest).beat : []}, [], columns);
}

interface Ends {
  readonly left: readonly Span[];
  readonly right: readonly Span[];
}

/** Additional text that is shown if it fits: at one end, after the text there. */
interface More {
  readonly left?: readonly Span[];
  readonly right?: readonly Span[];
  /** The minimum width to which it may be cut. */
  readonly least?: number;
}

/** One line with two ends: additional parts that don't fit are omitted, the last one first. */
function joinEnds(wall: WatchedAccounts, ends: Ends, more: readonly More[], columns: number): string {
  const skin = wall.context.skin();
  let room = columns - spansWidth(ends.left) - spansWidth(ends.right) - 2;
  let left = '';
  let right = '';
  for (const {left: one = [], right: other = [], least} of more) {
    const spans = [...one, ...other];
    const neededCells = spansWidth(spans);
    if (neededCells === 0 || (neededCells > room && (least === undefined || room < least))) continue;
    const given = Math.min(neededCells, room);
    if (one.length > 0) left += paintSpans(skin, spans, given);
    else right += paintSpans(skin, spans, given);
    room -= given;
  }
  const needed = spansWidth(ends.right);
  // If a name leaves no room for the heartbeat, the name is cut off.
  const name = Math.max(0, Math.min(spansWidth(ends.left), columns - needed - 2));
  const gap = ' '.repeat(Math.max(0, room) + 1);
  return `${paintSpans(skin, ends.left, name)}${left}${gap}${paintSpans(skin, ends.right, Math.min(needed, columns - name - 2))}${right} `;
}

/** "Instances 42  38 running", for all accounts; if not every condition fits, problems come first. */
function fleetSpans(wall: WatchedAccounts, columns: number): Span[] {
  const {context, all} = wall;
  const skin = context.skin();
  const family = context.families.find(({id}) => id === 'instances') as Family;
  const counts = new Map<string, {readonly word: string; readonly condition: Condition; count: number}>();
  for (const {watch} of all)
    for (const {state} of watch.states(family.id)) {
      const {word, condition} = state;
      const known = counts.get(word);
      if (known) known.count++;
      else counts.set(word, {word, condition, count: 1});
    }
  const count = isUnavailable(wall, family.id)
    ? 'unknown'
    : rowCountWords(context.session.collection(family.id).getState());
  const title = [span(`${family.title} ${count}`, 'strong')];
  const parts = [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .map(one => ({
      ...one,
      spans: [span(`  ${skin.glyph(one.condition)} `, one.condition), span(`${formatNumber(one.count)} ${one.word}`)],
    }));
  let room = columns - spansWidth(title);
  const shown = new Set<string>();
  for (const {word, spans} of [...parts.filter(isProblem), ...parts.filter(part => !isProblem(part))]) {
    const needed = spansWidth(spans);
    if (needed > room) break;
    shown.add(word);
    room -= needed;
  }
  return [...title, ...parts.filter(({word}) => shown.has(word)).flatMap(({spans}) => spans)];
}
