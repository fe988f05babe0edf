/** The top line: account, liveness, scarce rate limit, notices and unread replies. */
import type {Tone} from '../../families/format/cells.ts';
import {countText} from '../../families/format/format.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import {
  freshnessTickMs,
  freshnessWords,
  limitWords,
  livenessWords,
  scarceLimit,
} from '../../store/sync/freshness-text.ts';
import type {Liveness, Status} from '../../store/sync/status.ts';
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
 * The time until the header's text changes; undefined if it stays.
 * @param countdown milliseconds between two steps of a countdown in seconds
 */
export function nextStep(status: Status, now: number, countdown = 1000): number | undefined {
  const scarce = scarceLimit(status.limits, now);
  // The text about a rate limit disappears when the limit resets, to the second.
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

/** The account's name, or the names of all accounts, each with its problem. */
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
  // A long account name must not cut off the read-only mark.
  return [span(' skydeck  ', 'strong'), name, ...readOnly, ...owner, span('  ')];
}

/** The mark that some of several accounts are not live; their names show which. */
function someLive(context: ConsoleContext): Span | undefined {
  const some = liveAccountCount(context);
  return some && span(`${context.skin().symbol('stale')} ${some.live} of ${some.all} live`, 'attention');
}

function memberSpans(skin: Skin, {profile, session}: AccountMember): Span[] {
  const {liveness} = session.account.getState().status;
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
  const status = session.account.getState().status;
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
  // The liveness is dropped last, because it tells if the other data can be trusted. Half a count is useless, and
  // unread notices and replies are worth more than a low rate limit.
  if (spansWidth(right) > room) right = right.filter(one => one !== limit);
  while (right.length > 2 && spansWidth(right) > room) right = [...right.slice(0, -2), span(' ')];
  return [paintEnds(skin, left, right, columns)];
}
