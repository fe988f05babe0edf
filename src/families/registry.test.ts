import {describe, expect, test} from 'vitest';
import {contract} from '../contract/index.ts';
import {endpointsOf} from '../contract/schema/family.ts';
import {families, familyOf, findFamily, sidebar} from './registry.ts';
import {columnId, type Family} from './shape/define-family.ts';
import {lookupFrom} from './testing/test-lookup.ts';

/** The keys of the list itself, which no action may use. */
const listKeys = 'jkhlgG/sScCyrRaneExwbtuvqz:?!123456789[]-@mMV* '.split('');
/** Actions that use a key of the list on purpose, because their effect equals that of the key. */
const intendedClashes = new Set([
  'support.tickets support.tickets.replies.create r',
  'instances.volumes attach n',
  'account.events markRead m',
  'account.events markSeen M',
  // Only events can be marked as seen.
  'networking.ips move M',
]);

/** Deletions without a loss: a transfer can be offered again, and a browser asks for a code again. */
const harmless = new Set([
  'account.serviceTransfers delete',
  'account.entityTransfers delete',
  'profile.devices delete',
]);

const cases = families.map(family => [family.id, family] as const);

const actionsOf = (family: Family) =>
  [...Object.entries(family.actions), ...Object.entries(family.borrowedActions)].map(([name, action]) => ({
    name,
    ...action,
  }));

describe.each(cases)('%s', (id, family) => {
  test('uses no key of the list itself, and no key twice', () => {
    const keys = actionsOf(family).filter(({key}) => key !== undefined);
    const clashes = keys.filter(
      ({name, key = ''}) => listKeys.includes(key) && !intendedClashes.has(`${id} ${name} ${key}`),
    );
    expect(clashes.map(({name, key}) => `${name} ${key}`)).toEqual([]);
    const twice = keys.filter(({key}, index) => keys.findIndex(other => other.key === key) !== index);
    expect(twice.map(({name, key}) => `${name} ${key}`)).toEqual([]);
  });

  test('has unique column IDs, and sorts by one of them', () => {
    const ids = family.columns.map(columnId);
    expect(new Set(ids).size).toBe(ids.length);
    if (family.sort) expect(ids).toContain(family.sort.replace(/^-/, ''));
  });

  test('fits its most important columns into 80 cells', () => {
    const needed = family.columns
      .filter(column => (column.priority ?? 1) === 1 && !column.optional)
      .reduce((sum, column) => sum + 2 + Math.max(column.width ?? 0, column.title.length), 0);
    expect(needed).toBeLessThanOrEqual(78);
  });

  test('ends the titles of actions with a form in an ellipsis, and no others', () => {
    for (const {title, form} of Object.values(family.actions)) {
      if (!title) continue;
      const opensForm = Object.values(form ?? {}).some(input => input.isVisible === undefined);
      expect(`${title}: ${title.endsWith('…')}`).toBe(`${title}: ${opensForm}`);
    }
  });

  test('undoes with an existing action', () => {
    for (const {undo} of Object.values(family.actions)) if (undo) expect(family.actions).toHaveProperty([undo.action]);
  });

  test('continues with existing actions', () => {
    for (const {next} of Object.values(family.actions)) if (next) expect(family.actions).toHaveProperty([next]);
  });

  test("asks for confirmation before any action that can't be undone", () => {
    const removing = Object.entries(family.actions).filter(([name]) => /(^|\.)(delete|cancel|reset)$/.test(name));
    // An action that can be undone asks for confirmation; any other requires a typed word.
    const unconfirmed = removing
      .filter(([name]) => !harmless.has(`${id} ${name}`))
      .filter(([, {confirm, undo, elsewhere}]) =>
        undo ? confirm !== 'ask' : elsewhere === undefined && typeof confirm !== 'object',
      );
    expect(unconfirmed.map(([name]) => name)).toEqual([]);
  });

  test('borrows existing actions', () => {
    for (const {family: owner, action, pick, target, on} of Object.values(family.borrowedActions)) {
      const borrowed = familyOf(owner).actions[action];
      expect(borrowed).toBeDefined();
      // An action on a row needs the row. An action on a list never gets a row, but may ask for one.
      if (borrowed?.on === 'row') expect(pick !== undefined || target !== undefined).toBe(true);
      else expect(target).toBeUndefined();
      expect(['row', 'list']).toContain(on);
    }
  });

  test('has tabs with existing lists', () => {
    for (const tab of family.detail) if ('list' in tab) expect(familyOf(tab.list).id).toBe(tab.list);
  });
});

describe('names', () => {
  test.each([
    ['volumes', 'volumes'],
    ['VOL', 'volumes'],
    ['inst', 'instances'],
    ['Plans', 'types'],
    ['types', 'types'],
    ['events', 'account.events'],
    [' img ', 'images'],
    ['dns', 'domains'],
    ['object storage', 'objectStorage.buckets'],
    ['keys', 'objectStorage.keys'],
    ['databases', 'databases.instances'],
    ['pg', 'databases.postgresql'],
    // Instances and NodeBalancers have configs, and the name finds those of instances.
    ['configs', 'instances.configs'],
    ['tickets', 'support.tickets'],
    ['billing', 'account'],
    ['account', 'account'],
    ['profile', 'profile'],
    ['tokens', 'profile.tokens'],
    ['ip', 'networking.ips'],
  ])('%s finds %s', (name, id) => expect(findFamily(name)?.id).toBe(id));

  test('of Object properties are not found', () => {
    expect(findFamily('constructor')).toBeUndefined();
    expect(findFamily('')).toBeUndefined();
  });

  test('are unique', () => {
    const names = families.flatMap(family => [...family.aliases, family.title.toLowerCase(), family.id]);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    // A title may repeat its own ID.
    expect(twice.filter(name => families.filter(f => f.aliases.includes(name)).length > 0)).toEqual([]);
  });
});

test('the short names of resource types that can be opened are unique', () => {
  const names = families.filter(({group, byName}) => group !== undefined || byName).map(({name}) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(familyOf('databases.instances').name).toBe('databases');
});

test('the sidebar is in order, without child types and empty groups', () => {
  const texts = sidebar.map(({group, families}) => [
    group,
    families.map(({entry, title}) => entry ?? title).join(', '),
  ]);
  expect(texts.map(([group, titles]) => `${group}: ${titles}`)).toEqual([
    'compute: Instances, Images, Share groups, Share group tokens, Placement groups, Kubernetes, StackScripts, Kernels, Plans',
    'storage: Volumes, Object Storage, Storage quotas',
    'network: Domains, NodeBalancers, Firewalls, Default firewalls, IP addresses, IPv6 ranges, VLANs, VPCs',
    'databases: Databases',
    'monitoring: Longview, Alert definitions, Alert channels, Monitored services, Managed, Managed issues',
    'support: Tickets',
    'account: Events, Notifications, Maintenance, Billing, Users, OAuth clients, Logins, Service transfers, Beta programs, My profile, Settings',
    'catalog: Regions, Tags',
    'more: Firewall templates, Services by region, Volume prices, Storage endpoints, Object storage prices, Plan availability, NodeBalancer prices, Longview prices, Maintenance policies, Transfer prices',
  ]);
});

test("a resource type belongs to today's API exactly if the contract marks its list", () => {
  const added = new Set([...endpointsOf(contract)].filter(({spec}) => spec.today).map(({id}) => id));
  expect(families.filter(({today}) => today).map(({source}) => source)).toEqual(
    families.map(({source}) => source).filter(source => added.has(source)),
  );
});

test('an action has its operation', () => {
  expect(familyOf('volumes').actions.attach?.operation).toBe('volumes.attach');
  expect(familyOf('objectStorage.buckets').actions['ssl.upload']?.operation).toBe('objectStorage.buckets.ssl.upload');
  // The name of an operation outside of the family contains its group.
  expect(familyOf('objectStorage.buckets').actions['objectStorage.cancel']?.operation).toBe('objectStorage.cancel');
});

test('a quick action applies to the row, and checks its own reasons before those of the action', () => {
  const {disable} = familyOf('domains').borrowedActions;
  const row = {id: 801, domain: 'acme.example', status: 'disabled'};
  expect(disable).toMatchObject({on: 'row', family: 'domains', action: 'update', title: 'Disable'});
  expect(disable?.target?.({row, lookup: lookupFrom(), params: {}})).toBe(801);
  expect(disable?.presetValues({row, lookup: lookupFrom(), params: {}})).toEqual({status: 'disabled'});
  expect(disable?.unless?.({row, lookup: lookupFrom(), params: {}})).toBe('already disabled');
  expect(disable?.unless?.({row: {...row, status: 'active'}, lookup: lookupFrom(), params: {}})).toBeUndefined();
});

test('an action applies to a row or to the list, depending on its path parameters', () => {
  // One path parameter identifies the list, and the other one the row.
  expect(familyOf('nodebalancers.configs.nodes').actions.create?.on).toBe('list');
  expect(familyOf('nodebalancers.configs.nodes').actions.update?.on).toBe('row');
  // Both path parameters come from the row.
  expect(familyOf('objectStorage.buckets').actions.delete?.on).toBe('row');
  expect(familyOf('objectStorage.buckets').actions['objectStorage.cancel']?.on).toBe('list');
  expect(familyOf('volumes').actions.create?.on).toBe('list');
  expect(familyOf('volumes').actions.attach?.on).toBe('row');
  // The path parameter identifies the list, so the action needs no row.
  expect(familyOf('instances.disks').actions.create?.on).toBe('list');
  expect(familyOf('instances.disks').actions.resize?.on).toBe('row');
});

test('bug: the menu called the action clone of a disk Copy', () => {
  const titles = families.flatMap(({actions}) => actions.clone?.title ?? []);
  expect(titles.length).toBeGreaterThan(2);
  for (const title of titles) expect(title).toMatch(/^Clone/);
});

/** GET operations of today's API that no family and no tab reads, each with the reason. */
const unreadOperations: Readonly<Record<string, string>> = {
  'kube.versions.get': 'the list of versions has everything',
  'kube.tiers.versions.get': 'the list of versions has everything',
};

test("every list and object of today's API is read by a family or by a tab", () => {
  const read = new Set(
    families.flatMap(({id, source, detail}) => [
      source,
      `${id}.get`,
      ...detail.flatMap(tab =>
        'operation' in tab ? [tab.operation] : 'requests' in tab ? tab.requests.map(({operation}) => operation) : [],
      ),
    ]),
  );
  const operations = [...endpointsOf(contract)]
    .filter(({method, spec}) => spec.today && method === 'GET')
    .map(({id}) => id);
  expect(operations.filter(id => !read.has(id) && !(id in unreadOperations))).toEqual([]);
  expect(Object.keys(unreadOperations).filter(id => !operations.includes(id))).toEqual([]);
});
