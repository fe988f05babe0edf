/** The run rate and the forecast of the invoice, as text or data. */
import {
  type BilledResource,
  billedFamilies,
  billedResources,
  type CostGroup,
  type CostSum,
  type RunRate,
  runRateOf,
} from '../../families/cost/run-rate.ts';
import {countText, hourly, money, monthly} from '../../families/format/format.ts';
import {nounInSentence} from '../../families/format/nouns.ts';
import {familyOf} from '../../families/registry.ts';
import type {FamilyId} from '../../families/shape/define-family.ts';
import {cellWidth, fitToCells} from '../../platform/text/cell-width.ts';
import {csvLine, escapeFormula, LINE_END} from '../../platform/text/csv.ts';
import {sanitize, withoutSequences} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {realClock} from '../../store/core/clock.ts';
import {forecastInvoice, type InvoiceForecast} from '../../store/cost/forecast.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import {exitCodes} from '../io/exit-codes.ts';
import type {CommandContext} from '../io/open-account.ts';
import {valueWriter} from '../io/print-rows.ts';
import {createRowCache, resolveLookups} from '../read/command-lookup.ts';
import {readWholeLists} from '../read/read-whole-lists.ts';

export const costFormats = ['table', 'json', 'csv', 'yaml'] as const;
export type CostFormat = (typeof costFormats)[number];

/** Without the noise of sums of fractions. */
const rounded = (amount: number): number => Math.round(amount * 1e6) / 1e6;

const sumData = ({monthly, hourly, count, unknown}: CostSum) => ({
  monthly: rounded(monthly),
  hourly: rounded(hourly),
  resources: count,
  unknownPrices: unknown,
});

const groupsData = (groups: readonly CostGroup[]) =>
  groups.map(({key, ...sum}) => ({key: key ?? null, ...sumData(sum)}));

/** Prints the cost of the account. The exit code is 1 if a list could not be read. */
export async function printCost(
  account: OpenedAccount,
  {format, hasHeaders}: {readonly format: CostFormat; readonly hasHeaders: boolean},
  {out, err, clock = realClock, ...around}: CommandContext,
): Promise<number> {
  const connection = await connectWithWarnings(account, err, around)();
  try {
    const cache = createRowCache(clock.now, connection.identifiers);
    const failures = await readWholeLists(connection, cache, [...billedFamilies, 'account']);
    const resources = await resolveLookups([{connection, cache}], () => billedResources(cache.lookup));
    const rate = runRateOf(resources);
    const forecast = forecastOf(resources, cache.lookup.rows('account')[0]?.balance_uninvoiced, clock.now());
    const unread = [...failures].map(([family, reason]) => ({family, reason}));
    if (format === 'json' || format === 'yaml')
      out(
        (await valueWriter(format))({
          account: account.profile.name,
          runRate: sumData(rate.total),
          forecast: forecast ? forecastData(forecast) : null,
          ...{byType: groupsData(rate.byType), byRegion: groupsData(rate.byRegion), byTag: groupsData(rate.byTag)},
          unread,
        }),
      );
    else out(format === 'csv' ? csvText(rate, hasHeaders) : costText(rate, forecast));
    for (const {family, reason} of unread) err(`Couldn’t read ${nounInSentence(familyOf(family).title)}: ${reason}\n`);
    if (unread.length > 0) err('The cost is incomplete.\n');
    return unread.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    await connection.close();
  }
}

const forecastOf = (
  resources: readonly BilledResource[],
  uninvoiced: unknown,
  now: number,
): InvoiceForecast | undefined =>
  typeof uninvoiced === 'number' && Number.isFinite(uninvoiced)
    ? forecastInvoice(resources, uninvoiced, now)
    : undefined;

const forecastData = ({uninvoiced, rest, total, hoursLeft, endsAt, unknown}: InvoiceForecast) => ({
  ...{uninvoiced: rounded(uninvoiced), rest: rounded(rest), total: rounded(total), hoursLeft},
  until: new Date(endsAt).toISOString(),
  unknownPrices: unknown,
});

const unknownText = ({unknown}: Pick<CostSum, 'unknown'>): string =>
  unknown === 0 ? '' : `the price of ${unknown} is unknown`;

function costText(rate: RunRate, forecast: InvoiceForecast | undefined): string {
  const {total} = rate;
  const facts = [hourly(rounded(total.hourly)), countText(total.count, 'resource'), unknownText(total)];
  const lines = [
    ['Run rate', monthly(total.monthly), facts.filter(Boolean).join(', ')],
    ...(forecast === undefined
      ? [['Forecast of the invoice', 'unknown', 'the usage of this month could not be read']]
      : [
          ['Not invoiced yet', money(forecast.uninvoiced), 'usage of this month'],
          [
            'Rest of the month',
            money(forecast.rest),
            `${countText(forecast.hoursLeft, 'hour')} until ${dayText(forecast)}`,
          ],
          [
            'Forecast of the invoice',
            money(forecast.total),
            [
              'before taxes and promotions',
              forecast.unknown > 0 ? `without the ${forecast.unknown} of unknown price` : '',
            ]
              .filter(Boolean)
              .join(', '),
          ],
        ]),
  ];
  return [
    ...alignedLines(lines),
    ...groupText('By type', rate.byType, key => familyOf(key as FamilyId).title),
    ...groupText('By region', rate.byRegion, key => key ?? 'no region'),
    ...groupText('By tag; a resource with several tags counts in each', rate.byTag, key => key ?? 'no tag'),
    '',
  ].join('\n');
}

const dayText = ({endsAt}: InvoiceForecast): string => new Date(endsAt).toISOString().slice(0, 10);

/** The names, then the amounts with their ends below each other, then the rest. */
function alignedLines(lines: readonly (readonly string[])[]): readonly string[] {
  const clean = lines.map(line => line.map(sanitize));
  const widthOf = (index: number): number => Math.max(0, ...clean.map(line => cellWidth(line[index] ?? '')));
  const [names, amounts] = [widthOf(0), widthOf(1)];
  return clean.map(([name = '', amount = '', text = '']) =>
    `${fitToCells(name, names)}  ${fitToCells(amount, amounts, 'right')}  ${text}`.trimEnd(),
  );
}

function groupText(
  title: string,
  groups: readonly CostGroup[],
  nameOf: (key: string | undefined) => string,
): readonly string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(group => [
    `  ${nameOf(group.key)}`,
    group.unknown === group.count ? 'unknown' : monthly(group.monthly),
    [countText(group.count, 'resource'), group.unknown < group.count ? unknownText(group) : '']
      .filter(Boolean)
      .join(', '),
  ]);
  return ['', title, ...alignedLines(lines)];
}

function csvText({byType, byRegion, byTag, total}: RunRate, hasHeaders: boolean): string {
  const names = ['group', 'key', 'monthly', 'hourly', 'resources', 'unknownPrices'];
  const cells = (group: string, key: string | undefined, sum: CostSum): string[] => [
    group,
    escapeFormula(withoutSequences(key ?? '')),
    ...Object.values(sumData(sum)).map(String),
  ];
  const rows = [
    cells('total', undefined, total),
    ...byType.map(({key, ...sum}) => cells('type', key, sum)),
    ...byRegion.map(({key, ...sum}) => cells('region', key, sum)),
    ...byTag.map(({key, ...sum}) => cells('tag', key, sum)),
  ];
  return (hasHeaders ? [names, ...rows] : rows).map(row => `${csvLine(row)}${LINE_END}`).join('');
}
