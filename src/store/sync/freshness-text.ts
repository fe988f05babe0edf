/**
 * The freshness of all data on screen as text: the same in the header, on the wallboard, in plain mode and in the log.
 * The titles of lists have the ages of single lists (`ui/screens/shared/list-title.ts`).
 */
import type {ClassLimitState} from '../../client/limits/request-scheduler.ts';
import type {LimitClass} from '../../contract/schema/endpoint.ts';
import {formatNumber, shortSpan as lengthOf} from '../../families/format/format.ts';
import type {RateLimitsByClass} from '../api/connection.ts';
import type {Liveness, Status} from './status.ts';

const livenessWords: Readonly<Record<Liveness, string>> = {
  connecting: 'connecting',
  live: 'live',
  paused: 'idle',
  stale: 'stale',
  offline: 'offline',
  unauthorized: 'token rejected',
  closed: 'account closed',
};

/** The word for the state of an account; of a token that was never sent, it isn't "rejected". */
export const livenessWord = ({liveness, failure}: Pick<Status, 'liveness' | 'failure'>): string =>
  liveness === 'unauthorized' && failure?.isTokenMissing ? 'no token' : livenessWords[liveness];

/** Live or final states, to which an age or a countdown would add nothing. */
const steadyLiveness: readonly Liveness[] = ['live', 'paused', 'unauthorized', 'closed'];

/** True if the last poll didn't confirm the data: the header and the titles of lists then show its age. */
export const isStaleOrOffline = ({liveness}: Pick<Status, 'liveness'>): boolean =>
  liveness === 'stale' || liveness === 'offline';

/** The time of the next retry, milliseconds since 1970; undefined if a retry doesn't help or its time has passed. */
export function nextRetryAt({failure, liveness}: Status, now: number): number | undefined {
  const at = failure?.retryAt;
  return at !== undefined && at > now && !steadyLiveness.includes(liveness) ? at : undefined;
}

/** The state without changing numbers: "live", "stale", "no answer", "rate limited". */
export function freshnessState(status: Status, now: number): string {
  const {liveness, failure, lateSince} = status;
  if (steadyLiveness.includes(liveness)) return livenessWord(status);
  if (failure?.code === 'throttled') return 'rate limited';
  if (failure !== undefined || lateSince === undefined) return livenessWord(status);
  return exhaustedGeneralLimit(status, now) === undefined ? 'no answer' : 'rate limited';
}

/** "live", "no answer for 12s", "offline 5m · retry 8s" */
export function freshnessWords(status: Status, now: number): string {
  const {liveness, lateSince, confirmedAt, lastResponseAt} = status;
  const state = freshnessState(status, now);
  if (steadyLiveness.includes(liveness)) return state;
  if (state === 'no answer' && lateSince !== undefined) return `${state} for ${lengthOf(now - lateSince)}`;
  const retryAt = nextRetryAt(status, now);
  const retry = retryAt === undefined ? '' : ` · retry ${lengthOf(retryAt - now)}`;
  if (state === 'rate limited') {
    const exhausted = exhaustedGeneralLimit(status, now);
    return retry === '' && exhausted !== undefined
      ? `${state} · ${lengthOf(exhausted.resetAt - now)} left`
      : `${state}${retry}`;
  }
  const since = confirmedAt ?? lastResponseAt;
  return `${state}${since === undefined ? '' : ` ${lengthOf(now - since)}`}${retry}`;
}

/** The interval at which the text changes: a second, or a minute; undefined if it doesn't change. */
export function freshnessTickMs(status: Status, now: number): number | undefined {
  if (steadyLiveness.includes(status.liveness)) return undefined;
  if (status.lateSince !== undefined || nextRetryAt(status, now) !== undefined) return 1000;
  const since = status.confirmedAt ?? status.lastResponseAt;
  if (since === undefined) return undefined;
  const age = now - since;
  return age < 60_000 ? 1000 : 60_000 - (age % 60_000);
}

/** The limit of most requests, if no request remains. */
function exhaustedGeneralLimit({limits}: Status, now: number): ClassLimitState | undefined {
  const {general} = limits;
  return general && general.remaining === 0 && general.resetAt > now ? general : undefined;
}

/** The remaining share at which a limit is shown; a limit with a single remaining request is shown, too. */
const maxScarceShare = 0.1;

/** The name of each rate limit. */
export const limitNames: Readonly<Record<LimitClass, string>> = {
  general: 'API requests',
  createInstance: 'new instances',
  stats: 'statistics',
  objectStorage: 'Object Storage',
  openTicket: 'tickets',
  acceptTransfer: 'service transfers',
};

export interface ScarceLimit extends ClassLimitState {
  readonly limitClass: LimitClass;
}

/** The rate limit with the smallest remaining share, if it is small. */
export function scarceLimit(limits: RateLimitsByClass, now: number): ScarceLimit | undefined {
  let scarcest: ScarceLimit | undefined;
  for (const [name, limit] of Object.entries(limits) as [LimitClass, ClassLimitState][]) {
    const isScarce = limit.remaining <= Math.max(1, limit.limit * maxScarceShare) && limit.remaining < limit.limit;
    if (!isScarce || limit.resetAt <= now) continue;
    const share = limit.remaining / limit.limit;
    if (!scarcest || share < scarcest.remaining / scarcest.limit) scarcest = {...limit, limitClass: name};
  }
  return scarcest;
}

/** "tickets: 1 of 2 left, 1m" */
export const limitWords = ({limitClass, remaining, limit, resetAt}: ScarceLimit, now: number): string =>
  `${limitNames[limitClass]}: ${formatNumber(remaining)} of ${formatNumber(limit)} left, ${lengthOf(Math.max(0, resetAt - now))}`;
