/** NodeBalancers (D3 §4.2). */
import type {Contract} from '../../../contract/index.ts';
import type {NodeBalancer} from '../../../contract/resources/nodebalancers.ts';
import type {Handlers} from '../../engine/call.ts';
import {FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {days, formatTimestamp, hours, minutes} from '../../engine/time/clock.ts';
import {publicAddress, slaacAddress} from '../instances/addresses/addresses.ts';
import {Addresses} from '../instances/instance-kinds.ts';
import {
  assignedDevices,
  assignFirewalls,
  firewallErrors,
  firewallsOf,
  protectNew,
} from '../networking/assigned-firewalls.ts';
import {FirewallDevices} from '../networking/network-kinds.ts';
import {Regions} from '../regions.ts';
import {nodebalancerTypes} from '../service-prices.ts';
import {addTags, tagErrors} from '../tags.ts';
import {configsOf} from './backend-health.ts';
import {mergeConfig} from './merge-config.ts';
import {addNodeBalancerConfig, nodebalancerConfigHandlers, removeNodeBalancerConfig} from './nodebalancer-configs.ts';
import {balancerEntity, NodeBalancers, NodeBalancerVpcs} from './nodebalancer-kinds.ts';
import {addNode, addressProblems} from './nodes.ts';

function labelProblems(db: Store, fieldErrors: FieldErrors, label: string, ownId?: number): void {
  const existing = db.byKey(NodeBalancers, label);
  fieldErrors.addIf(!!existing && existing.id !== ownId, 'is taken by another NodeBalancer', 'label');
}

/** Transfer since the start of the month, in MB; a balancer without ports transfers nothing. */
function withTransfer(db: Store, balancer: NodeBalancer, now: number): NodeBalancer {
  if (configsOf(db, balancer.id).length === 0) return {...balancer, transfer: {in: null, out: null, total: null}};
  const date = new Date(now);
  const elapsed = (now - Date.UTC(date.getUTCFullYear(), date.getUTCMonth())) / days;
  const inward = Math.round(elapsed * (310 + (balancer.id % 7) * 45) * 100) / 100;
  const outward = Math.round(inward * 5.3 * 100) / 100;
  return {...balancer, transfer: {in: inward, out: outward, total: Math.round((inward + outward) * 100) / 100}};
}

/** @throws Refusal 404 without such a NodeBalancer */
function entityAt(db: Store, {nodeBalancerId}: {readonly nodeBalancerId: number}) {
  const balancer = db.get(NodeBalancers, nodeBalancerId);
  if (!balancer) throw notFound();
  return balancerEntity(balancer);
}

type Series = [number, number][];

function series(now: number, peak: number, phase: number): Series {
  const step = 5 * minutes;
  const end = Math.floor(now / step) * step;
  return Array.from({length: 288}, (_, index) => {
    const x = end - (287 - index) * step;
    const day = (1 - Math.cos(((x % (24 * hours)) / (24 * hours)) * 2 * Math.PI)) / 2;
    return [x, Math.round(peak * (0.15 + 0.8 * day + 0.05 * Math.sin(x / (5 * step) + phase)) * 100) / 100];
  });
}

export const nodebalancers: Handlers<Contract['nodebalancers']> = {
  list: call =>
    call.page(NodeBalancers, {revise: text => JSON.stringify(withTransfer(call.db, JSON.parse(text), call.now))}),

  create(call) {
    const {db, body, now, dialect} = call;
    const fieldErrors = new FieldErrors();
    const region = db.byKey(Regions, body.region);
    fieldErrors.addIf(!region, 'is not a region', 'region');
    fieldErrors.addIf(
      !!region && !region.doc.capabilities.includes('NodeBalancers'),
      'offers no NodeBalancers',
      'region',
    );
    if (body.label !== undefined) labelProblems(db, fieldErrors, body.label);
    firewallErrors(fieldErrors, db, body.firewall_id);
    const ports: number[] = [];
    const mergedConfigs = (body.configs ?? []).map(({nodes = [], ...fields}, index) => {
      const prefix = `configs.${index}.`;
      fieldErrors.addIf(nodes.length === 0, 'must hold at least one node', `${prefix}nodes`);
      for (const [place, node] of nodes.entries()) {
        const field = `${prefix}nodes.${place}.`;
        fieldErrors.addIf(node.label === undefined, 'is required', `${field}label`);
        if (node.address === undefined) fieldErrors.add('is required', `${field}address`);
        else
          addressProblems(db, fieldErrors, {
            address: node.address,
            region: body.region,
            dialect,
            field: `${field}address`,
          });
      }
      const config = mergeConfig(fields, {takenPorts: ports, fieldErrors, prefix});
      ports.push(config.port);
      return {config, nodes};
    });
    // Only the API of today has tags in the request.
    const tags = dialect.additions === 'today' ? [...(body.tags ?? [])] : [];
    tagErrors(fieldErrors, tags);
    fieldErrors.throwIfAny();
    addTags(call, tags);

    const balancer = db.insert(NodeBalancers, id => {
      const ipv4 = publicAddress(db.nextId(Addresses));
      return {
        id,
        label: body.label ?? `nodebalancer${id}`,
        region: body.region,
        hostname: `${ipv4}.ip.compute.example`,
        ipv4,
        ipv6: slaacAddress(id, 0xb),
        created: formatTimestamp(now),
        updated: formatTimestamp(now),
        client_conn_throttle: body.client_conn_throttle ?? 0,
        transfer: {in: null, out: null, total: null},
        tags,
      };
    });
    for (const {config, nodes} of mergedConfigs) {
      const createdConfig = addNodeBalancerConfig(db, balancer.id, config);
      for (const node of nodes) addNode(call, createdConfig, node);
    }
    call.grantToCaller('nodebalancer', balancer.id);
    call.emit({action: 'nodebalancer_create', entity: balancerEntity(balancer)});
    protectNew(call, balancerEntity(balancer), 'nodebalancer', body.firewall_id);
    return balancer;
  },

  get: call => withTransfer(call.db, call.find(NodeBalancers, call.params.nodeBalancerId), call.now),

  update(call) {
    const {db, body, now} = call;
    const before = call.find(NodeBalancers, call.params.nodeBalancerId);
    // The transfer counters are accepted and ignored.
    const {transfer: _, ...change} = body;
    const fieldErrors = new FieldErrors();
    if (change.label !== undefined) labelProblems(db, fieldErrors, change.label, before.id);
    tagErrors(fieldErrors, change.tags ?? []);
    fieldErrors.throwIfAny();
    addTags(call, change.tags ?? []);
    const balancer = db.update(NodeBalancers, before.id, change);
    call.emit({action: 'nodebalancer_update', entity: balancerEntity(balancer)});
    return withTransfer(db, balancer, now);
  },

  delete(call) {
    const {db} = call;
    const balancer = call.find(NodeBalancers, call.params.nodeBalancerId);
    for (const {id} of configsOf(db, balancer.id)) removeNodeBalancerConfig(db, id);
    for (const device of assignedDevices(db, balancerEntity(balancer))) db.remove(FirewallDevices, device.id);
    db.removeAll(NodeBalancerVpcs, balancer.id);
    db.remove(NodeBalancers, balancer.id);
    call.emit({action: 'nodebalancer_delete', entity: balancerEntity(balancer)});
    return {};
  },

  configs: nodebalancerConfigHandlers,

  firewalls: {
    list: call => call.pageOf(firewallsOf(call.db, entityAt(call.db, call.params))),
    update(call) {
      const entity = entityAt(call.db, call.params);
      assignFirewalls(call, entity, call.body.firewall_ids);
      return call.pageOf(firewallsOf(call.db, entity));
    },
  },

  vpcs: {
    list: call => call.page(NodeBalancerVpcs, {parent: call.find(NodeBalancers, call.params.nodeBalancerId).id}),
    get({db, params}) {
      const row = db.row(NodeBalancerVpcs, params.nodeBalancerVpcConfigId);
      if (row?.parent !== params.nodeBalancerId) throw notFound();
      return row.doc;
    },
  },
  types: nodebalancerTypes,

  stats: {
    get(call) {
      const {id, label} = call.find(NodeBalancers, call.params.nodeBalancerId);
      const serves = configsOf(call.db, id).length > 0;
      const data = (peak: number, phase: number) => (serves ? series(call.now, peak, phase + id) : []);
      return {
        data: {connections: data(180, 1), traffic: {in: data(2.4e6, 2), out: data(1.3e7, 3)}},
        title: `compute.example - ${label} (nb${id}) - day (5 min avg)`,
      };
    },
  },
};
