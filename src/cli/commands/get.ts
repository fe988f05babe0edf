import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {AnyRow, Family, PathParams, RowId} from '../../families/shape/define-family.ts';
import {limitHeapGrowth} from '../../platform/runtime/heap-growth.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import {familyName, idNamesOf} from '../args/action-names.ts';
import {filterHintLine, needsRowsToParse, parseFilter} from '../args/filter-flag.ts';
import {parseQuery} from '../args/query-flag.ts';
import {resolveReadable} from '../args/readable-names.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import {FieldNames} from '../io/column-flag.ts';
import type {CommandContext} from '../io/command-context.ts';
import {NotFoundError, UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {type PrintOptions, renderRow, renderRows, valueWriter} from '../io/print-rows.ts';
import {tableLayoutFor} from '../io/table-layout.ts';
import {apiFilterOf} from '../read/api-filter.ts';
import {createRowCache, resolveLookups, streamRows} from '../read/command-lookup.ts';
import {findRow, type ResourceArguments, resolveRowRef} from '../read/place-args.ts';
import {operationOf, readFilteredParts, rowListOf, unreadableWords} from '../read/read-lists.ts';
import {createRowFilter, fieldNamesOf, sortRows} from '../read/row-filter.ts';
import {getOperation} from './get-operation.ts';
import type {GetOptions} from './get-options.ts';

/** The number of newest pages of an endless list that are read without `--all`. */
const maxRecentPages = 5;

export async function get(
  account: OpenedAccount,
  {name, ids}: ResourceArguments,
  options: GetOptions,
  context: CommandContext,
): Promise<number> {
  const readable = resolveReadable(name);
  const connection = await connectWithWarnings(account, context.err, context)();
  try {
    if ('endpoint' in readable) await getOperation(connection, {endpoint: readable.endpoint, ids}, options, context);
    else return await getFamily(connection, {family: readable.family, ids}, options, context);
    return exitCodes.done;
  } finally {
    await connection.close();
  }
}

async function getFamily(
  connection: Connection,
  {family, ids}: {family: Family; ids: readonly string[]},
  options: GetOptions,
  {out, err}: CommandContext,
): Promise<number> {
  const source = operationOf(connection, family.source);
  const outerIds = idNamesOf(family, 'list', connection.identifiers);
  if (family.single && ids.length > outerIds.length) {
    const usage = ['get', familyName(family), ...outerIds].join(' ');
    throw new UsageError(
      `${ids.slice(outerIds.length).join(' ')} is not expected. Usage: ${usage}; for columns use --columns`,
    );
  }
  const query = parseQuery(source, options.query);
  const [id, ...more] = ids.slice(outerIds.length);
  const {params} = await resolveRowRef(connection, family, ids.slice(0, outerIds.length));
  const cache = createRowCache(connection);
  const {format = 'table'} = options;
  const layout = tableLayoutFor(family, format, options.settings);
  const columns = options.columns ?? layout.columns;
  const fields = new FieldNames(fieldNamesOf(family, source), [connection.identifiers]);
  const printOptions: PrintOptions = {
    family,
    lookup: cache.lookup,
    columns,
    fields,
    params,
    hasHeaders: options.hasHeaders,
    writeYaml: format === 'yaml' ? await valueWriter('yaml') : undefined,
  };
  const selection = {family, params, cache, fields, options};
  let matchCount = 0;
  const show = (rows: readonly AnyRow[], sort = options.sort) =>
    resolveLookups([{connection, cache}], () => {
      const matches = createRowFilter(selection)(rows);
      matchCount = matches.length;
      return renderRows(sortRows(matches, {...selection, options: {...options, sort}}), format, printOptions);
    });
  if (id !== undefined && more.length > 0) {
    if (options.all) throw new UsageError('--all works only with whole lists');
    const {rows, missing} = await findRows(connection, family, params, [id, ...more]);
    if (rows.length === 0) throw new NotFoundError(missing.join('\n'));
    // The flags are checked before any message about the rows.
    const output = await show(rows);
    for (const message of missing) err(`skydeck: ${sanitize(message)}\n`);
    out(output);
    return missing.length > 0 ? exitCodes.failed : exitCodes.done;
  }
  if (id !== undefined || family.single) {
    const {all, filter, sort} = options;
    if (all || filter !== undefined || sort !== undefined)
      throw new UsageError(`--all, --filter and --sort work only with lists. This is one ${family.one}`);
    const row = await findRow(connection, family, {params, id});
    out(await resolveLookups([{connection, cache}], () => renderRow(row, format, printOptions)));
    return exitCodes.done;
  }
  const maxPages = maxPagesOf(family, {all: options.all});
  const now = () => cache.lookup.now;
  // In an endless list the filter applies to the newest rows, not to all rows since the beginning.
  const filter =
    maxPages === undefined ? apiFilterFor(options.filter, {family, source, fields, connection, now: now()}) : undefined;
  const readOptions = {params, query, filter, pagesAtMost: maxPages, now};
  let count = 0;
  let unreadable: number;
  let total: number;
  if (format === 'ndjson' && options.sort === undefined && !needsRowsToParse(options.filter, family, fields)) {
    // Rows are written as they arrive, because the list may be larger than the memory.
    limitHeapGrowth();
    const parts = streamRows({connection, cache}, createRowFilter(selection), rows => {
      matchCount += rows.length;
      out(renderRows(rows, format, printOptions));
    });
    ({unreadable, total} = await readFilteredParts(connection, family, readOptions, rows => {
      count += rows.length;
      parts.add(rows);
    }));
    await parts.ended();
  } else {
    const rows: AnyRow[] = [];
    ({unreadable, total} = await readFilteredParts(connection, family, readOptions, part => {
      for (const row of part) rows.push(row);
    }));
    count = rows.length;
    // The API's filter omitted rows, so an absent row may still exist.
    if (filter === undefined) cache.add(family, rows, params);
    else for (const row of rows) cache.addRow(family, family.key(row), row, params);
    out(await show(rows, options.sort ?? layout.sort));
  }
  if (matchCount === 0) err(filterHintLine(options.filter, family));
  if (unreadable > 0) err(`${unreadableWords(family, unreadable, total)}\n`);
  if (maxPages !== undefined && count < total)
    err(`Showing the newest ${count} of ${total}. Pass --all to load all.\n`);
  return unreadable > 0 ? exitCodes.failed : exitCodes.done;
}

interface FilteredList {
  readonly family: Family;
  readonly source: Endpoint;
  readonly fields: FieldNames;
  readonly connection: Connection;
  readonly now: number;
}

function apiFilterFor(text: string | undefined, {family, source, fields, connection, now}: FilteredList) {
  if (text === undefined) return undefined;
  const context = {family, source, hasPrefix: connection.identifiers.hasPrefix, now};
  return apiFilterOf(parseFilter(text, family, fields), context);
}

/**
 * Finds several rows by their typed names, with a message for each missing one.
 * @throws UsageError
 */
async function findRows(connection: Connection, family: Family, params: PathParams, values: readonly string[]) {
  const list = rowListOf(connection, family, params, values);
  const rows = new Map<RowId, AnyRow>();
  const missing: string[] = [];
  for (const id of new Set(values))
    try {
      const row = await findRow(connection, family, {params, id}, list);
      // A row that is named by its ID and by its label counts once.
      rows.set(family.key(row), row);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      missing.push(error.message);
    }
  return {rows: [...rows.values()], missing};
}

/** The number of pages to read of an endless list; undefined for all pages. */
export const maxPagesOf = ({id}: Family, {all}: {all: boolean}): number | undefined =>
  id === 'account.events' && !all ? maxRecentPages : undefined;
