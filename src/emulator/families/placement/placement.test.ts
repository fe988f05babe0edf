import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {createEmptyInstance, openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {groups} = contract.placement;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({dialect: 'today'});
});
afterAll(() => account.close());

let count = 0;
const fresh = (facts: object = {}) =>
  account.call(groups.create, {
    body: {
      label: `group-${++count}`,
      region: 'us-east',
      placement_group_type: 'anti_affinity:local',
      placement_group_policy: 'strict',
      ...facts,
    },
  });
const newGroup = async (facts: object = {}) => (await fresh(facts)).body;
const newInstances = async (amount: number, facts: object = {}): Promise<number[]> => {
  const ids: number[] = [];
  while (ids.length < amount) ids.push((await createEmptyInstance(account, facts)).id);
  return ids;
};
const newestEvents = async (amount: number) =>
  (await account.ok(contract.account.events.list)).data
    .slice(0, amount)
    .map(({action, entity}) => `${action} ${entity?.type} ${entity?.label}`);
const groupOf = async (computeId: number) =>
  (await account.ok(contract.instances.get, {params: {computeId}})).placement_group;

it('a placement group can be created, renamed and deleted', async () => {
  const group = await newGroup({label: 'inner'});
  expect(group).toMatchObject({label: 'inner', is_compliant: true, members: [], migrations: null});
  const params = {groupId: group.id};
  expect(await account.ok(groups.update, {params, body: {label: 'outer'}})).toMatchObject({label: 'outer'});
  expect(await account.ok(groups.get, {params})).toMatchObject({label: 'outer'});
  expect(await account.ok(groups.delete, {params})).toEqual({});
  expect(await newestEvents(3)).toEqual([
    'placement_group_delete placement_group outer',
    'placement_group_update placement_group outer',
    'placement_group_create placement_group inner',
  ]);
  expect((await account.call(groups.get, {params})).status).toBe(404);
});

it('a placement group needs a region that offers placement groups, a policy, and a unique label', async () => {
  expect((await fresh({region: 'atlantis'})).fields).toEqual(['region']);
  expect((await fresh({region: 'us-west'})).fields).toEqual(['region']);
  expect((await fresh({placement_group_policy: undefined})).fields).toEqual(['placement_group_policy']);
  const {label} = await newGroup();
  expect((await fresh({label})).fields).toEqual(['label']);
});

it('instances join and leave a group, show it, and prevent its deletion', async () => {
  const group = await newGroup();
  const params = {groupId: group.id};
  const [first = 0, second = 0] = await newInstances(2);
  const computes = [first, second];
  expect((await account.ok(groups.assign, {params, body: {computes}})).members).toEqual(
    computes.map(id => ({compute_id: id, is_compliant: true})),
  );
  expect(await groupOf(first)).toEqual({
    id: group.id,
    label: group.label,
    placement_group_type: 'anti_affinity:local',
    placement_group_policy: 'strict',
    migrating_to: null,
  });
  expect((await account.call(groups.delete, {params})).status).toBe(400);
  expect((await account.ok(groups.unassign, {params, body: {computes: [first]}})).members).toMatchObject([
    {compute_id: second},
  ]);
  expect(await groupOf(first)).toBeNull();
  await account.ok(contract.instances.delete, {params: {computeId: second}});
  expect((await account.ok(groups.get, {params})).members).toEqual([]);
  expect(await account.ok(groups.delete, {params})).toEqual({});
});

it('an instance joins one group only, in its own region', async () => {
  const group = await newGroup();
  const params = {groupId: group.id};
  const other = {groupId: (await newGroup()).id};
  const [near = 0] = await newInstances(1);
  const [far = 0] = await newInstances(1, {region: 'eu-west'});
  const refusal = async (computes: number[], of = params) =>
    (await account.call(groups.assign, {params: of, body: {computes}})).fields;
  expect(await refusal([far])).toEqual(['computes.0']);
  expect(await refusal([near, 1])).toEqual(['computes.1']);
  expect(await refusal([])).toEqual(['computes']);
  expect(await refusal([near])).toEqual([]);
  expect(await refusal([near], other)).toEqual(['computes.0']);
  expect((await account.call(groups.unassign, {params: other, body: {computes: [near]}})).fields).toEqual([
    'computes.0',
  ]);
});

it('a strict group rejects a sixth instance, and a flexible group becomes non-compliant with it', async () => {
  const strict = {groupId: (await newGroup()).id};
  const flexible = {groupId: (await newGroup({placement_group_policy: 'flexible'})).id};
  const computes = await newInstances(6);
  const refused = await account.call(groups.assign, {params: strict, body: {computes}});
  expect(refused.fields).toEqual(['computes.5']);
  const group = await account.ok(groups.assign, {params: flexible, body: {computes}});
  expect(group.is_compliant).toBe(false);
  expect(group.members.map(member => member.is_compliant)).toEqual([true, true, true, true, true, false]);
  expect((await newestEvents(1))[0]).toContain('placement_group_became_non_compliant');
  await account.ok(groups.unassign, {params: flexible, body: {computes: computes.slice(0, 1)}});
  expect((await account.ok(groups.get, {params: flexible})).is_compliant).toBe(true);
  expect((await newestEvents(1))[0]).toContain('placement_group_became_compliant');
});

it('an instance is created in a group, and leaves the group when it migrates to another region', async () => {
  const group = await newGroup();
  const body = {region: 'us-east', type: 'g6-standard-1', placement_group: {id: group.id}};
  const {id} = await account.ok(contract.instances.create, {body});
  expect(await groupOf(id)).toMatchObject({id: group.id});
  expect((await account.call(contract.instances.create, {body: {...body, region: 'eu-west'}})).fields).toEqual([
    'placement_group.id',
  ]);
  await account.ok(contract.instances.migrate, {params: {computeId: id}, body: {region: 'eu-west'}});
  expect(await groupOf(id)).toBeNull();
});
