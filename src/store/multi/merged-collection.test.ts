import {expect, it, onTestFinished} from 'vitest';
import {families} from '../../families/registry.ts';
import type {AnyRow, Lookup} from '../../families/shape/define-family.ts';
import {createListModel} from '../list/list-model.ts';
import {createAccountStore} from '../session/account-store.ts';
import type {Operation} from '../sync/operation.ts';
import {Operations} from '../sync/operations.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {event, instanceEntity, TestAccount} from '../testing/test-account.ts';
import {createTestSession} from '../testing/test-session.ts';
import {mergeSessions} from './merged-session.ts';

const volume = (id: number, label: string, more: AnyRow = {}): AnyRow => ({
  id,
  label,
  status: 'active',
  size: 20,
  region: 'us-east',
  compute_id: null,
  compute_label: null,
  tags: [],
  ...more,
});

/** A session on an account that is empty at first. */
function openMember() {
  const account = new TestAccount();
  const state = createAccountStore();
  const session = {...createTestSession({account, clock: manualClock()}, {families}), account: state};
  return {
    session,
    setOperations: (operations: readonly Operation[]) => state.update('operations', 'setOperations', operations),
    /** Sets the rows of a list, and reads it. */
    async setRows(family: 'types' | 'volumes', rows: readonly AnyRow[]): Promise<void> {
      account.lists.set(`${family}.list`, [...rows]);
      const collection = session.collection(family);
      onTestFinished(collection.subscribe(() => {}));
      await collection.refetch();
    },
  };
}

function open() {
  const [prod, lab] = [openMember(), openMember()];
  const members = [
    {profile: {name: 'prod', production: true, readOnly: false}, session: prod.session},
    {profile: {name: 'a/b', production: false, readOnly: true}, session: lab.session},
  ];
  const merged = mergeSessions({members, families, clock: manualClock()});
  return {prod, lab, merged, volumes: merged.session.collection('volumes')};
}

it('distinguishes rows with equal IDs by their profile', async () => {
  const {prod, lab, merged, volumes} = open();
  await prod.setRows('volumes', [volume(7, 'data')]);
  await lab.setRows('volumes', [volume(7, 'data')]);
  const {rows, byId} = volumes.getState();
  const ids = rows.map(row => volumes.family.key(row));
  expect(ids).toEqual(['prod/7', 'a%2Fb/7']);
  expect(ids.map(id => byId.get(id))).toEqual(rows);
  expect(byId.size).toBe(2);
  expect(byId.has('prod/8')).toBe(false);
  expect(rows.map(row => merged.ownerOf(row)?.profile.name)).toEqual(['prod', 'a/b']);
  expect(merged.ownerOf({id: 7})).toBeUndefined();
  expect(rows[0]).toBe(prod.session.collection('volumes').getState().rows[0]);
});

it('finds no row by an invalid ID', async () => {
  const {prod, volumes} = open();
  await prod.setRows('volumes', [volume(7, 'data')]);
  for (const id of [7, 'prod', 'prod7', '/7', 'pro%/7', '%E0%A4%A/7']) {
    expect(volumes.getState().byId.get(id)).toBeUndefined();
    expect(volumes.searchText(id)).toBe('');
  }
});

it('reports changes of one account, and updates the list', async () => {
  const {prod, lab, volumes} = open();
  await prod.setRows('volumes', [volume(1, 'one')]);
  await lab.setRows('volumes', [volume(1, 'other')]);
  const lookup = {now: 0} as Lookup;
  const list = createListModel(volumes, lookup, {sort: {column: 'label', descending: false}});
  const stop = list.subscribe(() => {});
  list.setFilter('profile:prod');
  expect(list.getState().ids).toEqual(['prod/1']);
  const {rows} = volumes.getState();
  await lab.setRows('volumes', [volume(1, 'other'), volume(2, 'new')]);
  expect(list.getState().ids).toEqual(['prod/1']);
  expect(volumes.getState().rows[0]).toBe(rows[0]);
  list.setFilter('');
  expect(list.getState().ids).toEqual(['a%2Fb/2', 'prod/1', 'a%2Fb/1']);
  list.setSort({column: 'profile', descending: true});
  expect(list.getState().ids[0]).toBe('prod/1');
  expect(volumes.searchText('a%2Fb/2')).toMatch(/^a\/b\n/);
  stop();
});

it('shows the progress of operations and their remaining time', async () => {
  const {prod, merged} = open();
  let now = Date.UTC(2026, 0, 15, 12);
  const running = new Operations({
    now: () => now,
    monotonic: () => now,
    clockSkewMs: () => 0,
    usualSeconds: () => 40,
    meaning: () => undefined,
  });
  const entity = {...instanceEntity(1), label: 'web-01'};
  const boot = event({
    entity,
    action: 'compute_boot',
    status: 'started',
    percent_complete: 2,
    created: '2026-01-15T12:00:00',
  });
  prod.setOperations(running.list([boot], [], []));
  const [operation] = merged.session.account.getState().operations;
  expect(operation).toMatchObject({label: 'prod/web-01', percent: 2, startedAt: now});
  now += 10_000;
  expect(operation?.secondsLeft).toBe(30);
});

it('looks up rows in the account of the row, and refuses changes', async () => {
  const {prod, lab, merged, volumes} = open();
  await prod.setRows('types', [{id: 'g6', label: 'Plan of prod', memory: 1024, price: {monthly: 5}}]);
  await lab.setRows('types', [{id: 'g6', label: 'Plan of lab', memory: 1024, price: {monthly: 7}}]);
  await lab.setRows('volumes', [volume(1, 'one')]);
  const types = merged.session.collection('types');
  const {lookup} = merged.session;
  const prices = types.getState().rows.map(row => {
    const column = types.family.columns.find(({id}) => id === 'price');
    return column && 'value' in column && column.value?.(row, lookup, {});
  });
  expect(prices).toEqual([expect.stringContaining('5'), expect.stringContaining('7')]);
  const [row] = volumes.getState().rows;
  expect(() => merged.session.change({family: 'volumes', action: 'delete', row})).toThrow(/one account/);
  expect(merged.session.unless({family: 'volumes', action: 'delete', row})).toMatch(/one account/);
  expect(merged.families.some(({single}) => single)).toBe(false);
});
