import {describe, expect, test} from 'vitest';
import type {BilledResource} from '../../families/cost/run-rate.ts';
import {instance} from '../../families/testing/rows.ts';
import {forecastInvoice} from './forecast.ts';

const day = 24 * 3_600_000;
const april = Date.UTC(2026, 3, 1);
const price = {hourly: 0.0075, monthly: 5};
const resource = (created: string, facts: Partial<BilledResource> = {}): BilledResource => ({
  family: 'instances',
  row: instance({created}),
  price,
  ...facts,
});
const old = resource('2025-01-01T00:00:00');

describe('the forecast', () => {
  test('is the usage so far plus the remaining hours at the hourly price', () => {
    const forecast = forecastInvoice([resource('2026-04-20T00:00:00')], 0.9, april + 24 * day);
    expect(forecast).toMatchObject({hoursLeft: 6 * 24, uninvoiced: 0.9, unknown: 0, endsAt: Date.UTC(2026, 4, 1)});
    expect(forecast.rest).toBeCloseTo(6 * 24 * 0.0075);
    expect(forecast.total).toBeCloseTo(0.9 + 1.08);
  });

  test('limits each resource to its monthly price', () => {
    expect(forecastInvoice([old], 0, april).rest).toBe(5);
    // After 667 hours, the monthly price is reached, and further hours cost nothing.
    expect(forecastInvoice([old], 5, april + 29 * day).rest).toBe(0);
    const late = forecastInvoice([old], 4.5, april + 25 * day);
    expect(late.rest).toBeCloseTo(5 - 25 * 24 * 0.0075);
  });

  test('counts from the last full hour, for which the API reports the usage', () => {
    const at = april + 10 * day;
    expect(forecastInvoice([old], 1, at + 1_800_000)).toEqual(forecastInvoice([old], 1, at));
  });

  test('uses calendar months in UTC', () => {
    const {hoursLeft, endsAt} = forecastInvoice([], 0, Date.UTC(2026, 11, 31, 23));
    expect([hoursLeft, endsAt]).toEqual([1, Date.UTC(2027, 0, 1)]);
  });

  test('counts resources with an unknown price and leaves them out', () => {
    const forecast = forecastInvoice([old, resource('2025-01-01T00:00:00', {price: undefined})], 1, april);
    expect([forecast.total, forecast.unknown]).toEqual([6, 1]);
  });

  test('counts a resource without a creation date for the whole month', () => {
    const {rest} = forecastInvoice([resource(null as never)], 0, april + 29 * day);
    expect(rest).toBe(0);
  });
});
