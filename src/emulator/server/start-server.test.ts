import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {manualClock} from '../engine/time/clock.ts';
import {openTestAccount} from '../testing/test-account.ts';
import {connectThread, startEmbedded} from './embedded-emulator.ts';
import {startEmulator} from './start-server.ts';

const {volumes, instances} = contract;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-account-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

describe('an account in a file', () => {
  it('continues with its resources, tokens and running actions after a restart', async () => {
    const data = join(folder, 'account.db');
    const first = await openTestAccount({data, seed: 1});
    const {id} = await first.ok(volumes.create, {body: {label: 'kept', region: 'us-east'}});
    expect((await first.ok(volumes.get, {params: {volumeId: id}})).status).toBe('creating');
    const {token} = first;
    await first.close();

    const second = await openTestAccount({data, seed: 2, clock: manualClock(first.clock.now())});
    expect(second.token).toBe(token);
    expect((await second.ok(volumes.get, {params: {volumeId: id}})).status).toBe('creating');
    second.pass(10);
    expect((await second.ok(volumes.get, {params: {volumeId: id}})).status).toBe('active');
    expect((await second.ok(volumes.create, {body: {label: 'next', region: 'us-east'}})).id).toBe(id + 1);
    await second.close();
  });

  it('never goes back in time, even if its clock was ahead', async () => {
    const data = join(folder, 'account.db');
    const ahead = Date.now() + 500 * 24 * 3600 * 1000;
    const first = await openTestAccount({data, clock: manualClock(ahead)});
    await first.close();
    const second = await startEmulator({data, report: fail});
    expect(second.clock.now()).toBeGreaterThanOrEqual(ahead);
    await second.close();
  });
});

const fail = (error: unknown) => {
  throw error;
};

describe('an ID prefix', () => {
  it('bug: the scopes of issued tokens ignored the prefix', async () => {
    const running = await startEmulator({accounts: 'demo', limits: 'none', brand: 'acme'});
    try {
      const scopes = running.tokens.map(token => token.scopes).join(' ');
      expect(scopes).toContain('acmes:read_only');
      expect(scopes).not.toContain('compute');
    } finally {
      await running.close();
    }
  });
});

describe('a seed', () => {
  it('gives the same account every time', async () => {
    const contentOf = async (seed: number, accounts: 'demo' | number) => {
      const account = await openTestAccount({accounts, seed});
      const rows = account.db.many<{kind: string; doc: string}>(
        `SELECT kind, doc FROM entity WHERE kind <> 'credential'`,
      );
      await account.close();
      return rows;
    };
    const demo = await contentOf(7, 'demo');
    expect(demo.length).toBeGreaterThan(4000);
    expect(await contentOf(7, 'demo')).toEqual(demo);
    const many = await contentOf(7, 300);
    expect(await contentOf(7, 300)).toEqual(many);
    expect(await contentOf(8, 300)).not.toEqual(many);
  });

  it('repeats tokens, secrets, identifiers and faults; without a seed, only secrets differ', async () => {
    const faults = {faults: [{on: 'regions.list', kind: 'error', status: 503, rate: 0.5}]} as const;
    const run = async (seed: number | undefined, often = 5) => {
      const account = await startEmulator({
        accounts: 'demo',
        limits: 'none',
        clock: manualClock(),
        faults,
        seed,
        backgroundActivity: true,
      });
      const headers = {authorization: `Bearer ${account.token}`, 'content-type': 'application/json'};
      const post = async (path: string, body: unknown) => {
        const response = await fetch(account.url + path, {method: 'POST', headers, body: JSON.stringify(body)});
        return (await response.json()) as Record<string, unknown>;
      };
      const statuses: number[] = [];
      for (let call = 0; call < 24; call++) {
        // Jobs that run between the calls draw from their own random numbers.
        if (call % often === 0) account.clock.advance(60_000);
        statuses.push((await fetch(`${account.url}/regions`)).status);
      }
      const instance = await post('/compute/instances', {region: 'us-east', type: 'g6-nanode-1'});
      const client = await post('/account/oauth-clients', {label: 'tool', redirect_uri: 'https://example.net/'});
      const key = await post('/object-storage/keys', {label: 'key'});
      const stories = account.db.many<{id: number; label: string | null}>(
        `SELECT id, json_extract(doc, '$.label') AS label FROM entity
         WHERE kind IN ('compute', 'volume', 'domain', 'address', 'oauth_client') ORDER BY kind, id`,
      );
      const ids = account.db.many<{id: string}>(
        `SELECT json_extract(doc, '$.id') AS id FROM entity WHERE kind='oauth_client' ORDER BY id`,
      );
      const secrets = {
        tokens: account.tokens.map(({token}) => token),
        clients: ids.map(({id}) => id),
        host: instance.host_uuid,
        client: [client.id, client.secret],
        key: [key.access_key, key.secret_key],
      };
      await fetch(account.url.replace('/v4', '/_emulator/reset'), {method: 'POST'});
      const again: number[] = [];
      for (let call = 0; call < 24; call++) again.push((await fetch(`${account.url}/regions`)).status);
      await account.close();
      return {stories, statuses, again, secrets};
    };
    const [first, second, other, free, freeToo] = await Promise.all([
      run(7, 5),
      run(7, 3),
      run(8),
      run(undefined),
      run(undefined),
    ]);
    expect(second).toEqual(first);
    // A reset restarts the random numbers as well.
    expect(first?.again).toEqual(first?.statuses);
    expect(new Set(first?.statuses)).toEqual(new Set([200, 503]));
    expect(other?.secrets.tokens).not.toEqual(first?.secrets.tokens);
    expect(freeToo?.stories).toEqual(free?.stories);
    const texts = (run: typeof free) => Object.values(run?.secrets ?? {}).flat();
    expect(texts(free).filter(text => texts(freeToo).includes(text))).toEqual([]);
  });

  it('creates the given number of instances, and other resources in proportion', async () => {
    const account = await openTestAccount({accounts: 1000});
    expect((await account.ok(instances.list)).results).toBe(1000);
    expect((await account.ok(volumes.list)).results).toBe(400);
    const last = await account.ok(instances.list, {query: {page: 10}});
    expect(last.data).toHaveLength(100);
    expect(new Set(last.data.map(({ipv4}) => ipv4[0])).size).toBe(100);
    await account.close();
  });

  it('generates consistent resources, such as volumes in the region of their instance', async () => {
    const demo = await openTestAccount({accounts: 'demo'});
    const machines = new Map((await demo.ok(instances.list)).data.map(instance => [instance.id, instance]));
    expect(machines.size).toBe(42);
    expect(new Set([...machines.values()].map(({region}) => region)).size).toBe(3);
    for (const volume of (await demo.ok(volumes.list)).data) {
      if (volume.compute_id === null) continue;
      const instance = machines.get(volume.compute_id);
      expect([volume.region, volume.compute_label]).toEqual([instance?.region, instance?.label]);
      const {data} = await demo.ok(instances.configs.list, {params: {computeId: volume.compute_id}});
      expect(data.flatMap(({devices}) => Object.values(devices))).toContainEqual({disk_id: null, volume_id: volume.id});
    }
    for (const {id, specs} of machines.values()) {
      const {data} = await demo.ok(instances.disks.list, {params: {computeId: id}});
      expect(data.reduce((sum, {size}) => sum + size, 0)).toBeLessThanOrEqual(specs.disk);
    }
    await demo.close();
  });
});

describe('an embedded emulator', () => {
  it('runs in its own thread, and ends on close', async () => {
    const {url, token, close} = await startEmbedded({accounts: 'empty'});
    const headers = {authorization: `Bearer ${token}`};
    expect((await fetch(`${url}/account`, {headers})).status).toBe(200);
    await close();
    await expect(fetch(`${url}/account`, {headers})).rejects.toThrow();
    await close();
  });

  it('that fails does not end the console, and can be closed', async () => {
    const code = `const {parentPort} = require('node:worker_threads');
      parentPort.postMessage({url: 'http://127.0.0.1:1/v4', token: 'x'});
      parentPort.once('message', () => { throw new Error('the disk is full'); });`;
    const worker = new Worker(code, {eval: true, stdout: true, stderr: true});
    const {close} = await connectThread(worker);
    worker.postMessage('fail');
    await new Promise(resolve => worker.once('exit', resolve));
    await close();
  });

  it('that can not start reports the reason', async () => {
    await expect(startEmbedded({data: join(folder, 'missing', 'account.db')})).rejects.toThrow('folder not found');
  });
});

describe('the end of an emulator', () => {
  it('may be requested twice', async () => {
    const emulator = await startEmulator({accounts: 'empty'});
    await Promise.all([emulator.close(), emulator.close()]);
    await emulator.close();
  });

  it('comes with the end of a block', async () => {
    let url = '';
    {
      await using emulator = await startEmulator({accounts: 'empty', isolated: true});
      await using account = emulator.account('worker-1');
      ({url} = account);
      expect((await fetch(`${url}/regions`)).status).toBe(200);
    }
    await expect(fetch(`${url}/regions`)).rejects.toThrow();
  });
});
