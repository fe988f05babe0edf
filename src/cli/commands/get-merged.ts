/** `skydeck get FAMILY --profile a,b`: the list of several accounts as one, with a profile column; each fails for itself. */
import type {AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';
import {cellWidth, fitToCells} from '../../platform/text/cell-width.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {toFailure} from '../../store/api/failure-text.ts';
import {contractIdentifiers} from '../../store/api/identifiers.ts';
import {mergedFamily, profileColumn, type RowOrigin} from '../../store/multi/merged-family.ts';
import {endpointOf, idNamesOf} from '../args/action-names.ts';
import {needsRowsToParse} from '../args/filter-flag.ts';
import {parseQuery} from '../args/query-flag.ts';
import {resolveReadable} from '../args/readable-names.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import {FieldNames} from '../io/column-flag.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {type CommandContext, UsageError} from '../io/open-account.ts';
import {type PrintOptions, renderRows, valueWriter} from '../io/print-rows.ts';
import {tableLayoutFor} from '../io/table-layout.ts';
import {createRowCache, type RowSource, resolveLookups, streamRows} from '../read/command-lookup.ts';
import {readParts, unreadableWords} from '../read/read-lists.ts';
import {createRowFilter, fieldNamesOf, sortRows} from '../read/row-filter.ts';
import {maxPagesOf} from './get.ts';
import type {GetOptions} from './get-options.ts';

/**
 * Rows of the accounts that answer go to the output; accounts that do not are named on the error output, each with its
 * reason, and set the exit code 1.
 */
export async function getMerged(
  accounts: readonly OpenedAccount[],
  name: string,
  ids: readonly string[],
  options: GetOptions,
  context: CommandContext,
): Promise<number> {
  const family = mergeableFamily(name, ids);
  const {out, err} = context;
  const origins = new WeakMap<AnyRow, RowOrigin>();
  const combinedFamily = mergedFamily(family, row => {
    const origin = origins.get(row);
    if (!origin) throw new Error(`a ${family.one} of no account`);
    return origin;
  });
  const {format = 'table'} = options;
  const layout = tableLayoutFor(family, format, options.settings);
  const columns = options.columns ?? (layout.columns && [profileColumn, ...layout.columns]);
  const source = endpointOf(family.source);
  const query = parseQuery(source, options.query);
  const identifiers = accounts.map(({profile}) => profile.identifiers ?? contractIdentifiers);
  const fields = new FieldNames([profileColumn, ...fieldNamesOf(family, source)], identifiers);
  const streams =
    format === 'ndjson' && options.sort === undefined && !needsRowsToParse(options.filter, combinedFamily, fields);
  const at: PathParams = {};
  // Every row is shown with the data of its own account.
  const sharedCache = createRowCache(Date.now, contractIdentifiers);
  const printOptions: PrintOptions = {
    family: combinedFamily,
    lookup: sharedCache.lookup,
    clean: sanitize,
    pad: fitToCells,
    width: cellWidth,
    columns,
    fields,
    at,
    hasHeaders: options.hasHeaders,
    writeYaml: format === 'yaml' ? await valueWriter('yaml') : undefined,
  };
  const selection = {
    family: combinedFamily,
    at,
    cache: sharedCache,
    fields,
    options: {...options, sort: options.sort ?? layout.sort},
  };
  const filterRows = createRowFilter(selection);

  let failures = 0;
  let hasUnreadable = false;
  const sources: RowSource[] = [];
  try {
    const parts = await Promise.all(accounts.map(account => readOrReport(account)));
    const rows = parts.flat();
    if (!streams && failures < accounts.length)
      out(await resolveLookups(sources, () => renderRows(sortRows(filterRows(rows), selection), format, printOptions)));
  } finally {
    await Promise.all(sources.map(({connection}) => connection.close()));
  }
  return failures > 0 || hasUnreadable ? exitCodes.failed : exitCodes.done;

  async function readOrReport(account: OpenedAccount): Promise<readonly AnyRow[]> {
    const {name} = account.profile;
    try {
      return await readAccount(account, name);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      failures++;
      err(`skydeck: ${sanitize(name)}: ${toFailure(error).words}\n`);
      return [];
    }
  }

  /** The rows of one account; empty if they are written as they arrive. */
  async function readAccount(account: OpenedAccount, profile: string): Promise<readonly AnyRow[]> {
    const connection = await connectWithWarnings(account, text => err(`${profile}: ${text}`), context)();
    const source = {connection, cache: createRowCache(Date.now, connection.identifiers)};
    sources.push(source);
    const origin: RowOrigin = {name: profile, lookup: source.cache.lookup};
    const rows: AnyRow[] = [];
    const withProfile = (row: AnyRow): AnyRow => {
      const namedRow = {[profileColumn]: profile, ...row};
      origins.set(namedRow, origin);
      return namedRow;
    };
    const endless = maxPagesOf(family, options.all);
    let count = 0;
    const stream = streamRows(source, filterRows, matches => out(renderRows(matches, 'ndjson', printOptions)));
    const {unreadable, total} = await readParts(connection, family, {query, pagesAtMost: endless}, part => {
      count += part.length;
      const namedRows = part.map(withProfile);
      if (streams) stream.add(namedRows);
      else for (const row of namedRows) rows.push(row);
    });
    await stream.ended();
    if (!streams) source.cache.add(family, rows);
    if (unreadable > 0) {
      hasUnreadable = true;
      err(`${profile}: ${unreadableWords(family, unreadable, total)}\n`);
    }
    if (endless !== undefined && count < total)
      err(`${profile}: Showing the newest ${count} of ${total}. Pass --all to load all.\n`);
    return rows;
  }
}

function mergeableFamily(name: string, ids: readonly string[]): Family {
  const readable = resolveReadable(name);
  if (ids.length > 0) throw new UsageError(`IDs need a single account. Use one profile`);
  if ('endpoint' in readable) throw new UsageError(`${name} isn’t a list. Use a single profile.`);
  const {family} = readable;
  if (idNamesOf(family, false).length > 0)
    throw new UsageError(`${family.title} need a single account. Use one profile`);
  return family;
}
