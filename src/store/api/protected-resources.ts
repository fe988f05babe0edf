/**
 * The resources with tags that a request changes: those in its path, those that its body names, and the instances that
 * have the addresses in the request.
 */
import type {PathParams} from '../../families/shape/define-family.ts';

/** A resource that can have tags, by the operation that reads it. */
export interface TaggedResource {
  readonly family: string;
  readonly params: PathParams;
}

/** The resource types with tags, by the parameter that names one in a path. */
export const taggedParams = {
  computeId: 'instances',
  volumeId: 'volumes',
  imageId: 'images',
  domainId: 'domains',
  nodeBalancerId: 'nodebalancers',
  firewallId: 'networking.firewalls',
  clusterId: 'kube.clusters',
  poolId: 'kube.clusters.pools',
} as const;

type TaggedParam = keyof typeof taggedParams;

/** Fields of request bodies that name resources with tags. */
const bodyFields: Readonly<Record<string, TaggedParam>> = {
  compute_id: 'computeId',
  computes: 'computeId',
  volume_id: 'volumeId',
  volumes: 'volumeId',
  domains: 'domainId',
  nodebalancers: 'nodeBalancerId',
  firewall_id: 'firewallId',
};

/** Types of the devices of a firewall. */
const deviceTypes: Readonly<Record<string, TaggedParam>> = {compute: 'computeId', nodebalancer: 'nodeBalancerId'};

/** Operations that only read the resource of their path. */
const copies = new Set(['instances.clone', 'volumes.clone', 'domains.clone']);
/** Operations whose bodies name resources that they don’t change. */
const mentions = /^(support|account\.users|monitor)\./;

/** True for an operation that doesn't change the resource of its path. */
export const isCopy = (operation: string): boolean => copies.has(operation);

interface ChangingOperation {
  readonly id: string;
  readonly path: string;
}

interface ResourceRequest {
  readonly endpoint: ChangingOperation;
  readonly params: PathParams;
  readonly body: unknown;
}

/** @param pathOf the path of an operation, by its ID */
export function pathResources(
  {endpoint: {id, path}, params}: Omit<ResourceRequest, 'body'>,
  pathOf: (operation: string) => string | undefined,
): readonly TaggedResource[] {
  if (isCopy(id)) return [];
  return (Object.keys(taggedParams) as TaggedParam[]).flatMap(param => {
    const own = pathOf(`${taggedParams[param]}.get`);
    const isInPath = own !== undefined && (path === own || path.startsWith(`${own}/`));
    if (!isInPath && !(param === 'computeId' && path.includes('{computeId}'))) return [];
    const above = param === 'poolId' && params.clusterId !== undefined ? {clusterId: params.clusterId} : {};
    return toResource(param, params[param], above);
  });
}

/** The resources that a body names. */
export function bodyResources({endpoint: {id}, body}: Omit<ResourceRequest, 'params'>): readonly TaggedResource[] {
  if (mentions.test(id)) return [];
  const found = fieldsIn(body).flatMap(([name, value]) => {
    const param = bodyFields[name];
    return param ? [value].flat().flatMap(one => toResource(param, one)) : [];
  });
  if (id !== 'networking.firewalls.devices.create') return found;
  const {type, id: device} = (body ?? {}) as {readonly type?: string; readonly id?: unknown};
  const param = deviceTypes[type ?? ''];
  return param ? [...found, ...toResource(param, device)] : found;
}

/** Operations that replace the firewalls of a resource, with the operations that list them. */
export const firewallLists: Readonly<Record<string, string>> = {
  'instances.firewalls.update': 'instances.firewalls.list',
  'nodebalancers.firewalls.update': 'nodebalancers.firewalls.list',
};

/** The firewalls that are only in the current list or only in the body. */
export function changedFirewalls(current: readonly unknown[], body: unknown): readonly TaggedResource[] {
  const before = current.map(row => (row as {readonly id?: unknown}).id);
  const named = (body as {readonly firewall_ids?: unknown} | undefined)?.firewall_ids;
  const after: readonly unknown[] = Array.isArray(named) ? named : [];
  const ids = [...before.filter(id => !after.includes(id)), ...after.filter(id => !before.includes(id))];
  return ids.flatMap(id => toResource('firewallId', id));
}

/** An IP address or an IPv6 range in a request, by the operation that reads it. */
export interface RequestedAddress {
  readonly operation: 'networking.ips.get' | 'networking.ipv6.ranges.get';
  readonly params: PathParams;
}

/** Operations that change addresses, or give them to other instances. */
const changesAddresses = /^networking\.(ips|ipv4|ipv6)\./;
/** Fields of their bodies that hold addresses of other instances than `compute_id`. */
const addressFields = new Set(['address', 'ips', 'route_target']);
/** Lengths of prefixes that stand for a single address. */
const singlePrefixes = new Set(['32', '128']);

/** The addresses that a request changes, or takes from an instance. */
export function requestedAddresses({endpoint: {id}, params, body}: ResourceRequest): readonly RequestedAddress[] {
  if (!changesAddresses.test(id)) return [];
  const texts = fieldsIn(body).flatMap(([name, value]) => (addressFields.has(name) ? [value].flat() : []));
  const named = texts.flatMap((text): RequestedAddress[] => {
    if (typeof text !== 'string') return [];
    const [address = '', prefix] = text.split('/');
    return prefix === undefined || singlePrefixes.has(prefix)
      ? [{operation: 'networking.ips.get', params: {address}}]
      : [{operation: 'networking.ipv6.ranges.get', params: {range: address}}];
  });
  const {address, range} = params;
  return [
    ...(address === undefined ? [] : [{operation: 'networking.ips.get', params: {address}} as const]),
    ...(range === undefined ? [] : [{operation: 'networking.ipv6.ranges.get', params: {range}} as const]),
    ...named,
  ];
}

/** The instances of an address or a range that was read. */
export function addressOwners(address: unknown): readonly TaggedResource[] {
  const {compute_id, computes} = (address ?? {}) as {readonly compute_id?: unknown; readonly computes?: unknown};
  return [compute_id, computes].flat().flatMap(one => toResource('computeId', one));
}

function toResource(param: TaggedParam, value: unknown, above: PathParams = {}): readonly TaggedResource[] {
  if (typeof value !== 'number' && typeof value !== 'string') return [];
  return [{family: taggedParams[param], params: {...above, [param]: value}}];
}

/** The fields of a value and of everything in it. */
function fieldsIn(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(field => [field, ...fieldsIn(field[1])]);
}
