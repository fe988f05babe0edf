import {request} from 'node:http';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {contract} from '../../contract/index.ts';
import {manualClock} from '../engine/time/clock.ts';
import {createTestInstance, openTestAccount, type TestAccount} from './test-account.ts';

const {volumes, instances, regions, account: accountApi} = contract;

/** An account with 120 volumes, which no test changes. */
let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
  for (let number = 1; number <= 120; number++)
    await account.ok(volumes.create, {
      body: {label: `v${number}`, region: 'us-east', tags: [number % 2 ? 'odd' : 'even']},
    });
});
afterAll(() => account.close());

/** An account for a test that changes it. */
async function openOwnAccount(): Promise<TestAccount> {
  const own = await openTestAccount();
  onTestFinished(() => own.close());
  return own;
}

const authorized = ({token} = account) => ({authorization: `Bearer ${token}`});
const send = (path: string, init: RequestInit = {}, to = account) =>
  to.raw(path, {...init, headers: {...authorized(to), ...Object(init.headers)}});

describe('paging', () => {
  it('rule 1: a list answers data, page, pages and the number of all items in results', async () => {
    const page = await account.ok(volumes.list);
    expect(Object.keys(page).sort()).toEqual(['data', 'page', 'pages', 'results']);
    expect(page).toMatchObject({page: 1, pages: 2, results: 120});
    expect(page.data).toHaveLength(100);
  });

  it('rule 2: the page is a whole number from 1', async () => {
    for (const page of ['0', '-1', '1.5', 'one', '', '9'.repeat(40)])
      expect((await account.call(volumes.list, {query: {page}})).fields).toEqual(['page']);
    expect((await account.ok(volumes.list, {query: {page: 2}})).page).toBe(2);
  });

  it('rule 3: a page has 25 to 100 items', async () => {
    for (const page_size of ['24', '101', '0', 'x'])
      expect((await account.call(volumes.list, {query: {page_size}})).fields).toEqual(['page_size']);
    for (const page_size of [25, 100])
      expect((await account.ok(volumes.list, {query: {page_size}})).data).toHaveLength(page_size);
    expect((await account.call(volumes.list, {query: {page: 'x', page_size: 1}})).fields).toEqual([
      'page',
      'page_size',
    ]);
  });

  it('rule 4: all pages together have every item exactly once', async () => {
    const names: number[] = [];
    for (let page = 1; page <= 5; page++) {
      const answer = await account.ok(volumes.list, {query: {page, page_size: 25}});
      expect(answer).toMatchObject({page, pages: 5, results: 120});
      names.push(...answer.data.map(({id}) => id));
    }
    expect(new Set(names).size).toBe(120);
    expect((await account.call(volumes.list, {query: {page: 6, page_size: 25}})).status).toBe(404);
  });

  it('an empty list has one page', async () => {
    expect(await account.ok(instances.list)).toEqual({data: [], page: 1, pages: 1, results: 0});
  });
});

describe('lists without page parameters in the documents', () => {
  it('rule 6: are paged nevertheless', async () => {
    for (const endpoint of [accountApi.logins.list, accountApi.maintenance.list, accountApi.notifications.list]) {
      const page = await account.ok(endpoint, {query: {page: 1, page_size: 25}});
      expect(Object.keys(page).sort()).toEqual(['data', 'page', 'pages', 'results']);
      expect((await account.call(endpoint, {query: {page_size: 24}})).fields).toEqual(['page_size']);
    }
  });
});

describe('filters', () => {
  it('rule 16: lists can be filtered and sorted by filterable fields only', async () => {
    const found = await account.ok(volumes.list, {
      filter: {label: {'+contains': '11'}, '+order_by': 'label', '+order': 'desc'},
    });
    expect(found.data.map(({label}) => label)).toEqual(
      ['v11', 'v110', 'v111', 'v112', 'v113', 'v114', 'v115', 'v116', 'v117', 'v118', 'v119'].reverse(),
    );
    for (const filter of ['{"filesystem_path":"x"}', '{', '[]', '{"label":{"+like":"x"}}'])
      expect((await account.call(volumes.list, {headers: {'X-Filter': filter}})).fields).toEqual(['X-Filter']);
    const both = await account.ok(volumes.list, {filter: {'+or': [{label: 'v1'}, {label: 'v2'}]}});
    expect(both.results).toBe(2);
  });

  it('a filtered list is paged', async () => {
    const filter = {tags: 'odd', '+order_by': 'id', '+order': 'desc'} as const;
    const first = await account.ok(volumes.list, {filter, query: {page_size: 25}});
    const third = await account.ok(volumes.list, {filter, query: {page_size: 25, page: 3}});
    expect(first).toMatchObject({results: 60, pages: 3});
    expect(first.data[0]?.label).toBe('v119');
    expect(third.data.at(-1)?.label).toBe('v1');
    expect((await account.call(volumes.list, {filter, query: {page_size: 25, page: 4}})).status).toBe(404);
  });
});

describe('answers', () => {
  it('rules 7, 17: timestamps are UTC without zone and fraction, and the root is /v4', async () => {
    expect(account.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v4$/);
    const [volume] = (await account.ok(volumes.list)).data;
    expect(volume?.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(volume?.created).toBe(new Date(account.clock.now()).toISOString().slice(0, 19));
  });

  it('rule 8: a null field differs from an absent one', async () => {
    const [volume] = (await account.ok(volumes.list)).data;
    expect(volume).toHaveProperty('compute_id', null);
    expect(volume).not.toHaveProperty('config_id');
  });

  it('rules 9, 12, 45: every failure lists its problems, each with a readable reason', async () => {
    const failures = await Promise.all([
      account.call(volumes.create, {body: {size: 'big', tags: 5}}),
      account.call(volumes.get, {params: {volumeId: 1}}),
      account.call(volumes.list, {token: null}),
    ]);
    for (const {status, body, fieldErrors} of failures) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(Object.keys(body)).toEqual(['errors']);
      expect(fieldErrors.length).toBeGreaterThan(0);
      for (const {reason} of fieldErrors) expect(reason).toMatch(/\w/);
    }
    expect(failures[0]?.fields).toEqual(['size', 'label', 'tags']);
  });

  it('rule 10: a problem in a nested field has the path of the field', async () => {
    const own = await openOwnAccount();
    const instance = await createTestInstance(own);
    const {fields} = await own.call(instances.update, {
      params: {computeId: instance.id},
      body: {backups: {schedule: {window: 'W1'}}, alerts: {cpu: 'x'}},
    });
    expect(fields).toEqual(['alerts.cpu', 'backups.schedule.window']);
  });

  it('rule 11: a problem without a field has null as its field', async () => {
    const {fieldErrors} = await account.call(volumes.delete, {params: {volumeId: 1}});
    expect(fieldErrors).toEqual([{field: null, reason: 'Not found'}]);
  });

  it('rule 13: an answer without content is an empty object', async () => {
    const own = await openOwnAccount();
    const {id} = await own.ok(volumes.create, {body: {label: 'gone', region: 'us-east'}});
    const response = await send(`/v4/volumes/${id}`, {method: 'DELETE'}, own);
    expect([response.status, await response.text()]).toEqual([200, '{}']);
  });

  it('rules 14, 15: JSON is the only accepted content type, and that of the answers', async () => {
    const own = await openOwnAccount();
    const post = (type: string, body: string) =>
      send('/v4/volumes', {method: 'POST', body, headers: {'content-type': type}}, own);
    const good = '{"label":"typed","region":"us-east"}';
    expect((await post('application/json', good)).headers.get('content-type')).toBe('application/json');
    expect((await post('application/json; charset=utf-8', good)).status).toBe(200);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      expect((await post(type, good)).status).toBe(415);
  });

  it('rule 18: beta operations are under /v4beta', async () => {
    expect((await send('/v4beta/account/maintenance')).status).not.toBe(404);
    expect((await send('/v4beta/volumes')).status).toBe(200);
  });

  it('rule 372: IDs of resources are numbers, and IDs of kernels are texts', async () => {
    for (const path of [
      '/v4/volumes/abc',
      '/v4/compute/instances/1e3',
      '/v4/compute/instances/-1',
      '/v4/volumes/4400.0',
    ])
      expect((await send(path)).status).toBe(404);
    expect((await send('/v4/compute/kernels/compute/latest-64bit')).status).toBe(200);
    expect((await send('/v4/compute/instances/101/configs/x')).status).toBe(404);
  });

  it('rules 364, 366: items of lists equal the objects of single reads', async () => {
    const [first] = (await account.ok(volumes.list)).data;
    expect(await account.ok(volumes.get, {params: {volumeId: first?.id ?? 0}})).toEqual(first);
    const own = await openOwnAccount();
    const {id: computeId} = await createTestInstance(own);
    const {data} = await own.ok(instances.list, {query: {page: 1, page_size: 25}});
    expect(data).toEqual([await own.ok(instances.get, {params: {computeId}})]);
    expect(await account.ok(accountApi.get)).toHaveProperty('euuid');
    expect((await account.call(regions.get, {params: {regionId: 'atlantis'}})).status).toBe(404);
  });
});

describe('HTTP requests', () => {
  it('get 404 for an unknown path, and 405 for a wrong method', async () => {
    expect((await send('/v4/nothing/here')).status).toBe(404);
    expect((await send('/v4')).status).toBe(404);
    expect((await send('/v3/volumes')).status).toBe(404);
    const response = await send('/v4/volumes', {method: 'PUT'});
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await send('/v4/volumes/1', {method: 'PATCH'})).status).toBe(405);
  });

  it('with HEAD get the headers of GET, without the body', async () => {
    for (const path of ['/v4/volumes', '/v4/regions/us-east', '/openapi.json']) {
      const [head, get] = [await send(path, {method: 'HEAD'}), await send(path)];
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
    expect((await send('/v4/volumes/1', {method: 'HEAD'})).status).toBe(404);
    expect((await account.raw('/v4/volumes', {method: 'HEAD'})).status).toBe(401);
    // A path that only accepts changes can't be read.
    expect((await send('/v4/volumes/1/attach', {method: 'HEAD'})).status).toBe(405);
  });

  it('are rejected for a label with NUL, half a surrogate pair, a control character or a second line', async () => {
    const own = await openOwnAccount();
    const problemsOf = async (body: Parameters<typeof own.call<typeof volumes.create>>[1]) =>
      (await own.call(volumes.create, body)).fieldErrors;
    const invalidInput = {
      'a\0bcd': 'must not contain control characters',
      'a\x1b[31m': 'must not contain control characters',
      'a\x9b31m': 'must not contain control characters',
      'a\x7f': 'must not contain control characters',
      'a\ud800b': 'must not contain half of a surrogate pair',
      'a\udc00': 'must not contain half of a surrogate pair',
      'a\nb': 'must be a single line',
      'a\tb': 'must be a single line',
    };
    for (const [label, reason] of Object.entries(invalidInput)) {
      expect(await problemsOf({body: {label, region: 'us-east'}})).toEqual([{field: 'label', reason}]);
      expect(await problemsOf({body: {label: 'fine', region: 'us-east', tags: ['good', `ab${label}`]}})).toEqual([
        {field: 'tags.1', reason},
      ]);
    }
    // Other scripts and emoji are characters like all others, and a description may have lines.
    expect(await problemsOf({body: {label: 'größe-💾-日本', region: 'us-east'}})).toEqual([]);
    const ticket = (description: string) =>
      own.call(contract.support.tickets.create, {body: {summary: 's', description}});
    expect((await ticket('one\n\ttwo\r\n')).status).toBe(200);
    expect((await ticket('a\x07b')).fields).toEqual(['description']);
  });

  it('can have a trailing slash and double slashes in their path', async () => {
    for (const path of ['/v4/volumes/', '//v4//volumes', '/v4/volumes?x=1&page=1'])
      expect((await send(path)).status).toBe(200);
  });

  it("can't traverse directories in their path", async () => {
    // fetch would normalise the path; this sends it as it is.
    const status = await new Promise(resolve => {
      const {port} = account;
      const sent = request({port, path: '/v4/regions/../account', headers: authorized()}, ({statusCode}) =>
        resolve(statusCode),
      );
      sent.end();
    });
    expect(status).toBe(404);
    expect((await send('/v4/regions/%2e%2e%2faccount')).status).toBe(404);
    expect((await send('/v4/regions/%zz')).status).toBe(404);
  });

  it('with invalid, deeply nested or oversized JSON are rejected', async () => {
    const post = async (body: string | Uint8Array) => {
      const response = await send('/v4/volumes', {
        method: 'POST',
        body: Buffer.from(body),
        headers: {'content-type': 'application/json'},
      });
      return [response.status, ((await response.json()) as {errors: {reason: string}[]}).errors[0]?.reason];
    };
    expect(await post('{"label":')).toEqual([400, 'The body is not valid JSON.']);
    expect(await post(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).toEqual([400, 'The body is not valid UTF-8.']);
    expect(await post('['.repeat(500_000))).toEqual([400, 'The body is nested deeper than 64 levels.']);
    expect(await post(`{"label":"${'x'.repeat(2 ** 20)}"}`)).toEqual([413, 'The body is larger than 1048576 bytes.']);
    expect((await post('"text"'))[0]).toBe(400);
    expect((await post('{"__proto__":{"label":"x"},"label":"fine","region":"us-east"}'))[0]).toBe(400);
    expect((await account.ok(volumes.list)).results).toBeGreaterThan(0);
  });

  it('with oversized headers are rejected', async () => {
    expect((await send('/v4/volumes', {headers: {'X-Filter': 'x'.repeat(20_000)}})).status).toBe(431);
  });

  it('can have an empty body if no body is needed', async () => {
    const own = await openOwnAccount();
    const instance = await createTestInstance(own);
    const path = `/v4/compute/instances/${instance.id}/shutdown`;
    for (const body of ['', '""', '{}', 'null']) {
      expect((await send(path, {method: 'POST', body}, own)).status).toBe(200);
      own.pass(30);
    }
    const headers = {'content-type': 'application/json'};
    const unknown = await send(path, {method: 'POST', body: '{"force":true}', headers}, own);
    expect(unknown.status).toBe(400);
  });
});

describe('rate limits', () => {
  it('are announced in headers and enforced, per user', async () => {
    const limited = await openTestAccount({limits: {general: {requests: 5, seconds: 60}}});
    const first = await limited.call(volumes.list);
    expect(first.headers.get('x-ratelimit-limit')).toBe('5');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
    expect(Number(first.headers.get('x-ratelimit-reset'))).toBe(Math.ceil(limited.clock.now() / 1000) + 60);
    for (let count = 2; count <= 5; count++) expect((await limited.call(volumes.list)).status).toBe(200);
    limited.pass(20);
    const response = await limited.call(volumes.list);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('40');
    expect((await limited.call(volumes.list, {token: limited.tokenFor('someone')})).status).toBe(200);
    limited.pass(40);
    expect((await limited.call(volumes.list)).status).toBe(200);
    await limited.close();
  });

  it('answer with a Retry-After in emulated seconds while the time is stopped', async () => {
    const clock = manualClock(Date.UTC(2026, 0, 15), 0);
    const limited = await openTestAccount({clock, limits: {general: {requests: 1, seconds: 60}}});
    expect((await limited.call(volumes.list)).status).toBe(200);
    expect((await limited.call(volumes.list)).headers.get('retry-after')).toBe('60');
    limited.pass(60);
    expect((await limited.call(volumes.list)).status).toBe(200);
    await limited.close();
  });

  it('have their own classes', async () => {
    const limited = await openTestAccount({limits: {}});
    const create = () => limited.call(instances.create, {body: {region: 'us-east', type: 'g6-nanode-1'}});
    for (let count = 1; count <= 10; count++) expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(429);
    expect((await limited.call(instances.list)).headers.get('x-ratelimit-limit')).toBe('1600');
    limited.pass(30);
    expect((await create()).status).toBe(200);
    await limited.close();
  });
});
