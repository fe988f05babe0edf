/** Nodes of a NodeBalancer's config. */
import {isIPv4} from 'node:net';
import type {Contract} from '../../../contract/index.ts';
import type {NodeBalancerConfig, NodeBalancerNode} from '../../../contract/resources/nodebalancers.ts';
import type {Dialect} from '../../../contract/wire/dialect.ts';
import type {Handlers} from '../../engine/call.ts';
import {FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {backendAt, hostOf, withNodeStatus} from './backend-health.ts';
import {balancerEntity, NodeBalancerConfigs, NodeBalancerNodes, NodeBalancers} from './nodebalancer-kinds.ts';

export interface NodeRequest {
  readonly address?: string | undefined;
  readonly label?: string | undefined;
  readonly weight?: number | undefined;
  readonly mode?: NodeBalancerNode['mode'] | undefined;
}

const isPrivate = (host: string): boolean => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host);

interface CheckedAddress {
  readonly address: string;
  /** Of the NodeBalancer. */
  readonly region: string;
  readonly dialect: Dialect;
  /** The path of the field; default `address`. */
  readonly field?: string;
}

/** Adds the problems of a node's address for a NodeBalancer in this region. */
export function addressProblems(
  db: Store,
  fieldErrors: FieldErrors,
  {address, region, dialect: {nodeAddress}, field = 'address'}: CheckedAddress,
): void {
  const host = hostOf(address);
  if (!isIPv4(host)) {
    fieldErrors.add('must be an IPv4 address', field);
    return;
  }
  fieldErrors.addIf(nodeAddress === 'ip:port' && host === address, 'must name the port, as in 192.168.1.2:80', field);
  fieldErrors.addIf(!isPrivate(host), 'must be the private address of the backend', field);
  const backend = backendAt(db, address);
  fieldErrors.addIf(
    !!backend && backend.region !== region,
    `is in ${backend?.region}: backends must be in ${region}`,
    field,
  );
}

export function addNode(work: UnitOfWork, config: NodeBalancerConfig, request: NodeRequest): NodeBalancerNode {
  return work.db.insert(
    NodeBalancerNodes,
    id => ({
      id,
      address: request.address ?? '',
      label: request.label ?? `node-${id}`,
      status: 'unknown',
      weight: request.weight ?? 100,
      mode: request.mode ?? 'accept',
      config_id: config.id,
      nodebalancer_id: config.nodebalancer_id,
    }),
    {hidden: {since: work.now}},
  );
}

type Place = {readonly nodeBalancerId: number; readonly configId: number};

export function configAt(db: Store, {nodeBalancerId, configId}: Place): NodeBalancerConfig {
  const config = db.get(NodeBalancerConfigs, configId);
  if (config?.nodebalancer_id !== nodeBalancerId) throw notFound();
  return config;
}

function nodeAt(
  db: Store,
  place: Place & {readonly nodeId: number},
): {config: NodeBalancerConfig; node: NodeBalancerNode} {
  const config = configAt(db, place);
  const node = db.get(NodeBalancerNodes, place.nodeId);
  if (node?.config_id !== config.id) throw notFound();
  return {config, node};
}

const isAddressUsed = (db: Store, config: NodeBalancerConfig, address: string, ownId?: number): boolean =>
  db.all(NodeBalancerNodes, config.id).some(node => node.address === address && node.id !== ownId);

export const nodes: Handlers<Contract['nodebalancers']['configs']['nodes']> = {
  list(call) {
    const {db, now} = call;
    const config = configAt(db, call.params);
    return call.page(NodeBalancerNodes, {
      parent: config.id,
      revise: text => JSON.stringify(withNodeStatus(db, config, JSON.parse(text), now)),
    });
  },

  create(call) {
    const {db, body, dialect} = call;
    const config = configAt(db, call.params);
    const balancer = call.find(NodeBalancers, config.nodebalancer_id);
    const fieldErrors = new FieldErrors();
    addressProblems(db, fieldErrors, {address: body.address, region: balancer.region, dialect});
    fieldErrors.addIf(isAddressUsed(db, config, body.address), 'is a backend of this port already', 'address');
    fieldErrors.throwIfAny();
    const node = addNode(call, config, body);
    call.emit({action: 'nodebalancer_node_create', entity: balancerEntity(balancer)});
    return node;
  },

  get(call) {
    const {config, node} = nodeAt(call.db, call.params);
    return withNodeStatus(call.db, config, node, call.now);
  },

  update(call) {
    const {db, body, now, dialect} = call;
    const {config, node} = nodeAt(db, call.params);
    const balancer = call.find(NodeBalancers, config.nodebalancer_id);
    const fieldErrors = new FieldErrors();
    if (body.address !== undefined) {
      addressProblems(db, fieldErrors, {address: body.address, region: balancer.region, dialect});
      fieldErrors.addIf(
        isAddressUsed(db, config, body.address, node.id),
        'is a backend of this port already',
        'address',
      );
    }
    fieldErrors.throwIfAny();
    const updatedNode = db.update(NodeBalancerNodes, node.id, body);
    if (body.address !== undefined && body.address !== node.address)
      db.setHidden(NodeBalancerNodes, node.id, {since: now});
    call.emit({action: 'nodebalancer_node_update', entity: balancerEntity(balancer)});
    return withNodeStatus(db, config, updatedNode, now);
  },

  delete(call) {
    const {config, node} = nodeAt(call.db, call.params);
    call.db.remove(NodeBalancerNodes, node.id);
    call.emit({
      action: 'nodebalancer_node_delete',
      entity: balancerEntity(call.find(NodeBalancers, config.nodebalancer_id)),
    });
    return {};
  },
};
