/** Finds the recorded answer to a request. */
import {isRecord} from '../../src/contract/schema/json.ts';
import {type Page, pageSize} from '../../src/contract/schema/page.ts';
import {type Filter, filterAndSort} from '../../src/contract/wire/filter.ts';
import type {Recorded} from './recording.ts';

type PageOf = Page<unknown>;

/** All recorded pages of one list. */
interface Listing {
  readonly rest: Query;
  readonly first: Recorded;
  readonly items: readonly unknown[];
  /** True if the recording has all items of the API. */
  readonly isWhole: boolean;
}

type Query = ReadonlyMap<string, string>;

interface Entry {
  readonly recorded: Recorded;
  readonly query: Query;
}

export interface Question {
  readonly path: string;
  readonly query: string;
  readonly filter?: string | undefined;
}

/** Recorded answers by path. Of two answers to the same request, the later one counts. */
export class Shelf {
  readonly #entries = new Map<string, Map<string, Entry>>();
  readonly #listings = new Map<string, readonly Listing[]>();

  constructor(answers: Iterable<Recorded>) {
    for (const recorded of answers) {
      if (recorded.method !== 'GET') continue;
      const [path = '', query = ''] = recorded.path.split('?', 2);
      const key = canonical(path);
      const entry = {recorded, query: queryOf(query)};
      const entries = this.#entries.get(key) ?? new Map<string, Entry>();
      entries.set(keyOf(entry.query), entry);
      this.#entries.set(key, entries);
    }
    for (const [path, entries] of this.#entries) this.#listings.set(path, listingsOf([...entries.values()]));
  }

  /**
   * The answer to the same path and query; or the page asked for, cut from the recorded pages of the list; or an answer
   * to the same path with another query. Undefined when the recording has none of them.
   * @throws SyntaxError for a filter that is not JSON
   */
  find({path, query, filter}: Question): Recorded | undefined {
    const key = canonical(path);
    const entries = this.#entries.get(key);
    if (!entries) return undefined;
    const asked = queryOf(query);
    const exact = entries.get(keyOf(asked));
    const rest = restOf(asked);
    const listings = this.#listings.get(key) ?? [];
    const listing =
      listings.find(candidate => keyOf(candidate.rest) === keyOf(rest)) ??
      listings.find(candidate => agree(candidate.rest, rest));
    // A recorded page of a longer list would promise pages that the recording lacks.
    if (exact && filter === undefined && (listing?.isWhole !== false || !isPage(exact.recorded))) return exact.recorded;
    if (listing) return pageOf(listing, asked, filter);
    return exact?.recorded ?? [...entries.values()].find(entry => agree(entry.query, asked))?.recorded;
  }
}

/** Slashes that do not count are left out, and encoded characters are decoded: `private%2F15` is `private/15`. */
function canonical(path: string): string {
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  try {
    return decodeURIComponent(plain);
  } catch {
    // Broken encoding: the path stands for itself.
    return plain;
  }
}

const queryOf = (text: string): Query => new Map([...new URLSearchParams(text)].sort(([a], [b]) => (a < b ? -1 : 1)));
const keyOf = (query: Query): string => new URLSearchParams([...query]).toString();

const paging = ['page', 'page_size'];
const restOf = (query: Query): Query => new Map([...query].filter(([name]) => !paging.includes(name)));

/** No parameter has another value. */
const agree = (recorded: Query, asked: Query): boolean =>
  [...recorded].every(([name, value]) => paging.includes(name) || (asked.get(name) ?? value) === value);

const isPage = ({status, body}: Recorded): boolean =>
  status < 300 && isRecord(body) && Array.isArray(body.data) && typeof body.pages === 'number';

function listingsOf(entries: readonly Entry[]): Listing[] {
  const groups = Map.groupBy(
    entries.filter(({recorded}) => isPage(recorded)),
    ({query}) => keyOf(restOf(query)),
  );
  return [...groups.values()].flatMap(group => listingOf(group) ?? []);
}

function listingOf(group: readonly Entry[]): Listing | undefined {
  const [first] = group;
  if (!first) return undefined;
  // Pages of another size would have the same items again.
  const size = first.query.get('page_size');
  const pages = group
    .filter(({query}) => query.get('page_size') === size)
    .map(({recorded}) => recorded.body as PageOf)
    .sort((a, b) => a.page - b.page);
  const items = [...new Map(pages.map(page => [page.page, page])).values()].flatMap(({data}) => data);
  return {
    rest: restOf(first.query),
    first: first.recorded,
    items,
    isWhole: items.length >= Number(pages[0]?.results ?? 0),
  };
}

function pageOf({first, items}: Listing, asked: Query, filter: string | undefined): Recorded | undefined {
  const chosen = filter === undefined ? items : filterAndSort(JSON.parse(filter) as Filter, items);
  const size = positive(asked.get('page_size')) ?? pageSize.default;
  const page = positive(asked.get('page')) ?? 1;
  const pages = Math.max(1, Math.ceil(chosen.length / size));
  if (page > pages) return undefined;
  const body: PageOf = {data: chosen.slice((page - 1) * size, page * size), page, pages, results: chosen.length};
  return {...first, body};
}

function positive(text: string | undefined): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
