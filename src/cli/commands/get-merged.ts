/**
 * `skydeck get FAMILY --profile a,b`: the lists of several accounts as one, with a profile column; each account may
 * fail separately.
 */
import type {AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {toFailure} from '../../store/api/failure-text.ts';
import {contractIdentifiers} from '../../store/api/identifiers.ts';
import {emptyLookup} from '../../store/core/lookup.ts';
import {mergedFamily, profileColumn, type RowOrigin} from '../../store/multi/merged-family.ts';
import {endpointOf, idNamesOf} from '../args/action-names.ts';
import {needsRowsToParse} from '../args/filter-flag.ts';
import {parseQuery} from '../args/query-flag.ts';
import {resolveReadable} from '../args/readable-names.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import {FieldNames} from '../io/column-flag.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {type PrintOptions, renderRows, valueWriter} from '../io/print-rows.ts';
import {tableLayoutFor} from '../io/table-layout.ts';
import {createRowCache, type RowSource, resolveLookups, streamRows} from '../read/command-lookup.ts';
import type {ResourceArguments} from '../read/place-args.ts';
import {readParts, unreadableWords} from '../read/read-lists.ts';
import {createRowFilter, fieldNamesOf, sortRows} from '../read/row-filter.ts';
import {maxPagesOf} from './get.ts';
import type {GetOptions} from './get-options.ts';

/**
 * Prints the rows of the accounts that respond. Accounts that don't respond are named on stderr, each with its reason,
 * and the exit code is 1.
 */
export async function getMerged(
  accounts: readonly OpenedAccount[],
  {name, ids}: ResourceArguments,
  options: GetOptions,
  context: CommandContext,
): Promise<number> {
  const family = mergeableFamily(name, ids);
  const {format = 'table'} = options;
  const reader = new MergedReader(family, await createMergedList(family, accounts, options), options, context);
  try {
    const parts = await Promise.all(accounts.map(account => reader.readOrReport(account)));
    if (!reader.list.isStreamed && reader.failureCount < accounts.length)
      context.out(await reader.render(parts.flat(), format));
  } finally {
    await reader.close();
  }
  return reader.failureCount > 0 || reader.hasUnreadable ? exitCodes.failed : exitCodes.done;
}

/** The list of all accounts: its rows, and how they are filtered and printed. */
interface MergedList {
  /** The account of each row. */
  readonly origins: WeakMap<AnyRow, RowOrigin>;
  readonly query: ReturnType<typeof parseQuery>;
  readonly selection: Parameters<typeof createRowFilter>[0] & Parameters<typeof sortRows>[1];
  readonly printOptions: PrintOptions;
  /** True if rows are written as they arrive. */
  readonly isStreamed: boolean;
}

async function createMergedList(
  family: Family,
  accounts: readonly OpenedAccount[],
  options: GetOptions,
): Promise<MergedList> {
  const origins = new WeakMap<AnyRow, RowOrigin>();
  const combinedFamily = mergedFamily(family, row => {
    const origin = origins.get(row);
    if (!origin) throw new Error(`a ${family.one} of no account`);
    return origin;
  });
  const {format = 'table'} = options;
  const layout = tableLayoutFor(family, format, options.settings);
  const source = endpointOf(family.source);
  const identifiers = accounts.map(({profile}) => profile.identifiers ?? contractIdentifiers);
  const fields = new FieldNames([profileColumn, ...fieldNamesOf(family, source)], identifiers);
  const params: PathParams = {};
  // Each row is filtered and printed with the data of its account, and by the clock of its API.
  const lookup = emptyLookup({now: Date.now});
  return {
    origins,
    query: parseQuery(source, options.query),
    isStreamed:
      format === 'ndjson' && options.sort === undefined && !needsRowsToParse(options.filter, combinedFamily, fields),
    selection: {
      family: combinedFamily,
      params,
      cache: {lookup},
      fields,
      options: {...options, sort: options.sort ?? layout.sort},
    },
    printOptions: {
      family: combinedFamily,
      lookup,
      columns: options.columns ?? (layout.columns && [profileColumn, ...layout.columns]),
      fields,
      params,
      hasHeaders: options.hasHeaders,
      writeYaml: format === 'yaml' ? await valueWriter('yaml') : undefined,
    },
  };
}

/** Reads the rows of each account. */
class MergedReader {
  failureCount = 0;
  hasUnreadable = false;
  readonly list: MergedList;
  readonly #family: Family;
  readonly #options: GetOptions;
  readonly #context: CommandContext;
  readonly #filterRows: ReturnType<typeof createRowFilter>;
  readonly #sources: RowSource[] = [];

  constructor(family: Family, list: MergedList, options: GetOptions, context: CommandContext) {
    this.#family = family;
    this.list = list;
    this.#options = options;
    this.#context = context;
    this.#filterRows = createRowFilter(list.selection);
  }

  async readOrReport(account: OpenedAccount): Promise<readonly AnyRow[]> {
    const {name} = account.profile;
    try {
      return await this.#readAccount(account, name);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      this.failureCount++;
      this.#context.err(`skydeck: ${sanitize(name)}: ${toFailure(error).message}\n`);
      return [];
    }
  }

  render(rows: readonly AnyRow[], format: NonNullable<GetOptions['format']>): Promise<string> {
    const {selection, printOptions} = this.list;
    return resolveLookups(this.#sources, () =>
      renderRows(sortRows(this.#filterRows(rows), selection), format, printOptions),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#sources.map(({connection}) => connection.close()));
  }

  /** The rows of one account; empty if they are written as they arrive. */
  async #readAccount(account: OpenedAccount, profile: string): Promise<readonly AnyRow[]> {
    const {err, out} = this.#context;
    const {origins, query, printOptions, isStreamed} = this.list;
    const family = this.#family;
    const connection = await connectWithWarnings(account, text => err(`${profile}: ${text}`), this.#context)();
    const source = {connection, cache: createRowCache(connection)};
    this.#sources.push(source);
    const origin: RowOrigin = {name: profile, lookup: source.cache.lookup};
    const rows: AnyRow[] = [];
    const withProfile = (row: AnyRow): AnyRow => {
      const namedRow = {[profileColumn]: profile, ...row};
      origins.set(namedRow, origin);
      return namedRow;
    };
    const pagesAtMost = maxPagesOf(family, {all: this.#options.all});
    let count = 0;
    const stream = streamRows(source, this.#filterRows, matches => out(renderRows(matches, 'ndjson', printOptions)));
    const {unreadable, total} = await readParts(connection, family, {query, pagesAtMost}, part => {
      count += part.length;
      const namedRows = part.map(withProfile);
      if (isStreamed) stream.add(namedRows);
      else for (const row of namedRows) rows.push(row);
    });
    await stream.ended();
    if (!isStreamed) source.cache.add(family, rows);
    if (unreadable > 0) {
      this.hasUnreadable = true;
      err(`${profile}: ${unreadableWords(family, unreadable, total)}\n`);
    }
    if (pagesAtMost !== undefined && count < total)
      err(`${profile}: Showing the newest ${count} of ${total}. Pass --all to load all.\n`);
    return rows;
  }
}

function mergeableFamily(name: string, ids: readonly string[]): Family {
  const readable = resolveReadable(name);
  if (ids.length > 0) throw new UsageError(`IDs need a single account. Use one profile`);
  if ('endpoint' in readable) throw new UsageError(`${name} isn’t a list. Use a single profile.`);
  const {family} = readable;
  if (idNamesOf(family, 'list').length > 0)
    throw new UsageError(`${family.title} need a single account. Use one profile`);
  return family;
}
