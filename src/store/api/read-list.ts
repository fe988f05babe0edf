/** Reads lists and single rows of a family, with the kind of request that each list needs. */
import {isRepaired, markRepaired} from '../../contract/reading/repair-marks.ts';
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {AnyRow, Family, PathParams, RowId} from '../../families/shape/define-family.ts';
import type {Connection, ListPage, PageRequest, Priority} from './connection.ts';
import {isNotFound} from './failure-text.ts';

const singlePage = {pages: 1, results: undefined, unreadable: [], isUnchanged: false};

/** A list of a family, and the request that reads it. */
export interface ListSource {
  readonly family: Family;
  readonly source: Endpoint;
  readonly request: PageRequest;
}

/**
 * Reads a list page by page. The parts of a listing with markers, and a list without pages, are passed as pages, too.
 * @param onPage called for pages in any order; `next` is the marker after this part, and the result false ends a
 * listing with markers
 */
export async function readList(
  connection: Connection,
  {family, source, request}: ListSource,
  onPage: (page: ListPage, next: string | undefined) => unknown,
): Promise<void> {
  if (source.spec.page) return connection.pages(source, request, page => void onPage(partsOf(family, page), undefined));
  let page = 0;
  const take = (response: unknown, next: string | undefined) => {
    const items = [...toRows(family, response)];
    if (isRepaired(response)) for (const row of items) markRepaired(row);
    return onPage({...singlePage, page: ++page, items}, next);
  };
  if (source.spec.pagedBy === 'marker') await connection.listing(source, request, take);
  else take(await connection.call(source, request), undefined);
}

/** The rows of a family whose rows are parts of the items; the number of all rows is then unknown. */
function partsOf(family: Family, page: ListPage): ListPage {
  if (!family.rows) return page;
  const items = page.items.flatMap(item => {
    const rows = family.rows?.({data: [item]}) ?? [];
    return isRepaired(item) ? rows.map(row => markRepaired(row)) : rows;
  });
  return {...page, items, results: undefined, isUnchanged: false};
}

/** Reads one row. Resolves with undefined if the API has no such row. */
export type RowRead = (id: RowId, priority: Priority) => Promise<AnyRow | undefined>;

/** The read of single rows of a list; undefined if the API has no operation for that. */
export function singleRowRead(connection: Connection, family: Family, params: PathParams): RowRead | undefined {
  const endpoint = connection.operation(`${family.id}.get`);
  const name = endpoint && missingIdParam(endpoint, params);
  if (!endpoint || name === undefined) return undefined;
  return async (id, priority) => {
    // An ID that a user typed is a text.
    const value = endpoint.params[name] === 'integer' ? Number(id) : id;
    try {
      return toSingleRow(
        family,
        await connection.call(endpoint, {params: {...params, [name]: value}, priority}),
        params,
      );
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
}

/** The path parameter that the list's own parameters don't contain. */
export function missingIdParam(endpoint: Endpoint, params: PathParams): string | undefined {
  const missing = Object.keys(endpoint.params).filter(name => !(name in params));
  return missing.length === 1 ? missing[0] : undefined;
}

/** The row in a response with a single resource. */
function toSingleRow({row}: Family, response: unknown, params: PathParams): AnyRow {
  const spelledRow = row ? row(response as AnyRow, params) : (response as AnyRow);
  return isRepaired(response) ? markRepaired(spelledRow) : spelledRow;
}

/** The rows of a response that isn't a page. */
function toRows(family: Family, response: unknown): readonly AnyRow[] {
  if (family.rows) return family.rows(response);
  const {data} = (response ?? {}) as {readonly data?: readonly AnyRow[]};
  return data ?? [];
}
