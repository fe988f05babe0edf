/** The cost of an account: the run rate, the forecast of the invoice, and their lines as text. */
import {
  billedFamilies,
  billedResources,
  type CostGroup,
  type CostPart,
  type CostSum,
  type RunRate,
  runRateOf,
} from '../../families/cost/run-rate.ts';
import {countText, hourly, money, monthly} from '../../families/format/format.ts';
import {familyOf} from '../../families/registry.ts';
import type {FamilyId, Lookup} from '../../families/shape/define-family.ts';
import {forecastInvoice, type InvoiceForecast} from './forecast.ts';
import {forecastErrorText, type InvoicedForecast, invoicedForecast, type PastForecast} from './past-forecasts.ts';

/** The lists that the cost needs besides the price lists. */
export const costFamilies: readonly FamilyId[] = [...billedFamilies, 'account'];

export interface CostReport {
  readonly rate: RunRate;
  /** Undefined if the usage of this month is unknown. */
  readonly forecast: InvoiceForecast | undefined;
  /** The forecast of last month; undefined if none was stored, or if its invoice is unknown. */
  readonly lastMonth: InvoicedForecast | undefined;
  /** The lists that are not loaded completely. */
  readonly unread: readonly FamilyId[];
}

/** A line: "Run rate", "$120.00/mo", and notes such as "42 resources". */
export interface CostLine {
  readonly name: string;
  readonly amount: string;
  /** Each note is short enough to stand beside the amount on a screen of 80 columns. */
  readonly notes: readonly string[];
}

/** The cost, computed from the loaded lists. */
export function costReport(lookup: Lookup, forecasts: readonly PastForecast[] = []): CostReport {
  const resources = billedResources(lookup);
  const uninvoiced: unknown = lookup.rows('account')[0]?.balance_uninvoiced;
  return {
    rate: runRateOf(resources),
    forecast:
      typeof uninvoiced === 'number' && Number.isFinite(uninvoiced)
        ? forecastInvoice(resources, uninvoiced, lookup.now)
        : undefined,
    lastMonth: invoicedForecast(forecasts, lookup),
    unread: costFamilies.filter(family => !lookup.complete(family)),
  };
}

const present = (...texts: readonly string[]): readonly string[] => texts.filter(Boolean);

const unknownText = ({unknown}: Pick<CostSum, 'unknown'>): string =>
  unknown === 0 ? '' : `the price of ${unknown} is unknown`;

export function runRateLine({total}: RunRate): CostLine {
  const perHour = hourly(Math.round(total.hourly * 10_000) / 10_000);
  const count = `${perHour}, ${countText(total.count, 'resource')}`;
  return {name: 'Run rate', amount: monthly(total.monthly), notes: present(count, unknownText(total))};
}

export function forecastLine({forecast, lastMonth}: Pick<CostReport, 'forecast' | 'lastMonth'>): CostLine {
  const name = 'Forecast of the invoice';
  if (!forecast) return {name, amount: 'unknown', notes: ['the usage of this month is not known']};
  const without = forecast.unknown > 0 ? `without the ${forecast.unknown} of unknown price` : '';
  return {
    name,
    amount: money(forecast.total),
    notes: present('before taxes and promotions', without, lastMonth ? forecastErrorText(lastMonth) : ''),
  };
}

/** The reason why the rest of the month can be less than the hourly run rate multiplied by the hours. */
const maximumNote = 'each at most its monthly price';

/** The run rate, the parts of the forecast, and the forecast. */
export function totalLines({rate, forecast, lastMonth}: CostReport): readonly CostLine[] {
  if (!forecast) return [runRateLine(rate), forecastLine({forecast, lastMonth})];
  const {uninvoiced, rest, hoursLeft, endsAt} = forecast;
  const until = new Date(endsAt).toISOString().slice(0, 10);
  return [
    runRateLine(rate),
    {name: 'Not invoiced yet', amount: money(uninvoiced), notes: ['usage of this month']},
    {
      name: 'Rest of the month',
      amount: money(rest),
      notes: [`${countText(hoursLeft, 'hour')} until ${until}`, maximumNote],
    },
    forecastLine({forecast, lastMonth}),
  ];
}

const groupLine = (name: string, {monthly: amount, count, unknown}: CostSum): CostLine => ({
  name,
  amount: unknown === count ? 'unknown' : monthly(amount),
  notes: present(countText(count, 'resource'), unknown < count ? unknownText({unknown}) : ''),
});

export interface CostSection {
  readonly by: 'type' | 'region' | 'tag';
  readonly title: string;
  readonly lines: readonly (CostLine & Pick<CostGroup, 'key' | 'parts'>)[];
}

/** The line of the resources of one type in a group. */
export const partLine = (part: CostPart): CostLine => groupLine(typeName(part.family), part);

/** The name of a resource type in the sidebar; for buckets, Object Storage. */
function typeName(id: FamilyId): string {
  const {entry, title} = familyOf(id);
  return entry ?? title;
}

/** The run rate by resource type, region and tag, without groups that have no resources. */
export function costSections({byType, byRegion, byTag}: RunRate): readonly CostSection[] {
  const section = (
    by: CostSection['by'],
    groups: readonly CostGroup[],
    nameOf: (key: string | undefined) => string,
    note = '',
  ): CostSection => ({
    by,
    title: `By ${by}${note}`,
    lines: groups.map(group => ({...groupLine(nameOf(group.key), group), key: group.key, parts: group.parts})),
  });
  return [
    section('type', byType, key => typeName(key as FamilyId)),
    section('region', byRegion, key => key ?? 'no region'),
    section('tag', byTag, key => key ?? 'no tag', ' (a resource with several tags counts in each)'),
  ].filter(({lines}) => lines.length > 0);
}
