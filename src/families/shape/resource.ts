/** What a family is about: its rows, how a row is pointed at, and what its functions may look at. */
import type {Event, eventActions, eventEntityTypes} from '../../contract/account/events.ts';
import type {Contract} from '../../contract/index.ts';
import type {Endpoint, Params, ResponseBody} from '../../contract/schema/endpoint.ts';
import type {WirePosition} from '../../contract/schema/field.ts';
import type {DerivedRows} from './derived-rows.ts';
import type {AnyRow, SampleValues} from './views.ts';

/** Every family there is, by the path of its contract group. */
export type FamilyId =
  | 'instances'
  | 'instances.configs'
  | 'instances.disks'
  | 'instances.volumes'
  | 'volumes'
  | 'images'
  | 'stackscripts'
  | 'regions'
  | 'types'
  | 'kernels'
  | 'objectStorage.buckets'
  | 'objectStorage.objects'
  | 'objectStorage.keys'
  | 'objectStorage.clusters'
  | 'domains'
  | 'domains.records'
  | 'nodebalancers'
  | 'nodebalancers.configs'
  | 'nodebalancers.configs.nodes'
  | 'databases.instances'
  | 'databases.mysql'
  | 'databases.mysql.backups'
  | 'databases.postgresql'
  | 'databases.postgresql.backups'
  | 'databases.mongodb'
  | 'databases.mongodb.backups'
  | 'databases.engines'
  | 'databases.types'
  | 'instances.backups'
  | 'instances.ips'
  | 'instances.firewalls'
  | 'instances.nodebalancers'
  | 'networking.firewalls'
  | 'networking.firewalls.rules'
  | 'networking.firewalls.devices'
  | 'networking.ips'
  | 'networking.ipv6.ranges'
  | 'networking.ipv6.pools'
  | 'networking.vlans'
  | 'longview.clients'
  | 'longview.plan'
  | 'longview.subscriptions'
  | 'managed.services'
  | 'managed.issues'
  | 'managed.contacts'
  | 'managed.credentials'
  | 'managed.computeSettings'
  | 'support.tickets'
  | 'support.tickets.replies'
  | 'account'
  | 'account.settings'
  | 'account.notifications'
  | 'account.maintenance'
  | 'account.invoices'
  | 'account.invoices.items'
  | 'account.payments'
  | 'account.paymentMethods'
  | 'account.users'
  | 'account.users.grants'
  | 'account.oauthClients'
  | 'account.logins'
  | 'account.serviceTransfers'
  | 'account.entityTransfers'
  | 'profile'
  | 'profile.tokens'
  | 'profile.sshKeys'
  | 'profile.apps'
  | 'profile.devices'
  | 'profile.logins'
  | 'profile.securityQuestions'
  | 'tags'
  | 'tags.objects'
  | 'account.events';

/** Families of one row, which has no path of its own: actions on it are a row's, though no parameter names it. */
export type SingleId = 'account' | 'account.settings' | 'account.users.grants' | 'longview.plan' | 'profile';

/** What stands at a dotted path of the contract: a group, or an endpoint. */
export type GroupOf<F extends string, G = Contract> = F extends `${infer Head}.${infer Rest}`
  ? Head extends keyof G
    ? GroupOf<Rest, G[Head]>
    : never
  : F extends keyof G
    ? G[F]
    : never;

/** What brings a family's rows: its list, or where it has none the one answer there is. */
export type SourceOf<F extends FamilyId> =
  GroupOf<F> extends {readonly list: infer E extends Endpoint}
    ? E
    : GroupOf<F> extends {readonly get: infer E extends Endpoint}
      ? E
      : never;

type RowIn<E> = E extends Endpoint
  ? ResponseBody<E> extends {readonly data: readonly (infer Row extends AnyRow)[]}
    ? Row
    : ResponseBody<E>
  : never;
/** A row of the family's list, as read: of its pages, of what goes on from a marker, or made of the one answer. */
export type RowOf<F extends FamilyId> = F extends keyof DerivedRows ? DerivedRows[F] : RowIn<SourceOf<F>>;
/** A listing that goes on by marker is narrowed like a folder. */
type Narrowed<E> = E extends {readonly spec: {readonly pagedBy: 'marker'}} ? {readonly prefix?: string} : unknown;
/**
 * Where the family's list is: the path parameters of its address, `{computeId}` for an instance's disks, and what narrows
 * it.
 */
export type ListParamsOf<F extends FamilyId> = Params<SourceOf<F>> & Narrowed<SourceOf<F>>;
/** A list: all Volumes, the disks of an instance, what is in a folder. */
export interface ListRef<F extends FamilyId = FamilyId> {
  readonly family: F;
  readonly params: PathParams;
}

export type RowId = string | number;
export type PathParams = Readonly<Record<string, string | number>>;

/** Points at a resource, from anywhere. `params` are the path parameters of a child family's list. */
export interface Ref<F extends FamilyId = FamilyId> {
  readonly family: F;
  readonly id: RowId;
  readonly params?: PathParams;
}

/** The closed values of an open choice: `'ok' | 'outage' | (string & {})` → `'ok' | 'outage'`. */
export type ClosedValue<T> = T extends string ? (string extends T ? never : T) : never;

/** Seen on the wire, although the published list of actions has none for databases. */
type DatabaseAction =
  | 'database_create'
  | 'database_update'
  | 'database_delete'
  | 'database_backup_create'
  | 'database_backup_delete'
  | 'database_backup_restore'
  | 'database_credentials_reset';

export type KnownAction = (typeof eventActions)[number] | DatabaseAction;
export type EntityType = (typeof eventEntityTypes)[number] | 'database';
/** The known event actions that begin with a prefix: `volume` → `volume_attach` and so on. */
export type ActionsWith<P extends string> = Extract<KnownAction, `${P}_${string}`>;

/** What a family's functions may look at besides the row: other families' rows as known now, events, and the time. */
export interface Lookup {
  /** Milliseconds since 1970, in the API's time. */
  readonly now: number;
  find<F extends FamilyId>(family: F, id: RowId | null | undefined, params?: PathParams): RowOf<F> | undefined;
  /** The rows known now; empty also when nothing was read yet: ask `complete` before concluding that there is none. */
  rows<F extends FamilyId>(family: F, params?: PathParams): readonly RowOf<F>[];
  /** Whether every row of the list is known. */
  complete(family: FamilyId, params?: PathParams): boolean;
  /** Whether it is not complete because it could not be read, rather than because it is still to be. */
  failed(family: FamilyId, params?: PathParams): boolean;
  /** What a column's sample was last read to be; undefined until it was. */
  sampled(operation: string, params: PathParams): SampleValues | undefined;
  /** Whether a change of it was sent from here and is not settled yet: until then it looks as expected, not as read. */
  pending(family: FamilyId, id: RowId, params?: PathParams): boolean;
  /** The newest event known about an entity, running or done. `concerns` says which events are about an entity. */
  lastEvent(entity: EntityType, id: RowId): Event | undefined;
  /** The newest event about an entity that is scheduled or started. */
  running(entity: EntityType, id: RowId): Event | undefined;
  /**
   * An identifier as the provider spells it: a text that stands in one of the contract's positions. Whatever shows one asks
   * for this; comparing and looking up is done with the contract's own spelling.
   */
  spell(position: WirePosition, text: string, siblings?: AnyRow): string;
  /** A row as the API has it, its names and identifiers as the provider spells them; the same one without an ID prefix. */
  spelled(family: FamilyId, row: AnyRow): AnyRow;
}
