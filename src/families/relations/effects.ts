/** What operations do to resources, as those see it that point at them. */
import type {FamilyId, PathParams, RowId} from '../shape/define-family.ts';

export type Effect =
  /** It is no more. */
  | 'gone'
  /** It is there, and does not answer for a while or until somebody starts it. */
  | 'stopped'
  /** It does not answer for a moment, and then does again. */
  | 'restarted'
  /** All that is on it is written anew. */
  | 'rebuilt'
  /** Its backups are no more. */
  | 'unbacked'
  /** It goes to another account. */
  | 'handed over'
  /** A service is cancelled as a whole, or the account is. */
  | 'cancelled';

/** By operation. What is not here leaves others alone. */
export const effects: Readonly<Record<string, readonly Effect[]>> = {
  'instances.delete': ['gone', 'unbacked'],
  'instances.rebuild': ['stopped', 'rebuilt'],
  'instances.shutdown': ['stopped'],
  'instances.reboot': ['restarted'],
  'instances.rescue': ['stopped'],
  'instances.resize': ['restarted'],
  'instances.migrate': ['restarted'],
  'instances.mutate': ['restarted'],
  'instances.backups.cancel': ['unbacked'],
  'instances.disks.delete': ['gone'],
  'instances.ips.delete': ['gone'],
  'domains.delete': ['gone'],
  'nodebalancers.delete': ['gone'],
  'nodebalancers.configs.delete': ['gone'],
  'networking.firewalls.delete': ['gone'],
  'databases.mysql.delete': ['gone'],
  'databases.postgresql.delete': ['gone'],
  'databases.mongodb.delete': ['gone'],
  'images.delete': ['gone'],
  'tags.delete': ['gone'],
  'longview.clients.delete': ['gone'],
  'managed.contacts.delete': ['gone'],
  'managed.credentials.revoke': ['gone'],
  'account.serviceTransfers.create': ['handed over'],
  'account.entityTransfers.create': ['handed over'],
  'objectStorage.cancel': ['cancelled'],
  'account.cancel': ['cancelled'],
};

/** What is touched first, where that is not the row that is acted on. */
export interface EffectSubjects {
  readonly family: FamilyId;
  readonly ids: readonly RowId[];
}

type Body = {readonly [name: string]: unknown};

const handedOver = ({entities}: Body): EffectSubjects => ({
  family: 'instances',
  ids: (entities as {readonly computes?: readonly number[]} | undefined)?.computes ?? [],
});

/** By operation: who is meant by a request that is about no row. */
export const effectSubjects: Readonly<Record<string, (body: Body, at: PathParams) => EffectSubjects>> = {
  'account.serviceTransfers.create': handedOver,
  'account.entityTransfers.create': handedOver,
  'instances.backups.cancel': (_, {computeId}) => ({
    family: 'instances',
    ids: computeId === undefined ? [] : [Number(computeId)],
  }),
  'objectStorage.cancel': () => ({family: 'objectStorage.buckets', ids: []}),
};
