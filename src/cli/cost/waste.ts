/** Resources that cost money and seem unused, as text or data. */
import {monthly} from '../../families/format/format.ts';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, FamilyId} from '../../families/shape/define-family.ts';
import {cellWidth, fitToCells} from '../../platform/text/cell-width.ts';
import {csvLine, escapeFormula, LINE_END} from '../../platform/text/csv.ts';
import {markdownLines} from '../../platform/text/markdown-table.ts';
import {sanitize, withoutSequences} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {
  checksSentence,
  findWaste,
  totalSentence,
  unreadReasons,
  type WasteItem,
  type WasteReport,
  wasteFamilies,
} from '../../store/cost/waste.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import type {CommandContext} from '../io/command-context.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {valueWriter} from '../io/print-rows.ts';
import {createRowCache, type RowCache, type RowSource, resolveLookups} from '../read/command-lookup.ts';
import {readWholeLists} from '../read/read-whole-lists.ts';

export const wasteFormats = ['table', 'json', 'ndjson', 'csv', 'markdown', 'yaml'] as const;
export type WasteFormat = (typeof wasteFormats)[number];

/** A found resource as data. An unknown price is null. */
interface WasteRecord {
  readonly check: string;
  readonly family: FamilyId;
  readonly id: string;
  readonly label: string;
  readonly region: string | null;
  readonly reason: string;
  readonly monthly: number | null;
  readonly hourly: number | null;
}

const recordNames = ['check', 'family', 'id', 'label', 'region', 'reason', 'monthly', 'hourly'] as const;

/** A check as data; `failures` has the reasons why it could not be completed. */
interface CheckRecord {
  readonly check: string;
  readonly title: string;
  readonly done: boolean;
  readonly failures?: readonly string[];
}

interface WasteData {
  readonly checks: readonly CheckRecord[];
  readonly items: readonly WasteRecord[];
  /** Sums of the known prices. */
  readonly monthly: number | null;
  readonly hourly: number | null;
  readonly unknownPrices: number;
}

async function readWaste({
  connection,
  cache,
}: RowSource): Promise<{readonly report: WasteReport; readonly data: WasteData}> {
  const unread = await readWholeLists(connection, cache, wasteFamilies);
  const report = await resolveLookups([{connection, cache}], () => findWaste(cache.lookup));
  const checks = report.checks.map(check => ({
    check: check.id,
    title: check.title,
    done: check.isDone,
    ...(check.isDone ? {} : {failures: unreadReasons(check, family => unread.get(family))}),
  }));
  const {monthly, hourly, unknown: unknownPrices} = report.total;
  const items = report.items.map(item => recordOf(item, cache));
  return {report, data: {checks, items, monthly: rounded(monthly), hourly: rounded(hourly), unknownPrices}};
}

/** The result of all checks as data. */
export const wasteData = async (source: RowSource): Promise<WasteData> => (await readWaste(source)).data;

/** Prints the result of all checks. The exit code is 1 if a check could not be completed. */
export async function printWaste(
  account: OpenedAccount,
  {format, hasHeaders}: {readonly format: WasteFormat; readonly hasHeaders: boolean},
  {out, err, ...around}: CommandContext,
): Promise<number> {
  const connection = await connectWithWarnings(account, err, around)();
  try {
    const {report, data} = await readWaste({
      connection,
      cache: createRowCache(connection),
    });
    const {items: records, checks, ...amounts} = data;
    if (format === 'json' || format === 'yaml') {
      const write = await valueWriter(format);
      out(write({account: account.profile.name, checks, items: records, ...amounts}));
    } else if (format === 'ndjson') out((await valueWriter(format))(records));
    else if (format === 'csv') out(csvText(records, hasHeaders));
    else if (format === 'markdown') out([...markdownLines(heads, records.map(cellsOf), aligns)].join(''));
    else out(tableText(records, hasHeaders, [totalSentence(report), checksSentence(report.checks)]));
    const undone = checks.filter(({done}) => !done);
    for (const {title, failures = []} of undone) err(`Not checked: ${title}. ${failures.join(' ')}\n`);
    return undone.length > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    await connection.close();
  }
}

/** Rounded, because a product of fractions isn't exact: 0.048. */
const rounded = (amount: number | undefined): number | null =>
  amount === undefined ? null : Math.round(amount * 1e6) / 1e6;

const regionOf = ({region}: AnyRow): string | null => (typeof region === 'string' ? region : null);

function recordOf({check, family: id, row, reason, price}: WasteItem, {lookup}: RowCache): WasteRecord {
  const family = familyOf(id);
  return {
    ...{check, family: id, id: family.idText(row, lookup), label: family.label(row, lookup)},
    ...{region: regionOf(row), reason, monthly: rounded(price?.monthly), hourly: rounded(price?.hourly)},
  };
}

const heads = ['Type', 'Label', 'ID', 'Region', 'Reason', 'Price'];
const aligns = heads.map(head => (head === 'Price' ? 'right' : 'left'));

const cellsOf = ({family, label, id, region, reason, monthly: amount}: WasteRecord): readonly string[] =>
  [familyOf(family).one, label, id, region ?? '—', reason, amount === null ? 'unknown' : monthly(amount)].map(sanitize);

function tableText(records: readonly WasteRecord[], hasHeaders: boolean, sentences: readonly string[]): string {
  const rows = [...(hasHeaders ? [heads.map(head => head.toUpperCase())] : []), ...records.map(cellsOf)];
  const widths = heads.map((_, index) => Math.max(0, ...rows.map(row => cellWidth(row[index] ?? ''))));
  const lines = rows.map(row =>
    row
      .map((text, index) => fitToCells(text, widths[index] ?? 0, aligns[index]))
      .join('  ')
      .trimEnd(),
  );
  return [...(records.length > 0 ? [...lines, ''] : []), ...sentences, ''].join('\n');
}

function csvText(records: readonly WasteRecord[], hasHeaders: boolean): string {
  const text = (value: string | number | null): string =>
    typeof value === 'string' ? escapeFormula(withoutSequences(value)) : String(value ?? '');
  const lines = records.map(record => recordNames.map(name => text(record[name])));
  return (hasHeaders ? [[...recordNames], ...lines] : lines).map(cells => `${csvLine(cells)}${LINE_END}`).join('');
}
