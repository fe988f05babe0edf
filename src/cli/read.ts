/** Reading lists for commands: whole, or as much as was asked for. */
import type {Endpoint} from '../contract/endpoint.ts';
import type {AnyRow, Family, PathParams} from '../families/define.ts';
import type {Connection} from '../store/connection.ts';
import {idParam} from '../store/rereading.ts';
import {isMissing} from '../store/words.ts';
import {Usage} from './account.ts';

export interface Rows {
  readonly rows: readonly AnyRow[];
  /** Items that cannot be told apart or are no objects. */
  readonly unreadable: number;
  /** Items that the API says there are. */
  readonly total: number;
}

export function operation(connection: Connection, id: string): Endpoint {
  const endpoint = connection.operation(id);
  if (!endpoint) throw new Error(`the contract has no operation ${id}`);
  return endpoint;
}

/** All rows in the API's order; `pagesAtMost` for lists without end. */
export async function readRows(
  connection: Connection,
  family: Family,
  params: PathParams = {},
  pagesAtMost?: number,
): Promise<Rows> {
  const pages: (readonly AnyRow[])[] = [];
  let unreadable = 0;
  let total = 0;
  const source = operation(connection, family.source);
  const take = (answer: unknown) => {
    const made = family.rows?.(answer) ?? [];
    pages.push(made);
    total += made.length;
  };
  if (source.spec.pagedBy === 'marker') await connection.listing(source, {params, priority: 'user'}, take);
  else if (!source.spec.page) take(await connection.call(source, {params, priority: 'user'}));
  else
    await connection.pages(source, {params, priority: 'user', pagesAtMost}, page => {
      // Pages arrive in any order.
      pages[page.page - 1] = page.items;
      unreadable += page.unreadable.length;
      total = page.results ?? total + page.items.length;
    });
  const seen = new Set<unknown>();
  // A list that changes while it is read repeats an item at a seam.
  const rows = pages.flat().filter(row => {
    const key = family.key(row);
    return !seen.has(key) && seen.add(key);
  });
  return {rows, unreadable, total};
}

/** A row by where it is. */
export interface Place {
  readonly at: PathParams;
  /** As typed; absent where a family is one row alone, or its list is meant. */
  readonly id: string | undefined;
}

/** IDs of a line, from the outside in: what the list belongs to, and the row. @throws Usage */
export function placeOf(
  connection: Connection,
  family: Family,
  values: readonly string[],
  wanted: readonly string[],
): Place {
  if (values.length !== wanted.length)
    throw new Usage(
      `this needs ${wanted.join(' and ') || 'no ID'}, and was given ${values.length === 0 ? 'nothing' : values.join(' ')}`,
    );
  const {params} = operation(connection, family.source);
  const names = Object.keys(params);
  const at = Object.fromEntries(
    names.map((name, index) => [
      name,
      params[name] === 'integer' ? idNumber(name, values[index]) : (values[index] ?? ''),
    ]),
  );
  return {at, id: values[names.length]};
}

function idNumber(name: string, value = ''): number {
  if (!/^\d+$/.test(value)) throw new Usage(`${name} is a number, not "${value}"`);
  return Number(value);
}

/** One row as it is now; undefined when the API has no such row. */
export async function readOne(connection: Connection, family: Family, {at, id}: Place): Promise<AnyRow | undefined> {
  const one = connection.operation(`${family.id}.get`);
  const name = one && idParam(one, at);
  if (family.single || !one || !name || id === undefined) {
    const {rows} = await readRows(connection, family, at);
    return family.single ? rows[0] : rows.find(row => String(family.key(row)) === id);
  }
  const params = {...at, [name]: one.params[name] === 'integer' ? idNumber(name, id) : id};
  try {
    return (await connection.call(one, {params, priority: 'user'})) as AnyRow;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
