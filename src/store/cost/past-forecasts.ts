/**
 * The first forecast of each month, stored until the month's invoice shows its error. The API stores no forecasts, so
 * only months in which Skydeck made a forecast can be compared.
 */

import {money, toMillis} from '../../families/format/format.ts';
import type {Lookup} from '../../families/shape/define-family.ts';
import {isObject} from '../../families/shape/json-object.ts';
import {memoryStateFiles, type StateFiles} from '../../platform/files/state-files.ts';
import {parseJson} from '../../platform/text/parse-json.ts';
import {createTracedStore, type ReadonlyStore} from '../core/traced-store.ts';
import type {InvoiceForecast} from './forecast.ts';

export interface PastForecast {
  /** `2026-10`, in UTC. */
  readonly month: string;
  /** Time in ISO 8601. */
  readonly madeAt: string;
  /** US dollars, before taxes and promotions. */
  readonly total: number;
}

/** The stored forecasts, oldest first. */
export interface PastForecasts extends ReadonlyStore<readonly PastForecast[]> {
  /** Reads the file, once. */
  load(): Promise<void>;
  /** Stores a forecast if it is the first of its month. */
  storeFirstOfMonth(forecast: InvoiceForecast, now: number): Promise<void>;
}

export interface PastForecastsHost {
  readonly files: StateFiles;
  readonly path: string;
  /** Called if the file can't be read or written; the forecast is then not stored. */
  readonly onFailure: (error: unknown) => void;
}

const maxMonths = 3;

/** The invoice of a month arrives in the first days of the next month. */
const maxInvoiceDelayMs = 7 * 86_400_000;

const monthName = (moment: number): string => new Date(moment).toISOString().slice(0, 7);

export const forecastsPath = (profile: string): string => `${encodeURIComponent(profile)}.forecasts.json`;

export function openPastForecasts({files, path, onFailure}: PastForecastsHost): PastForecasts {
  const all = createTracedStore<readonly PastForecast[]>('forecasts', []);
  let reading: Promise<void> | undefined;
  const parse = async (text: string | undefined): Promise<readonly PastForecast[]> => {
    if (text === undefined) return [];
    const found = parseForecasts(text);
    if (found === undefined) await files.quarantineDamaged(path);
    return found ?? [];
  };
  const load = (): Promise<void> => {
    reading ??= files
      .read(path)
      .then(parse)
      .then(found => all.update('loadForecasts', found))
      .catch(onFailure);
    return reading;
  };
  return {
    getState: all.getState,
    getInitialState: all.getInitialState,
    subscribe: all.subscribe,
    load,
    async storeFirstOfMonth({total}, now) {
      await load();
      const month = monthName(now);
      if (all.getState().some(kept => kept.month === month)) return;
      const forecast: PastForecast = {month, madeAt: new Date(now).toISOString(), total};
      // Before the file is written, so that another forecast meanwhile doesn't count as the first.
      all.update('addForecast', [...all.getState(), forecast]);
      await files
        .update(path, async text => {
          const stored = await parse(text);
          const kept = stored.some(one => one.month === month) ? stored : [...stored, forecast].slice(-maxMonths);
          all.update('setForecasts', kept);
          return `${JSON.stringify(kept)}\n`;
        })
        .catch(onFailure);
    },
  };
}

/** Forecasts in memory. */
export const memoryPastForecasts = (): PastForecasts =>
  openPastForecasts({files: memoryStateFiles(), path: 'forecasts', onFailure: () => {}});

/** Undefined for a damaged file. */
function parseForecasts(text: string): readonly PastForecast[] | undefined {
  const value = parseJson(text);
  return Array.isArray(value) && value.every(isPastForecast) ? value : undefined;
}

const isPastForecast = (value: unknown): value is PastForecast =>
  isObject(value) &&
  typeof value.month === 'string' &&
  typeof value.madeAt === 'string' &&
  Number.isFinite(Date.parse(value.madeAt)) &&
  typeof value.total === 'number';

/** A forecast of last month, and the amount of its invoice. */
export interface InvoicedForecast extends PastForecast {
  /** US dollars, before taxes and promotions. */
  readonly invoiced: number;
}

/**
 * The forecast of last month with its invoice; undefined if either is missing. Invoices between the forecast and the
 * end of the month contain a part of the usage in the forecast.
 */
export function invoicedForecast(forecasts: readonly PastForecast[], lookup: Lookup): InvoicedForecast | undefined {
  const date = new Date(lookup.now);
  const monthEnd = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const forecast = forecasts.find(({month}) => month === monthName(monthEnd - 1));
  if (forecast === undefined) return undefined;
  const invoices = lookup
    .rows('account.invoices')
    .map(({id, date: made}) => ({made: toMillis(made) ?? 0, params: {invoiceId: id}}))
    .filter(({made}) => made > Date.parse(forecast.madeAt) && made < monthEnd + maxInvoiceDelayMs);
  if (!lookup.complete('account.invoices') || !invoices.some(({made}) => made >= monthEnd)) return undefined;
  const items = invoices.flatMap(({params}) => lookup.rows('account.invoices.items', params));
  if (!invoices.every(({params}) => lookup.complete('account.invoices.items', params))) return undefined;
  // A promotion is an item with a negative amount.
  const invoiced = items.reduce((sum, {amount}) => sum + Math.max(0, amount), 0);
  return Number.isFinite(invoiced) ? {...forecast, invoiced} : undefined;
}

/** "forecast of 2026-10-03: 1.8% too low". */
export function forecastErrorText({madeAt, total, invoiced}: InvoicedForecast): string {
  const percent = errorPercent({total, invoiced});
  const start = `forecast of ${madeAt.slice(0, 10)}`;
  if (percent === undefined) return `${start}: ${money(total)}, invoice ${money(0)}`;
  const size = Math.abs(percent).toFixed(1);
  return size === '0.0' ? `${start}: equal to the invoice` : `${start}: ${size}% too ${percent < 0 ? 'low' : 'high'}`;
}

/** Positive if the forecast was too high; undefined for an invoice of 0. */
export const errorPercent = ({total, invoiced}: Pick<InvoicedForecast, 'total' | 'invoiced'>): number | undefined =>
  invoiced === 0 ? (total === 0 ? 0 : undefined) : ((total - invoiced) / invoiced) * 100;
