/** The resources with tags that a request changes: those in its path, and those that its body names. */
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

/** @param pathOf the path of an operation, by its ID */
export function taggedResources(
  {id, path}: ChangingOperation,
  params: PathParams,
  body: unknown,
  pathOf: (operation: string) => string | undefined,
): readonly TaggedResource[] {
  const found = new Map<string, TaggedResource>();
  const add = (param: TaggedParam, value: unknown, above: PathParams = {}) => {
    if (typeof value !== 'number' && typeof value !== 'string') return;
    const family = taggedParams[param];
    found.set(`${family} ${value}`, {family, params: {...above, [param]: value}});
  };
  for (const param of Object.keys(taggedParams) as TaggedParam[]) {
    const own = pathOf(`${taggedParams[param]}.get`);
    const isInPath = own !== undefined && (path === own || path.startsWith(`${own}/`));
    if (!isInPath && !(param === 'computeId' && path.includes('{computeId}'))) continue;
    if (isCopy(id)) continue;
    const above = param === 'poolId' && params.clusterId !== undefined ? {clusterId: params.clusterId} : {};
    add(param, params[param], above);
  }
  if (mentions.test(id)) return [...found.values()];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const entry of value) walk(entry);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      const param = bodyFields[name];
      if (param) for (const one of [inner].flat()) add(param, one);
      walk(inner);
    }
  };
  walk(body);
  if (id === 'networking.firewalls.devices.create') {
    const {type, id: device} = (body ?? {}) as {readonly type?: string; readonly id?: unknown};
    const param = deviceTypes[type ?? ''];
    if (param) add(param, device);
  }
  return [...found.values()];
}
