import {describe, expect, it} from 'vitest';
import {type BatchLoad, batchDurationText, estimateBatch} from './batch-duration.ts';

const now = Date.UTC(2026, 0, 1);
const budget = (facts: object) => ({
  general: {limit: 100, remaining: 100, resetAt: now + 120_000, waiting: 0, isAnnounced: true, ...facts},
});
const load = (facts: Partial<BatchLoad>): BatchLoad => ({
  requests: 8,
  limitClass: 'general',
  limits: budget({}),
  latencyMs: 250,
  now,
  ...facts,
});

describe('the estimated duration of a batch', () => {
  it('is the time of its answers while the rate limit has room', () => {
    expect(estimateBatch(load({}))).toEqual({total: 2000, waiting: 0});
    expect(batchDurationText(load({}))).toBe(
      '8 requests, one after the other: about 2s; 100 of 100 requests remain before a wait',
    );
    const wide = load({limits: budget({limit: 1600, remaining: 1503})});
    expect(batchDurationText(wide)).toContain('; 1,503 of 1,600 requests remain before a wait');
  });

  it('includes each wait for a reset of the rate limit', () => {
    // 3 requests are sent in the first window, 100 in the second and 47 in the third.
    const estimate = estimateBatch(load({requests: 150, limits: budget({remaining: 3, resetAt: now + 10_000})}));
    expect(estimate).toEqual({total: 10_000 + 120_000 + 47 * 250, waiting: 10_000 - 750 + 120_000 - 25_000});
    expect(batchDurationText(load({requests: 150, limits: budget({remaining: 3, resetAt: now + 10_000})}))).toBe(
      '150 requests, one after the other: about 2m, including 1m of waiting: the limit is 100 in 2m, and 3 remaining',
    );
  });

  it('includes no wait for a window that ends during the batch', () => {
    const slow = load({requests: 4, latencyMs: 60_000, limits: budget({remaining: 2, limit: 2})});
    expect(estimateBatch(slow)).toEqual({total: 240_000, waiting: 0});
  });

  it('uses the documented rate limit if none was announced yet', () => {
    // The documented limit is 10 instances in 30 seconds.
    const creating = load({requests: 11, limitClass: 'createInstance', limits: {}, latencyMs: 1000});
    expect(estimateBatch(creating)).toEqual({total: 31_000, waiting: 20_000});
  });

  it('is unknown before the first answer', () => {
    expect(estimateBatch(load({latencyMs: undefined}))).toBeUndefined();
    expect(batchDurationText(load({latencyMs: undefined}))).toBe('8 requests, one after the other; duration unknown');
  });
});
