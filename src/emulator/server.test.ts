import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../contract/index.ts';
import {startEmbedded} from './embedded.ts';
import {manualClock} from './engine/clock.ts';
import {start} from './server.ts';
import {openAccount} from './testing.ts';

const {volumes, instances} = contract;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-account-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

describe('an account in a file', () => {
  it('goes on where it was', async () => {
    const data = join(folder, 'account.db');
    const first = await openAccount({data, seed: 1});
    const {id} = await first.ok(volumes.create, {body: {label: 'kept', region: 'us-east'}});
    expect((await first.ok(volumes.get, {params: {volumeId: id}})).status).toBe('creating');
    const {token} = first;
    await first.close();

    const second = await openAccount({data, seed: 2, clock: manualClock(first.clock.now())});
    expect(second.token).toBe(token);
    expect((await second.ok(volumes.get, {params: {volumeId: id}})).status).toBe('creating');
    second.pass(10);
    expect((await second.ok(volumes.get, {params: {volumeId: id}})).status).toBe('active');
    expect((await second.ok(volumes.create, {body: {label: 'next', region: 'us-east'}})).id).toBe(id + 1);
    await second.close();
  });

  it('does not go back in time, however fast it ran', async () => {
    const data = join(folder, 'account.db');
    const ahead = Date.now() + 500 * 24 * 3600 * 1000;
    const first = await openAccount({data, clock: manualClock(ahead)});
    await first.close();
    const second = await start({data, report: fail});
    expect(second.clock.now()).toBeGreaterThanOrEqual(ahead);
    await second.close();
  });
});

const fail = (error: unknown) => {
  throw error;
};

describe('a seed', () => {
  it('gives the same account every time', async () => {
    const tell = async (seed: number, accounts: 'demo' | number) => {
      const account = await openAccount({accounts, seed});
      const rows = account.db.many<{kind: string; doc: string}>(
        `SELECT kind, doc FROM entity WHERE kind <> 'credential'`,
      );
      await account.close();
      return rows;
    };
    const demo = await tell(7, 'demo');
    expect(demo.length).toBeGreaterThan(4000);
    expect(await tell(7, 'demo')).toEqual(demo);
    const many = await tell(7, 300);
    expect(await tell(7, 300)).toEqual(many);
    expect(await tell(8, 300)).not.toEqual(many);
  });

  it('makes as many instances as are asked for, and the rest in proportion', async () => {
    const account = await openAccount({accounts: 1000});
    expect((await account.ok(instances.list)).results).toBe(1000);
    expect((await account.ok(volumes.list)).results).toBe(400);
    const last = await account.ok(instances.list, {query: {page: 10}});
    expect(last.data).toHaveLength(100);
    expect(new Set(last.data.map(({ipv4}) => ipv4[0])).size).toBe(100);
    await account.close();
  });

  it('tells a story whose parts fit together', async () => {
    const demo = await openAccount({accounts: 'demo'});
    const machines = new Map((await demo.ok(instances.list)).data.map(machine => [machine.id, machine]));
    expect(machines.size).toBe(42);
    expect(new Set([...machines.values()].map(({region}) => region)).size).toBe(3);
    for (const volume of (await demo.ok(volumes.list)).data) {
      if (volume.compute_id === null) continue;
      const machine = machines.get(volume.compute_id);
      expect([volume.region, volume.compute_label]).toEqual([machine?.region, machine?.label]);
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
  it('runs on a thread of its own, and ends when told to', async () => {
    const {url, token, close} = await startEmbedded({accounts: 'empty'});
    const headers = {authorization: `Bearer ${token}`};
    expect((await fetch(`${url}/account`, {headers})).status).toBe(200);
    await close();
    await expect(fetch(`${url}/account`, {headers})).rejects.toThrow();
  });
});
