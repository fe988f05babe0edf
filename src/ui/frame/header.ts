/** The top line: whose account, how live, what is left of the request budget, what waits to be read. */
import type {Tone} from '../../families/cells.ts';
import {count, span as lengthOf} from '../../families/format.ts';
import type {Member} from '../../store/merged/session.ts';
import type {Liveness, Status} from '../../store/types.ts';
import {hereOf, someHeard} from '../accounts.ts';
import type {Deck} from '../deck.ts';
import type {Skin, SymbolName} from '../theme/skin.ts';
import {paintEnds, type Span, span, spansWidth} from '../widgets/spans.ts';

const looks: Readonly<Record<Liveness, {readonly symbol: SymbolName; readonly tone: Tone; readonly word: string}>> = {
  connecting: {symbol: 'paused', tone: 'busy', word: 'connecting'},
  live: {symbol: 'live', tone: 'ok', word: 'live'},
  paused: {symbol: 'paused', tone: 'dim', word: 'paused'},
  stale: {symbol: 'stale', tone: 'attention', word: 'stale'},
  offline: {symbol: 'offline', tone: 'failed', word: 'offline'},
  unauthorised: {symbol: 'offline', tone: 'failed', word: 'token refused'},
  closed: {symbol: 'offline', tone: 'failed', word: 'account closed'},
};

/** Ages worth a repaint, milliseconds: longer than a quiet account's polls are apart, so that an idle console is silent. */
const STEPS = [30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000];

/** With so much of the request budget left, how much exactly does not matter. */
const PLENTY = 0.9;
const plentyWords = `   api ${PLENTY * 100}%+`;

/** A refused token waits for whoever reads this, not for a clock; a closed account waits for nothing. */
const settled: readonly Liveness[] = ['unauthorised', 'closed'];

/** When it is tried again, worth saying. */
function retryOf({failure, liveness}: Status, now: number): number | undefined {
  const at = failure?.retryAt;
  return at !== undefined && at > now && !settled.includes(liveness) ? at : undefined;
}

/**
 * How long until the age shown changes; undefined when it has nothing left to say.
 * @param countdown milliseconds between two steps of the countdown to the next attempt
 */
export function nextStep(status: Status, now: number, countdown = 1000): number | undefined {
  if (retryOf(status, now) !== undefined) return countdown;
  if (status.heardAt === undefined) return undefined;
  const age = now - status.heardAt;
  const next = STEPS.find(step => step > age);
  return next === undefined ? 3_600_000 : next - age;
}

function livenessSpan(deck: Deck, status: Status, now: number): Span {
  const {symbol, tone, word} = looks[status.liveness];
  const {heardAt} = status;
  const age = heardAt === undefined ? 0 : now - heardAt;
  const step = STEPS.findLast(step => step <= age);
  const retry = retryOf(status, now);
  const since =
    retry !== undefined
      ? ` · retry ${lengthOf(retry - now)}`
      : step === undefined || settled.includes(status.liveness)
        ? ''
        : ` ${lengthOf(step)}`;
  return span(`${deck.skin().symbol(symbol)} ${word}${since}`, tone);
}

/** Exact once it has been drawn on; while polls alone draw on it, it would change with every poll and say nothing. */
function budgetSpan(deck: Deck, {remaining, limit, resetsAt}: NonNullable<Status['budget']>, now: number): Span {
  if (remaining >= limit * PLENTY) return span(plentyWords, 'dim');
  const resets = resetsAt > now ? ` ${deck.skin().symbol('dot')} ${lengthOf(resetsAt - now)}` : '';
  return span(`   api ${remaining}/${limit}${resets}`, remaining * 10 < limit ? 'attention' : 'dim');
}

/** Whose account it is, or whose they are, each with what is wrong with it. */
function ownerSpans(deck: Deck, account: string | undefined): Span[] {
  const skin = deck.skin();
  if (deck.accounts)
    return [span(' skydeck  ', 'strong'), ...deck.accounts.members.flatMap(member => memberSpans(skin, member))];
  const {profile} = deck;
  const name: Span = profile.production
    ? {text: ` ${profile.name} `, style: skin.danger}
    : span(profile.name, 'accent');
  const owner = account === undefined ? [] : [span(` ${skin.symbol('arrow')} `, 'dim'), span(account)];
  const readOnly: Span[] = profile.readOnly ? [span('  '), {text: 'READ-ONLY', style: skin.danger}] : [];
  // What may be done here is not cut off by a long name of the account.
  return [span(' skydeck  ', 'strong'), name, ...readOnly, ...owner, span('  ')];
}

/** Where some of several accounts are live and others are not, their names say which. */
function someLive(deck: Deck): Span | undefined {
  const some = someHeard(deck);
  return some && span(`${deck.skin().symbol('stale')} ${some.live} of ${some.all} live`, 'attention');
}

function memberSpans(skin: Skin, {profile, session}: Member): Span[] {
  const {symbol, tone, word} = looks[session.status.get().liveness];
  const name: Span = profile.production
    ? {text: ` ${profile.name} `, style: skin.danger}
    : span(profile.name, 'accent');
  const wrong = tone === 'failed' || tone === 'attention' ? [span(` ${skin.symbol(symbol)} ${word}`, tone)] : [];
  const readOnly = profile.readOnly ? [span(' read-only', 'dim')] : [];
  return [name, ...wrong, ...readOnly, span('  ')];
}

export function paintHeader(whole: Deck, columns: number): string[] {
  const deck = hereOf(whole);
  const skin = deck.skin();
  const {session, clock} = deck;
  const status = session.status.get();
  const now = clock.now();
  const left = ownerSpans(deck, status.account);
  let right: Span[] = [someLive(deck) ?? livenessSpan(deck, status, now)];
  const {budget} = status;
  const calls = budget && budgetSpan(deck, budget, now);
  if (calls !== undefined) right.push(calls);
  const {length: mismatches} = status.mismatches;
  if (mismatches > 0)
    right.push(span(`   ${skin.symbol('stale')} ${count(mismatches, 'API mismatch', 'API mismatches')}`, 'attention'));
  if (status.notices)
    right.push(
      span(`   ${skin.symbol('notice')} ${status.notices} notice${status.notices === 1 ? '' : 's'}`, 'attention'),
    );
  const unread = deck.unread.count();
  if (unread) right.push(span(`   ${skin.symbol('reply')} ${unread}`, 'accent'));
  right.push(span(' '));
  const room = columns - spansWidth(left) - 1;
  // Of a request budget that is hardly touched nobody needs to be told; of the rest the liveness stays longest: it decides
  // whether anything else can be believed. Half a count says nothing.
  if (spansWidth(right) > room && calls?.text === plentyWords) right = right.filter(one => one !== calls);
  while (right.length > 2 && spansWidth(right) > room) right = [...right.slice(0, -2), span(' ')];
  return [paintEnds(skin, left, right, columns)];
}
