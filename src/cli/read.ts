/** Reading lists for commands: whole, or as much as was asked for. */
import type {Endpoint} from '../contract/endpoint.ts';
import type {AnyRow, Family, PathParams} from '../families/define.ts';
import type {Connection} from '../store/connection.ts';

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
  await connection.pages(operation(connection, `${family.id}.list`), {params, priority: 'user', pagesAtMost}, page => {
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
