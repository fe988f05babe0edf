/**
 * References between resources, and the effect on the referring resource when a target is deleted or stops. The
 * consequences of a change beyond its row are computed from this table, in the same way for every family.
 *
 * More than 300 lines: one table of all references.
 */
import type {FamilyId, ListParamsOf, Lookup, PathParams, RowId, RowOf} from '../shape/define-family.ts';
import type {AnyRow} from '../shape/resource.ts';
import {defaultUses} from './default-firewalls.ts';
import type {Effect} from './effects.ts';
import {interfaceLabel, protectedName} from './interface-names.ts';

/** Affected resources: rows of a family, and their addresses. */
export interface AffectedResources {
  readonly family: FamilyId;
  /** The path parameters of their list. */
  readonly params: PathParams;
  readonly rows: readonly AnyRow[];
  readonly ids: ReadonlySet<RowId>;
  readonly addresses: ReadonlySet<string>;
}

/** A reference from rows of one family to resources of others. */
export interface AnyReference {
  /** The family of the rows with the reference. */
  readonly from: FamilyId;
  /** The families of the targets. */
  readonly to: readonly FamilyId[];
  /** "DNS records" */
  readonly title: string;
  /** The path parameters of the lists to search; for records, those of every loaded domain. */
  readonly listParams: (resources: AffectedResources, lookup: Lookup) => readonly PathParams[];
  /** The family from whose rows the list parameters are derived; until it is loaded completely, they are unknown. */
  readonly parentFamily?: FamilyId;
  readonly refersTo: (row: AnyRow, resources: AffectedResources, params: PathParams) => boolean;
  /** The label of the row in the consequences. */
  readonly label: (row: AnyRow, params: PathParams, lookup: Lookup, resources: AffectedResources) => string;
  /** The effect on the referring rows: "detach", after their number and title. Absent if they are not affected. */
  readonly effects: Readonly<Partial<Record<Effect, string>>>;
  /** The reason why further rows may exist that can't be read. */
  readonly unknowable?: string;
  /** A single list with the same facts for several targets, instead of a list for each. */
  readonly ofMany?: AnyReference;
}

interface Reference<F extends FamilyId> extends Omit<AnyReference, 'from' | 'listParams' | 'refersTo' | 'label'> {
  readonly from: F;
  readonly listParams: (resources: AffectedResources, lookup: Lookup) => readonly ListParamsOf<F>[];
  readonly refersTo: (row: RowOf<F>, resources: AffectedResources, params: ListParamsOf<F>) => boolean;
  readonly label: (row: RowOf<F>, params: ListParamsOf<F>, lookup: Lookup, resources: AffectedResources) => string;
}

// A cast: rows of a family's list are of its type.
const defineReference = <F extends FamilyId>(reference: Reference<F>): AnyReference =>
  reference as unknown as AnyReference;

const numbers = ({ids}: AffectedResources): readonly number[] => [...ids].map(Number);
const instanceParams = (resources: AffectedResources) => numbers(resources).map(id => ({computeId: id}));
/** The address without its port or prefix. */
const withoutMask = (text: string): string => {
  const inner = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1];
  if (inner !== undefined) return inner;
  return text.replace(/\/\d+$/, '').replace(/^([\d.]+):\d+$/, '$1');
};
const pointsAt = (text: string | null | undefined, {addresses}: AffectedResources): boolean =>
  typeof text === 'string' && addresses.has(withoutMask(text));

const volumeEffects = {
  deleted: 'will be detached',
  moved: 'will stay in the old region and must be detached first',
  transferred: 'will hold it back',
} as const;
/** The reference of an engine's database backups to their cluster. */
const databaseBackups = (engine: 'databases.mysql' | 'databases.postgresql' | 'databases.mongodb') =>
  defineReference({
    from: `${engine}.backups`,
    to: [engine],
    title: 'backups',
    listParams: resources => numbers(resources).map(instanceId => ({instanceId})),
    refersTo: () => true,
    label: row => row.label,
    effects: {deleted: 'will be deleted with it'},
  });
/**
 * Parts of an instance that are deleted with it. The lists are read only for the deletion of a single instance: several
 * would need too many requests.
 */
const partReference = (from: 'instances.disks' | 'instances.configs', title: string) =>
  defineReference({
    from,
    to: ['instances'],
    title,
    listParams: resources => (resources.ids.size === 1 ? instanceParams(resources) : []),
    refersTo: () => true,
    label: row => row.label,
    effects: {deleted: 'will be deleted'},
  });
/** All resources of a family, for canceling the account. */
const accountReference = (from: 'instances' | 'volumes' | 'nodebalancers' | 'databases.instances', title: string) =>
  defineReference({
    from,
    to: ['account'],
    title,
    listParams: () => [{}],
    refersTo: () => true,
    label: row => row.label,
    effects: {canceled: 'will be deleted'},
  });

/** Instances of a Kubernetes cluster, of a node pool, or of a node. */
const nodeReference = (
  to: 'kube.clusters' | 'kube.clusters.pools' | 'kube.clusters.nodes',
  isNode: (instance: RowOf<'instances'>, resources: AffectedResources) => boolean,
) =>
  defineReference({
    from: 'instances',
    to: [to],
    title: 'instances',
    listParams: () => [{}],
    refersTo: isNode,
    label: row => row.label,
    effects: {deleted: 'will be deleted with it', rebuilt: 'will be deleted and created again'},
  });

/** Devices of a firewall: instances, or interfaces of instances. */
const deviceReference = (title: string, isOne: (row: RowOf<'networking.firewalls.devices'>) => boolean) =>
  defineReference({
    from: 'networking.firewalls.devices',
    to: ['networking.firewalls'],
    title,
    listParams: resources => numbers(resources).map(id => ({firewallId: id})),
    refersTo: isOne,
    label: ({entity}) => protectedName(entity),
    effects: {deleted: 'will lose this firewall and accept all traffic'},
  });

/** Families whose resources have addresses. */
const addressed = ['instances', 'nodebalancers', 'networking.ips', 'instances.ips'] as const;

export const references: readonly AnyReference[] = [
  defineReference({
    from: 'instances.disks',
    to: ['instances'],
    title: 'disks',
    listParams: instanceParams,
    refersTo: () => true,
    label: row => row.label,
    effects: {rebuilt: 'will be erased', transferred: 'will move with it'},
  }),
  partReference('instances.disks', 'disks'),
  partReference('instances.configs', 'configs'),
  defineReference({
    from: 'instances.backups',
    to: ['instances'],
    title: 'backups',
    // An instance without the backup service has no backups.
    listParams: ({rows}) =>
      rows
        .filter(({backups}) => (backups as {readonly enabled?: boolean} | undefined)?.enabled !== false)
        .map(({id}) => ({computeId: Number(id)})),
    refersTo: () => true,
    label: row => row.label ?? row.type,
    effects: {backupsDeleted: 'will be deleted', transferred: 'will move with it'},
  }),
  defineReference({
    from: 'instances.ips',
    to: ['instances'],
    title: 'addresses',
    listParams: instanceParams,
    refersTo: () => true,
    label: row => row.address,
    effects: {transferred: 'will move with it'},
  }),
  defineReference({
    from: 'instances.configs',
    to: ['instances.disks'],
    title: 'configs',
    listParams: ({params}) => [{computeId: Number(params.computeId)}],
    refersTo: ({devices}, {ids}) => Object.values(devices ?? {}).some(slot => ids.has(slot?.disk_id ?? 0)),
    label: row => row.label,
    effects: {deleted: 'will lose this device'},
  }),
  defineReference({
    from: 'instances.configs',
    to: ['instances'],
    title: 'configs',
    listParams: instanceParams,
    refersTo: ({interfaces}) => interfaces.length > 0,
    label: row => row.label,
    effects: {upgraded: 'will lose the interfaces'},
  }),
  defineReference({
    from: 'instances.interfaces.firewalls',
    to: ['instances.interfaces'],
    title: 'firewalls',
    listParams: resources =>
      numbers(resources).map(id => ({computeId: Number(resources.params.computeId), interfaceId: id})),
    refersTo: () => true,
    label: row => row.label,
    effects: {deleted: 'will lose a device'},
  }),
  defineReference({
    from: 'instances.interfaces',
    to: ['instances'],
    title: 'interfaces',
    // An older API has neither such interfaces nor the field.
    listParams: ({rows}) =>
      rows.filter(row => row.interface_generation === 'compute').map(({id}) => ({computeId: Number(id)})),
    refersTo: () => true,
    label: interfaceLabel,
    effects: {deleted: 'will be deleted'},
  }),
  defineReference({
    from: 'instances.volumes',
    to: ['instances'],
    title: 'volumes',
    listParams: instanceParams,
    refersTo: () => true,
    label: row => row.label,
    effects: volumeEffects,
    ofMany: defineReference({
      from: 'volumes',
      to: ['instances'],
      title: 'volumes',
      listParams: () => [{}],
      refersTo: (row, {ids}) => row.compute_id !== null && ids.has(row.compute_id),
      label: row => row.label,
      effects: volumeEffects,
    }),
  }),
  defineReference({
    from: 'domains.records',
    to: addressed,
    title: 'DNS records',
    parentFamily: 'domains',
    listParams: (_, lookup) => lookup.rows('domains').map(({id}) => ({domainId: id})),
    refersTo: (row, resources) => pointsAt(row.target, resources),
    label: ({type, name}, {domainId}, lookup) => {
      const zone = lookup.find('domains', domainId)?.domain ?? `Domain ${domainId}`;
      return `${type} ${name ? `${name}.` : ''}${zone}`;
    },
    effects: {
      deleted: 'will point to a released address',
      moved: 'will point to a released address',
      stopped: 'will point at an address that doesn’t answer',
      transferred: 'will point at another account',
    },
  }),
  defineReference({
    from: 'instances.nodebalancers',
    to: ['instances'],
    title: 'NodeBalancers',
    listParams: instanceParams,
    refersTo: () => true,
    label: row => row.label,
    effects: {
      deleted: 'will lose a backend',
      stopped: 'will find a backend down',
      restarted: 'will find a backend down for a moment',
      moved: 'will keep a backend at its old address, which stays down',
      upgraded: 'will lose a backend at its private address',
      transferred: 'will hold it back',
    },
  }),
  defineReference({
    from: 'instances.firewalls',
    to: ['instances'],
    title: 'firewalls',
    listParams: instanceParams,
    refersTo: () => true,
    label: row => row.label,
    effects: {
      deleted: 'will lose a device',
      transferred: 'will hold it back',
      upgraded: 'will protect its new interfaces instead',
    },
  }),
  defineReference({
    from: 'databases.instances',
    to: addressed,
    title: 'databases',
    listParams: () => [{}],
    refersTo: (row, resources) => row.allow_list.some(entry => pointsAt(entry, resources)),
    label: row => row.label,
    effects: {
      deleted: 'will still allow a released address',
      moved: 'will still allow a released address',
      transferred: 'will still allow an address of another account',
    },
  }),
  deviceReference('instances', ({entity}) => entity.type !== 'compute_interface'),
  deviceReference('interfaces', ({entity}) => entity.type === 'compute_interface'),
  defineReference({
    from: 'networking.firewalls.settings',
    to: ['networking.firewalls'],
    title: 'default firewalls',
    // An older API has neither defaults nor this field of firewalls.
    listParams: ({rows}) => (rows.some(row => row.entities !== undefined) ? [{}] : []),
    refersTo: (row, {ids}) => defaultUses(id => ids.has(id), row) !== '',
    label: (row, _, __, {ids}) => `for ${defaultUses(id => ids.has(id), row)}`,
    effects: {deleted: 'will be deleted'},
  }),
  defineReference({
    from: 'placement.groups',
    to: ['instances'],
    title: 'placement groups',
    // An older API has neither groups nor the field.
    listParams: ({rows}) => (rows.some(row => row.placement_group) ? [{}] : []),
    refersTo: ({members}, {ids}) => members.some(({compute_id: id}) => ids.has(id)),
    label: row => row.label,
    effects: {deleted: 'will lose a member', moved: 'will lose a member'},
  }),
  defineReference({
    from: 'vpcs.subnets',
    to: ['vpcs'],
    title: 'subnets',
    listParams: resources => numbers(resources).map(id => ({vpcId: id})),
    refersTo: () => true,
    label: ({label, ipv4}) => `${label} (${ipv4})`,
    effects: {deleted: 'will be deleted with it'},
  }),
  defineReference({
    from: 'kube.clusters.pools',
    to: ['kube.clusters'],
    title: 'node pools',
    listParams: resources => numbers(resources).map(id => ({clusterId: id})),
    refersTo: () => true,
    label: row => row.label || `pool ${row.id}`,
    effects: {deleted: 'will be deleted with it'},
  }),
  nodeReference('kube.clusters', (row, {ids}) => row.kube_cluster_id != null && ids.has(row.kube_cluster_id)),
  nodeReference('kube.clusters.pools', ({id}, {rows}) =>
    rows.some(({nodes}) => (nodes as RowOf<'kube.clusters.pools'>['nodes']).some(node => node.instance_id === id)),
  ),
  nodeReference('kube.clusters.nodes', ({id}, {rows}) => rows.some(({instance_id: instance}) => instance === id)),
  defineReference({
    from: 'nodebalancers',
    to: ['kube.clusters'],
    title: 'NodeBalancers',
    listParams: () => [{}],
    refersTo: ({kube_cluster: cluster}, {ids}) => cluster != null && ids.has(Number(cluster.id)),
    label: row => row.label,
    effects: {deleted: 'will stay, and be billed'},
  }),
  defineReference({
    from: 'nodebalancers.configs',
    to: ['nodebalancers'],
    title: 'ports',
    listParams: resources => numbers(resources).map(id => ({nodeBalancerId: id})),
    refersTo: () => true,
    label: row => `port ${row.port}`,
    effects: {deleted: 'will close, with their backends'},
  }),
  defineReference({
    from: 'nodebalancers.configs.nodes',
    to: ['nodebalancers.configs'],
    title: 'backends',
    listParams: ({rows}) =>
      rows.map(({id, nodebalancer_id}) => ({nodeBalancerId: Number(nodebalancer_id), configId: Number(id)})),
    refersTo: () => true,
    label: row => row.label,
    effects: {deleted: 'will receive no traffic from this NodeBalancer'},
  }),
  defineReference({
    from: 'instances',
    to: ['images'],
    title: 'instances',
    listParams: () => [{}],
    refersTo: (row, {ids}) => row.image !== null && ids.has(row.image),
    label: row => row.label,
    effects: {deleted: 'will keep running, and can’t be rebuilt from it'},
  }),
  defineReference({
    from: 'images.imageSharegroups',
    to: ['images'],
    title: 'share groups',
    // An older API has neither groups nor the field.
    listParams: ({rows}) =>
      (rows as readonly RowOf<'images'>[]).flatMap(row => (row.image_sharing?.shared_with ? [{imageId: row.id}] : [])),
    refersTo: () => true,
    label: row => row.label,
    effects: {deleted: 'will lose this image'},
  }),
  defineReference({
    from: 'images.sharegroups.members',
    to: ['images.sharegroups'],
    title: 'members',
    listParams: resources => numbers(resources).map(id => ({sharegroupId: id})),
    refersTo: ({status}) => status === 'active',
    label: row => row.label,
    effects: {deleted: 'will lose access to its images immediately'},
  }),
  defineReference({
    from: 'images.sharegroups.images',
    to: ['images.sharegroups'],
    title: 'images',
    listParams: resources => numbers(resources).map(id => ({sharegroupId: id})),
    refersTo: () => true,
    label: row => row.label,
    effects: {deleted: 'will no longer be shared with its members'},
  }),
  defineReference({
    from: 'domains.records',
    to: ['domains'],
    title: 'DNS records',
    listParams: resources => numbers(resources).map(id => ({domainId: id})),
    refersTo: () => true,
    label: ({type, name}) => `${type} ${name || '@'}`,
    effects: {deleted: 'will be deleted with it'},
  }),
  databaseBackups('databases.mysql'),
  databaseBackups('databases.postgresql'),
  databaseBackups('databases.mongodb'),
  defineReference({
    from: 'managed.services',
    to: ['managed.credentials'],
    title: 'Managed services',
    listParams: () => [{}],
    refersTo: ({credentials}, {ids}) => credentials.some(id => ids.has(id)),
    label: row => row.label,
    effects: {deleted: 'will be monitored without it'},
  }),
  defineReference({
    from: 'managed.services',
    to: ['managed.contacts'],
    title: 'Managed services',
    listParams: () => [{}],
    refersTo: ({consultation_group}, {rows}) => rows.some(({group}) => group !== null && group === consultation_group),
    label: row => row.label,
    effects: {deleted: 'will lose this contact'},
  }),
  defineReference({
    from: 'instances',
    to: ['longview.clients'],
    title: 'instances',
    listParams: () => [{}],
    refersTo: ({label}, {rows}) => rows.some(row => row.label === label),
    label: row => row.label,
    effects: {deleted: 'of the same name will no longer be monitored'},
    unknowable: 'the API does not say which machines report to it',
  }),
  defineReference({
    from: 'objectStorage.buckets',
    // Canceling Object Storage, or the account, cancels these.
    to: ['objectStorage.buckets', 'account'],
    title: 'buckets',
    listParams: () => [{}],
    refersTo: () => true,
    label: row => row.label,
    effects: {canceled: 'will be deleted with everything in them'},
  }),
  defineReference({
    from: 'domains',
    to: ['account'],
    title: 'domains',
    listParams: () => [{}],
    refersTo: () => true,
    label: row => row.domain,
    effects: {canceled: 'will be deleted'},
  }),
  accountReference('instances', 'instances'),
  accountReference('volumes', 'volumes'),
  accountReference('nodebalancers', 'NodeBalancers'),
  accountReference('databases.instances', 'databases'),
  defineReference({
    from: 'images',
    to: ['account'],
    title: 'own images',
    listParams: () => [{}],
    refersTo: row => row.is_public === false,
    label: row => row.label,
    effects: {canceled: 'will be deleted'},
  }),
  defineReference({
    from: 'tags.objects',
    to: ['tags'],
    title: 'resources',
    listParams: ({ids}) => [...ids].map(id => ({label: String(id)})),
    refersTo: () => true,
    label: ({data}) => ('label' in data ? data.label : data.domain),
    effects: {deleted: 'will lose the tag'},
  }),
];

/** The addresses of a row, which it loses when it is deleted. */
export function addressesOf(row: AnyRow): readonly string[] {
  const {ipv4, ipv6, address} = row;
  const all = [...(Array.isArray(ipv4) ? ipv4 : [ipv4]), ipv6, address];
  return all.filter((address): address is string => typeof address === 'string' && address !== '').map(withoutMask);
}
