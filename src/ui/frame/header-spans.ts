/** The words of the header: account, liveness, scarce rate limit, notices and unread replies. */
import type {Tone} from '../../families/format/cells.ts';
import {countText} from '../../families/format/format.ts';
import {freshnessWords, limitWords, scarceLimit} from '../../store/sync/freshness-text.ts';
import type {Liveness, Status} from '../../store/sync/status.ts';
import type {ConsoleProfile} from '../context/console-types.ts';
import type {Skin, SymbolName} from '../theme/skin.ts';
import {type Span, span, spansWidth} from '../widgets/spans.ts';

/** One of several accounts. */
export interface HeaderMember {
  readonly profile: ConsoleProfile;
  readonly liveness: Liveness;
  readonly word: string;
}

export interface HeaderState {
  readonly now: number;
  readonly profile: ConsoleProfile;
  readonly status: Status;
  /** The accounts, if several are open; undefined for one. */
  readonly members: readonly HeaderMember[] | undefined;
  /** The number of live accounts, if some of several are live and others are not. */
  readonly liveCount: {readonly live: number; readonly all: number} | undefined;
  /** Tickets with an unread reply; undefined until they are counted. */
  readonly unread: number | undefined;
}

/** The two ends of the line. */
export interface HeaderSpans {
  readonly left: readonly Span[];
  readonly right: readonly Span[];
}

const looks: Readonly<Record<Liveness, {readonly symbol: SymbolName; readonly tone: Tone}>> = {
  connecting: {symbol: 'paused', tone: 'busy'},
  live: {symbol: 'live', tone: 'ok'},
  paused: {symbol: 'paused', tone: 'dim'},
  stale: {symbol: 'stale', tone: 'attention'},
  offline: {symbol: 'offline', tone: 'failed'},
  unauthorized: {symbol: 'offline', tone: 'failed'},
  closed: {symbol: 'offline', tone: 'failed'},
};

export function headerSpans(skin: Skin, state: HeaderState, columns: number): HeaderSpans {
  const {status, now, liveCount, unread} = state;
  const left = ownerSpans(skin, state);
  let right: Span[] = [liveCount ? someLiveSpan(skin, liveCount) : livenessSpan(skin, status, now)];
  const scarce = scarceLimit(status.limits, now);
  const limit = scarce && span(`   ${limitWords(scarce, now)}`, 'attention');
  if (limit !== undefined) right.push(limit);
  const {length: mismatches} = status.mismatches;
  if (mismatches > 0)
    right.push(
      span(`   ${skin.symbol('stale')} ${countText(mismatches, 'API mismatch', 'API mismatches')}`, 'attention'),
    );
  if (status.notices)
    right.push(
      span(`   ${skin.symbol('notice')} ${status.notices} notice${status.notices === 1 ? '' : 's'}`, 'attention'),
    );
  if (unread) right.push(span(`   ${skin.symbol('reply')} ${unread}`, 'accent'));
  right.push(span(' '));
  const room = columns - spansWidth(left) - 1;
  // The liveness is dropped last, because it tells if the other data can be trusted. Half a count is useless, and
  // unread notices and replies are worth more than a low rate limit.
  if (spansWidth(right) > room) right = right.filter(one => one !== limit);
  while (right.length > 2 && spansWidth(right) > room) right = [...right.slice(0, -2), span(' ')];
  return {left, right};
}

function livenessSpan(skin: Skin, status: Status, now: number): Span {
  const {symbol, tone} = looks[status.liveness];
  const isLate = status.liveness === 'connecting' && status.lateSince !== undefined;
  return span(`${skin.symbol(isLate ? 'stale' : symbol)} ${freshnessWords(status, now)}`, isLate ? 'attention' : tone);
}

/** The mark that some of several accounts are not live; their names show which. */
const someLiveSpan = (skin: Skin, {live, all}: {readonly live: number; readonly all: number}): Span =>
  span(`${skin.symbol('stale')} ${live} of ${all} live`, 'attention');

/** The account's name, or the names of all accounts, each with its problem. */
function ownerSpans(skin: Skin, {profile, status, members}: HeaderState): Span[] {
  const program = span(' skydeck  ', 'strong');
  if (members) return [program, ...members.flatMap(member => memberSpans(skin, member))];
  const {account} = status;
  const owner = account === undefined ? [] : [span(` ${skin.symbol('arrow')} `, 'dim'), span(account)];
  const readOnly: Span[] = profile.readOnly ? [span('  '), {text: 'READ-ONLY', style: skin.danger}] : [];
  // A long account name must not cut off the read-only mark.
  return [program, profileSpan(skin, profile), ...readOnly, ...owner, span('  ')];
}

function memberSpans(skin: Skin, {profile, liveness, word}: HeaderMember): Span[] {
  const {symbol, tone} = looks[liveness];
  const wrong = tone === 'failed' || tone === 'attention' ? [span(` ${skin.symbol(symbol)} ${word}`, tone)] : [];
  const readOnly = profile.readOnly ? [span(' read-only', 'dim')] : [];
  return [profileSpan(skin, profile), ...wrong, ...readOnly, span('  ')];
}

const profileSpan = (skin: Skin, {name, production}: ConsoleProfile): Span =>
  production ? {text: ` ${name} `, style: skin.danger} : span(name, 'accent');
