import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {endpointsOf} from '../../../contract/schema/family.ts';
import type {Field, Shape} from '../../../contract/schema/field.ts';
import {createTestInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {accessLogLine} from './access-log.ts';
import {isSecretName, maskedSecret} from './masked-secrets.ts';
import type {RecordedRequest, RequestSummary} from './request-journal.ts';

const {volumes, profile, instances} = contract;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

const create = (label: string, on = account) => on.ok(volumes.create, {body: {label, region: 'us-east', size: 20}});

interface Listing {
  readonly requests: readonly RecordedRequest[];
  readonly count: number;
  readonly dropped: number;
}
async function listed(query = ''): Promise<Listing> {
  const response = await account.raw(`/_emulator/requests${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Listing;
}
async function sendVerify(expectation: unknown): Promise<[number, string]> {
  const body = JSON.stringify(expectation);
  const response = await account.raw('/_emulator/requests/verify', {method: 'POST', body});
  return [response.status, await response.text()];
}

describe('the request journal', () => {
  it('keeps requests with their bodies and answers', async () => {
    const {id} = await create('data');
    const instance = await createTestInstance(account);
    await account.ok(volumes.attach, {params: {volumeId: id}, body: {compute_id: instance.id}});
    await account.call(volumes.get, {params: {volumeId: 1}, token: 'unknown'});
    await account.raw('/v4/nothing?page=2');
    const {requests, count, dropped} = await listed();
    expect([count, dropped]).toEqual([6, 0]);
    expect(requests.map(({operation, status}) => [operation, status])).toEqual([
      ['volumes.create', 200],
      ['instances.create', 200],
      ['instances.get', 200],
      ['volumes.attach', 200],
      ['volumes.get', 401],
      [null, 404],
    ]);
    expect(requests[3]).toMatchObject({
      id: 4,
      method: 'POST',
      path: `/v4/volumes/${id}/attach`,
      query: '',
      user: 'acme',
      params: {volumeId: id},
      body: {compute_id: instance.id},
      answer: {id, compute_id: instance.id},
      faults: [],
    });
    expect(requests[5]).toMatchObject({method: 'GET', path: '/v4/nothing', query: 'page=2', user: null, body: null});
  });

  it('can be filtered by operation, status, body and the other parts', async () => {
    await create('one');
    await create('two');
    await account.call(volumes.create, {body: {label: 'two', region: 'nowhere'}});
    await account.ok(volumes.list, {filter: {label: 'two'}});
    const ids = async (query: string) => (await listed(query)).requests.map(({id}) => id);
    expect(await ids('?operation=volumes.create')).toEqual([1, 2, 3]);
    expect(await ids('?operation=volumes.*&status=2xx')).toEqual([1, 2, 4]);
    expect(await ids('?status=400')).toEqual([3]);
    expect(await ids('?body.label=two')).toEqual([2, 3]);
    expect(await ids(`?body=${encodeURIComponent('{"label":"two","size":20}')}`)).toEqual([2]);
    expect(await ids('?body.size=20&answer.label=one')).toEqual([1]);
    expect(await ids('?method=get&user=acme&path=/v4/volumes')).toEqual([4]);
    expect(await ids('?after=2')).toEqual([3, 4]);
    expect(await ids('?operation=volumes.create&limit=2')).toEqual([2, 3]);
    expect((await listed('?operation=volumes.create&limit=2')).count).toBe(3);
    expect((await listed('?after=3')).requests[0]?.filter).toEqual({label: 'two'});
    for (const [query, reason] of [
      ['?operation=volume.create', 'Operation not found: volume.create'],
      ['?status=20x', 'status must be a status or a class of them, such as 200 or 4xx, not 20x'],
      ['?colour=red', 'colour isn’t a filter. Filters: operation, '],
      ['?body=x', 'body must be JSON'],
      ['?limit=-1', 'limit must be a whole number'],
    ]) {
      const response = await account.raw(`/_emulator/requests${query}`);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(reason ?? '')]);
    }
  });

  it('has requests that a fault affected, with the fault', async () => {
    account.setFaults({faults: [{on: 'volumes.create', kind: 'error', status: 502, count: 1}]});
    await account.call(volumes.create, {body: {label: 'again', region: 'us-east'}});
    await create('again');
    expect(account.requests({body: {label: 'again'}}).map(({status, faults}) => [status, faults])).toEqual([
      [502, ['error']],
      [200, []],
    ]);
  });

  it('is empty after it is cleared, and after a reset', async () => {
    await create('one');
    expect((await account.raw('/_emulator/requests', {method: 'DELETE'})).status).toBe(200);
    expect(account.requests()).toEqual([]);
    await create('two');
    expect(account.requests().map(({id}) => id)).toEqual([2]);
    account.reset();
    expect(account.requests()).toEqual([]);
  });

  it('drops the oldest requests when it is full, and counts them', async () => {
    const small = await openTestAccount({journal: {requests: 3, characters: 1e6}});
    for (const label of ['a1', 'a2', 'a3', 'a4', 'a5']) await create(label, small);
    expect(small.requests().map(({body}) => body)).toMatchObject([{label: 'a3'}, {label: 'a4'}, {label: 'a5'}]);
    expect(((await (await small.raw('/_emulator/requests')).json()) as Listing).dropped).toBe(2);
    expect(small.verify({operation: 'volumes.create', atLeast: 2})).toHaveLength(3);
    expect(() => small.verify({operation: 'volumes.create', times: 3})).toThrow(/dropped 2 earlier requests/);
    await small.close();
    const tight = await openTestAccount({journal: {requests: 100, characters: 1000}});
    for (const label of ['a1', 'a2', 'a3', 'a4', 'a5']) await create(label, tight);
    const kept = tight.requests();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(5);
    await tight.close();
    const none = await openTestAccount({journal: {requests: 0, characters: 0}});
    await create('a1', none);
    expect(none.requests()).toEqual([]);
    await none.close();
  });
});

describe('secrets in the journal', () => {
  it('are masked in bodies, answers, queries and paths', async () => {
    const {token} = await account.ok(profile.tokens.create, {body: {label: 'ci', scopes: '*'}});
    const root_pass = 'aX9-secret-word';
    await account.ok(instances.create, {
      body: {region: 'us-east', type: 'g6-nanode-1', image: 'compute/debian12', root_pass},
    });
    await account.raw('/login/oauth/authorize?client_id=1&code=top-secret');
    await account.raw('/image-uploads/upload-secret', {method: 'PUT', body: 'x'});
    await account.raw('/v4/account/service-transfers/6f1b2c1a-8f7e-4b7c-9a50-1f2e3d4c5b6a', {
      headers: {Authorization: `Bearer ${account.token}`},
    });
    const text = JSON.stringify((await listed()).requests);
    for (const secret of [token, root_pass, 'top-secret', 'upload-secret', '6f1b2c1a', account.token])
      expect(text).not.toContain(secret);
    const [created, instance, login] = account.requests();
    expect(created?.answer).toMatchObject({label: 'ci', token: maskedSecret});
    expect(instance?.body).toMatchObject({root_pass: maskedSecret, region: 'us-east'});
    expect(login).toMatchObject({operation: null, query: `client_id=${maskedSecret}&code=${maskedSecret}`});
  });

  it('are recognized by their field name in every operation of the API', () => {
    const secretFormats = ['password', 'ssl-key', 'ssl-cert'];
    const unmasked: string[] = [];
    let seen = 0;
    const visit = (name: string, field: Field, place: string) => {
      if (field.kind === 'text' && secretFormats.includes(field.facts.format ?? '')) {
        seen++;
        if (!isSecretName(name)) unmasked.push(`${place} ${name}`);
      }
      if (field.kind === 'list') visit(name, field.item, place);
      if (field.kind === 'object') visitAll(field.fields, place);
    };
    const visitAll = (fields: Shape, place: string) => {
      for (const [name, field] of Object.entries(fields)) visit(name, field, place);
    };
    for (const {id, spec} of endpointsOf(contract))
      for (const shape of [spec.body, spec.responseModel, spec.page])
        if (shape?.kind === 'object') visitAll(shape.fields, id);
    expect(seen).toBeGreaterThan(10);
    expect(unmasked).toEqual([]);
  });
});

describe('a verification', () => {
  it('answers the matching calls', async () => {
    const {id} = await create('data');
    const {id: compute_id} = await createTestInstance(account);
    await account.ok(volumes.attach, {params: {volumeId: id}, body: {compute_id}});
    const attached = {operation: 'volumes.attach', params: {volumeId: id}, body: {compute_id}, times: 1} as const;
    expect(account.verify(attached)).toMatchObject([{status: 200, body: {compute_id}}]);
    expect(await sendVerify(attached)).toEqual([200, '{"count":1}']);
    expect(account.verify({operation: 'volumes.delete', times: 0})).toEqual([]);
    expect(account.verify({operation: 'volumes.*', atLeast: 2, atMost: 2})).toHaveLength(2);
  });

  it('names the actual calls when it fails', async () => {
    await create('one');
    await create('two');
    const once = {operation: 'volumes.create', body: {label: 'three'}, times: 1};
    const reason =
      'volumes.create was called 0 times with body {"label":"three"}, expected 1 time. ' +
      'Calls: POST /v4/volumes {"label":"one","region":"us-east","size":20} → 200; ' +
      'POST /v4/volumes {"label":"two","region":"us-east","size":20} → 200.';
    expect(() => account.verify(once)).toThrow(reason);
    expect(await sendVerify(once)).toEqual([422, JSON.stringify({errors: [{field: null, reason}]})]);
    expect(() => account.verify({operation: 'volumes.create', atMost: 1})).toThrow(
      'volumes.create was called 2 times, expected at most 1 time.',
    );
    expect(() => account.verify({operation: 'volumes.delete'})).toThrow(
      'volumes.delete was called 0 times, expected at least 1 time. Other calls: POST /v4/volumes',
    );
    account.clearRequests();
    expect(() => account.verify({operation: 'volumes.*'})).toThrow('The journal is empty.');
  });

  it('rejects an invalid expectation', async () => {
    expect(() => account.verify({operation: 'volumes.atach', times: 0})).toThrow('Operation not found: volumes.atach');
    for (const wrong of [
      {operation: 'volumes.atach'},
      {operation: 5},
      {times: -1},
      {times: 'once'},
      {operation: 'volumes.*', colour: 1},
      {status: {}},
      {params: []},
    ])
      expect([wrong, (await sendVerify(wrong))[0]]).toEqual([wrong, 400]);
  });
});

describe('the access log', () => {
  it('has a line for each request, as text and as JSON', async () => {
    const seen: RequestSummary[] = [];
    const logged = await openTestAccount({onRequest: request => seen.push(request)});
    await logged.ok(volumes.list, {query: {page: 1}});
    await logged.raw('/v4/n%C3%BCscht');
    await logged.close();
    expect(seen.map(request => accessLogLine({...request, milliseconds: 1.5}, 'text'))).toEqual([
      '2026-01-15T12:00:00 GET /v4/volumes?page=1 200 volumes.list acme 1.5 ms',
      '2026-01-15T12:00:00 GET /v4/n%C3%BCscht 404 - - 1.5 ms',
    ]);
    const [first] = seen;
    if (!first) throw new Error('nothing was logged');
    expect(JSON.parse(accessLogLine(first, 'ndjson'))).toEqual(first);
    const odd = {...first, path: '/\u009b1A', status: 0, faults: ['reset' as const], milliseconds: 2};
    expect(accessLogLine(odd, 'text')).toContain('/%9B1A?page=1 closed volumes.list acme 2 ms faults=reset');
  });
});
