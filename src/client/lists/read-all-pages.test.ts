import {afterEach, expect, test} from 'vitest';
import {contract} from '../../contract/index.ts';
import type {PageFacts} from '../index.ts';
import {createGate, createTestResources, listPage, passTurns, type RequestHandler, rejectionOf} from '../testing.ts';
import {nextMarker} from './read-all-pages.ts';

const resources = createTestResources();
afterEach(() => resources.end());

const tag = (number: number) => ({label: `tag-${number}`});
const pageOf = (url: string) => Number(new URL(url, 'http://x').searchParams.get('page'));
/** Serves a list of `count()` items, 100 on each page. */
const list =
  (count: () => number): RequestHandler =>
  ({url}) => {
    const number = pageOf(url);
    const pages = Math.max(1, Math.ceil(count() / 100));
    if (number > pages) return {status: 404, body: {errors: [{field: null, reason: 'Not found'}]}};
    const size = Math.min(100, count() - (number - 1) * 100);
    const items = Array.from({length: size}, (_, index) => tag((number - 1) * 100 + index));
    return {body: listPage(items, {number, pages, results: count()})};
  };

const collect = () => {
  const labels: string[] = [];
  const facts: PageFacts[] = [];
  const onPage = (items: readonly {readonly label: string}[], page: PageFacts) => {
    labels.push(...items.map(({label}) => label));
    facts.push(page);
  };
  return {labels, facts, onPage};
};

test('the first page is delivered before the others are requested, then each page as it arrives', async () => {
  const open = createGate();
  const server = await resources.server(async (request, response) => {
    if (pageOf(request.url) === 2) await open.promise;
    return list(() => 450)(request, response);
  });
  const client = resources.client({baseUrl: server.url});
  const {labels, facts, onPage} = collect();
  const requestsBeforeFirstPage: number[] = [];
  const result = client.pages(contract.tags.list, {
    onPage: (items, page) => {
      if (page.page === 1) requestsBeforeFirstPage.push(server.requests.length);
      onPage(items, page);
      if (facts.length === 4) open.resolve();
    },
  });
  expect(await result).toEqual({isComplete: true, results: 450, pages: 5});
  expect(requestsBeforeFirstPage).toEqual([1]);
  expect(facts.map(({page}) => page).at(0)).toBe(1);
  expect(facts.map(({page}) => page).at(-1)).toBe(2);
  expect(new Set(labels).size).toBe(450);
  expect(facts[0]).toEqual({page: 1, pages: 5, results: 450, unreadable: [], isUnchanged: false});
  expect(server.requests[0]?.url).toBe('/v4/tags?page=1&page_size=100');
});

test('an empty list is one page', async () => {
  const server = await resources.server(list(() => 0));
  const {labels, onPage} = collect();
  const client = resources.client({baseUrl: server.url});
  expect(await client.pages(contract.tags.list, {onPage})).toEqual({
    isComplete: true,
    results: 0,
    pages: 1,
  });
  expect(labels).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test('pages are requested in parallel up to the number of connections', async () => {
  const full = createGate();
  let open = 0;
  let maxOpen = 0;
  const server = await resources.server(async (request, response) => {
    maxOpen = Math.max(maxOpen, ++open);
    if (open === 4) full.resolve();
    if (pageOf(request.url) > 1) await full.promise;
    await passTurns(2);
    open--;
    return list(() => 3000)(request, response);
  });
  const client = resources.client({baseUrl: server.url, connections: 4});
  const {labels, onPage} = collect();
  await client.pages(contract.tags.list, {onPage});
  expect(labels).toHaveLength(3000);
  expect(maxOpen).toBe(4);
});

test('a refresh with identical bytes returns the same objects', async () => {
  const server = await resources.server(list(() => 250));
  const client = resources.client({baseUrl: server.url});
  const items: Map<number, unknown>[] = [];
  const unchanged: boolean[] = [];
  for (const round of [0, 1]) {
    const read = new Map<number, unknown>();
    items.push(read);
    await client.pages(contract.tags.list, {
      onPage: (page, facts) => {
        read.set(facts.page, page);
        if (round === 1) unchanged.push(facts.isUnchanged);
      },
    });
  }
  expect(unchanged).toEqual([true, true, true]);
  for (const number of [1, 2, 3]) expect(items[1]?.get(number)).toBe(items[0]?.get(number));
  expect(client.stats.unchanged).toBe(3);
});

test('an unreadable item of a long page that was read before is reported by its index', async () => {
  const items: object[] = Array.from({length: 100}, (_, index) => ({label: `tag-${index}-${'x'.repeat(500)}`}));
  const server = await resources.server(() => ({body: listPage(items)}));
  const client = resources.client({baseUrl: server.url});
  const read = async () => await client.send(contract.tags.list);
  await read();
  items[40] = {text: 'no label'};
  const broken = await read();
  expect(broken.mismatches.map(({path}) => path)).toEqual(['data.40.label']);
  expect(broken.unreadable).toEqual([items[40]]);
  expect(broken.body.data).toHaveLength(99);
  items[40] = {label: 'whole again'};
  const whole = await read();
  expect(whole.mismatches).toEqual([]);
  expect(whole.body.data).toEqual(items);
});

test('the page cache is limited in size and drops the oldest page first', async () => {
  const server = await resources.server(list(() => 100));
  const client = resources.client({baseUrl: server.url, maxCacheBytes: 5000});
  const read = (label: string) => client.send(contract.tags.list, {filter: {label}});
  await read('a');
  await read('b');
  expect((await read('a')).isUnchanged).toBe(true);
  await read('c');
  await read('d');
  expect((await read('b')).isUnchanged).toBe(false);
});

test('a list larger than the page cache is not stored and displaces no other list', async () => {
  const server = await resources.server((request, response) =>
    list(() => (request.headers['x-filter'] ? 100 : 300))(request, response),
  );
  const client = resources.client({baseUrl: server.url, maxCacheBytes: 5000});
  const read = (label: string) => client.send(contract.tags.list, {filter: {label}});
  await read('a');
  await client.pages(contract.tags.list, {onPage() {}});
  expect((await read('a')).isUnchanged).toBe(true);
});

test('a list that grows during the read is read to its new end and marked as drifted', async () => {
  let count = 250;
  const server = await resources.server((request, response) => {
    if (pageOf(request.url) > 1) count = 420;
    return list(() => count)(request, response);
  });
  const client = resources.client({baseUrl: server.url});
  const {labels, onPage} = collect();
  expect(await client.pages(contract.tags.list, {onPage})).toEqual({
    isComplete: false,
    results: 420,
    pages: 5,
  });
  expect(new Set(labels).size).toBe(420);
});

test('a list that shrinks during the read ends early', async () => {
  let count = 450;
  const server = await resources.server((request, response) => {
    const reply = list(() => count)(request, response);
    count = 150;
    return reply;
  });
  const client = resources.client({baseUrl: server.url});
  const {labels, onPage} = collect();
  const result = await client.pages(contract.tags.list, {onPage});
  expect(result).toEqual({isComplete: false, results: 150, pages: 2});
  expect(labels).toHaveLength(150);
});

test('bug: a server that answered page 1 for every page was read as if it had sent all of them', async () => {
  const server = await resources.server(() => ({body: listPage([tag(1)], {number: 1, pages: 300, results: 300})}));
  const client = resources.client({baseUrl: server.url, connections: 1});
  const {labels, onPage} = collect();
  const failure = await rejectionOf(client.pages(contract.tags.list, {onPage}));
  expect(failure).toMatchObject({code: 'mismatch', path: 'page', isLasting: true});
  expect(String(failure)).toContain('The API answered page 1 of the list when asked for page 2.');
  expect(labels).toEqual(['tag-1']);
  expect(server.requests).toHaveLength(2);
});

test('the last page as answer beyond the end means a shorter list, and page numbers are optional', async () => {
  let count = 250;
  const server = await resources.server((request, response) => {
    const answer = list(() => count)(
      {...request, url: `/v4/tags?page=${Math.min(pageOf(request.url), count / 100)}`},
      response,
    );
    count = 200;
    return answer;
  });
  const client = resources.client({baseUrl: server.url, connections: 1});
  const {labels, onPage} = collect();
  const result = await client.pages(contract.tags.list, {onPage});
  expect(result).toEqual({isComplete: false, results: 200, pages: 2});
  expect(labels).toHaveLength(200);
  server.answer(({url}) => ({body: {...listPage([tag(pageOf(url))], {pages: 3, results: 3}), page: undefined}}));
  expect(await client.pages(contract.tags.list, {onPage: () => {}})).toMatchObject({isComplete: true, results: 3});
});

/** A list that promises this number of pages, and has items on each requested page. */
const serveEndlessList =
  (pages: (number: number) => number, results: number, length = 1): RequestHandler =>
  ({url}) => {
    const number = pageOf(url);
    const items = Array.from({length}, (_, index) => tag(number * 1000 + index));
    return {body: listPage(items, {number, pages: pages(number), results})};
  };

test.each([
  [
    'promises one more page with each page',
    serveEndlessList(number => number + 1, 1),
    11,
    /grew from 2 to 1[12] pages/,
  ],
  [
    'promises more than 10 pages, and one more with each page',
    serveEndlessList(number => Math.max(10, number + 1), 10),
    20,
    /grew from 10 to 2[01] pages/,
  ],
  [
    'promises 10^15 pages of few items',
    serveEndlessList(() => 1e15, 150, 100),
    12,
    /promises 1,000,[0,]+ pages with 150 items/,
  ],
  ['promises 10^15 full pages', serveEndlessList(() => 1e15, 9e15), 1, /promises 1,000,[0,]+ pages with 9,0/],
  ['promises 10^15 empty pages', serveEndlessList(() => 1e15, 0, 0), 11, /promises 1,000,[0,]+ pages with 0 items/],
  [
    'promises more items than are read',
    serveEndlessList(() => 360, 9e6, 25_000),
    20,
    /promises 360 pages with 9,000,000 items/,
  ],
])('bug: Skydeck never stopped reading a list that %s', async (_, handler, expected, words) => {
  const server = await resources.server(handler);
  const client = resources.client({baseUrl: server.url, random: () => 0, bounds: {body: 1e8}});
  const failure = await rejectionOf(client.pages(contract.tags.list, {onPage: () => {}}));
  expect(failure).toMatchObject({code: 'mismatch', path: 'pages', isLasting: true});
  expect(String(failure)).toMatch(words);
  expect(String(failure)).toContain(`Skydeck stopped after page ${expected}.`);
  expect(server.requests).toHaveLength(expected);
});

test('a failing page fails the whole read, after earlier pages were delivered', async () => {
  const server = await resources.server((request, response) =>
    pageOf(request.url) === 3
      ? {status: 400, body: {errors: [{field: 'page', reason: 'no'}]}}
      : list(() => 500)(request, response),
  );
  const client = resources.client({baseUrl: server.url});
  const {labels, onPage} = collect();
  expect(await rejectionOf(client.pages(contract.tags.list, {onPage}))).toMatchObject({code: 'rejected', status: 400});
  expect(labels.length).toBeGreaterThanOrEqual(100);
});

test('an abort ends the read', async () => {
  const server = await resources.server(list(() => 5000));
  const client = resources.client({baseUrl: server.url, connections: 2});
  const controller = new AbortController();
  const failure = rejectionOf(
    client.pages(contract.tags.list, {signal: controller.signal, onPage: () => controller.abort()}),
  );
  expect(await failure).toMatchObject({code: 'canceled'});
  expect(server.requests.length).toBeLessThan(5);
});

test('an error thrown by the receiver of pages ends the read', async () => {
  const server = await resources.server(list(() => 5000));
  const client = resources.client({baseUrl: server.url, connections: 2});
  const onPage = (_: unknown, {page: number}: PageFacts) => {
    if (number > 1) throw new Error('no room');
  };
  expect(await rejectionOf(client.pages(contract.tags.list, {onPage}))).toMatchObject({message: 'no room'});
  expect(server.requests.length).toBeLessThan(10);
});

test('a provider’s larger pages are used, and dropped after a refusal', async () => {
  const sizes: string[] = [];
  const server = await resources.server((request, response) => {
    const size = new URL(request.url, 'http://x').searchParams.get('page_size') ?? '';
    sizes.push(size);
    if (Number(size) > 100) return {status: 400, body: {errors: [{field: 'page_size', reason: 'must be 25-100'}]}};
    return list(() => 150)(request, response);
  });
  const client = resources.client({baseUrl: server.url, brand: 'acme'});
  const {labels, onPage} = collect();
  await client.pages(contract.tags.list, {onPage});
  expect(labels).toHaveLength(150);
  await client.pages(contract.tags.list, {onPage});
  expect(sizes).toEqual(['500', '100', '100', '100', '100']);
});

test('lists that are read in parallel all recover from the refusal of larger pages', async () => {
  const server = await resources.server((request, response) => {
    const size = new URL(request.url, 'http://x').searchParams.get('page_size');
    if (Number(size) > 100) return {status: 400, body: {errors: [{field: 'page_size', reason: 'must be 25-100'}]}};
    return list(() => 50)(request, response);
  });
  const client = resources.client({baseUrl: server.url, brand: 'acme'});
  const read = () => client.pages(contract.tags.list, {onPage: () => {}});
  const other = () => client.pages(contract.tags.list, {onPage: () => {}, filter: {label: 'a'}});
  expect(await Promise.all([read(), other()])).toMatchObject([{isComplete: true}, {isComplete: true}]);
});

test('lists are read at the priority of a screen unless another one is given', async () => {
  const server = await resources.server(list(() => 150));
  const priorities: string[] = [];
  const client = resources.client({baseUrl: server.url, observe: ({priority}) => priorities.push(priority)});
  await client.pages(contract.tags.list, {onPage: () => {}});
  await client.pages(contract.tags.list, {priority: 'background', onPage: () => {}});
  expect(priorities).toEqual(['screen', 'screen', 'background', 'background']);
});

test('the marker of the next part is read in either dialect', () => {
  expect(nextMarker({data: [{name: 'a', is_truncated: true, next_marker: 'a'}]})).toBe('a');
  expect(nextMarker({data: [{name: 'a', is_truncated: false, next_marker: 'a'}]})).toBeUndefined();
  expect(nextMarker({data: [{name: 'a'}], is_truncated: true, next_marker: 'b'})).toBe('b');
  expect(nextMarker({data: [], is_truncated: false, next_marker: null})).toBeUndefined();
  expect(nextMarker({data: []})).toBeUndefined();
  expect(nextMarker(null)).toBeUndefined();
});

test('an object listing is read part by part, and a repeated marker ends it', async () => {
  const server = await resources.server(({url}) => {
    const marker = new URL(url, 'http://x').searchParams.get('marker');
    const name = marker === null ? 'a' : marker === 'a' ? 'b' : 'c';
    return {body: {data: [{name, next_marker: name === 'c' ? null : name, is_truncated: name !== 'c'}]}};
  });
  const client = resources.client({baseUrl: server.url});
  const names: string[] = [];
  const input = {
    params: {clusterId: 'ap-1', bucket: 'b'},
    query: {delimiter: '/'},
    onPage: ({data}: {readonly data: readonly {readonly name: string}[]}) => names.push(...data.map(({name}) => name)),
  };
  expect(await client.listing(contract.objectStorage.objects.list, input)).toBe(true);
  expect(names).toEqual(['a', 'b', 'c']);
  expect(server.requests[1]?.url).toBe('/v4/object-storage/buckets/ap-1/b/object-list?delimiter=%2F&marker=a');
  server.answer(() => ({body: {data: [{name: 'x', next_marker: 'x', is_truncated: true}]}}));
  expect(await client.listing(contract.objectStorage.objects.list, input)).toBe(false);
  const requests = server.requests.length;
  await client.listing(contract.objectStorage.objects.list, {...input, query: {marker: 'x'}});
  expect(server.requests.length - requests).toBe(1);
});

test('bug: an object listing with endless empty parts was read forever', async () => {
  let part = 0;
  const server = await resources.server(() => ({body: {data: [], next_marker: `part-${part++}`, is_truncated: true}}));
  const client = resources.client({baseUrl: server.url});
  const input = {params: {clusterId: 'ap-1', bucket: 'b'}, onPage: () => {}};
  const failure = await rejectionOf(client.listing(contract.objectStorage.objects.list, input));
  expect(failure).toMatchObject({code: 'mismatch', isLasting: true});
  expect(String(failure)).toContain('Skydeck stopped after 11 parts, the last 11 of them empty.');
  expect(server.requests).toHaveLength(11);
});
