/** Finds the list and the row that typed words mean: IDs or labels, parents first. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {nounInSentence} from '../../families/format/nouns.ts';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, Family, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Connection} from '../../store/api/connection.ts';
import {missingIdParam} from '../../store/api/read-list.ts';
import {idName, neededIds} from '../args/action-names.ts';
import {NotFoundError, UsageError} from '../io/command-errors.ts';
import {suggestion} from '../io/did-you-mean.ts';
import {paramFamily} from './param-family.ts';
import {operationOf, type RowList, readOne, rowListOf} from './read-lists.ts';
import type {RowRef} from './row-ref.ts';

/** The arguments of a command that name a list, or one of its rows. */
export interface ResourceArguments {
  /** The resource type. */
  readonly name: string;
  /** IDs or labels, parents first: the parents of the list, and optionally a row of it. */
  readonly ids: readonly string[];
}

/** An ID in the contract's spelling, converted from either spelling. */
const readId = ({identifiers}: Connection, family: Family | undefined, text: string): string =>
  family?.identifier === undefined ? text : identifiers.read(family.identifier, text);

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/**
 * The IDs of a line: the parents of the list, and the row if the line names one.
 * @throws UsageError
 * @throws NotFoundError
 */
export async function resolveRowRef(
  connection: Connection,
  family: Family,
  values: readonly string[],
): Promise<RowRef> {
  const source = operationOf(connection, family.source);
  const names = Object.keys(source.params);
  const params = await resolveParams(connection, source, values.slice(0, names.length));
  const lastValue = values[names.length];
  return {
    params,
    id: lastValue === undefined ? undefined : await resolveOwnId(connection, family, {params, id: lastValue}),
  };
}

/**
 * The current row for a typed ID or label.
 * @param ref the place of the row, with the typed text as its ID
 * @param list the list that several lookups share
 * @throws UsageError
 * @throws NotFoundError with suggestions
 */
export async function findRow(
  connection: Connection,
  family: Family,
  ref: RowRef,
  list: RowList = rowListOf(connection, family, ref.params),
): Promise<AnyRow> {
  const {params} = ref;
  const id = ref.id === undefined ? undefined : await resolveOwnId(connection, family, {params, id: ref.id}, list);
  const row = await readOne(connection, family, {params, id}, list);
  if (row) return row;
  if (id === undefined) throw new NotFoundError(`no ${[family.one, ...Object.values(params)].join(' for ')}`);
  // In a listing with markers, the name is the label, so reading the whole listing would not help.
  const isNamed = operationOf(connection, family.source).spec.pagedBy === 'marker';
  const isLookedUp = isNumber(id) && (family.otherNames === undefined || family.numbered);
  if (isLookedUp || isNamed) throw new NotFoundError(`${family.one} ${id} not found`);
  const key = (await keyByInstance(connection, family, id, list)) ?? (await keyByLabel(family, id, list));
  const byLabel = await readOne(connection, family, {params, id: String(key)}, list);
  if (byLabel) return byLabel;
  throw new NotFoundError(`${family.one} ${id} not found`);
}

/** The key of the only row that has an instance with this label, such as the transfer of web-01. */
async function keyByInstance(
  connection: Connection,
  family: Family,
  label: string,
  list: RowList,
): Promise<RowId | undefined> {
  const {namedByInstances} = family;
  if (!namedByInstances) return undefined;
  const instances = familyOf('instances');
  const named = await rowListOf(connection, instances, {}).withLabel(label);
  const ids = new Set(named?.map(row => instances.key(row)));
  const rows = (await list.all()).filter(row => namedByInstances(row).some(id => ids.has(id)));
  if (rows.length > 1) {
    const keys = rows.map(row => family.key(row)).join(', ');
    throw new UsageError(`"${label}" is in ${rows.length} ${nounInSentence(family.title)}. Pass an ID: ${keys}`);
  }
  const [row] = rows;
  return row && family.key(row);
}

/**
 * Path parameters in the order of the path.
 * @throws UsageError if some are missing
 * @throws NotFoundError
 */
export async function resolveParams(
  connection: Connection,
  endpoint: Endpoint,
  values: readonly string[],
): Promise<PathParams> {
  const names = Object.keys(endpoint.params);
  const nameOf = (name: string) => idName(name, connection.identifiers);
  const params: Record<string, string | number> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (value === undefined)
      throw new UsageError(
        `${endpoint.id.replace(/\.(?:get|list)$/, '')} needs ${neededIds(names.map(nameOf))}, and was given ${values.length === 0 ? 'nothing' : values.join(' ')}`,
      );
    if (endpoint.params[name] !== 'integer')
      params[name] = readId(connection, paramFamily(connection, endpoint, name), value);
    else {
      const parent = paramFamily(connection, endpoint, name);
      if (!parent && !isNumber(value)) throw new UsageError(`${nameOf(name)} is a number, not "${value}"`);
      params[name] = parent
        ? await resolveKey(parent, value, rowListOf(connection, parent, {...params}))
        : Number(value);
    }
  }
  return params;
}

async function resolveOwnId(
  connection: Connection,
  family: Family,
  {params, id: typed}: RowRef & {readonly id: string},
  list: RowList = rowListOf(connection, family, params),
): Promise<string> {
  const endpoint = connection.operation(`${family.id}.get`);
  const name = endpoint && missingIdParam(endpoint, params);
  if (!name || endpoint.params[name] !== 'integer' || (isNumber(typed) && !family.numbered))
    return readId(connection, family, typed);
  return String(await resolveKey(family, typed, list));
}

/**
 * The ID of a row with this ID, label, or another of its names.
 * @throws UsageError
 * @throws NotFoundError
 */
async function resolveKey(family: Family, text: string, list: RowList): Promise<RowId> {
  if (!isNumber(text)) return keyByLabel(family, text, list);
  if (!family.numbered) return Number(text);
  const rows = await list.all();
  const matches = rows.filter(row => String(family.key(row)) === text || namesOf(family, row).includes(text));
  const [row, other] = matches;
  if (!row || !other) return row ? family.key(row) : Number(text);
  const meanings = matches.map(row => `${family.one} ${family.key(row)}, called "${family.label(row)}"`);
  throw new UsageError(`${text} is ambiguous: ${meanings.join(', or ')}. Use a label.`);
}

const namesOf = (family: Family, row: AnyRow): readonly string[] => [
  family.label(row),
  ...(family.otherNames?.(row) ?? []),
];

/**
 * The key of the row with this label.
 * @throws UsageError for several matches
 * @throws NotFoundError without a match
 */
export async function keyByLabel(family: Family, label: string, list: RowList): Promise<RowId> {
  const byLabel = await list.withLabel(label);
  const rows = byLabel === undefined ? await list.all() : byLabel.length > 0 ? byLabel : await list.firstPages();
  const names = new Map(rows.map(row => [row, namesOf(family, row)]));
  const matching = (test: (name: string) => boolean) => rows.filter(row => names.get(row)?.some(test));
  const folded = () => matching(name => name.toLowerCase() === label.toLowerCase());
  const exact = matching(name => name === label);
  const matches = exact.length > 0 ? exact : folded();
  if (matches.length > 1) {
    // The full names distinguish the matches.
    const ids = matches.map(row =>
      [family.key(row), family.otherNames && `(${namesOf(family, row).at(-1)})`].filter(Boolean).join(' '),
    );
    throw new UsageError(`"${label}" matches ${matches.length} resources. Pass an ID: ${ids.join(', ')}`);
  }
  const [row] = matches;
  if (row) return family.key(row);
  throw new NotFoundError(`No ${family.one} named "${label}"${suggestion(label, [...names.values()].flat())}`);
}
