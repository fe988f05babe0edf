import {expect, test} from 'vitest';
import type {FamilyId, Lookup, PathParams} from '../../families/shape/define-family.ts';
import {lookupFrom} from '../../families/testing/test-lookup.ts';
import {memoryFiles} from '../../platform/files/private-files.ts';
import {stateFilesOn} from '../../platform/files/state-files.ts';
import {forecastInvoice} from './forecast.ts';
import {
  forecastErrorText,
  type InvoicedForecast,
  invoicedForecast,
  memoryPastForecasts,
  openPastForecasts,
} from './past-forecasts.ts';

const october3 = Date.UTC(2026, 9, 3, 12);
const november5 = Date.UTC(2026, 10, 5);
const firstForecast = {month: '2026-10', madeAt: '2026-10-03T12:00:00.000Z', total: 99};
const forecastOf = (total: number) => forecastInvoice([], total, october3);

const lookup = (
  invoices: readonly {readonly id: number; readonly date: string}[],
  items: Readonly<Record<number, readonly number[]>>,
  now = november5,
) => {
  const itemsOf = (params: PathParams | undefined) => items[Number(params?.invoiceId)];
  const known = lookupFrom({now, lists: {'account.invoices': invoices as never}});
  return {
    ...known,
    rows: (family: FamilyId, params?: PathParams) =>
      family === 'account.invoices.items'
        ? (itemsOf(params) ?? []).map(amount => ({amount}))
        : known.rows(family, params),
    complete: (family: FamilyId, params?: PathParams) =>
      family === 'account.invoices.items' ? itemsOf(params) !== undefined : known.complete(family, params),
  } as Lookup;
};
const november1 = {id: 7, date: '2026-11-01T04:00:00'};

test('only the first forecast of a month is kept', async () => {
  const files = stateFilesOn(memoryFiles(), () => {});
  const host = {files, path: 'forecasts', onFailure: (error: unknown) => expect.unreachable(String(error))};
  const forecasts = openPastForecasts(host);
  await forecasts.storeFirstOfMonth(forecastOf(99), october3);
  await forecasts.storeFirstOfMonth(forecastOf(120), october3 + 86_400_000);
  expect(forecasts.getState()).toEqual([firstForecast]);
  const later = openPastForecasts(host);
  await later.load();
  expect(later.getState()).toEqual([firstForecast]);
});

test('only the forecasts of the last three months are kept, and those of another program stay', async () => {
  const files = stateFilesOn(memoryFiles(), () => {});
  const host = {files, path: 'forecasts', onFailure: (error: unknown) => expect.unreachable(String(error))};
  const [one, other] = [openPastForecasts(host), openPastForecasts(host)];
  await Promise.all([one.load(), other.load()]);
  await one.storeFirstOfMonth(forecastOf(1), Date.UTC(2026, 7, 1));
  await other.storeFirstOfMonth(forecastOf(2), Date.UTC(2026, 7, 2));
  expect(other.getState().map(({month, total}) => [month, total])).toEqual([['2026-08', 1]]);
  for (const month of [8, 9, 10]) await other.storeFirstOfMonth(forecastOf(month), Date.UTC(2026, month, 1));
  expect(other.getState().map(({month, total}) => [month, total])).toEqual([
    ['2026-09', 8],
    ['2026-10', 9],
    ['2026-11', 10],
  ]);
});

test('a damaged file is renamed, and the next forecast is stored', async () => {
  const reports: string[] = [];
  const files = stateFilesOn(memoryFiles(), message => reports.push(message));
  await files.write('forecasts', '{"month"');
  const forecasts = openPastForecasts({files, path: 'forecasts', onFailure: error => reports.push(String(error))});
  await forecasts.storeFirstOfMonth(forecastOf(99), october3);
  expect(forecasts.getState()).toEqual([firstForecast]);
  expect(reports).toEqual([expect.stringMatching(/^forecasts is damaged; renamed to /)]);
});

test('a full disk is reported, and the forecast is kept for this session', async () => {
  const failures: unknown[] = [];
  const files = stateFilesOn(memoryFiles(), () => {});
  const update = () => Promise.reject(new Error('ENOSPC'));
  const host = {files: {...files, update}, path: 'forecasts', onFailure: (error: unknown) => failures.push(error)};
  const forecasts = openPastForecasts(host);
  await forecasts.storeFirstOfMonth(forecastOf(99), october3);
  expect([forecasts.getState(), failures]).toEqual([[firstForecast], [new Error('ENOSPC')]]);
});

test('the invoice of last month is compared with its forecast, without promotions', () => {
  const comparison = invoicedForecast([firstForecast], lookup([november1], {7: [60, 40, -50]}));
  expect(comparison).toEqual({...firstForecast, invoiced: 100});
  expect(comparison && forecastErrorText(comparison)).toBe('forecast of 2026-10-03: 1.0% too low');
});

test('an invoice within the month counts if the forecast was made before it', () => {
  const invoices = [november1, {id: 6, date: '2026-10-20T00:00:00'}, {id: 5, date: '2026-10-02T00:00:00'}];
  expect(invoicedForecast([firstForecast], lookup(invoices, {7: [60], 6: [30], 5: [500]}))?.invoiced).toBe(90);
});

test('a month without a forecast, without its invoice or with an unread invoice is not compared', () => {
  const read = lookup([november1], {7: [100]});
  expect(invoicedForecast([], read)).toBeUndefined();
  expect(invoicedForecast([{...firstForecast, month: '2026-09'}], read)).toBeUndefined();
  expect(invoicedForecast([firstForecast], lookup([{id: 6, date: '2026-10-20T00:00:00'}], {6: [30]}))).toBeUndefined();
  expect(invoicedForecast([firstForecast], lookup([{id: 8, date: '2026-11-20T00:00:00'}], {8: [30]}))).toBeUndefined();
  expect(invoicedForecast([firstForecast], lookupFrom({now: november5}))).toBeUndefined();
  expect(invoicedForecast([firstForecast], lookup([november1], {}))).toBeUndefined();
});

test.each([
  [100, 'forecast of 2026-10-03: equal to the invoice'],
  [100.04, 'forecast of 2026-10-03: equal to the invoice'],
  [112.5, 'forecast of 2026-10-03: 12.5% too high'],
])('a forecast of %d for an invoice of 100 is compared in words', (total, message) => {
  const comparison: InvoicedForecast = {...firstForecast, total, invoiced: 100};
  expect(forecastErrorText(comparison)).toBe(message);
});

test('an invoice of 0 has no percentage', () => {
  expect(forecastErrorText({...firstForecast, invoiced: 0})).toBe('forecast of 2026-10-03: $99.00, invoice $0.00');
});

test('forecasts are also kept in memory', async () => {
  const forecasts = memoryPastForecasts();
  await forecasts.storeFirstOfMonth(forecastOf(99), october3);
  expect(forecasts.getState()).toEqual([firstForecast]);
});
