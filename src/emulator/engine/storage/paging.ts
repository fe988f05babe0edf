/** Lists: the request for a page, and the paged envelope of the response (D1 §2.1). */
import type {Page} from '../../../contract/schema/page.ts';
import {Json} from '../http/json.ts';
import {notFound} from '../http/refusal.ts';
import type {IdLists} from './id-lists.ts';
import type {Kind} from './kind.ts';
import {isUnfiltered, type StoredSelection} from './selection.ts';
import type {Statements} from './statements.ts';

/** The requested list and page. */
export interface PageQuery extends StoredSelection {
  readonly page: number;
  readonly pageSize: number;
  /**
   * Changes single documents of the page, for fields that depend on the current time; without it, the stored text is
   * sent.
   */
  readonly revise?: ((text: string, id: number) => string) | undefined;
  /** Additional items to skip, for the fault `shift` (`fault-injector.ts`). */
  readonly shift?: number | undefined;
}

/**
 * Position of a page in a list with this number of items.
 * `pages` is at least 1, also for an empty list; a page beyond the last is refused with 404.
 */
export function pageBounds(
  results: number,
  {page, pageSize, shift = 0}: Pick<PageQuery, 'page' | 'pageSize' | 'shift'>,
) {
  const pages = Math.max(1, Math.ceil(results / pageSize));
  if (page > pages) throw notFound();
  const from = Math.min(results, Math.max(0, (page - 1) * pageSize + shift));
  return {pages, from, to: Math.min(results, from + pageSize)};
}

export function readPageOf<D extends object>(
  statements: Statements,
  lists: IdLists,
  kind: Kind<D>,
  listing: PageQuery,
): Json<Page<D>> {
  const {page, revise} = listing;
  const ids = lists.select(kind, listing);
  const results = ids.length;
  const {pages, from, to} = pageBounds(results, listing);
  const isReversed = kind.isNewestFirst === true && listing.filter?.['+order_by'] === undefined;
  const pageIds = isReversed ? ids.slice(results - to, results - from).reverse() : ids.slice(from, to);
  const texts = isUnfiltered(listing)
    ? readRange(statements, kind, pageIds, isReversed)
    : readEach(statements, kind, pageIds);
  const data = revise ? texts.map(({id, doc}) => revise(doc, id)) : texts.map(({doc}) => doc);
  return new Json(`{"data":[${data.join(',')}],"page":${page},"pages":${pages},"results":${results}}`);
}

interface DocumentText {
  readonly id: number;
  readonly doc: string;
}

/** Reads a range of adjacent rows in one query. */
function readRange(statements: Statements, kind: Kind, ids: readonly number[], isBackwards: boolean): DocumentText[] {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [min, max] = isBackwards ? [last, first] : [first, last];
  return statements.many<DocumentText>(
    `SELECT id, doc FROM entity WHERE kind='${kind.name}' AND id BETWEEN ? AND ? ORDER BY id ${isBackwards ? 'DESC' : 'ASC'}`,
    min,
    max,
  );
}

function readEach(statements: Statements, kind: Kind, ids: readonly number[]): DocumentText[] {
  const select = `SELECT id, doc FROM entity WHERE kind='${kind.name}' AND id=?`;
  return ids.map(id => statements.one<DocumentText>(select, id)).filter(text => text !== undefined);
}

/** The envelope around items that are not rows of the store. */
export function pageOfItems<T>(items: readonly T[], listing: Pick<PageQuery, 'page' | 'pageSize' | 'shift'>): Page<T> {
  const {pages, from, to} = pageBounds(items.length, listing);
  return {data: items.slice(from, to), page: listing.page, pages, results: items.length};
}
