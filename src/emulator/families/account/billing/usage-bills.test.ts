import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../../../../contract/index.ts';
import {manualClock} from '../../../engine/time/clock.ts';
import {openTestAccount, type TestAccount} from '../../../testing/test-account.ts';
import {Instances} from '../../instances/instance-kinds.ts';
import {hourlyPrices} from '../../service-prices.ts';
import {Volumes} from '../../volumes/volume-kinds.ts';
import {usageLines} from './usage-bills.ts';

const {instances, volumes, nodebalancers, databases, longview, objectStorage} = contract;
const day = 24 * 3600;

let account: TestAccount;
beforeEach(async () => {
  account = await openTestAccount();
});
afterEach(() => account.close());

/** The lines of a bill from the first of the month until now: label, hours and dollars. */
function lines(): [label: string, hours: number, usd: number][] {
  const {db, clock} = account;
  const now = clock.now();
  const items = usageLines(db, {from: Date.UTC(2026, new Date(now).getUTCMonth()), to: now});
  return items.map(({label, quantity, total}) => [label, quantity, total]);
}
const uninvoiced = async () => (await account.ok(contract.account.get)).balance_uninvoiced;

const instance = (type: string, overrides: object = {}) =>
  account.ok(instances.create, {body: {region: 'us-east', type, ...overrides}});

describe('the bill', () => {
  it('includes a deleted instance and volume for the hours of their existence', async () => {
    const {id: computeId} = await instance('g6-nanode-1');
    const {id: volumeId} = await account.ok(volumes.create, {body: {label: 'store', region: 'us-east', size: 1000}});
    account.pass(10 * day);
    const before = lines();
    expect(before).toEqual([
      ['Nanode 1 GB × 1', 240, 1.8],
      ['Volumes × 1, GB hours', 240_000, 36],
    ]);
    await account.ok(volumes.delete, {params: {volumeId}});
    await account.ok(instances.delete, {params: {computeId}});
    expect(lines()).toEqual(before);
    account.pass(2 * 3600);
    expect(lines()).toEqual(before);
    expect(await uninvoiced()).toBe(37.8);
    // After the end of the month, the usage is on the invoice of that month, and on no other.
    account.pass(10 * day);
    const [invoice] = (await account.ok(contract.account.invoices.list)).data;
    expect(invoice?.total).toBe(37.8);
    expect(await uninvoiced()).toBe(0);
    account.pass(31 * day);
    expect((await account.ok(contract.account.invoices.list)).results).toBe(1);
  });

  it('has the price of the region, if the region has its own', async () => {
    await instance('g6-nanode-1');
    await instance('g6-nanode-1', {region: 'eu-west'});
    await instance('g6-nanode-1', {region: 'ap-southeast'});
    const [plan] = (await account.ok(contract.types.list)).data;
    const [own] = plan?.region_prices ?? [];
    expect(own).toEqual({id: 'ap-southeast', hourly: 0.009, monthly: 6});
    account.pass(10 * day);
    expect(lines()).toEqual([
      ['Nanode 1 GB × 2', 480, 3.6],
      ['Nanode 1 GB in ap-southeast × 1', 240, 2.16],
    ]);
  });

  it('bug: an instance that migrated between regions with the same price was counted twice', async () => {
    const {id: computeId} = await instance('g6-nanode-1', {backups_enabled: true});
    account.pass(10 * 3600);
    await account.ok(instances.migrate, {params: {computeId}, body: {region: 'eu-west'}});
    account.pass(14 * 3600);
    expect(account.db.get(Instances, computeId)?.region).toBe('eu-west');
    expect(lines().map(([label, hours]) => [label, hours])).toEqual([
      ['Nanode 1 GB × 1', 24],
      ['Backups of Nanode 1 GB × 1', 24],
    ]);
    // A region with a price of its own has a line of its own.
    await account.ok(instances.migrate, {params: {computeId}, body: {region: 'ap-southeast'}});
    account.pass(24 * 3600);
    const labels = lines().map(([label]) => label);
    expect(labels).toContain('Nanode 1 GB × 1');
    expect(labels).toContain('Nanode 1 GB in ap-southeast × 1');
    expect(
      lines()
        .filter(([label]) => !String(label).startsWith('Backups'))
        .reduce((sum, [, hours]) => sum + Number(hours), 0),
    ).toBe(48);
  });

  it('has each plan and each size for its time, and counts no hour twice', async () => {
    const {id: computeId} = await instance('g6-nanode-1');
    account.pass(100.5 * 3600);
    await account.ok(instances.resize, {params: {computeId}, body: {type: 'g6-standard-8'}});
    account.pass(3600);
    expect(account.db.get(Instances, computeId)?.type).toBe('g6-standard-8');
    account.pass(49 * 3600);
    const hours = lines().map(([label, quantity]) => [label, quantity]);
    expect(hours).toEqual([
      ['Nanode 1 GB × 1', 101],
      ['Standard 32 GB × 1', 50],
    ]);
    const {id: volumeId} = await account.ok(volumes.create, {body: {label: 'store', region: 'us-east', size: 100}});
    account.pass(10 * 3600);
    for (const size of [110, 120]) {
      await account.ok(volumes.resize, {params: {volumeId}, body: {size}});
      account.pass(10 * 60);
    }
    account.pass(9 * 3600 + 40 * 60);
    expect(lines().at(-1)).toEqual(['Volumes × 1, GB hours', 10 * 100 + 1 * 110 + 9 * 120, 0.33]);
  });

  it('has backups for the hours in which they were enabled', async () => {
    const {id: computeId} = await instance('g6-nanode-1', {backups_enabled: true});
    account.pass(30 * 3600);
    await account.ok(instances.backups.cancel, {params: {computeId}});
    account.pass(70 * 3600);
    expect(lines().map(([label, hours]) => [label, hours])).toEqual([
      ['Nanode 1 GB × 1', 100],
      ['Backups of Nanode 1 GB × 1', 30],
    ]);
  });

  it('has NodeBalancers, databases, the Longview plan and Object Storage, also after their deletion', async () => {
    const {id: nodeBalancerId} = await account.ok(nodebalancers.create, {body: {region: 'us-east'}});
    const database = {label: 'rows', type: 'g6-standard-1', engine: 'mysql/8.0.26', region: 'us-east', cluster_size: 3};
    const {id: instanceId} = await account.ok(databases.mysql.create, {body: database});
    await account.ok(longview.plan.update, {body: {longview_subscription: 'longview-10'}});
    await account.ok(objectStorage.keys.create, {body: {label: 'key'}});
    account.pass(48 * 3600);
    const {engines} = await account.ok(databases.types.get, {params: {typeId: 'g6-standard-1'}});
    const hourly = engines.mysql.find(({quantity}) => quantity === 3)?.price.hourly ?? 0;
    const before = lines();
    expect(before).toEqual([
      ['NodeBalancers × 1', 48, 0.72],
      ['DBaaS - Standard 2 GB (mysql, 3 nodes) × 1', 48, Math.round(hourly * 4800) / 100],
      ['Longview Pro 10 pack', 48, 2.88],
      ['Object Storage', 48, 0.36],
    ]);
    await account.ok(nodebalancers.delete, {params: {nodeBalancerId}});
    await account.ok(databases.mysql.delete, {params: {instanceId}});
    await account.ok(longview.plan.update, {body: {longview_subscription: 'longview-3'}});
    await account.ok(objectStorage.cancel);
    account.pass(24 * 3600);
    expect(lines()).toEqual([
      ...before.slice(0, 2),
      ['Longview Pro 10 pack', 48, 2.88],
      ['Longview Pro 3 pack', 24, 0.72],
      ['Object Storage', 48, 0.36],
    ]);
  });

  it('counts each started hour of a volume once, with any number of resizes', () => {
    const {db, clock} = account;
    const created = '2026-01-15T12:00:00';
    const {id} = db.transaction(() =>
      db.insert(Volumes, number => ({
        id: number,
        label: 'v',
        filesystem_path: '',
        status: 'active',
        size: 10,
        region: 'us-east',
        compute_id: null,
        compute_label: null,
        created,
        updated: created,
        tags: [],
        hardware_type: 'nvme',
      })),
    );
    let seconds = 0;
    // Steps of all lengths, none of which divides an hour.
    for (let step = 1; step <= 60; step++) {
      const pause = (step * step * 137) % 9001;
      account.pass(pause);
      seconds += pause;
      db.transaction(() => db.update(Volumes, id, {size: step % 2 === 0 ? 10 : 20}));
    }
    const hours = Math.ceil(seconds / 3600);
    const all = usageLines(db, {from: Date.UTC(2026, 0), to: clock.now()});
    const gigabytes = all[0]?.quantity ?? 0;
    expect(gigabytes).toBeGreaterThan(10 * hours);
    expect(gigabytes).toBeLessThan(20 * hours);
    db.transaction(() => db.remove(Volumes, id));
    expect(usageLines(db, {from: Date.UTC(2026, 0), to: clock.now()})[0]?.quantity).toBe(gigabytes);
  });

  it('shows no usage after a reset', async () => {
    await instance('g6-standard-8');
    account.pass(3 * 3600);
    expect(await uninvoiced()).toBeGreaterThan(0);
    await account.raw('/_emulator/reset', {method: 'POST'});
    expect(await uninvoiced()).toBe(0);
  });
});

it('an account that was closed for months gets an invoice for each of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-account-'));
  const data = join(folder, 'account.db');
  const first = await openTestAccount({data});
  const {id} = await first.ok(volumes.create, {body: {label: 'store', region: 'us-east', size: 100}});
  first.pass(5 * day);
  await first.ok(volumes.resize, {params: {volumeId: id}, body: {size: 200}});
  await first.close();

  const second = await openTestAccount({data, clock: manualClock(Date.UTC(2026, 3, 10))});
  second.pass(1);
  const {data: bills} = await second.ok(contract.account.invoices.list);
  const amounts = bills.map(({date, total}) => [date, total]).toSorted();
  // January has 5 days with 100 GB, and 11.5 days with 200 GB. A month has at most 672 hours.
  const price = (gigabyteHours: number) => expect.closeTo(gigabyteHours * hourlyPrices.volumeGigabyte, 2);
  expect(amounts).toEqual([
    ['2026-02-01T00:00:00', price(120 * 100 + 276 * 200)],
    ['2026-03-01T00:00:00', price(672 * 200)],
    ['2026-04-01T00:00:00', price(672 * 200)],
  ]);
  await second.close();
  rmSync(folder, {recursive: true, force: true});
});
