/** `skydeck get TYPE [ID] --at TIME`: past rows from the history, without a request. */
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {PastList, PastRow} from '../../store/history/history-types.ts';
import {parseInstant} from '../../store/history/parse-instant.ts';
import {endpointOf} from '../args/action-names.ts';
import {resolveReadable} from '../args/readable-names.ts';
import {FieldNames} from '../io/column-flag.ts';
import type {CommandContext} from '../io/command-context.ts';
import {NotFoundError, UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {
  type OutputFormat,
  type PrintOptions,
  renderRow,
  renderRows,
  selectFields,
  valueWriter,
} from '../io/print-rows.ts';
import {tableLayoutFor} from '../io/table-layout.ts';
import type {ResourceArguments} from '../read/place-args.ts';
import {createRowFilter, fieldNamesOf, sortRows} from '../read/row-filter.ts';
import {certaintyLines, unavailableWords, uncertainFields} from './certainty-words.ts';
import {
  keyByPastLabel,
  openPastAccount,
  type PastAccount,
  pastParams,
  versionOf,
  withPastLookups,
} from './past-account.ts';

export interface PastOptions {
  readonly format: OutputFormat | undefined;
  readonly hasHeaders: boolean;
  readonly filter?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly sort?: string | undefined;
  readonly query: readonly string[];
  readonly settings?: Parameters<typeof tableLayoutFor>[2];
  /** As typed. */
  readonly at: string;
}

/** @throws UsageError for a text that isn't a past time */
export function instantFrom(text: string, now: number): number {
  const at = parseInstant(text, now);
  if (typeof at === 'object') throw new UsageError(at.refused);
  return at;
}

export async function getPast(
  account: OpenedAccount,
  {name, ids}: ResourceArguments,
  options: PastOptions,
  context: CommandContext,
): Promise<number> {
  const readable = resolveReadable(name);
  if ('endpoint' in readable)
    throw new UsageError(`${name} isn’t a list. --at works only with lists and their resources`);
  if (options.query.length > 0) throw new UsageError('--at works without --query');
  const at = instantFrom(options.at, (context.clock ?? Date).now());
  const past = await openPastAccount(account);
  try {
    return await printPast(past, {family: readable.family, ids}, {...options, instant: at}, context);
  } finally {
    past.close();
  }
}

async function printPast(
  past: PastAccount,
  {family, ids}: {family: Family; ids: readonly string[]},
  options: PastOptions & {readonly instant: number},
  {out, err}: CommandContext,
): Promise<number> {
  const {instant, format = 'table'} = options;
  const source = endpointOf(family.source);
  const outer = Object.keys(source.params).length;
  const params = pastParams(past, family, ids, instant);
  const list = past.reader.listAt(family.id, params, instant);
  if (list.certainty === 'unavailable') throw new NotFoundError(unavailableWords(family, instant, past.reader));
  const keys = new Set(ids.slice(outer).map(id => keyByPastLabel(list, family, id)));
  const chosen = keys.size === 0 ? list.rows : list.rows.filter(({id}) => keys.has(String(id)));
  const rows = new Map(
    chosen.flatMap((row): [AnyRow, PastRow][] => {
      const version = versionOf(row);
      // A row that was only recorded later may not have existed.
      return version && (row.earlier || row.certainty !== 'unknown') ? [[version, row]] : [];
    }),
  );
  const writeYaml = format === 'yaml' ? await valueWriter('yaml') : undefined;
  const layout = tableLayoutFor(family, format, options.settings);
  const fields = new FieldNames(fieldNamesOf(family, source), [past.identifiers]);
  const isSingle = keys.size === 1 || family.single;
  const text = withPastLookups(past, instant, cache => {
    cache.add(family, [...rows.keys()], params);
    const printing: PrintOptions = {
      ...{family, params, fields, writeYaml, lookup: cache.lookup},
      columns: options.columns ?? layout.columns,
      hasHeaders: options.hasHeaders,
    };
    const selection = {family, params, cache, fields, options};
    const matches = createRowFilter(selection)([...rows.keys()]);
    const sorted = sortRows(matches, {...selection, options: {...options, sort: options.sort ?? layout.sort}});
    return isData(format)
      ? {values: sorted.map(row => withCertainty(row, rows.get(row), list, printing))}
      : isSingle && sorted[0]
        ? renderRow(sorted[0], format, printing)
        : renderRows(sorted, format, printing);
  });
  if (typeof text === 'string') out(text);
  else if (isData(format)) out((await valueWriter(format))(isSingle ? text.values[0] : text.values));
  for (const line of certaintyLines(family, {...list, rows: chosen}, instant)) err(`${sanitize(line)}\n`);
  return exitCodes.done;
}

const isData = (format: OutputFormat): format is 'json' | 'ndjson' | 'yaml' =>
  ['json', 'ndjson', 'yaml'].includes(format);

/** The object with its certainty beside its fields, and with both values of uncertain fields. */
function withCertainty(row: AnyRow, past: PastRow | undefined, list: PastList, printing: PrintOptions): AnyRow {
  const [object = {}] = selectFields([row], printing);
  const certainty = past?.certainty ?? list.certainty;
  const uncertain = past
    ? uncertainFields(past).map(({path, before, after}) => [path, [before ?? null, after ?? null]])
    : [];
  const exists = past && certainty !== 'exact' && (past.earlier === undefined || past.later === undefined);
  return {
    ...object,
    history: {
      certainty,
      ...(uncertain.length > 0 && {uncertain: Object.fromEntries(uncertain)}),
      ...(exists && {existence: 'uncertain'}),
    },
  };
}
