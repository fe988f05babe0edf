/** Tools that read: the overview, lists, single resources, and waste. */
import {z} from 'zod';
import type {AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';
import {isSecretId, withoutSecrets} from '../../store/core/secret-fields.ts';
import {idNamesOf} from '../args/action-names.ts';
import {parseFilter} from '../args/filter-flag.ts';
import {resolveFamily} from '../args/readable-names.ts';
import {maxPagesOf} from '../commands/get.ts';
import {readOverview} from '../commands/overview.ts';
import {wasteData} from '../cost/waste.ts';
import {FieldNames} from '../io/column-flag.ts';
import {UsageError} from '../io/command-errors.ts';
import {apiFilterOf} from '../read/api-filter.ts';
import {resolveLookups} from '../read/command-lookup.ts';
import {findRow, resolveRowRef} from '../read/place-args.ts';
import {operationOf, readFilteredParts} from '../read/read-lists.ts';
import {createRowFilter, fieldNamesOf, sortRows} from '../read/row-filter.ts';
import {AgentAccount, type AgentReading, quietContext} from './agent-account.ts';
import {defineTool, parentsInput, typeInput, wordInput} from './agent-tool.ts';
import {markUntrusted, markUntrustedText, stateText} from './untrusted-text.ts';

const maxRows = 200;
/** The maximum length of a result with rows as JSON, in code units. */
const maxAnswerLength = 400_000;

/** A resource as agents read it: without secrets, and with texts by people marked. */
export function resourceData(
  {connection, cache}: AgentReading,
  {family, row, params}: {readonly family: Family; readonly row: AnyRow; readonly params: PathParams},
) {
  const {spec} = operationOf(connection, family.source);
  const model = spec.page ?? spec.responseModel;
  const {identifiers} = connection;
  const open = withoutSecrets(row, model) as AnyRow;
  const key = family.key(row);
  const id = isSecretId(key, row) ? null : typeof key === 'number' ? key : family.idText(row, cache.lookup);
  // An ID that isn't a field is a name that people chose, or Skydeck's name for a single resource.
  const name = row.id === key || family.single ? 'id' : '';
  return {
    id: markUntrusted(id, undefined, identifiers, {name}),
    ...(family.state && {state: stateText(family.state(row, cache.lookup, params).word)}),
    fields: markUntrusted(family.spelled(open, cache.lookup), model, identifiers),
  };
}

/** @throws UsageError with the missing or superfluous IDs */
export function checkParents({connection}: AgentReading, family: Family, parents: readonly string[]): void {
  const names = idNamesOf(family, 'list', connection.identifiers);
  if (parents.length !== names.length)
    throw new UsageError(
      names.length === 0 ? `${family.id} takes no parents` : `${family.id} needs parents: ${names.join(', ')}`,
    );
}

interface ResourceInput {
  readonly type: string;
  readonly id?: string | undefined;
  readonly parents: readonly string[];
}

/** The resource that the input of a tool names. @throws UsageError or NotFoundError */
export async function readResource(reading: AgentReading, {type, id, parents}: ResourceInput) {
  const {connection} = reading;
  const family = resolveFamily(type);
  checkParents(reading, family, parents);
  if (!family.single && id === undefined) throw new UsageError(`${family.id} needs an id`);
  const {params} = await resolveRowRef(connection, family, parents);
  const row = await findRow(connection, family, {params, id: family.single ? undefined : id});
  return {family, row, params};
}

const list = defineTool({
  name: 'list',
  title: 'List resources',
  description:
    'Lists the resources of one type, filtered and sorted as in the console. Filters: "status:running tag:web", "size>20". matched counts all that the filter leaves, and rows holds the first of them.',
  isReading: true,
  input: z.strictObject({
    type: typeInput,
    parents: parentsInput,
    filter: z.string().max(500).optional(),
    sort: z.string().max(64).optional().describe('A column or field; -name for descending'),
    limit: z.int().min(1).max(maxRows).default(50),
  }),
  run: ({type, parents, filter, sort, limit}, agent) =>
    agent.read(async reading => {
      const {connection, cache, account, readAt} = reading;
      const family = resolveFamily(type);
      checkParents(reading, family, parents);
      const source = operationOf(connection, family.source);
      const {params} = await resolveRowRef(connection, family, parents);
      const fields = new FieldNames(fieldNamesOf(family, source), [connection.identifiers]);
      const selection = {family, params, cache, fields, options: {filter, sort}};
      const pagesAtMost = maxPagesOf(family, {all: false});
      const hasPrefix = connection.identifiers.hasPrefix;
      const now = () => cache.lookup.now;
      const apiFilter =
        filter === undefined || pagesAtMost !== undefined
          ? undefined
          : apiFilterOf(parseFilter(filter, family, fields), {family, source, hasPrefix, now: now()});
      const rows: AnyRow[] = [];
      const {unreadable, total} = await readFilteredParts(
        connection,
        family,
        {params, filter: apiFilter, pagesAtMost, now},
        part => void rows.push(...part),
      );
      // The API's filter omitted rows, so an absent row may still exist.
      if (apiFilter === undefined) cache.add(family, rows, params);
      else for (const row of rows) cache.addRow(family, family.key(row), row, params);
      return resolveLookups([reading], () => {
        const matches = sortRows(createRowFilter(selection)(rows), selection);
        const shown = withinLength(matches.slice(0, limit).map(row => resourceData(reading, {family, row, params})));
        return {
          account: account.profile.name,
          type: family.id,
          read_at: readAt,
          matched: matches.length,
          left_out: matches.length - shown.length,
          ...(pagesAtMost !== undefined && {read: rows.length, existing: total}),
          unreadable,
          rows: shown,
        };
      });
    }),
});

/** The first rows that fit into a result. */
function withinLength<T>(rows: readonly T[]): readonly T[] {
  let length = 0;
  const end = rows.findIndex(row => {
    length += JSON.stringify(row).length;
    return length > maxAnswerLength;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

const get = defineTool({
  name: 'get',
  title: 'Show one resource',
  description: 'Reads one resource by its ID or label. A type with a single resource, such as account, needs no id.',
  isReading: true,
  input: z.strictObject({type: typeInput, id: wordInput.optional(), parents: parentsInput}),
  run: (input, agent) =>
    agent.read(async reading => {
      const {account, readAt} = reading;
      const resource = await readResource(reading, input);
      const data = await resolveLookups([reading], () => resourceData(reading, resource));
      return {account: account.profile.name, type: resource.family.id, read_at: readAt, ...data};
    }),
});

const overview = defineTool({
  name: 'overview',
  title: 'Overview',
  description:
    'Counts the resources of each type by state, and lists running operations and problems. A type that could not be read has a failure.',
  isReading: true,
  input: z.strictObject({}),
  run: (_, agent) =>
    agent.read(async reading => {
      const {context, notes} = quietContext(agent.context);
      const {families, running, problems, account} = await readOverview(
        AgentAccount.shareConnection(reading),
        agent.clock.now,
        context.err,
      );
      return {
        account,
        read_at: reading.readAt,
        types: families.map(({family, title, count, read, states, failure}) => ({
          ...{type: family, title, count: count ?? null, ...(read !== undefined && {read})},
          states: Object.entries(states).map(([state, rows]) => ({state: stateText(state), rows})),
          ...(failure !== undefined && {failure: markUntrustedText(failure)}),
        })),
        unread: families.filter(({count}) => count === undefined).length,
        running: running.slice(0, maxRows).map(text => markUntrustedText(text)),
        problems: problems
          .slice(0, maxRows)
          .map(({family, label, state}) => ({type: family, label: markUntrustedText(label), state: stateText(state)})),
        problem_count: problems.length,
        notes: notes().map(note => markUntrustedText(note)),
      };
    }),
});

const waste = defineTool({
  name: 'waste',
  title: 'Waste',
  description:
    'Lists resources that cost money and seem unused, with their price in US dollars a month. An unknown price is null. A check that could not be done has failures: its result is not known then.',
  isReading: true,
  input: z.strictObject({}),
  run: (_, agent) =>
    agent.read(async reading => {
      const {account, readAt} = reading;
      const {checks, items, ...amounts} = await wasteData(reading);
      return {
        account: account.profile.name,
        read_at: readAt,
        checks: checks.map(({failures, ...check}) => ({
          ...check,
          ...(failures && {failures: failures.map(failure => markUntrustedText(failure))}),
        })),
        items: items.slice(0, maxRows).map(({label, id, family, ...item}) => ({
          ...{...item, type: family, label: markUntrustedText(label)},
          id: markUntrusted(id, undefined, reading.connection.identifiers, {name: 'id'}),
        })),
        left_out: Math.max(0, items.length - maxRows),
        ...amounts,
      };
    }),
});

export const readTools = [overview, list, get, waste];
