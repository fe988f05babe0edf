import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../testing/test-account.ts';

const {volumes} = contract;
const years = 366 * 24 * 3600;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount({accounts: 'demo'});
});
afterEach(() => account.close());

const send = (method: string, path: string, body?: unknown, init: RequestInit = {}) =>
  account.raw(`/_emulator${path}`, {method, ...(body === undefined ? {} : {body: JSON.stringify(body)}), ...init});
const count = async () => (await account.ok(volumes.list)).results;
const create = (label: string) => account.ok(volumes.create, {body: {label, region: 'us-east'}});

describe('a long advance of the clock', () => {
  it("doesn't block other requests, and ends with the emulator", async () => {
    const own = await openTestAccount({accounts: 'demo'});
    const {clock} = own;
    const before = clock.now();
    const states: string[] = [];
    const body = JSON.stringify({advance: 9 * years});
    const advanced = own.raw('/_emulator/clock', {method: 'POST', body}).then(({status}) => {
      states.push('advanced');
      return status;
    });
    for (let turn = 0; turn < 3; turn++) {
      const {now} = (await (await own.raw('/_emulator')).json()) as {now: string};
      states.push(now);
    }
    expect(states).toHaveLength(3);
    expect(states).not.toContain('advanced');
    await own.close();
    expect(await advanced).toBe(503);
    expect(clock.now() - before).toBeLessThan(9 * years * 1000);
  });

  it('stops when its caller disconnects', async () => {
    const {clock} = account;
    const before = clock.now();
    const cancellation = new AbortController();
    const advanced = send('POST', '/clock', {advance: 9 * years}, {signal: cancellation.signal});
    await send('GET', '');
    cancellation.abort();
    await expect(advanced).rejects.toThrow();
    // The next advance starts at the time that the canceled one reached.
    const {now} = (await (await send('POST', '/clock', {advance: 60})).json()) as {now: string};
    expect(Date.parse(`${now}Z`)).toBe(Math.floor(clock.now() / 1000) * 1000);
    expect(clock.now() - before).toBeLessThan(9 * years * 1000);
  });

  it('is limited to ten years, and to the latest date of the API', async () => {
    const before = account.clock.now();
    for (const advance of [11 * years, 1e12, 1e300, -1, null, '60'])
      expect((await send('POST', '/clock', {advance})).status, String(advance)).toBe(400);
    expect(account.clock.now()).toBe(before);
    const late = await openTestAccount({clock: {...account.clock, now: () => Date.UTC(9985, 0)}});
    const response = await late.raw('/_emulator/clock', {method: 'POST', body: JSON.stringify({advance: 6 * years})});
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('beyond the year 9989')]);
    await late.close();
  });
});

describe('snapshots', () => {
  it('have no maximum number, and can be listed and deleted', async () => {
    const before = await count();
    const names = Array.from({length: 12}, (_, index) => `state ${index}/ü`);
    for (const name of names) {
      await create(`volume-${names.indexOf(name)}`);
      expect((await send('POST', '/snapshot', {name})).status).toBe(200);
    }
    expect(await (await send('GET', '/snapshot')).json()).toEqual({snapshots: names});
    for (const index of [2, 11, 0]) {
      await send('POST', '/snapshot', {name: names[index], restore: true});
      expect(await count()).toBe(before + index + 1);
    }
    const path = `/snapshot/${encodeURIComponent(names[3] ?? '')}`;
    expect((await send('DELETE', path)).status).toBe(200);
    expect((await send('DELETE', path)).status).toBe(404);
    expect((await send('POST', '/snapshot', {name: names[3], restore: true})).status).toBe(404);
    // A second snapshot with the same name replaces the first.
    await create('later');
    await send('POST', '/snapshot', {name: names[5]});
    await send('POST', '/snapshot', {name: names[0], restore: true});
    await send('POST', '/snapshot', {name: names[5], restore: true});
    expect(await count()).toBe(before + 2);
    expect(((await (await send('GET', '/snapshot')).json()) as {snapshots: string[]}).snapshots).toHaveLength(11);
  });
});

describe('a reset', () => {
  it('removes the fault plan of a test, and reports the empty plan', async () => {
    const before = await count();
    await create('left');
    await send('POST', '/clock', {advance: 3600});
    const {now} = account.clock;
    const then = now();
    await send('POST', '/faults', {faults: [{on: '*', kind: 'error', status: 503}]});
    expect((await account.call(volumes.list)).status).toBe(503);
    const answer = await (await send('POST', '/reset')).json();
    expect(answer).toMatchObject({faults: []});
    // A reset never sets the clock back: the seeded events go up to the present.
    expect(now()).toBe(then);
    expect(await count()).toBe(before);
  });

  it('restores the faults of the start', async () => {
    const faults = [{on: 'volumes.list', kind: 'error', status: 503, count: 1}] as const;
    const faulty = await openTestAccount({faults: {faults}});
    const statuses = async () => [(await faulty.call(volumes.list)).status, (await faulty.call(volumes.list)).status];
    expect(await statuses()).toEqual([503, 200]);
    await faulty.raw('/_emulator/reset', {method: 'POST'});
    expect(await statuses()).toEqual([503, 200]);
    await faulty.close();
  });
});

it('a name without a snapshot leaves the rate limits unchanged', async () => {
  const limited = await openTestAccount({limits: {}});
  const remaining = async () => Number((await limited.call(volumes.list)).headers.get('X-RateLimit-Remaining'));
  const before = await remaining();
  expect(() => limited.restore('none')).toThrow('Snapshot not found: none');
  expect(await remaining()).toBe(before - 1);
  await limited.close();
});

describe('snapshots in files', () => {
  const file = async (name: string) => new Uint8Array(await (await send('GET', `/snapshot/${name}`)).arrayBuffer());

  it('are data files, and can be restored in another emulator with their own time', async () => {
    await create('kept');
    await send('POST', '/clock', {advance: 7 * 24 * 3600});
    const before = await count();
    await send('POST', '/snapshot', {name: 'week'});
    await create('later');
    const bytes = await file('week');
    expect(Buffer.from(bytes.subarray(0, 15)).toString()).toBe('SQLite format 3');
    const other = await openTestAccount();
    const path = '/_emulator/snapshot/week';
    expect((await other.raw(path, {method: 'PUT', body: bytes})).status).toBe(200);
    const listed = await (await other.raw('/_emulator/snapshot')).json();
    expect(listed).toEqual({snapshots: ['week']});
    other.restore('week');
    expect((await other.ok(volumes.list, {token: account.token})).results).toBe(before);
    expect(other.clock.now()).toBe(account.clock.now());
    expect(Buffer.from(other.readSnapshot('week'))).toEqual(Buffer.from(bytes));
    await other.close();
    const folder = mkdtempSync(join(tmpdir(), 'skydeck-snapshot-'));
    const data = join(folder, 'week.db');
    writeFileSync(data, bytes, {mode: 0o600});
    const third = await openTestAccount({data});
    expect((await third.ok(volumes.list)).results).toBe(before);
    await third.close();
    rmSync(folder, {recursive: true});
  });

  it('are rejected unless they are valid accounts, and keep the existing snapshot', async () => {
    await send('POST', '/snapshot', {name: 'good'});
    const bytes = await file('good');
    const newer = Uint8Array.from(bytes);
    // The number of the format, at its offset in the header of the file.
    new DataView(newer.buffer).setUint32(60, 99);
    for (const [body, words] of [
      [new TextEncoder().encode('not a database'), 'cannot use the snapshot: not an account of this emulator'],
      [newer, 'the snapshot has data format 99'],
      [bytes.slice(0, 9000), 'cannot use the snapshot: '],
      [bytes.slice(0, Math.floor(bytes.length / 8192) * 4096), 'cannot use the snapshot: '],
      [new Uint8Array(), 'the snapshot is empty'],
    ] as const) {
      const response = await account.raw('/_emulator/snapshot/good', {method: 'PUT', body});
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await send('GET', '/snapshot/none')).status).toBe(404);
    expect(await (await send('GET', '/snapshot')).json()).toEqual({snapshots: ['good']});
    const before = await count();
    await create('later');
    await send('POST', '/snapshot', {name: 'good', restore: true});
    expect(await count()).toBe(before);
  });
});
