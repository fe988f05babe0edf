/** `skydeck wait FAMILY ID… CONDITION`: waits until all targets meet the condition. */
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Connection} from '../../store/api/connection.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {type Clock, realClock} from '../../store/core/clock.ts';
import {createMatcher, isWord} from '../../store/list/filter.ts';
import {createRowText} from '../../store/list/row-text.ts';
import {idNamesOf, neededIds} from '../args/action-names.ts';
import {parseFilter, resolveFilter} from '../args/filter-flag.ts';
import {hasPipedIds, readIds} from '../args/piped-ids.ts';
import {resolveFamily} from '../args/readable-names.ts';
import {connectWithWarnings} from '../io/api-warnings.ts';
import {FieldNames} from '../io/column-flag.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {type valueFormats, valueWriter} from '../io/print-rows.ts';
import {printOnce, type Reading, tolerateOutages, Waiting} from '../io/waiting.ts';
import {createRowCache, type RowCache, resolveLookups} from '../read/command-lookup.ts';
import {readMatchingRows} from '../read/matching-rows.ts';
import {resolveRowRef} from '../read/place-args.ts';
import {operationOf, readOne, rowListOf} from '../read/read-lists.ts';
import {fieldNamesOf} from '../read/row-filter.ts';
import type {RowRef} from '../read/row-ref.ts';

/** Intervals of reads while a target is changing, and otherwise; milliseconds. The limit is 800 requests a minute. */
const busyEveryMs = 2000;
const idleEveryMs = 5000;

/** With more targets than this, their list is read instead of each target. */
const maxSingleReads = 5;

/** The maximum number of late resources to name. */
const maxNamed = 5;

export interface WaitOptions {
  readonly timeoutMs: number;
  /** Waits for all resources that match at the start, instead of names. */
  readonly filter: string | undefined;
  /** Waits for all resources of the list, instead of names. */
  readonly all: boolean;
  /** Prints the resources when the condition holds; undefined prints nothing. */
  readonly format: (typeof valueFormats)[number] | undefined;
}

interface WaitRequest {
  readonly family: Family;
  /** The parents of the list, as typed. */
  readonly outerIds: readonly string[];
  /** Names as typed; empty with a filter, or for a family with a single row. */
  readonly names: readonly string[];
  readonly condition: string;
}

/** A resource that the command waits for. */
interface WaitTarget {
  readonly place: RowRef;
  /** The label of the target, or the typed name until the label is known. */
  label: string;
  /** The row as last read. */
  row?: AnyRow;
}

/** @returns 0 if the condition holds for all targets, 1 if it no longer can, 124 after a timeout */
export async function wait(
  account: OpenedAccount,
  {name, words}: {readonly name: string; readonly words: readonly string[]},
  options: WaitOptions,
  context: CommandContext,
): Promise<number> {
  const {out, err, clock = realClock} = context;
  const typed = parseWaitWords(resolveFamily(name), words, options, account.profile.identifiers);
  const request = {...typed, names: await readIds({ids: typed.names}, context)};
  const {family, condition} = request;
  if (hasPipedIds({ids: typed.names}) && request.names.length < typed.names.length) {
    err('skydeck: no IDs on standard input\n');
    return exitCodes.failed;
  }
  const waiting = new Waiting(options.timeoutMs, context);
  const connection = await connectWithWarnings(account, err, context)();
  try {
    // A mistake in the condition is reported before the wait starts.
    parseFilter(condition, family, fieldNamesIn(connection, family));
    const read = targetReader(connection, request, options, {...context, clock});
    const end = await waiting.run(() => waiting.untilRead(read));
    if (end === undefined) return exitCodes.interrupted;
    if ('pending' in end) {
      for (const line of pendingLines(end.pending.targets, request, end.pending.cache)) err(`skydeck: ${line}\n`);
      return exitCodes.timeout;
    }
    const {rows, problems} = end.result;
    for (const problem of problems) err(`skydeck: ${problem}\n`);
    if (problems.length > 0) return exitCodes.failed;
    const isOne = !selectsFromList(options) && rows.length === 1;
    if (options.format) out((await valueWriter(options.format))(isOne ? rows[0] : rows));
    return exitCodes.done;
  } finally {
    await connection.close();
  }
}

/** True if a flag selects the targets among the rows of the list. */
const selectsFromList = ({filter, all}: WaitOptions): boolean => all || filter !== undefined;

const noneText = ({one}: Family, {filter}: WaitOptions): string =>
  filter === undefined ? `no ${one} to wait for` : `no ${one} matches the filter ${filter}`;

/** The end of a wait: rows that meet the condition, or the reasons why it can't hold. */
interface WaitResult {
  readonly rows: readonly AnyRow[];
  readonly problems: readonly string[];
}

interface PendingTargets {
  readonly targets: readonly WaitTarget[];
  readonly cache: RowCache;
}

/** Reads the targets and checks each; an outage is reported once. */
function targetReader(
  connection: Connection,
  request: WaitRequest,
  options: WaitOptions,
  {err, clock}: Pick<CommandContext, 'err'> & {readonly clock: Clock},
): () => Promise<Reading<WaitResult, PendingTargets>> {
  const {family, names} = request;
  let all: readonly WaitTarget[] | undefined;
  const reportOutage = printOnce(err);
  return async (): Promise<Reading<WaitResult, PendingTargets>> => {
    // Rows of other lists that the condition uses may also have changed.
    const cache = createRowCache(connection, clock.now);
    const progress = await tolerateOutages(async () => {
      // A list that selects the targets contains their rows.
      const hasRows = all === undefined && selectsFromList(options);
      all ??= await findTargets(connection, request, options, cache);
      if (!hasRows) await readAll(connection, family, all, options);
      return checkTargets(connection, request, all, cache);
    });
    const hasFailed = 'message' in progress;
    if (hasFailed) reportOutage(progress.message);
    else {
      const rows = (all ?? []).flatMap(({row}) => (row ? [row] : []));
      const problems =
        all?.length === 0
          ? [noneText(family, options)]
          : progress.missing.map(({label}) => `${family.one} ${sanitize(label)} not found`);
      if (problems.length > 0 || progress.late.length === 0) return {result: {rows, problems}};
    }
    const targets = hasFailed
      ? (all ?? [{place: {params: {}, id: undefined}, label: names.join(', ')}])
      : progress.late;
    const isBusy = targets.some(
      ({row, place}) => row && family.state?.(row, cache.lookup, place.params).condition === 'busy',
    );
    return {pending: {targets, cache}, pauseMs: isBusy ? busyEveryMs : idleEveryMs};
  };
}

/**
 * The words of a line: parents of the list, names, and, from the first field with an operator on, the condition.
 * @throws UsageError
 */
function parseWaitWords(
  family: Family,
  words: readonly string[],
  options: WaitOptions,
  identifiers: Identifiers | undefined,
): WaitRequest {
  const {filter, all} = options;
  const outer = idNamesOf(family, 'list', identifiers);
  const [outerIds, rest] = [words.slice(0, outer.length), words.slice(outer.length)];
  const takesNames = !family.single && !selectsFromList(options);
  // The first word is always a name, because labels may contain colons.
  const conditionIndex = takesNames ? rest.findIndex((word, index) => index > 0 && isConditionLike(word)) : 0;
  const names = takesNames ? rest.slice(0, conditionIndex < 0 ? rest.length : conditionIndex) : [];
  const condition = conditionIndex < 0 ? '' : rest.slice(conditionIndex).join(' ');
  if (all && filter !== undefined) throw new UsageError('--all and --filter select differently. Use one of them');
  if (filter !== undefined && filter.trim() === '')
    throw new UsageError('--filter is empty and would match everything. Pass a filter');
  if (condition === '' || outerIds.length < outer.length || (takesNames && names.length === 0)) {
    const ids = neededIds(takesNames ? idNamesOf(family, 'row', identifiers) : outer);
    const needs = [...(ids === '' ? [] : [ids]), 'a condition such as status:running'];
    throw new UsageError(`wait needs ${needs.join(' and ')}`);
  }
  return {family, outerIds, names, condition};
}

/** True for a field with an operator, even an unknown field: `status:running`, but not for an IPv6 address. */
const isConditionLike = (word: string): boolean => /^!?[a-z_][\w.]*(?:!=|[<>=]|:(?!:))/i.test(word);

/** The targets: by their names, by a filter, or the single row. */
async function findTargets(
  connection: Connection,
  {family, outerIds, names}: WaitRequest,
  options: WaitOptions,
  cache: RowCache,
): Promise<readonly WaitTarget[]> {
  if (selectsFromList(options)) {
    const {filter} = options;
    const {params} = await resolveRowRef(connection, family, outerIds);
    const matches = await readMatchingRows(connection, family, {params, filter, cache});
    return matches.map(row => ({place: {params, id: String(family.key(row))}, label: family.label(row), row}));
  }
  const references = names.length === 0 ? [outerIds] : [...new Set(names)].map(name => [...outerIds, name]);
  const targets = await Promise.all(
    references.map(async reference => ({
      place: await resolveRowRef(connection, family, reference),
      label: reference.at(-1) ?? family.one,
    })),
  );
  // A row that is named by its label and by its ID counts once.
  return targets.filter(({place}, index) => targets.findIndex(other => other.place.id === place.id) === index);
}

const fieldNamesIn = (connection: Connection, family: Family): FieldNames =>
  new FieldNames(fieldNamesOf(family, operationOf(connection, family.source)), [connection.identifiers]);

interface WaitState {
  /** Targets that don't meet the condition yet. */
  readonly late: readonly WaitTarget[];
  readonly missing: readonly WaitTarget[];
}

/** Checks the rows of the targets. */
async function checkTargets(
  connection: Connection,
  {family, condition}: WaitRequest,
  all: readonly WaitTarget[],
  cache: RowCache,
): Promise<WaitState> {
  const params = all[0]?.place.params ?? {};
  const matchContext = {lookup: cache.lookup, params};
  const missing = all.filter(({row}) => row === undefined);
  const late = await resolveLookups([{connection, cache}], () => {
    const present = all.flatMap(target => (target.row ? [{one: target, row: target.row}] : []));
    const [first] = present;
    if (!first) return [];
    const query = parseFilter(condition, family, new FieldNames(Object.keys(first.row), [connection.identifiers]));
    const textOf = query.terms.some(isWord) ? createRowText(family, cache.lookup, params) : () => '';
    const items = present.map(({one: target, row}) => ({one: target, row, text: textOf(row)}));
    const holds = createMatcher(resolveFilter(query, items, matchContext), matchContext);
    return items.filter(item => !holds(item)).map(({one: target}) => target);
  });
  return {late, missing};
}

/** Reads the targets; their list is read at most once. */
async function readAll(
  connection: Connection,
  family: Family,
  all: readonly WaitTarget[],
  options: WaitOptions,
): Promise<void> {
  const list = rowListOf(connection, family, all[0]?.place.params ?? {});
  const assign = (target: WaitTarget, row: AnyRow | undefined) => {
    if (row) Object.assign(target, {row, label: family.label(row)});
    else delete target.row;
  };
  // Without a filter, the list is hardly longer than the targets.
  if (all.length <= maxSingleReads && !options.all) {
    await Promise.all(all.map(async target => assign(target, await readOne(connection, family, target.place, list))));
    return;
  }
  const byKey = new Map((await list.all()).map(row => [String(family.key(row)), row]));
  for (const target of all) assign(target, byKey.get(target.place.id ?? ''));
}

/** Targets that missed the timeout, with their current state: one line each, or one line for many. */
function pendingLines(
  pending: readonly WaitTarget[],
  {family, condition}: WaitRequest,
  {lookup}: RowCache,
): readonly string[] {
  const stateOf = ({row, place}: WaitTarget) => (row ? (family.state?.(row, lookup, place.params).word ?? '') : '');
  if (pending.length > maxNamed) {
    const names = pending.slice(0, maxNamed).map(({label}) => sanitize(label));
    return [
      `${pending.length} timed out waiting for ${condition}: ${names.join(', ')} and ${pending.length - maxNamed} more`,
    ];
  }
  return pending.map(target => {
    const state = sanitize(stateOf(target));
    return `${sanitize(target.label)}: timed out waiting for ${condition}${state === '' ? '' : `; status ${state}`}`;
  });
}
