/** The top line: whose account, how live, which rate limit is scarce, what waits to be read. */
import type {Tone} from '../../families/format/cells.ts';
import {countText} from '../../families/format/format.ts';
import type {AccountMember} from '../../store/multi/merged-session.ts';
import type {Liveness, Status} from '../../store/session/session.ts';
import {
  freshnessTickMs,
  freshnessWords,
  limitWords,
  livenessWords,
  scarceLimit,
} from '../../store/sync/freshness-text.ts';
import {activeContext, liveAccountCount} from '../context/active-account.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import type {Skin, SymbolName} from '../theme/skin.ts';
import {paintEnds, type Span, span, spansWidth} from '../widgets/spans.ts';

const looks: Readonly<Record<Liveness, {readonly symbol: SymbolName; readonly tone: Tone}>> = {
  connecting: {symbol: 'paused', tone: 'busy'},
  live: {symbol: 'live', tone: 'ok'},
  paused: {symbol: 'paused', tone: 'dim'},
  stale: {symbol: 'stale', tone: 'attention'},
  offline: {symbol: 'offline', tone: 'failed'},
  unauthorised: {symbol: 'offline', tone: 'failed'},
  closed: {symbol: 'offline', tone: 'failed'},
};

/**
 * How long until the header says something else; undefined when it stays as it is.
 * @param countdown milliseconds between two steps of what counts by the second
 */
export function nextStep(status: Status, now: number, countdown = 1000): number | undefined {
  const scarce = scarceLimit(status.limits, now);
  // A limit that renews takes its sentence away, to the second.
  const renewal = scarce && Math.min(countdown, Math.max(1, scarce.resetAt - now));
  const tick = freshnessTickMs(status, now);
  const age = tick === undefined ? undefined : Math.max(tick, Math.min(countdown, 60_000));
  return renewal === undefined ? age : Math.min(renewal, age ?? renewal);
}

function livenessSpan(context: ConsoleContext, status: Status, now: number): Span {
  const {symbol, tone} = looks[status.liveness];
  const isLate = status.liveness === 'connecting' && status.lateSince !== undefined;
  return span(
    `${context.skin().symbol(isLate ? 'stale' : symbol)} ${freshnessWords(status, now)}`,
    isLate ? 'attention' : tone,
  );
}

/** Whose account it is, or whose they are, each with what is wrong with it. */
function ownerSpans(context: ConsoleContext, account: string | undefined): Span[] {
  const skin = context.skin();
  if (context.accounts)
    return [span(' skydeck  ', 'strong'), ...context.accounts.members.flatMap(member => memberSpans(skin, member))];
  const {profile} = context;
  const name: Span = profile.production
    ? {text: ` ${profile.name} `, style: skin.danger}
    : span(profile.name, 'accent');
  const owner = account === undefined ? [] : [span(` ${skin.symbol('arrow')} `, 'dim'), span(account)];
  const readOnly: Span[] = profile.readOnly ? [span('  '), {text: 'READ-ONLY', style: skin.danger}] : [];
  // What may be done here is not cut off by a long name of the account.
  return [span(' skydeck  ', 'strong'), name, ...readOnly, ...owner, span('  ')];
}

/** Where some of several accounts are live and others are not, their names say which. */
function someLive(context: ConsoleContext): Span | undefined {
  const some = liveAccountCount(context);
  return some && span(`${context.skin().symbol('stale')} ${some.live} of ${some.all} live`, 'attention');
}

function memberSpans(skin: Skin, {profile, session}: AccountMember): Span[] {
  const {liveness} = session.status.get();
  const {symbol, tone} = looks[liveness];
  const word = livenessWords[liveness];
  const name: Span = profile.production
    ? {text: ` ${profile.name} `, style: skin.danger}
    : span(profile.name, 'accent');
  const wrong = tone === 'failed' || tone === 'attention' ? [span(` ${skin.symbol(symbol)} ${word}`, tone)] : [];
  const readOnly = profile.readOnly ? [span(' read-only', 'dim')] : [];
  return [name, ...wrong, ...readOnly, span('  ')];
}

export function paintHeader(whole: ConsoleContext, columns: number): string[] {
  const context = activeContext(whole);
  const skin = context.skin();
  const {session, clock} = context;
  const status = session.status.get();
  const now = clock.now();
  const left = ownerSpans(context, status.account);
  let right: Span[] = [someLive(context) ?? livenessSpan(context, status, now)];
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
  const unread = context.unreadTickets.count();
  if (unread) right.push(span(`   ${skin.symbol('reply')} ${unread}`, 'accent'));
  right.push(span(' '));
  const room = columns - spansWidth(left) - 1;
  // The liveness stays longest: it decides whether anything else can be believed. Half a count says nothing, and a limit
  // that is close to its end is no reason to hide what waits to be read.
  if (spansWidth(right) > room) right = right.filter(one => one !== limit);
  while (right.length > 2 && spansWidth(right) > room) right = [...right.slice(0, -2), span(' ')];
  return [paintEnds(skin, left, right, columns)];
}
