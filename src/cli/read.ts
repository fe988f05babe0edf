/** Reading lists for commands: whole, or as much as was asked for. */
import type {Endpoint} from '../contract/endpoint.ts';
import type {AnyRow, Family, PathParams} from '../families/define.ts';
import type {Connection} from '../store/connection.ts';
import {askedOf} from '../store/place.ts';
import {rowAlone, rowsIn} from '../store/reading.ts';
import {idParam} from '../store/rereading.ts';
import {isMissing} from '../store/words.ts';
import type {Place} from './place.ts';

export interface Rows {
  readonly rows: readonly AnyRow[];
  /** Items that cannot be told apart or are no objects. */
  readonly unreadable: number;
  /** Items that the API says there are. */
  readonly total: number;
}

export interface Wanted {
  readonly params?: PathParams;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** For lists without end. */
  readonly pagesAtMost?: number | undefined;
}

export function operation(connection: Connection, id: string): Endpoint {
  const endpoint = connection.operation(id);
  if (!endpoint) throw new Error(`the contract has no operation ${id}`);
  return endpoint;
}

/** All rows in the API's order. */
export async function readRows(connection: Connection, family: Family, wanted: Wanted = {}): Promise<Rows> {
  const rows: AnyRow[] = [];
  const counts = await readParts(connection, family, wanted, part => {
    for (const row of part) rows.push(row);
  });
  return {rows, ...counts};
}

/** The rows of a list, read when they are first asked for, and once. */
export type List = () => Promise<readonly AnyRow[]>;

export function listOf(connection: Connection, family: Family, params: PathParams): List {
  let reading: Promise<Rows> | undefined;
  return async () => {
    reading ??= readRows(connection, family, {params});
    return (await reading).rows;
  };
}

/** Hands over the rows in the API's order, part by part as they come; holds no more than what came too early. */
export async function readParts(
  connection: Connection,
  family: Family,
  {params = {}, query, pagesAtMost}: Wanted,
  take: (rows: readonly AnyRow[]) => void,
): Promise<Omit<Rows, 'rows'>> {
  const seen = new Set<unknown>();
  // A list that changes while it is read repeats an item at a seam.
  const fresh = (items: readonly AnyRow[]) =>
    items.filter(row => {
      const key = family.key(row);
      return !seen.has(key) && seen.add(key);
    });
  let unreadable = 0;
  let total = 0;
  const source = operation(connection, family.source);
  const takeAnswer = (answer: unknown) => {
    const made = rowsIn(family, answer);
    total += made.length;
    take(fresh(made));
  };
  const request = {params, query, priority: 'user'} as const;
  if (source.spec.pagedBy === 'marker') await connection.listing(source, request, takeAnswer);
  else if (!source.spec.page) takeAnswer(await connection.call(source, request));
  else {
    const early = new Map<number, readonly AnyRow[]>();
    let next = 1;
    await connection.pages(source, {...request, pagesAtMost}, page => {
      unreadable += page.unreadable.length;
      total = page.results ?? total + page.items.length;
      // Pages arrive in any order.
      early.set(page.page, page.items);
      for (let items = early.get(next); items; items = early.get(++next)) {
        early.delete(next);
        take(fresh(items));
      }
    });
    for (const [, items] of [...early].sort(([left], [right]) => left - right)) take(fresh(items));
  }
  return {unreadable, total};
}

/** A row of a listing that goes on by marker: read from its name on, and no further. */
async function readNamed(
  connection: Connection,
  family: Family,
  {at, id}: {readonly at: PathParams; readonly id: string},
): Promise<AnyRow | undefined> {
  let found: AnyRow | undefined;
  const source = operation(connection, family.source);
  const request = {params: askedOf(source, at).params, query: {prefix: id}, priority: 'user'} as const;
  await connection.listing(source, request, answer => {
    found = rowsIn(family, answer).find(row => String(family.key(row)) === id);
    return found === undefined;
  });
  return found;
}

/** One row as it is now; undefined when the API has no such row. */
export async function readOne(
  connection: Connection,
  family: Family,
  {at, id}: Place,
  list: List = listOf(connection, family, at),
): Promise<AnyRow | undefined> {
  const one = connection.operation(`${family.id}.get`);
  const name = one && idParam(one, at);
  const source = operation(connection, family.source);
  if (!one && id !== undefined && source.spec.pagedBy === 'marker') return readNamed(connection, family, {at, id});
  if (family.single || !one || !name || id === undefined) {
    const rows = await list();
    const isMeant = (row: AnyRow) =>
      [String(family.key(row)), family.idText(row, connection.identifiers)].includes(id ?? '');
    return family.single ? rows[0] : rows.find(isMeant);
  }
  const params = {...at, [name]: one.params[name] === 'integer' ? Number(id) : id};
  try {
    return rowAlone(family, await connection.call(one, {params, priority: 'user'}), at);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
