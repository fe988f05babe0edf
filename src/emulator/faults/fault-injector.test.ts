import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../testing/test-account.ts';
import {FaultPlanError, type FaultRule, parseFaultPlan, readFaultPlan} from './fault-plan.ts';
import {hostileText} from './malformed-response.ts';

const {volumes, regions} = contract;

let account: TestAccount;
/** Delays of calls, which take no time in these tests. */
const delays: number[] = [];
beforeEach(async () => {
  delays.length = 0;
  account = await openTestAccount({pause: async delay => void delays.push(delay)});
  for (let number = 1; number <= 60; number++)
    await account.ok(volumes.create, {body: {label: `v${number}`, region: 'us-east'}});
  account.pass(60);
});
afterEach(() => account.close());

const plan = async (...faults: object[]) => {
  const response = await account.raw('/_emulator/faults', {method: 'POST', body: JSON.stringify({faults})});
  expect([response.status, await response.json()]).toEqual([200, {}]);
};
const list = () => account.raw('/v4/volumes?page_size=25', {headers: {authorization: `Bearer ${account.token}`}});

describe('fault plans', () => {
  it('are validated strictly, and report every problem', () => {
    expect(readFaultPlan({faults: [{kind: 'latency', on: 'volumes.*', milliseconds: 5}]}).faults).toHaveLength(1);
    const invalidPlans: [unknown, RegExp][] = [
      [{}, /faults is required/],
      [{faults: [{kind: 'explode'}]}, /faults\.0\.kind must be one of: latency/],
      [
        {faults: [{kind: 'error', rate: 2, counts: 5}]},
        /faults\.0\.rate must be 0 to 1; faults\.0\.counts is not a known field/,
      ],
      [{faults: [{kind: 'error', on: 'volumes.explode'}]}, /operation not found: volumes\.explode/],
      [[], /must be an object/],
      // Larger values exceed the range of a timer or of a date, and had no effect or broke every answer.
      [{faults: [{kind: 'latency', milliseconds: 2 ** 31}]}, /faults\.0\.milliseconds must be 0 to 86400000/],
      [{faults: [{kind: 'skew', hours: 1e15}]}, /faults\.0\.hours must be -80000000 to 80000000/],
    ];
    for (const [value, words] of invalidPlans) expect(() => readFaultPlan(value)).toThrow(words);
    expect(() => parseFaultPlan('{')).toThrow(FaultPlanError);
  });

  it('affect the named operations, after a given number of calls and for a given number', async () => {
    await plan({kind: 'error', on: 'volumes.list', status: 503, after: 1, count: 2});
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) statuses.push((await list()).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect((await account.call(regions.list)).status).toBe(200);
    const {faults} = (await (await account.raw('/_emulator/faults')).json()) as {faults: unknown[]};
    expect(faults).toMatchObject([{seen: 5, hit: 2}]);
    await account.raw('/_emulator/faults', {method: 'DELETE'});
    expect((await list()).status).toBe(200);
  });

  it('affect calls at a given rate', async () => {
    await plan({kind: 'error', on: 'regions.list', rate: 0.5});
    let failed = 0;
    for (let call = 0; call < 60; call++) if ((await account.call(regions.list)).status === 500) failed++;
    expect(failed).toBeGreaterThan(15);
    expect(failed).toBeLessThan(45);
    await plan();
  });
});

describe('faults', () => {
  const once = async (rule: FaultRule) => {
    await plan({on: 'volumes.list', count: 1, ...rule});
    return list();
  };

  it('throttle with a Retry-After header', async () => {
    const response = await once({kind: 'throttle', seconds: 7});
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('answer with the HTML page of a proxy', async () => {
    const response = await once({kind: 'html'});
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(await response.text()).toContain('<html>');
  });

  it('reset the connection, before or after the call takes effect', async () => {
    await expect(once({kind: 'reset'})).rejects.toThrow();
    for (const [phase, effect] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      await plan({on: 'volumes.create', kind: 'reset', when: phase, count: 1});
      const label = `made ${phase}`;
      await expect(account.call(volumes.create, {body: {label, region: 'us-east'}})).rejects.toThrow();
      expect((await account.ok(volumes.list, {filter: {label}})).results).toBe(effect);
    }
  });

  it('stall in the middle of a body', async () => {
    const response = await once({kind: 'stall', milliseconds: 1});
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('truncate or corrupt the JSON', async () => {
    for (const kind of ['truncate', 'garbage'] as const) {
      const text = await (await once({kind})).text();
      expect(() => JSON.parse(text)).toThrow();
    }
  });

  it('break the contract in single fields', async () => {
    const items = async (kind: FaultRule['kind']) => {
      const {data} = (await (await once({kind})).json()) as {data: Record<string, unknown>[]};
      return data;
    };
    const [good] = (await account.ok(volumes.list)).data;
    const names = Object.keys(good ?? {}).length;
    expect((await items('unknown-enum')).filter(({status}) => status === 'from_the_future')).toHaveLength(1);
    expect((await items('unknown-field')).filter(item => 'from_the_future' in item)).toHaveLength(1);
    expect((await items('missing-field')).filter(item => Object.keys(item).length === names - 1)).toHaveLength(1);
    expect((await items('hostile')).filter(({label}) => label === hostileText)).toHaveLength(1);
    const typed = (item: Record<string, unknown>) =>
      Object.keys(item).filter(name => typeof item[name] !== typeof good?.[name as 'id']);
    expect(
      (await items('wrong-type')).filter(
        item => typed(item).length > 0 || item.compute_id !== null || !Array.isArray(item.tags),
      ),
    ).toHaveLength(1);
  });

  it('skew the clock by hours', async () => {
    const response = await once({kind: 'skew', hours: 3});
    const {data} = (await response.json()) as {data: {created: string}[]};
    const skewed = account.clock.now() + 3 * 3600 * 1000;
    expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - skewed)).toBeLessThan(1000);
    const [truth] = (await account.ok(volumes.list)).data;
    expect(Date.parse(data[0]?.created ?? '') - Date.parse(truth?.created ?? '')).toBe(3 * 3600 * 1000);
  });

  it('keep a valid date for any skew', async () => {
    for (const hours of [-80_000_000, 80_000_000]) {
      const response = await once({kind: 'skew', hours});
      expect(response.status).toBe(200);
      expect(response.headers.get('date')).toMatch(/GMT$/);
      const {data} = (await response.json()) as {data: {created: string}[]};
      expect(data[0]?.created).toBe(hours < 0 ? '0001-01-01T00:00:00' : '9999-12-31T23:59:59');
    }
  });

  it('shift a page between two reads', async () => {
    const pageIds = async (page: number) => {
      const {data} = await account.ok(volumes.list, {query: {page, page_size: 25}});
      return data.map(({id}) => id);
    };
    const [first, second] = [await pageIds(1), await pageIds(2)];
    await plan({on: 'volumes.list', kind: 'shift', items: -1});
    expect(await pageIds(1)).toEqual(first);
    expect((await pageIds(2)).slice(0, 2)).toEqual([first.at(-1), second[0]]);
    await plan();
  });

  it('delay a call, which still succeeds', async () => {
    const response = await once({kind: 'latency', milliseconds: 50_000, jitter: 1000});
    expect(response.status).toBe(200);
    expect(delays).toEqual([expect.toSatisfy(delay => delay >= 50_000 && delay <= 51_000)]);
  });
});

describe('control routes', () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    account.raw(`/_emulator/${path}`, {method: 'POST', body: JSON.stringify(body), headers});

  it('reject requests from another origin, unknown paths and invalid bodies', async () => {
    expect((await post('clock', {advance: 1}, {origin: 'https://example.com'})).status).toBe(403);
    expect((await account.raw('/_emulator/nothing')).status).toBe(404);
    expect((await post('faults', {faults: [{kind: 'x'}]})).status).toBe(400);
    expect((await post('clock', {advance: 'soon'})).status).toBe(400);
    expect((await post('snapshot', {name: 'never', restore: true})).status).toBe(404);
  });

  it('advance the clock', async () => {
    const before = account.clock.now();
    const {now} = (await (await post('clock', {advance: 3600})).json()) as {now: string};
    expect(account.clock.now() - before).toBe(3_600_000);
    expect(Date.parse(`${now}Z`)).toBe(account.clock.now());
  });

  it('save and restore a snapshot, and reset the account', async () => {
    const count = async () => (await account.ok(volumes.list)).results;
    const before = await count();
    await post('snapshot', {name: 'a'});
    await account.ok(volumes.create, {body: {label: 'after', region: 'us-east'}});
    expect(await count()).toBe(before + 1);
    expect((await post('snapshot', {name: 'a', restore: true})).status).toBe(200);
    expect(await count()).toBe(before);
    expect((await post('reset', {})).status).toBe(200);
    expect(await count()).toBe(0);
    account.pass(3600);
  });
});
