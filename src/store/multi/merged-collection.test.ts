import {expect, it} from 'vitest';
import {families} from '../../families/registry.ts';
import type {AnyRow, Lookup} from '../../families/shape/define-family.ts';
import {fakeSession} from '../../ui/testing/fake-session.ts';
import {createListModel} from '../list/list-model.ts';
import {Operations} from '../sync/operations.ts';
import {event, instanceEntity} from '../testing/test-account.ts';
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
const clock = {now: () => 0, monotonic: () => 0, schedule: () => () => {}, yieldToLoop: async () => {}};

function open() {
  const [prod, lab] = [fakeSession(families), fakeSession(families)];
  const members = [
    {profile: {name: 'prod', production: true, readOnly: false}, session: prod},
    {profile: {name: 'a/b', production: false, readOnly: true}, session: lab},
  ];
  const merged = mergeSessions({members, families, clock});
  return {prod, lab, merged, volumes: merged.session.collection('volumes')};
}

it('tells rows of the same ID apart, and whose each is', () => {
  const {prod, lab, merged, volumes} = open();
  prod.setRows('volumes', [volume(7, 'data')]);
  lab.setRows('volumes', [volume(7, 'data')]);
  const {rows, byId} = volumes.get();
  const ids = rows.map(row => volumes.family.key(row));
  expect(ids).toEqual(['prod/7', 'a%2Fb/7']);
  expect(ids.map(id => byId.get(id))).toEqual(rows);
  expect([...byId.keys()]).toEqual(ids);
  expect(byId.has('prod/8')).toBe(false);
  expect(rows.map(row => merged.ownerOf(row)?.profile.name)).toEqual(['prod', 'a/b']);
  expect(merged.ownerOf({id: 7})).toBeUndefined();
  expect(rows[0]).toBe(prod.collection('volumes').get().rows[0]);
});

it('knows no row by what is no ID of an account and a row', () => {
  const {prod, volumes} = open();
  prod.setRows('volumes', [volume(7, 'data')]);
  for (const id of [7, 'prod', 'prod7', '/7', 'pro%/7', '%E0%A4%A/7']) {
    expect(volumes.get().byId.get(id)).toBeUndefined();
    expect(volumes.searchText(id)).toBe('');
  }
});

it('tells what changed in one account, and lets the list follow', () => {
  const {prod, lab, volumes} = open();
  prod.setRows('volumes', [volume(1, 'one')]);
  lab.setRows('volumes', [volume(1, 'other')]);
  const lookup = {now: 0} as Lookup;
  const list = createListModel(volumes, lookup, {sort: {column: 'label', descending: false}});
  const stop = list.subscribe(() => {});
  list.filter('profile:prod');
  expect(list.get().ids).toEqual(['prod/1']);
  const {rows} = volumes.get();
  lab.setRows('volumes', [volume(1, 'other'), volume(2, 'new')]);
  expect(list.get().ids).toEqual(['prod/1']);
  expect(volumes.get().rows[0]).toBe(rows[0]);
  list.filter('');
  expect(list.get().ids).toEqual(['a%2Fb/2', 'prod/1', 'a%2Fb/1']);
  list.sort({column: 'profile', descending: true});
  expect(list.get().ids[0]).toBe('prod/1');
  expect(volumes.searchText('a%2Fb/2')).toMatch(/^a\/b\n/);
  stop();
});

it('tells how far what runs is, and how long it still takes', () => {
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
  prod.operations.set(running.list([boot], [], []));
  const [operation] = merged.session.operations.get();
  expect(operation).toMatchObject({label: 'prod/web-01', percent: 2, startedAt: now});
  now += 10_000;
  expect(operation?.secondsLeft).toBe(30);
});

it('looks through the account of the row, and sends no change', () => {
  const {prod, lab, merged, volumes} = open();
  prod.setRows('types', [{id: 'g6', label: 'Plan of prod', memory: 1024, price: {monthly: 5}}]);
  lab.setRows('types', [{id: 'g6', label: 'Plan of lab', memory: 1024, price: {monthly: 7}}]);
  lab.setRows('volumes', [volume(1, 'one')]);
  const types = merged.session.collection('types');
  const {lookup} = merged.session;
  const prices = types.get().rows.map(row => {
    const column = types.family.columns.find(({id}) => id === 'price');
    return column && 'value' in column && column.value?.(row, lookup, {});
  });
  expect(prices).toEqual([expect.stringContaining('5'), expect.stringContaining('7')]);
  const [row] = volumes.get().rows;
  expect(() => merged.session.change('volumes', 'delete', row)).toThrow(/one account/);
  expect(merged.session.unless('volumes', 'delete', row)).toMatch(/one account/);
  expect(merged.families.some(({single}) => single)).toBe(false);
});
