import {describe, expect, test} from 'vitest';
import {cellText} from '../format/cells.ts';
import {instances} from '../instances/index.ts';
import type {AnyRow, Family, FamilyId} from '../shape/define-family.ts';
import {accessList, kubeCluster, kubeType, nodePool, poolNode, tierVersion} from '../testing/cluster-rows.ts';
import {instance} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {readyText, unlessNextVersion, unlessStarted} from './cluster-facts.ts';
import {controlPlaneAcl} from './control-plane-acl.ts';
import {kubeClusters} from './kube-clusters.ts';
import {nodePools} from './node-pools.ts';
import {poolNodes} from './pool-nodes.ts';

const plan = {id: 'g6-standard-2', label: 'Standard 4 GB', price: {monthly: 20, hourly: 0.03}};
const lookup = lookupFrom({
  lists: {
    instances: [instance({id: 101, label: 'kube1201-a', kube_cluster_id: 1201})],
    'kube.clusters': [kubeCluster()],
    'kube.tiers.versions': ['1.33', '1.32', '1.31'].map(id => tierVersion(id)),
    'kube.types': [kubeType()],
    types: [plan as never],
  } satisfies Partial<Record<FamilyId, readonly object[]>>,
});
const params = {clusterId: 1201};
const row = kubeCluster();
const cells = (family: Family, of: object, params = {}): Record<string, string> =>
  Object.fromEntries(
    family.columns.flatMap(column =>
      column.field === undefined ? [[column.id, cellText(column.value(of as AnyRow, lookup, params))]] : [],
    ),
  );

describe('a cluster', () => {
  test('can be upgraded one minor version at a time', () => {
    expect(unlessNextVersion('1.31', row)).toBe('current version');
    expect(unlessNextVersion('1.32', row)).toBeUndefined();
    expect(unlessNextVersion('1.33', row)).toBe('more than one minor version above');
    expect(unlessNextVersion('1.30', row)).toBe('below the current version');
    expect(unlessNextVersion('v1.32.4+kube2', row)).toBeUndefined();
    const {upgrade} = kubeClusters.borrowedActions;
    expect(upgrade?.presetValues({row, lookup, params: {}})).toEqual({k8s_version: '1.32'});
    expect(upgrade?.unless?.({row, lookup, params: {}})).toBeUndefined();
    expect(upgrade?.unless?.({row: kubeCluster({k8s_version: '1.33'}), lookup, params: {}})).toBe(
      'the newest version is installed',
    );
  });

  test('warns about an upgrade and high availability, which can’t be undone', () => {
    const {update} = kubeClusters.actions;
    const body = {k8s_version: '1.32', control_plane: {high_availability: true}};
    const warnings = update?.warnings?.({row, lookup, params: {}, body}).join('\n');
    expect(warnings).toContain('from 1.31 to 1.32');
    expect(warnings).toContain('Cost: +$60.00/mo for high availability.');
    expect(warnings).toContain('local storage is lost');
    expect(update?.undo?.body?.(row, body)).toBeUndefined();
    expect(update?.undo?.body?.(row, {label: 'new'})).toEqual({label: 'shop'});
  });

  test('is created with pools, and warns about their price', () => {
    const pools = [{type: 'g6-standard-2', count: 3}];
    const body = {label: 'x', region: 'us-east', k8s_version: '1.33', node_pools: pools};
    const {create} = kubeClusters.actions;
    expect(create?.warnings?.({row: undefined, lookup, params: {}, body})).toEqual([
      'Cost: +$60.00/mo for 3 nodes, billed from creation.',
    ]);
    expect(
      create?.warnings?.({
        row: undefined,
        lookup,
        params: {},
        body: {...body, node_pools: [{type: 'unknown', count: 3}]},
      }),
    ).toEqual(['Couldn’t read the price of the nodes. Billing starts immediately.']);
    const fields = (facts: object) =>
      create?.problems?.({row: undefined, lookup, params: {}, body: {...body, ...facts}}).map(({field}) => field);
    expect(fields({})).toEqual([]);
    expect(fields({node_pools: []})).toEqual(['node_pools']);
    expect(fields({apl_enabled: true})).toEqual(['apl_enabled']);
    expect(fields({node_pools: [{...pools[0], autoscaler: {enabled: true, min: 2}}]})).toEqual([
      'node_pools.0.autoscaler.max',
    ]);
  });

  test('has no credentials in its first two minutes', () => {
    const created = '2026-03-01T12:00:00';
    const later = (seconds: number) => ({...lookup, now: Date.parse(`${created}Z`) + seconds * 1000});
    expect(unlessStarted(kubeCluster({created}), later(60))).toContain('2 to 5 minutes');
    expect(unlessStarted(kubeCluster({created}), later(180))).toBeUndefined();
  });

  test('needs at least one credential to regenerate', () => {
    const {regenerate} = kubeClusters.actions;
    expect(regenerate?.problems?.({row, lookup, params: {}, body: {}})).toHaveLength(1);
    expect(regenerate?.problems?.({row, lookup, params: {}, body: {servicetoken: true}})).toEqual([]);
  });

  test('decodes and masks its kubeconfig', () => {
    const tab = kubeClusters.detail.find(({title}) => title === 'Kubeconfig');
    if (!tab || !('operation' in tab) || !('text' in tab.content))
      throw new Error('the tab of the kubeconfig has another content');
    expect(tab.content.secret).toBe(true);
    expect(tab.content.text({kubeconfig: btoa('kind: Config')}, lookup, {})).toBe('kind: Config');
  });
});

describe('a node pool', () => {
  test('shows its ready nodes, its limits and its price', () => {
    expect(cells(nodePools, nodePool(), params)).toMatchObject({
      label: 'web',
      status: 'not ready',
      autoscaler: '1 to 5',
      price: '$40.00/mo',
    });
  });

  test('counts its ready nodes in the detail', () => {
    expect(readyText(nodePool())).toBe('1 of 2 ready');
    expect(readyText(nodePool({nodes: []}))).toBe('ready');
  });

  test('warns how many instances a smaller count deletes, and how much a larger one costs', () => {
    const {update} = nodePools.actions;
    expect(update?.warnings?.({row: nodePool(), lookup, params, body: {count: 1}})[0]).toBe(
      '1 instance of the pool will be deleted. Your provider chooses which.',
    );
    expect(update?.warnings?.({row: nodePool(), lookup, params, body: {count: 4}})).toEqual([
      'Cost: +$40.00/mo. The pool then costs $80.00/mo, and at most $100.00/mo.',
    ]);
    expect(
      update?.warnings?.({row: nodePool(), lookup, params, body: {autoscaler: {enabled: true, min: 1, max: 9}}}),
    ).toEqual(['Cost: $0.00/mo now, up to $80.00/mo. The pool then costs $40.00/mo, and at most $180.00/mo.']);
    const risk = (count: number) =>
      typeof update?.risk === 'function' ? update.risk({row: nodePool(), lookup, params, body: {count}}) : update?.risk;
    expect([risk(1), risk(4)]).toEqual(['destroys', 'charges']);
  });

  test('bug: a maximum of the autoscaler below the number of nodes had no warning', () => {
    const {update} = nodePools.actions;
    const scaled = (max: number, enabled = true) => ({
      row: nodePool({count: 4}),
      lookup,
      params,
      body: {autoscaler: {enabled, min: 1, max}},
    });
    const warned = (max: number, enabled?: boolean) => update?.warnings?.(scaled(max, enabled)) ?? [];
    const risk = (max: number) => (typeof update?.risk === 'function' ? update.risk(scaled(max)) : update?.risk);
    expect(warned(2).slice(0, 2)).toEqual([
      'The maximum of the autoscaler is below the number of nodes: 2 instances may be deleted.',
      'Data on their local storage is lost.',
    ]);
    expect(warned(4).join(' ')).not.toContain('may be deleted');
    expect(warned(2, false).join(' ')).not.toContain('may be deleted');
    expect([risk(2), risk(4)]).toEqual(['destroys', undefined]);
  });
});

test('the list of nodes has those of all pools, with their instances', () => {
  const rows = poolNodes.rows?.({data: [nodePool()]}) ?? [];
  expect(rows.map(({id, pool_label: pool}) => [id, pool])).toEqual([
    ['3401-a', 'web'],
    ['3401-b', 'web'],
  ]);
  expect(poolNodes.rows?.({})).toEqual([]);
  expect(cells(poolNodes, poolNode(), params)).toMatchObject({pool: 'web', instance: 'kube1201-a'});
  expect(cells(poolNodes, poolNode({instance_id: null}), params)).toMatchObject({instance: '—', ipv4: '—'});
});

describe('an access list', () => {
  test('can be restored after a change or a deletion, without its revision', () => {
    const before = accessList();
    const former = {acl: {enabled: true, addresses: before.acl.addresses}};
    for (const name of ['update', 'delete']) {
      expect(controlPlaneAcl.actions[name]?.undo?.action).toBe('update');
      expect(controlPlaneAcl.actions[name]?.undo?.body?.(before, {})).toEqual(former);
    }
  });

  test('warns when a change opens the control plane, and when the list is enabled for the first time', () => {
    const {update} = controlPlaneAcl.actions;
    expect(update?.warnings?.({row: accessList(), lookup, params, body: {acl: {enabled: false}}})).toEqual([
      'Every address can reach the control plane.',
    ]);
    expect(
      update?.warnings?.({row: accessList({enabled: false}), lookup, params, body: {acl: {enabled: true}}})[0],
    ).toContain('can’t be removed later');
  });

  test('warns that the control plane refuses every connection when it is enabled without an address', () => {
    const {update} = controlPlaneAcl.actions;
    const without = accessList({enabled: false, addresses: {ipv4: [], ipv6: []}});
    const change = {row: without, lookup, params, body: {acl: {enabled: true}}};
    expect(update?.warnings?.(change)[0]).toBe('No address is listed. The control plane refuses every connection.');
    expect(riskOf(change)).toBe('interrupts');
    const cleared = {row: accessList(), lookup, params, body: {acl: {addresses: {ipv4: [], ipv6: []}}}};
    expect(update?.warnings?.(cleared)).toEqual(['No address is listed. The control plane refuses every connection.']);
    expect(riskOf(cleared)).toBe('interrupts');
  });

  test('warns when a new cluster has an enabled list without an address', () => {
    const warningsOf = (addresses?: object) =>
      kubeClusters.actions.create?.warnings?.({
        ...{row: undefined, lookup, params: {}},
        body: {node_pools: [], region: 'us-east', control_plane: {acl: {enabled: true, addresses}}},
      });
    expect(warningsOf()).toContain('No address is listed. The control plane refuses every connection.');
    expect(warningsOf({ipv4: ['192.0.2.1']})).not.toContain(
      'No address is listed. The control plane refuses every connection.',
    );
  });

  test('has a risk when other addresses reach the control plane, or fewer', () => {
    const withIpv4 = (...ipv4: string[]) => ({row: accessList(), lookup, params, body: {acl: {addresses: {ipv4}}}});
    expect(riskOf(withIpv4('203.0.113.0/24', '192.0.2.1'))).toBe('opens');
    expect(riskOf(withIpv4())).toBe('interrupts');
    expect(riskOf(withIpv4('203.0.113.0/24'))).toBeUndefined();
  });
});

function riskOf(context: object): unknown {
  const risk = controlPlaneAcl.actions.update?.risk;
  return typeof risk === 'function' ? risk(context as Parameters<typeof risk>[0]) : risk;
}

test('an instance of a cluster warns before it is deleted or resized, and names the pool', () => {
  const node = instance({id: 101, kube_cluster_id: 1201});
  const words = (name: string, body?: object) =>
    instances.actions[name]?.warnings?.({row: node, lookup, params: {}, body}).join('\n');
  expect(words('delete')).toContain('a node of the Kubernetes cluster shop');
  expect(words('resize', {type: 'g6-standard-4'})).toContain('Edit or recycle the node pool');
  const other = instance({id: 102, kube_cluster_id: null});
  expect(
    instances.actions.delete?.warnings?.({row: other, lookup, params: {}, body: undefined}).join('\n'),
  ).not.toContain('Kubernetes');
});
