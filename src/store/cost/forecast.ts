/**
 * Forecast of the next invoice: the usage that is not invoiced yet, and the existing resources for the remaining part
 * of the month. Each hour costs the hourly price, and a resource costs its monthly price at most.
 */
import type {BilledResource} from '../../families/cost/run-rate.ts';
import {toMillis} from '../../families/format/format.ts';

const hourMs = 3_600_000;

export interface InvoiceForecast {
  /** The usage so far, as the API reports it. */
  readonly uninvoiced: number;
  /** The usage from now until the end of the month. */
  readonly rest: number;
  readonly total: number;
  /** Full hours remaining in the month. */
  readonly hoursLeft: number;
  /** The start of the next month, UTC. */
  readonly endsAt: number;
  /** Resources with an unknown price: the forecast doesn't contain their remaining month. */
  readonly unknown: number;
}

interface Month {
  readonly from: number;
  readonly to: number;
}

/** The month of a time in UTC, as invoices use it. */
function monthOf(now: number): Month {
  const date = new Date(now);
  const start = (offset: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
  return {from: start(0), to: start(1)};
}

/** The usage of a resource from the start of the month, or from its creation, until a given time. */
function usageUntil({row, price}: BilledResource, {from}: Month, moment: number): number {
  if (price === undefined) return 0;
  const created = toMillis(typeof row.created === 'string' ? row.created : undefined) ?? 0;
  // A partial hour counts as a full hour.
  const hours = Math.max(0, Math.ceil((moment - Math.max(from, created)) / hourMs));
  return Math.min(price.monthly, price.hourly * hours);
}

/**
 * The forecast at a given time, before taxes and promotions.
 * @param uninvoiced the usage of this month, which the API reports as of the last full hour
 */
export function forecastInvoice(
  resources: readonly BilledResource[],
  uninvoiced: number,
  now: number,
): InvoiceForecast {
  const month = monthOf(now);
  const lastHour = now - (now % hourMs);
  const restOf = (resource: BilledResource): number =>
    usageUntil(resource, month, month.to) - usageUntil(resource, month, lastHour);
  const rest = resources.reduce((sum, resource) => sum + restOf(resource), 0);
  return {
    uninvoiced,
    rest,
    total: uninvoiced + rest,
    hoursLeft: (month.to - lastHour) / hourMs,
    endsAt: month.to,
    unknown: resources.filter(({price}) => price === undefined).length,
  };
}
