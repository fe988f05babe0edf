/** `skydeck history TYPE ID` and `skydeck since TIME`: recorded changes with their time, fields and authors. */
import {utcTimestamp} from '../../families/format/format.ts';
import {familyOf} from '../../families/registry.ts';
import {cellWidth, fitToCells} from '../../platform/text/cell-width.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {
  changeTexts,
  changeTimeText,
  changeWord,
  fieldDifferencesOf,
  isNotable,
  isShownGap,
  summaryOf,
  valueText,
} from '../../store/history/change-summary.ts';
import type {ListedVersionRecord} from '../../store/history/history-types.ts';
import {parseSpan} from '../../store/history/parse-instant.ts';
import {endpointOf} from '../args/action-names.ts';
import {resolveFamily} from '../args/readable-names.ts';
import type {CommandContext} from '../io/command-context.ts';
import {NotFoundError, UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {valueWriter} from '../io/print-rows.ts';
import type {ResourceArguments} from '../read/place-args.ts';
import {instantFrom} from './get-past.ts';
import {keyByPastLabel, openPastAccount, pastParams} from './past-account.ts';

export const changeFormats = ['table', 'json', 'ndjson', 'yaml'] as const;
export type ChangeFormat = (typeof changeFormats)[number];

/** The changes of one resource, oldest first. */
export async function printHistory(
  account: OpenedAccount,
  {name, ids}: ResourceArguments,
  format: ChangeFormat,
  {out, clock}: CommandContext,
): Promise<number> {
  const family = resolveFamily(name);
  const outer = Object.keys(endpointOf(family.source).params).length;
  if (ids.length !== outer + (family.single ? 0 : 1))
    throw new UsageError(`history needs one ${family.one}: its ID or label`);
  const past = await openPastAccount(account);
  try {
    const now = (clock ?? Date).now();
    const params = pastParams(past, family, ids, now);
    const key = family.single
      ? family.name
      : keyByPastLabel(past.reader.everyRowOf(family.id, params), family, ids.at(-1) ?? '');
    const id =
      /^\d+$/.test(key) && past.reader.changesOf(family.id, params, Number(key)).length > 0 ? Number(key) : key;
    const records = past.reader.changesOf(family.id, params, id).filter(({kind}) => kind !== 'same');
    const listed = records.map(record => ({...record, family: family.id, params}));
    if (listed.length === 0) throw new NotFoundError(`${family.one} ${key} has no record`);
    out(format === 'table' ? table(listed) : (await valueWriter(format))(listed.map(dataOf)));
    return exitCodes.done;
  } finally {
    past.close();
  }
}

/** All changes since an instant: a summary, and each change. */
export async function printSince(
  account: OpenedAccount,
  text: string,
  format: ChangeFormat,
  {out, err, clock}: CommandContext,
): Promise<number> {
  const now = (clock ?? Date).now();
  const span = parseSpan(text);
  const since = span === undefined ? instantFrom(text, now) : now - span;
  const past = await openPastAccount(account);
  try {
    const {bounds} = past.reader;
    if (!bounds) throw new NotFoundError('The history is empty. The console and get --watch record lists');
    const records = past.reader.changesSince(since).filter(isNotable);
    const gaps = past.reader.gapsBetween(since, now).filter(isShownGap);
    // A typed time span is repeated as it was typed: 1.5h is not rounded to 1h.
    const period = span === undefined ? undefined : text.trim().replace(/\s+ago$/i, '');
    const summary = summaryOf(records, now - since, period);
    if (format === 'table') out(`${sanitize(summary)}\n${records.length > 0 ? `\n${table(records)}` : ''}`);
    else if (format === 'ndjson') out((await valueWriter(format))(records.map(dataOf)));
    else {
      const times = gaps.map(({from, to}) => ({from: isoTime(from), to: isoTime(to)}));
      out((await valueWriter(format))({since: isoTime(since), summary, changes: records.map(dataOf), gaps: times}));
    }
    for (const {from, to} of gaps) err(`Not recorded: ${utcTimestamp(from)} to ${utcTimestamp(to)}\n`);
    return exitCodes.done;
  } finally {
    past.close();
  }
}

const isoTime = (at: number): string => new Date(at).toISOString();

function dataOf(record: ListedVersionRecord) {
  const {family, params, id, kind, knownUntil, at, users, actions} = record;
  return {
    ...{type: family, params, id, label: labelOf(record), change: kind === 'first' ? 'first' : changeWord(record)},
    after: knownUntil === undefined ? null : isoTime(knownUntil),
    until: isoTime(at),
    fields: fieldDifferencesOf(record).map(({path, before, after}) => ({
      path,
      old: before ?? null,
      new: after ?? null,
    })),
    ...{users, actions},
  };
}

function labelOf({family, id, before, after}: ListedVersionRecord): string {
  const row = after ?? before;
  return row ? familyOf(family).label(row) : String(id);
}

/** The maximum width of a value in a table. JSON has the whole value. */
const maxValueCells = 48;

function shortValueText(value: unknown): string {
  const text = sanitize(valueText(value));
  return fitToCells(text, Math.min(cellWidth(text), maxValueCells));
}

const heads = ['TIME', 'TYPE', 'LABEL', 'ID', 'CHANGE', 'BY'];

function table(records: readonly ListedVersionRecord[]): string {
  const cells = records.flatMap(record => {
    const {family, id, users} = record;
    const row = [changeTimeText(record), familyOf(family).one, labelOf(record), String(id)];
    const by = users.join(', ') || '—';
    return changeTexts(record, shortValueText).map((field, index) =>
      (index === 0 ? [...row, field, by] : ['', '', '', '', field, '']).map(sanitize),
    );
  });
  const rows = [heads, ...cells];
  const widths = heads.map((_, index) => Math.max(...rows.map(row => cellWidth(row[index] ?? ''))));
  return rows
    .map(
      row =>
        `${row
          .map((text, index) => fitToCells(text, widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
