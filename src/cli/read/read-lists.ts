/** Reads lists for commands: completely, or up to the requested number of rows. */

import {type Endpoint, filterable} from '../../contract/schema/endpoint.ts';
import {countInSentence, nounInSentence} from '../../families/format/nouns.ts';
import type {AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Connection, ListPage} from '../../store/api/connection.ts';
import {isNotFound, isRefusal} from '../../store/api/failure-text.ts';
import {listRequest} from '../../store/api/list-request.ts';
import {readList, singleRowRead} from '../../store/api/read-list.ts';
import {NotFoundError} from '../io/command-errors.ts';
import {clockToleranceMs} from './api-filter.ts';
import {paramFamily} from './param-family.ts';
import type {RowRef} from './row-ref.ts';

export interface LoadedRows {
  readonly rows: readonly AnyRow[];
  /** The number of items that have no key or aren't objects. */
  readonly unreadable: number;
  /** The number of items, as the API reports it. */
  readonly total: number;
}

export interface ReadOptions {
  readonly params?: PathParams;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** `X-Filter`. */
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  /** The maximum number of pages, for endless lists. */
  readonly pagesAtMost?: number | undefined;
}

export function operationOf(connection: Connection, id: string): Endpoint {
  const endpoint = connection.operation(id);
  if (!endpoint) throw new Error(`the contract has no operation ${id}`);
  return endpoint;
}

/** All rows in the API's order. */
export async function readRows(connection: Connection, family: Family, options: ReadOptions = {}): Promise<LoadedRows> {
  const rows: AnyRow[] = [];
  const counts = await readParts(connection, family, options, part => {
    for (const row of part) rows.push(row);
  });
  return {rows, ...counts};
}

/**
 * Like `readParts`, with a filter by the API. All rows are read if the API refuses the filter, or if its clock turns out
 * to differ so much that a filter by age omitted rows.
 */
export async function readFilteredParts(
  connection: Connection,
  family: Family,
  {filter, now, ...options}: ReadOptions & {readonly now: () => number},
  onRows: (rows: readonly AnyRow[]) => void,
): Promise<Omit<LoadedRows, 'rows'>> {
  if (filter === undefined) return readParts(connection, family, options, onRows);
  const startedAt = now();
  const passedIds = new Set<unknown>();
  try {
    const counts = await readParts(connection, family, {...options, filter}, rows => {
      for (const row of rows) passedIds.add(family.key(row));
      onRows(rows);
    });
    // Only the first response shows the API's clock.
    if (Math.abs(now() - startedAt) < clockToleranceMs) return counts;
  } catch (error) {
    if (passedIds.size > 0 || !isRefusal(error)) throw error;
  }
  return readParts(connection, family, options, rows => onRows(rows.filter(row => !passedIds.has(family.key(row)))));
}

/** The rows of a list, for a command that looks for some of them. */
export interface RowList {
  /** All rows, read once at the first call. */
  all(): Promise<readonly AnyRow[]>;
  /** The rows with exactly this label, found by the API; undefined if the API can't search for labels. */
  withLabel(label: string): Promise<readonly AnyRow[] | undefined>;
  /** Enough rows for a suggestion: all rows of a short list. */
  firstPages(): Promise<readonly AnyRow[]>;
}

/** The maximum number of pages of a long list that are read for suggestions about a misspelled label. */
const maxHintPages = 5;

/** The maximum number of labels in one filter; for more labels, the list is read. */
const maxLabels = 50;

/** @param labels all labels that will be looked up: one request finds them */
export function rowListOf(
  connection: Connection,
  family: Family,
  params: PathParams,
  labels: readonly string[] = [],
): RowList {
  let allRows: Promise<LoadedRows> | undefined;
  const all = async () => {
    allRows ??= readRows(connection, family, {params});
    return (await allRows).rows;
  };
  const find = async (keys: readonly string[]): Promise<readonly AnyRow[] | undefined> => {
    const field = labelField(family, operationOf(connection, family.source));
    if (field === undefined || keys.length > maxLabels) return undefined;
    const terms = keys.map(label => ({[field]: label}));
    const filter = terms.length > 1 ? {'+or': terms} : terms[0];
    try {
      // An API that ignores a filter returns all rows; one page is enough to detect that.
      const {rows} = await readRows(connection, family, {params, filter, pagesAtMost: 1});
      return rows.every(row => keys.includes(family.label(row))) ? rows : undefined;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };
  let prefetched: ReturnType<typeof find> | undefined;
  return {
    all,
    async withLabel(label) {
      if (allRows) return undefined;
      if (!labels.includes(label)) return find([label]);
      prefetched ??= find([...new Set(labels)]);
      return (await prefetched)?.filter(row => family.label(row) === label);
    },
    firstPages: async () =>
      allRows ? all() : (await readRows(connection, family, {params, pagesAtMost: maxHintPages})).rows,
  };
}

/**
 * The field that is the label of a family's rows, if the list can be filtered by it; undefined if the label consists of
 * several fields.
 */
function labelField(family: Family, source: Endpoint): string | undefined {
  // Rows that are parts of the API’s rows have other fields.
  if (family.otherNames || family.rows) return undefined;
  const probe = 'a label';
  return filterable(source).find(name => {
    try {
      return family.label({[name]: probe}) === probe;
    } catch {
      // The label consists of further fields.
      return false;
    }
  });
}

/** The message about rows without a key, or of another shape: a script must not take the other rows for all rows. */
export const unreadableWords = (family: Family, unreadable: number, total: number): string =>
  `Couldn’t read ${unreadable} of ${countInSentence(total, family)}. The output is incomplete.`;

/** The API is older than the resource type, and doesn't have its list. */
export class UnsupportedTypeError extends NotFoundError {}

/**
 * Passes the rows in the API's order, part by part as they arrive; only parts that arrive too early are held back.
 * @throws UnsupportedTypeError
 */
export async function readParts(
  connection: Connection,
  family: Family,
  {params = {}, query, filter, pagesAtMost}: ReadOptions,
  onRows: (rows: readonly AnyRow[]) => void,
): Promise<Omit<LoadedRows, 'rows'>> {
  const seen = new Set<unknown>();
  // If a list changes while it is read, an item may occur again on the next page.
  const withoutDuplicates = (items: readonly AnyRow[]) =>
    items.filter(row => {
      const key = family.key(row);
      return !seen.has(key) && seen.add(key);
    });
  let unreadable = 0;
  let total = 0;
  const source = operationOf(connection, family.source);
  const request = {params, query, filter, pagesAtMost, priority: 'user'} as const;
  // Pages arrive in any order.
  const earlyPages = new Map<number, readonly AnyRow[]>();
  let next = 1;
  const take = (page: ListPage): void => {
    unreadable += page.unreadable.length;
    total = page.results ?? total + page.items.length;
    earlyPages.set(page.page, page.items);
    for (let items = earlyPages.get(next); items; items = earlyPages.get(++next)) {
      earlyPages.delete(next);
      onRows(withoutDuplicates(items));
    }
  };
  try {
    await readList(connection, {family, source, request}, take);
  } catch (error) {
    throw isNotFound(error) ? ((await missingListError(connection, family, params)) ?? error) : error;
  }
  for (const [, items] of [...earlyPages].sort(([leftIndex], [rightIndex]) => leftIndex - rightIndex))
    onRows(withoutDuplicates(items));
  return {unreadable, total};
}

/**
 * The error for a list to which the API responds with 404: it doesn't have the type, or the parent resource was
 * deleted. Some providers list the type for some parents only.
 */
async function missingListError(
  connection: Connection,
  family: Family,
  params: PathParams,
): Promise<NotFoundError | undefined> {
  const entries = Object.entries(params);
  const [name, id] = entries.at(-1) ?? [];
  if (name !== undefined) {
    const parent = paramFamily(connection, operationOf(connection, family.source), name);
    const outerParams = Object.fromEntries(entries.slice(0, -1));
    // If the parent can't be read, it may be deleted, and the first error stays the one that is reported.
    const parentRow =
      parent && (await readOne(connection, parent, {params: outerParams, id: String(id)}).catch(() => undefined));
    const parentName = sanitize(parentRow ? parent.label(parentRow) : String(id));
    const subject = `${nounInSentence(family.title)} of ${[parent?.one, parentName].filter(Boolean).join(' ')}`;
    return new NotFoundError(
      parentRow ? `Your provider’s API has no ${subject}.` : `${subject} not found. It may be deleted.`,
    );
  }
  return family.today && new UnsupportedTypeError(`Your provider’s API has no ${nounInSentence(family.title)}.`);
}

/** A row of a listing with markers: reads only the page that starts with the row's name. */
async function readByName(
  connection: Connection,
  family: Family,
  {params, id}: {readonly params: PathParams; readonly id: string},
): Promise<AnyRow | undefined> {
  let match: AnyRow | undefined;
  const source = operationOf(connection, family.source);
  const request = {params: listRequest(source, params).params, query: {prefix: id}, priority: 'user'} as const;
  await readList(connection, {family, source, request}, ({items}) => {
    match = items.find(row => String(family.key(row)) === id);
    return match === undefined;
  });
  return match;
}

/** The current row; undefined if the API has no such row. */
export async function readOne(
  connection: Connection,
  family: Family,
  {params, id}: RowRef,
  list: RowList = rowListOf(connection, family, params),
): Promise<AnyRow | undefined> {
  const readRow = singleRowRead(connection, family, params);
  const source = operationOf(connection, family.source);
  const hasOperation = connection.operation(`${family.id}.get`) !== undefined;
  if (!hasOperation && id !== undefined && source.spec.pagedBy === 'marker')
    return readByName(connection, family, {params, id});
  if (!family.single && readRow && id !== undefined) return readRow(id, 'user');
  const rows = await list.all();
  const isRequested = (row: AnyRow) =>
    [String(family.key(row)), family.idText(row, connection.identifiers)].includes(id ?? '');
  return family.single ? rows[0] : rows.find(isRequested);
}
