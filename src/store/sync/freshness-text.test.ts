import {describe, expect, it} from 'vitest';
import type {ClassLimitState} from '../../client/limits/request-scheduler.ts';
import type {Failure} from '../api/failure.ts';
import {freshnessState, freshnessTickMs, freshnessWords, limitWords, scarceLimit} from './freshness-text.ts';
import type {Status} from './status.ts';

const now = Date.UTC(2026, 0, 15, 12);
const ago = (seconds: number) => now - seconds * 1000;
const limit = (remaining: number, size: number, seconds: number): ClassLimitState => ({
  remaining,
  limit: size,
  resetAt: now + seconds * 1000,
  waiting: 0,
  isAnnounced: true,
});
const status = (facts: Partial<Status>): Status => ({
  liveness: 'live',
  lastResponseAt: ago(3),
  confirmedAt: ago(3),
  lateSince: undefined,
  failure: undefined,
  limits: {},
  account: undefined,
  user: undefined,
  notices: undefined,
  mismatches: [],
  ...facts,
});
const failure = (code: string, retryIn?: number): Failure => ({
  code,
  message: 'no',
  fieldErrors: [],
  ...(retryIn !== undefined && {retryAt: now + retryIn * 1000}),
});

describe('the freshness of the data in words', () => {
  it.each<[string, number | undefined, Partial<Status>]>([
    ['live', undefined, {}],
    ['live', undefined, {confirmedAt: ago(39)}],
    ['idle', undefined, {liveness: 'paused', confirmedAt: ago(59)}],
    ['connecting', undefined, {liveness: 'connecting', confirmedAt: undefined, lastResponseAt: undefined}],
    ['no answer for 12s', 1000, {liveness: 'connecting', confirmedAt: undefined, lateSince: ago(12)}],
    ['no answer for 12s', 1000, {liveness: 'stale', lateSince: ago(12)}],
    ['stale 50s', 1000, {liveness: 'stale', confirmedAt: ago(50)}],
    ['stale 50s · retry 8s', 1000, {liveness: 'stale', confirmedAt: ago(50), failure: failure('unreachable', 8)}],
    ['offline 6m', 20_000, {liveness: 'offline', confirmedAt: ago(400), failure: failure('unreachable')}],
    ['offline 6m · retry 8s', 1000, {liveness: 'offline', confirmedAt: ago(400), failure: failure('unreachable', 8)}],
    ['offline 3h', 60_000, {liveness: 'offline', confirmedAt: ago(3 * 3600), failure: failure('unreachable', -1)}],
    [
      'offline · retry 8s',
      1000,
      {liveness: 'offline', confirmedAt: undefined, lastResponseAt: undefined, failure: failure('unreachable', 8)},
    ],
    ['rate limited · retry 4m', 1000, {liveness: 'stale', failure: failure('throttled', 290)}],
    ['rate limited · 41s left', 1000, {liveness: 'stale', lateSince: ago(12), limits: {general: limit(0, 800, 41)}}],
    ['no answer for 12s', 1000, {liveness: 'stale', lateSince: ago(12), limits: {general: limit(0, 800, -1)}}],
    [
      'token rejected',
      undefined,
      {liveness: 'unauthorized', confirmedAt: ago(400), failure: failure('unauthorized', 8)},
    ],
    // bug: a token that was never sent was reported as rejected
    ['no token', undefined, {liveness: 'unauthorized', failure: {...failure('unauthorized', 8), isTokenMissing: true}}],
    ['account closed', undefined, {liveness: 'closed', failure: failure('closed')}],
  ])('%s', (message, tick, facts) => {
    expect(freshnessWords(status(facts), now)).toBe(message);
    expect(freshnessTickMs(status(facts), now)).toBe(tick);
    expect(message.startsWith(freshnessState(status(facts), now))).toBe(true);
  });
});

describe('a scarce rate limit is shown', () => {
  it('only if few requests remain, and the scarcest one if there are several', () => {
    const plenty = {general: limit(161, 1600, 60), openTicket: limit(2, 2, 60), objectStorage: limit(700, 750, 1)};
    expect(scarceLimit(plenty, now)).toBeUndefined();
    const ticket = scarceLimit({...plenty, openTicket: limit(1, 2, 80)}, now);
    expect(ticket && limitWords(ticket, now)).toBe('tickets: 1 of 2 left, 1m');
    const both = scarceLimit({general: limit(80, 1600, 41), openTicket: limit(1, 2, 80)}, now);
    expect(both && limitWords(both, now)).toBe('API requests: 80 of 1,600 left, 41s');
  });

  it('until it resets', () => {
    expect(scarceLimit({openTicket: limit(1, 2, 0)}, now)).toBeUndefined();
    expect(scarceLimit({openTicket: limit(1, 2, -5)}, now)).toBeUndefined();
  });
});
