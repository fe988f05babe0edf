import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {clusters, versions, tiers, types} = contract.kube;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({dialect: 'today'});
});
afterAll(() => account.close());

let count = 0;
const create = (facts: object = {}) =>
  account.call(clusters.create, {
    body: {
      label: `cluster-${++count}`,
      region: 'us-east',
      k8s_version: '1.31',
      node_pools: [{type: 'g6-standard-1', count: 2}],
      ...facts,
    } as never,
  });
const newCluster = async (facts: object = {}) => {
  const {body} = await create(facts);
  return {cluster: body, params: {clusterId: body.id}};
};
const poolsOf = async (clusterId: number) => (await account.ok(clusters.pools.list, {params: {clusterId}})).data;
const firstPool = async (clusterId: number) => {
  const [pool] = await poolsOf(clusterId);
  if (!pool) throw new Error('the cluster has no pool');
  return {pool, params: {clusterId, poolId: pool.id}};
};
const instancesOf = async (clusterId: number) =>
  (await account.ok(contract.instances.list)).data.filter(({kube_cluster_id: id}) => id === clusterId);
const newestEvent = async () => (await account.ok(contract.account.events.list)).data[0];
/** The IDs of the resources that have such an event. */
const entitiesOf = async (action: string) =>
  (await account.ok(contract.account.events.list, {filter: {action}})).data.map(({entity}) => entity?.id);

describe('a cluster', () => {
  it('is created with its pools, gets its instances, and then its nodes become ready', async () => {
    const {cluster, params} = await newCluster();
    expect(cluster).toMatchObject({
      label: cluster.label,
      region: 'us-east',
      k8s_version: '1.31',
      tier: 'standard',
      control_plane: {high_availability: false},
    });
    const nodes = async () => (await firstPool(cluster.id)).pool.nodes;
    expect(await nodes()).toMatchObject([
      {instance_id: null, status: 'not_ready'},
      {instance_id: null, status: 'not_ready'},
    ]);
    account.pass(15);
    const instances = await instancesOf(cluster.id);
    expect(instances).toHaveLength(2);
    expect(instances[0]).toMatchObject({status: 'provisioning', type: 'g6-standard-1', disk_encryption: null});
    expect((await nodes()).map(node => node.instance_id)).toEqual(instances.map(({id}) => id));
    expect(await entitiesOf('kube_node_create')).toContain(cluster.id);
    expect((await account.call(clusters.kubeconfig.get, {params})).status).toBe(400);
    account.pass(180);
    expect((await nodes()).map(({status}) => status)).toEqual(['ready', 'ready']);
    expect((await instancesOf(cluster.id)).map(({status}) => status)).toEqual(['running', 'running']);
    // Other tests have clusters of their own in the account.
    expect(await entitiesOf('compute_boot')).toEqual(expect.arrayContaining(instances.map(({id}) => id)));
  });

  it.each([
    ['region', {region: 'atlantis'}],
    ['region', {region: 'us-west'}],
    ['k8s_version', {k8s_version: '1.9'}],
    ['apl_enabled', {apl_enabled: true}],
    ['node_pools', {node_pools: []}],
    ['node_pools.0.type', {node_pools: [{type: 'huge', count: 1}]}],
    ['node_pools.0.count', {node_pools: [{type: 'g6-standard-1', count: 101}]}],
    [
      'node_pools.0.autoscaler.max',
      {node_pools: [{type: 'g6-standard-1', count: 1, autoscaler: {enabled: true, min: 1}}]},
    ],
  ])('is rejected for its %s', async (field, facts) => {
    expect((await create(facts)).fields).toContain(field);
  });

  it("can be upgraded by one minor version, and can't be downgraded", async () => {
    const {params} = await newCluster();
    const to = (k8s_version: string) => account.call(clusters.update, {params, body: {k8s_version}});
    expect((await to('1.33')).fields).toEqual(['k8s_version']);
    expect((await to('1.32')).body).toMatchObject({k8s_version: '1.32'});
    expect((await to('1.31')).fields).toEqual(['k8s_version']);
    expect((await newestEvent())?.action).toBe('kube_cluster_update');
  });

  it('can enable high availability, but not disable it, and gets new nodes', async () => {
    const {cluster, params} = await newCluster();
    account.pass(120);
    const before = (await instancesOf(cluster.id)).map(({id}) => id);
    const set = (high_availability: boolean) =>
      account.call(clusters.update, {params, body: {control_plane: {high_availability}}});
    expect((await set(true)).body.control_plane.high_availability).toBe(true);
    account.pass(300);
    const after = (await instancesOf(cluster.id)).map(({id}) => id);
    expect(after).toHaveLength(2);
    expect(after.filter(id => before.includes(id))).toEqual([]);
    expect((await set(false)).fields).toEqual(['control_plane.high_availability']);
  });

  it('is deleted with its pools and instances', async () => {
    const {cluster, params} = await newCluster();
    account.pass(120);
    await account.ok(clusters.delete, {params});
    expect(await instancesOf(cluster.id)).toEqual([]);
    expect((await account.call(clusters.get, {params})).status).toBe(404);
    expect(await newestEvent()).toMatchObject({
      action: 'kube_cluster_delete',
      entity: {type: 'kubecluster', id: cluster.id},
    });
  });
});

describe('a node pool', () => {
  it('can be added, resized and deleted, except for the last pool', async () => {
    const {cluster, params} = await newCluster();
    const first = await firstPool(cluster.id);
    expect((await account.call(clusters.pools.delete, {params: first.params})).status).toBe(400);
    const pool = await account.ok(clusters.pools.create, {
      params,
      body: {type: 'g6-standard-2', count: 1, labels: {role: 'jobs'}},
    });
    expect(pool).toMatchObject({count: 1, labels: {role: 'jobs'}, autoscaler: {enabled: false}});
    const poolParams = {...params, poolId: pool.id};
    account.pass(120);
    await account.ok(clusters.pools.update, {params: poolParams, body: {count: 3}});
    account.pass(120);
    expect(await instancesOf(cluster.id)).toHaveLength(5);
    const smaller = await account.ok(clusters.pools.update, {params: poolParams, body: {count: 1}});
    expect(smaller.nodes).toHaveLength(1);
    expect(await instancesOf(cluster.id)).toHaveLength(3);
    await account.ok(clusters.pools.delete, {params: poolParams});
    expect((await poolsOf(cluster.id)).map(({id}) => id)).toEqual([first.pool.id]);
  });

  it('keeps to the limits of its autoscaler, and an update replaces all labels and taints', async () => {
    const {cluster} = await newCluster();
    const {params} = await firstPool(cluster.id);
    const taints = [{key: 'gpu', value: 'yes', effect: 'NoSchedule'}] as const;
    const pool = await account.ok(clusters.pools.update, {
      params,
      body: {autoscaler: {enabled: true, min: 3, max: 4}, labels: {a: 'b'}, taints},
    });
    expect(pool).toMatchObject({count: 3, labels: {a: 'b'}, taints});
    const without = await account.ok(clusters.pools.update, {params, body: {labels: {}, taints: []}});
    expect(without).toMatchObject({labels: {}, taints: [], count: 3});
  });

  it.each([
    ['of a pool', (params: {clusterId: number; poolId: number}) => account.ok(clusters.pools.recycle, {params})],
    ['of a cluster', ({clusterId}: {clusterId: number}) => account.ok(clusters.recycle, {params: {clusterId}})],
  ])('replaces the nodes %s one after the other', async (_, recycle) => {
    const {cluster} = await newCluster();
    account.pass(120);
    const {pool, params} = await firstPool(cluster.id);
    await recycle(params);
    const known = new Set(pool.nodes.map(({id}) => id));
    const oldOnes = async () => (await firstPool(cluster.id)).pool.nodes.filter(({id}) => known.has(id)).length;
    account.pass(5);
    expect(await oldOnes()).toBe(1);
    account.pass(100);
    expect(await oldOnes()).toBe(0);
  });
});

describe('a node', () => {
  it('can be replaced, and deleted with its instance, which lowers the node count', async () => {
    const {cluster} = await newCluster();
    account.pass(120);
    const {pool} = await firstPool(cluster.id);
    const [first, second] = pool.nodes;
    const at = (nodeId = '') => ({clusterId: cluster.id, nodeId});
    expect(await account.ok(clusters.nodes.get, {params: at(first?.id)})).toEqual(first);
    await account.ok(clusters.nodes.recycle, {params: at(first?.id)});
    expect((await account.call(clusters.nodes.get, {params: at(first?.id)})).status).toBe(404);
    account.pass(120);
    expect(await instancesOf(cluster.id)).toHaveLength(2);
    await account.ok(clusters.nodes.delete, {params: at(second?.id)});
    const {pool: after} = await firstPool(cluster.id);
    expect(after.count).toBe(1);
    const last = at(after.nodes[0]?.id);
    expect((await account.call(clusters.nodes.delete, {params: last})).status).toBe(400);
  });

  it('gets a new instance when its instance is deleted', async () => {
    const {cluster} = await newCluster();
    account.pass(120);
    const [instance] = await instancesOf(cluster.id);
    await account.ok(contract.instances.delete, {params: {computeId: instance?.id ?? 0}});
    expect(await instancesOf(cluster.id)).toHaveLength(1);
    account.pass(120);
    expect(await instancesOf(cluster.id)).toHaveLength(2);
  });
});

describe('the credentials of a cluster', () => {
  it('can be read when the cluster is ready, and change when they are regenerated', async () => {
    const {params} = await newCluster();
    account.pass(300);
    const read = async () =>
      Buffer.from((await account.ok(clusters.kubeconfig.get, {params})).kubeconfig, 'base64').toString();
    const first = await read();
    expect(first).toMatch(/^apiVersion: v1\nkind: Config\n/);
    await account.ok(clusters.kubeconfig.delete, {params});
    expect((await newestEvent())?.action).toBe('kube_kubeconfig_regenerate');
    const second = await read();
    await account.ok(clusters.servicetoken.delete, {params});
    expect((await newestEvent())?.action).toBe('kube_token_rotate');
    const third = await read();
    await account.ok(clusters.regenerate, {params, body: {kubeconfig: true}});
    expect(new Set([first, second, third, await read()]).size).toBe(4);
    expect((await account.call(clusters.regenerate, {params, body: {}})).status).toBe(400);
    expect((await account.ok(clusters.apiEndpoints.list, {params})).data).toHaveLength(2);
    expect((await account.ok(clusters.dashboard.get, {params})).url).toMatch(/^https:/);
  });

  it('have an access list of addresses, which can be set, checked and removed', async () => {
    const {params} = await newCluster();
    const off = {acl: {enabled: false, addresses: {ipv4: [], ipv6: []}, 'revision-id': ''}};
    expect(await account.ok(clusters.controlPlaneAcl.get, {params})).toEqual(off);
    const body = {acl: {enabled: true, addresses: {ipv4: ['203.0.113.1'], ipv6: ['2001:db8::/32']}}};
    expect(await account.ok(clusters.controlPlaneAcl.update, {params, body})).toMatchObject(body);
    expect((await newestEvent())?.action).toBe('kube_control_plane_acl_create');
    const wrong = {acl: {addresses: {ipv4: ['anywhere']}}};
    expect((await account.call(clusters.controlPlaneAcl.update, {params, body: wrong})).fields).toEqual([
      'acl.addresses.ipv4.0',
    ]);
    await account.ok(clusters.controlPlaneAcl.delete, {params});
    expect(await account.ok(clusters.controlPlaneAcl.get, {params})).toEqual(off);
  });
});

it('versions, tiers and prices can be listed', async () => {
  expect((await account.ok(versions.list)).data.map(({id}) => id)).toEqual(['1.33', '1.32', '1.31']);
  expect(await account.ok(versions.get, {params: {version: '1.32'}})).toEqual({id: '1.32'});
  expect((await account.call(versions.get, {params: {version: '1.9'}})).status).toBe(404);
  const enterprise = {tier: 'enterprise'};
  const [newest] = (await account.ok(tiers.versions.list, {params: enterprise})).data;
  expect(newest).toMatchObject(enterprise);
  expect(await account.ok(tiers.versions.get, {params: {...enterprise, version: newest?.id ?? ''}})).toEqual(newest);
  expect((await account.ok(types.list)).data.map(({id}) => id)).toEqual(['kube-sa', 'kube-ha', 'kube-e']);
});

it('a ticket can be about a cluster', async () => {
  const {cluster} = await newCluster();
  const open = (facts: object) =>
    account.call(contract.support.tickets.create, {body: {summary: 'slow', description: 'since noon', ...facts}});
  expect((await open({kubecluster_id: cluster.id})).body.entity).toMatchObject({type: 'kubecluster', id: cluster.id});
  expect((await open({kubecluster_id: 999_999})).fields).toEqual(['kubecluster_id']);
  expect((await open({vpc_id: 999_999})).fields).toEqual(['vpc_id']);
});
