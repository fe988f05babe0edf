/** `skydeck get FAMILY [ID…]`: lists and single objects, for people and for programs. */
import type {Endpoint} from '../contract/endpoint.ts';
import {type AnyRow, columnId, type Family, type Lookup, type PathParams, type RowId} from '../families/define.ts';
import {sanitize} from '../platform/text/clean.ts';
import {cellWidth, fitToCells} from '../platform/text/width.ts';
import type {Settings} from '../profiles/settings.ts';
import type {Account} from '../store/account.ts';
import type {Connection} from '../store/connection.ts';
import {comparing, sortKey, sortKeyOf} from '../store/order.ts';
import {isWord, matcher} from '../store/search.ts';
import {searchTextOf} from '../store/search-text.ts';
import {Missing, type Surroundings, Usage} from './account.ts';
import {idsOf, shortName} from './actions.ts';
import {columnNamed, columnNames, FieldNames} from './columns.ts';
import {exitCodes} from './exit.ts';
import {certain, filterOf, hasDoubts, unsampled} from './filter.ts';
import {consulting, createKnown, type Known, streaming} from './known.ts';
import {looksFor} from './looks.ts';
import {getOther} from './other.ts';
import {type Format, type Printing, print, printOne} from './output.ts';
import {findRow, placeOf} from './place.ts';
import {queryOf} from './query.ts';
import {listOf, operation, readParts, readRows} from './read.ts';
import {readingNamed} from './readings.ts';
import {choice} from './suggest.ts';
import {telling} from './telling.ts';

export interface GetOptions {
  readonly format: Format | undefined;
  readonly filter?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly sort?: string | undefined;
  /** Lists without end, such as events, to their end. */
  readonly all: boolean;
  /** Query parameters as typed: `prefix=logs/`. */
  readonly query: readonly string[];
  /** What they say of the columns and the order of a table. */
  readonly settings?: Pick<Settings, 'columns' | 'sorts'> | undefined;
}

/** Newest pages of a list without end that are read unless `--all` is given. */
const recentPages = 5;

/** @param ids IDs or labels, from the outside in: what the list belongs to, and one of it */
export async function get(
  account: Account,
  name: string,
  ids: readonly string[],
  options: GetOptions,
  surroundings: Surroundings,
): Promise<number> {
  const reading = readingNamed(name);
  const connection = await telling(account, surroundings.err, surroundings)();
  try {
    if ('endpoint' in reading) await getOther(connection, reading.endpoint, ids, options, surroundings);
    else return await getFamily(connection, reading.family, ids, options, surroundings);
    return exitCodes.done;
  } finally {
    await connection.close();
  }
}

async function getFamily(
  connection: Connection,
  family: Family,
  ids: readonly string[],
  options: GetOptions,
  {out, err}: Surroundings,
): Promise<number> {
  const source = operation(connection, family.source);
  const around = idsOf(family, false, connection.identifiers);
  if (family.single && ids.length > around.length) {
    const usage = ['get', shortName(family), ...around].join(' ');
    throw new Usage(`${ids.slice(around.length).join(' ')} is too much: ${usage}; --columns chooses`);
  }
  const query = queryOf(source, options.query);
  const [id, ...more] = ids.slice(around.length);
  const {at} = await placeOf(connection, family, ids.slice(0, around.length));
  const known = createKnown(Date.now, connection.identifiers);
  const {format = 'table'} = options;
  const looks = looksFor(family, format, options.settings);
  const columns = options.columns ?? looks.columns;
  const fields = new FieldNames(fieldsIn(family, source), [connection.identifiers]);
  const printing: Printing = {
    family,
    look: known.look,
    clean: sanitize,
    pad: fitToCells,
    width: cellWidth,
    columns,
    fields,
    at,
  };
  const arranging = {family, at, known, fields, options};
  const show = (rows: readonly AnyRow[], sort = options.sort) =>
    consulting([{connection, known}], () => {
      const chosen = chooser(arranging)(rows);
      return print(sorted(chosen, {...arranging, options: {...options, sort}}), format, printing);
    });
  if (id !== undefined && more.length > 0) {
    if (options.all) throw new Usage('--all is for whole lists: these are some of one');
    const {rows, missing} = await findRows(connection, family, at, [id, ...more]);
    if (rows.length === 0) throw new Missing(missing.join('\n'));
    // The words are judged before anything is said of the rows.
    const shown = await show(rows);
    for (const words of missing) err(`skydeck: ${sanitize(words)}\n`);
    out(shown);
    return missing.length > 0 ? exitCodes.failed : exitCodes.done;
  }
  if (id !== undefined || family.single) {
    const {all, filter, sort} = options;
    if (all || filter !== undefined || sort !== undefined)
      throw new Usage(`--all, --filter and --sort are for lists: this is one ${family.one}`);
    const row = await findRow(connection, family, {at, id});
    out(await consulting([{connection, known}], () => printOne(row, format, printing)));
    return exitCodes.done;
  }
  const pagesAtMost = endlessPages(family, options.all);
  const wanted = {params: at, query, pagesAtMost};
  let count = 0;
  let unreadable: number;
  let total: number;
  if (format === 'ndjson' && options.sort === undefined && !hasDoubts(options.filter, family, fields)) {
    // Nothing is held back that can be written: a list may be longer than what fits into memory.
    const parts = streaming({connection, known}, chooser(arranging), rows => out(print(rows, format, printing)));
    ({unreadable, total} = await readParts(connection, family, wanted, rows => {
      count += rows.length;
      parts.take(rows);
    }));
    await parts.ended();
  } else {
    const read = await readRows(connection, family, wanted);
    ({unreadable, total} = read);
    count = read.rows.length;
    known.add(family, read.rows, at);
    out(await show(read.rows, options.sort ?? looks.sort));
  }
  if (unreadable > 0) err(`${unreadable} of ${total} could not be read and are left out\n`);
  if (pagesAtMost !== undefined && count < total) err(`the newest ${count} of ${total}; --all reads all of them\n`);
  return exitCodes.done;
}

/** Several rows by what was typed for each, those that are not there in words. @throws Usage */
async function findRows(connection: Connection, family: Family, at: PathParams, typed: readonly string[]) {
  const list = listOf(connection, family, at, typed);
  const rows = new Map<RowId, AnyRow>();
  const missing: string[] = [];
  for (const id of new Set(typed))
    try {
      const row = await findRow(connection, family, {at, id}, list);
      // Named twice, by its ID and its label, it is one.
      rows.set(family.key(row), row);
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      missing.push(error.message);
    }
  return {rows: [...rows.values()], missing};
}

/** How many pages of a list without end are read; undefined for all of them. */
export const endlessPages = ({id}: Family, all: boolean): number | undefined =>
  id === 'account.events' && !all ? recentPages : undefined;

/** Names of the fields that the contract gives the rows of a list; rows made of an answer carry their own. */
export function fieldsIn({rows, single}: Family, {spec: {page, returns, pagedBy}}: Endpoint): readonly string[] {
  if (rows && !single) return [];
  const data = pagedBy === 'marker' ? returns?.fields.data : undefined;
  const item = data?.kind === 'list' && data.item.kind === 'object' ? data.item : (page ?? returns);
  return Object.keys(item?.fields ?? {});
}

export interface Arranging {
  readonly family: Family;
  readonly at: PathParams;
  readonly known: Known;
  readonly fields: FieldNames;
  readonly options: Pick<GetOptions, 'filter' | 'sort'>;
}

/** What a filter leaves of rows. @throws Usage for what it cannot mean */
export function chooser({family, at, known: {look}, fields, options: {filter}}: Arranging) {
  if (!filter) return (rows: readonly AnyRow[]) => rows;
  const query = filterOf(filter, family, fields);
  const textOf = query.terms.some(isWord) ? searchTextOf(family, look, at) : () => '';
  const around = {look, at};
  return (rows: readonly AnyRow[]) => {
    const items = rows.map(row => ({row, text: textOf(row)}));
    const test = matcher(certain(query, items, around), around);
    return items.filter(test).map(({row}) => row);
  };
}

/** @throws Usage for a column that does not exist */
export function sorted(rows: readonly AnyRow[], {family, at, known: {look}, fields, options: {sort}}: Arranging) {
  if (sort === undefined) return rows;
  const name = sort.replace(/^[-+]/, '');
  const column = columnNamed(family, name, fields);
  if (column?.sample) throw new Usage(unsampled(family, name));
  const keyOf = column ? sortKeyOf(family, columnId(column), {look, at}) : fieldKey(name, family, look, fields);
  if (!keyOf)
    throw new Usage(`${family.title} cannot be sorted by "${name}"${choice(name, columnNames(family, fields))}`);
  const sortable = rows.map((row, place) => ({row, key: keyOf(row), place}));
  return sortable.toSorted(comparing(sort.startsWith('-'))).map(({row}) => row);
}

function fieldKey(name: string, family: Family, look: Lookup, fields: FieldNames) {
  if (!fields.has(name)) return undefined;
  return (row: AnyRow) => sortKey(fields.valueOf(row, family.spelled(row, look), name));
}
