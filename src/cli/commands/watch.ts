/** `skydeck get TYPE --watch`: prints the rows of a list, and then a line for each change, until it is interrupted. */
import {utcTimestamp} from '../../families/format/format.ts';
import type {AnyRow, Family, RowId} from '../../families/shape/define-family.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {shellLine} from '../../platform/text/shell-quote.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import type {Collection} from '../../store/cache/collection-state.ts';
import {TrackedLists} from '../../store/cache/tracked-lookup.ts';
import {type Clock, realClock} from '../../store/core/clock.ts';
import {withoutSecrets} from '../../store/core/secret-fields.ts';
import type {Session} from '../../store/session/session.ts';
import {idNamesOf} from '../args/action-names.ts';
import {parseQuery} from '../args/query-flag.ts';
import {resolveReadable} from '../args/readable-names.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import {FieldNames} from '../io/column-flag.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {openHeadlessSession} from '../io/headless-session.ts';
import {createTableWriter, type PrintOptions, selectFields, type TableWriter} from '../io/print-rows.ts';
import {tableLayoutFor} from '../io/table-layout.ts';
import {findRow, type ResourceArguments, resolveRowRef} from '../read/place-args.ts';
import {operationOf, rowListOf} from '../read/read-lists.ts';
import {createRowFilter, fieldNamesOf} from '../read/row-filter.ts';
import {RowStream} from '../stream/row-stream.ts';
import {storedKey} from '../stream/stored-key.ts';
import type {GetOptions} from './get-options.ts';

export interface WatchOptions extends GetOptions {
  /** The time after which the watch ends, milliseconds; undefined watches until it is interrupted. */
  readonly forMs: number | undefined;
  /** The file that stores the printed rows between two starts. */
  readonly cursor?: string | undefined;
}

/** `listed`: a row at the start. */
type ChangeKind = 'listed' | 'added' | 'changed' | 'removed';
const kindWidth = 'changed'.length;

interface PrintedRow {
  /** Undefined for a row that an earlier run printed. */
  readonly row: AnyRow | undefined;
  /** The printed fields; undefined in a table. */
  readonly fields: unknown;
  /** The line of a table, or the fields as JSON. */
  readonly text: string;
}

/** The results of a filter such as `age<1h` change without a change of any row. */
const recheckIntervalMs = 60_000;

/** @returns 0 at the end of `--for`, 130 when interrupted, 1 when the list can no longer be read */
export async function watchRows(
  account: OpenedAccount,
  {name, ids}: ResourceArguments,
  options: WatchOptions,
  context: CommandContext,
): Promise<number> {
  const family = watchableFamily(name, options);
  const {clock = realClock} = context;
  const {session, connection, close} = await openHeadlessSession(account, connectWithWarnings(account, context.err), {
    clock,
    history: account.history,
  });
  try {
    const {params, keys} = await watchedPlace(connection, family, ids);
    const query = parseQuery(operationOf(connection, family.source), options.query);
    const place = {...params, ...(query as typeof params | undefined)};
    const parts = {connection, keys, options, context, clock};
    const collection = session.collection(family.id, place);
    if (options.cursor === undefined) return await new RowWatch(session, collection, parts).run();
    const subject = cursorSubject(name, ids, options);
    const stream = await RowStream.open({cursorPath: options.cursor, subject, context, clock});
    let code: number;
    let isStored = true;
    try {
      code = await new RowWatch(session, collection, {...parts, stream}).run();
    } finally {
      isStored = await stream.close();
    }
    return isStored ? code : exitCodes.failed;
  } finally {
    await close();
  }
}

/** @throws UsageError for a name without a list, and for flags that only a finished list supports */
function watchableFamily(name: string, {format = 'table', sort, all, cursor}: WatchOptions): Family {
  const readable = resolveReadable(name);
  if ('endpoint' in readable) throw new UsageError(`${name} isn’t a list. --watch works only with lists`);
  const {family} = readable;
  if (family.single) throw new UsageError(`${family.title} isn’t a list. --watch works only with lists`);
  if (format !== 'table' && format !== 'ndjson')
    throw new UsageError(`--watch prints a table or --ndjson, not ${format}`);
  if (cursor !== undefined && format !== 'ndjson') throw new UsageError('--cursor needs --watch --ndjson');
  if (sort !== undefined || all) throw new UsageError('--watch works without --sort and --all');
  return family;
}

/** The parameters of the list, and the keys of the named rows; empty without names. */
async function watchedPlace(connection: Connection, family: Family, ids: readonly string[]) {
  const outer = idNamesOf(family, 'list', connection.identifiers).length;
  const {params} = await resolveRowRef(connection, family, ids.slice(0, outer));
  const names = ids.slice(outer);
  if (names.length === 0) return {params, keys: undefined};
  const list = rowListOf(connection, family, params, names);
  const rows = await Promise.all(names.map(id => findRow(connection, family, {params, id}, list)));
  return {params, keys: new Set(rows.map(row => family.key(row)))};
}

/** The parts of the command line that decide which rows and fields are printed. */
const cursorSubject = (name: string, ids: readonly string[], {filter, columns, query}: WatchOptions): string =>
  shellLine([
    ...['get', name, ...ids],
    ...(filter === undefined ? [] : ['--filter', filter]),
    ...(columns === undefined ? [] : ['--columns', columns.join(',')]),
    ...(query.length === 0 ? [] : ['--query', ...query]),
  ]);

interface RowWatchParts {
  /** Stores the printed rows between two starts. */
  readonly stream?: RowStream | undefined;
  readonly connection: Connection;
  readonly keys: ReadonlySet<RowId> | undefined;
  readonly options: WatchOptions;
  readonly context: CommandContext;
  readonly clock: Clock;
}

class RowWatch {
  readonly #session: Session;
  readonly #collection: Collection;
  readonly #parts: RowWatchParts;
  /** The lists in which columns and the filter look up rows. */
  readonly #lists: TrackedLists;
  readonly #printing: PrintOptions;
  readonly #filterRows: (rows: readonly AnyRow[]) => readonly AnyRow[];
  readonly #exitCode = Promise.withResolvers<number>();
  /** Matching rows with their last printed text; undefined before the list was read. */
  #printed: Map<string, PrintedRow> | undefined;
  #isRead = false;
  #table: TableWriter | undefined;
  #reportedOutage = false;

  constructor(session: Session, collection: Collection, parts: RowWatchParts) {
    this.#session = session;
    this.#collection = collection;
    this.#parts = parts;
    this.#printed = parts.stream?.restoreRows();
    const {family, params} = collection;
    const {options, connection} = parts;
    this.#lists = new TrackedLists(session.lookup, (id, params) => session.collection(id, params));
    const {lookup} = this.#lists;
    const fields = new FieldNames(fieldNamesOf(family, operationOf(connection, family.source)), [
      connection.identifiers,
    ]);
    const layout = tableLayoutFor(family, options.format ?? 'table', options.settings);
    const columns = options.columns ?? layout.columns;
    this.#printing = {family, lookup, columns, fields, params};
    this.#filterRows = createRowFilter({family, params, cache: {lookup}, fields, options});
  }

  async run(): Promise<number> {
    const {clock, options, context} = this.#parts;
    const look = this.#guard(() => this.#look());
    const stops = [
      this.#collection.subscribe(look),
      this.#lists.activate(look),
      this.#session.account.subscribe(
        state => state.status,
        this.#guard(() => this.#followStatus()),
      ),
      context.onInterrupt?.(() => this.#exitCode.resolve(exitCodes.interrupted)) ?? (() => {}),
      options.forMs === undefined
        ? () => {}
        : clock.schedule(options.forMs, () => this.#exitCode.resolve(exitCodes.done)),
    ];
    let cancel = () => {};
    const recheck = (): void => {
      look();
      cancel = clock.schedule(recheckIntervalMs, recheck);
    };
    recheck();
    try {
      return await this.#exitCode.promise;
    } finally {
      cancel();
      for (const stop of stops) stop();
    }
  }

  /** Wraps a listener, so that its error ends the command. */
  #guard(run: () => void): () => void {
    return () => {
      try {
        run();
      } catch (error) {
        this.#exitCode.reject(error);
      }
    };
  }

  #look(): void {
    const {rows, phase, failure} = this.#collection.getState();
    if (phase === 'failed' && failure && !this.#isRead) {
      this.#end(failure.message);
      return;
    }
    if (phase !== 'ready') return;
    const {keys} = this.#parts;
    const {family} = this.#collection;
    const present = rows.filter(row => {
      const key = family.key(row);
      return (keys?.has(key) ?? true) && this.#collection.annotation(key)?.isDeleted !== true;
    });
    const matches = this.#filterRows(present);
    if (!this.#isRead) {
      // Cells look up rows of other lists, which causes reads: the cells are known when these lists arrive.
      this.#table = this.#isTable ? createTableWriter(matches, this.#printing) : undefined;
      if (this.#lists.isLoading) return;
      this.#isRead = true;
    }
    this.#printChanges(matches);
  }

  #printChanges(matches: readonly AnyRow[]): void {
    const {family} = this.#collection;
    const before = this.#printed;
    if (!before && this.#table && this.#parts.options.hasHeaders) {
      const timeWidth = utcTimestamp(0).length;
      this.#parts.context.out(`${'TIME'.padEnd(timeWidth)}  ${'CHANGE'.padEnd(kindWidth)}  ${this.#table.head}`);
    }
    const now = new Map<string, PrintedRow>();
    for (const row of matches) {
      const key = storedKey(family, row);
      const known = before?.get(key);
      now.set(key, known?.row === row ? known : {row, ...this.#print(row)});
    }
    for (const [key, printed] of before ?? []) if (!now.has(key)) this.#printChange('removed', printed);
    for (const [key, printed] of now) {
      const known = before?.get(key);
      if (!before) this.#printChange('listed', printed);
      else if (!known) this.#printChange('added', printed);
      else if (known.text !== printed.text) this.#printChange('changed', printed);
    }
    this.#printed = now;
    this.#parts.stream?.setPrinted(now);
  }

  get #isTable(): boolean {
    return this.#parts.options.format !== 'ndjson';
  }

  /** @throws UsageError for a column that doesn't exist */
  #print(row: AnyRow): Omit<PrintedRow, 'row'> {
    if (this.#table) return {fields: undefined, text: this.#table.line(row)};
    const [selected] = selectFields([row], this.#printing);
    // A cursor is a file, and must not contain secrets.
    const fields = (this.#parts.stream ? withoutSecrets(selected) : selected) ?? null;
    return {fields, text: printableJson(fields)};
  }

  #printChange(kind: ChangeKind, {fields, text}: PrintedRow): void {
    const {context, clock, stream} = this.#parts;
    const now = clock.now();
    const time = new Date(now).toISOString();
    if (stream) stream.add({time, kind, row: fields});
    else if (this.#isTable) context.out(`${utcTimestamp(now)}  ${kind.padEnd(kindWidth)}  ${text}`);
    else context.out(`${printableJson({time, kind, row: fields})}\n`);
  }

  /** Reports an outage once and continues; ends the watch if the token was rejected or the account was closed. */
  #followStatus(): void {
    const {liveness, failure} = this.#session.account.getState().status;
    if (liveness === 'unauthorized' || liveness === 'closed') {
      this.#end(failure?.message ?? 'The account was closed.');
      return;
    }
    const {err} = this.#parts.context;
    if (failure && !this.#reportedOutage) {
      this.#reportedOutage = true;
      err(`skydeck: ${failure.message} Retrying.\n`);
    } else if (!failure && this.#reportedOutage && (liveness === 'live' || liveness === 'paused')) {
      this.#reportedOutage = false;
      err('The API answers again.\n');
    }
  }

  #end(message: string): void {
    this.#parts.context.err(`skydeck: ${message}\n`);
    this.#exitCode.resolve(exitCodes.failed);
  }
}
