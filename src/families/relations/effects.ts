/** Effects of operations on resources, for other resources that refer to them. */
import type {FamilyId, PathParams, RowId} from '../shape/define-family.ts';

export type Effect =
  /** The resource is deleted. */
  | 'deleted'
  /** The resource stays, but is unreachable for a while or until it is started. */
  | 'stopped'
  /** The resource is unreachable for a moment. */
  | 'restarted'
  /** The resource moves to another region, where it gets other addresses. */
  | 'moved'
  /** All of the resource's data is overwritten. */
  | 'rebuilt'
  /** The resource gets interfaces that replace those in its configs. */
  | 'upgraded'
  /** The resource's backups are deleted. */
  | 'backupsDeleted'
  /** The resource moves to another account. */
  | 'transferred'
  /** A service or the account is canceled as a whole. */
  | 'canceled';

/** Effects by operation. Operations that are not in the table don't affect other resources. */
export const effects: Readonly<Record<string, readonly Effect[]>> = {
  'instances.delete': ['deleted', 'backupsDeleted'],
  'instances.rebuild': ['stopped', 'rebuilt'],
  'instances.shutdown': ['stopped'],
  'instances.reboot': ['restarted'],
  'instances.rescue': ['stopped'],
  'instances.resize': ['restarted'],
  'instances.migrate': ['restarted'],
  'instances.mutate': ['restarted'],
  'instances.upgradeInterfaces': ['upgraded'],
  'instances.interfaces.delete': ['deleted'],
  'instances.backups.cancel': ['backupsDeleted'],
  'instances.disks.delete': ['deleted'],
  'instances.ips.delete': ['deleted'],
  'domains.delete': ['deleted'],
  'nodebalancers.delete': ['deleted'],
  'nodebalancers.configs.delete': ['deleted'],
  'networking.firewalls.delete': ['deleted'],
  'vpcs.delete': ['deleted'],
  'kube.clusters.delete': ['deleted'],
  'kube.clusters.recycle': ['rebuilt'],
  'kube.clusters.pools.delete': ['deleted'],
  'kube.clusters.pools.recycle': ['rebuilt'],
  'kube.clusters.nodes.delete': ['deleted'],
  'kube.clusters.nodes.recycle': ['rebuilt'],
  'databases.mysql.delete': ['deleted'],
  'databases.postgresql.delete': ['deleted'],
  'databases.mongodb.delete': ['deleted'],
  'images.delete': ['deleted'],
  'images.sharegroups.delete': ['deleted'],
  'tags.delete': ['deleted'],
  'longview.clients.delete': ['deleted'],
  'managed.contacts.delete': ['deleted'],
  'managed.credentials.revoke': ['deleted'],
  'account.serviceTransfers.create': ['transferred'],
  'account.entityTransfers.create': ['transferred'],
  'objectStorage.cancel': ['canceled'],
  'account.cancel': ['canceled'],
};

/** The effects of a request: a migration to another region has more than one to another host. */
export const effectsOf = (operation: string, body: {readonly region?: unknown} | undefined): readonly Effect[] =>
  operation === 'instances.migrate' && body?.region ? ['moved'] : (effects[operation] ?? []);

/** The resources that an operation affects first, if that isn't the row of the action. */
export interface EffectSubjects {
  readonly family: FamilyId;
  readonly ids: readonly RowId[];
}

type Body = {readonly [name: string]: unknown};

const transferredInstances = ({entities}: Body): EffectSubjects => ({
  family: 'instances',
  ids: (entities as {readonly computes?: readonly number[]} | undefined)?.computes ?? [],
});

/** Subjects by operation, for requests without a row. */
export const effectSubjects: Readonly<Record<string, (body: Body, params: PathParams) => EffectSubjects>> = {
  'account.serviceTransfers.create': transferredInstances,
  'account.entityTransfers.create': transferredInstances,
  'instances.backups.cancel': (_, {computeId}) => ({
    family: 'instances',
    ids: computeId === undefined ? [] : [Number(computeId)],
  }),
  'objectStorage.cancel': () => ({family: 'objectStorage.buckets', ids: []}),
};
