/** The run rate and the forecast of the invoice, as text or data. */
import type {CostGroup, CostSum, RunRate} from '../../families/cost/run-rate.ts';
import {nounInSentence} from '../../families/format/nouns.ts';
import {familyOf} from '../../families/registry.ts';
import {openStateFiles} from '../../platform/files/state-files.ts';
import {stateFolder} from '../../platform/files/xdg-paths.ts';
import {cellWidth, fitToCells} from '../../platform/text/cell-width.ts';
import {csvLine, escapeFormula, LINE_END} from '../../platform/text/csv.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {sanitize, withoutSequences} from '../../platform/text/sanitize.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {realClock} from '../../store/core/clock.ts';
import {
  type CostLine,
  type CostReport,
  costFamilies,
  costReport,
  costSections,
  totalLines,
} from '../../store/cost/cost-report.ts';
import type {InvoiceForecast} from '../../store/cost/forecast.ts';
import {
  errorPercent,
  forecastsPath,
  type InvoicedForecast,
  memoryPastForecasts,
  openPastForecasts,
  type PastForecasts,
} from '../../store/cost/past-forecasts.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {valueWriter} from '../io/print-rows.ts';
import {createRowCache, resolveLookups} from '../read/command-lookup.ts';
import {readWholeLists} from '../read/read-whole-lists.ts';

export const costFormats = ['table', 'json', 'csv', 'yaml'] as const;
export type CostFormat = (typeof costFormats)[number];

/** Rounded, because sums of fractions aren't exact. */
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
    const cache = createRowCache(connection, clock.now);
    const failures = await readWholeLists(connection, cache, costFamilies);
    const forecasts = pastForecasts(account, around.env, err);
    await forecasts.load();
    const report = await resolveLookups([{connection, cache}], () => costReport(cache.lookup, forecasts.getState()));
    const {rate, forecast, lastMonth} = report;
    if (forecast && report.unread.length === 0) await forecasts.storeFirstOfMonth(forecast, cache.lookup.now);
    const unread = [...failures].map(([family, reason]) => ({family, reason}));
    if (format === 'json' || format === 'yaml')
      out(
        (await valueWriter(format))({
          account: account.profile.name,
          runRate: sumData(rate.total),
          forecast: forecast ? forecastData(forecast) : null,
          lastMonth: lastMonth ? lastMonthData(lastMonth) : null,
          ...{byType: groupsData(rate.byType), byRegion: groupsData(rate.byRegion), byTag: groupsData(rate.byTag)},
          unread,
        }),
      );
    else out(format === 'csv' ? csvText(rate, hasHeaders) : costText(report));
    for (const {family, reason} of unread) err(`Couldn’t read ${nounInSentence(familyOf(family).title)}: ${reason}\n`);
    if (unread.length > 0) err('The cost is incomplete.\n');
    return unread.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    await connection.close();
  }
}

const forecastData = ({uninvoiced, rest, total, hoursLeft, endsAt, unknown}: InvoiceForecast) => ({
  ...{uninvoiced: rounded(uninvoiced), rest: rounded(rest), total: rounded(total), hoursLeft},
  until: new Date(endsAt).toISOString(),
  unknownPrices: unknown,
});

const lastMonthData = (forecast: InvoicedForecast) => {
  const {month, madeAt, total, invoiced} = forecast;
  const percent = errorPercent(forecast);
  return {
    ...{month, madeAt, forecast: rounded(total), invoiced: rounded(invoiced)},
    errorPercent: percent === undefined ? null : rounded(percent),
  };
};

/** Past forecasts of the profile; the demo stores none. */
const pastForecasts = (
  {profile}: OpenedAccount,
  env: CommandContext['env'],
  err: CommandContext['err'],
): PastForecasts =>
  profile.name === demoProfileName
    ? memoryPastForecasts()
    : openPastForecasts({
        files: openStateFiles(stateFolder(env), message => err(`skydeck: ${message}\n`)),
        path: forecastsPath(profile.name),
        onFailure: error => err(`Can’t keep the forecast: ${errorMessage(error)}\n`),
      });

/** The totals, then the groups with indented names. */
const costText = (report: CostReport): string =>
  [
    ...alignedLines(totalLines(report)),
    ...costSections(report.rate).flatMap(({title, lines}) => [
      '',
      title,
      ...alignedLines(lines.map(line => ({...line, name: `  ${line.name}`}))),
    ]),
    '',
  ].join('\n');

/** The names, the amounts aligned at their right ends, then the remaining text. */
function alignedLines(lines: readonly CostLine[]): readonly string[] {
  const clean = lines.map(({name, amount, notes}) => ({name: sanitize(name), amount, note: notes.join(', ')}));
  const names = Math.max(0, ...clean.map(({name}) => cellWidth(name)));
  const amounts = Math.max(0, ...clean.map(({amount}) => cellWidth(amount)));
  return clean.map(({name, amount, note}) =>
    `${fitToCells(name, names)}  ${fitToCells(amount, amounts, 'right')}  ${note}`.trimEnd(),
  );
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
