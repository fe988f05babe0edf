/** Resources of a family: the types of its rows, references to a row, and the lookups for its functions. */
import type {Event, eventActions, eventEntityTypes, todayEventActions} from '../../contract/account/events.ts';
import type {Contract} from '../../contract/index.ts';
import type {Endpoint, Params, ResponseBody} from '../../contract/schema/endpoint.ts';
import type {WirePosition} from '../../contract/schema/field.ts';
import type {DerivedRows} from './derived-rows.ts';

/** All families, by the path of their contract group. */
export type FamilyId =
  | 'instances'
  | 'instances.configs'
  | 'instances.configs.interfaces'
  | 'instances.disks'
  | 'instances.volumes'
  | 'volumes'
  | 'images'
  | 'images.imageSharegroups'
  | 'images.sharegroups'
  | 'images.sharegroups.images'
  | 'images.sharegroups.members'
  | 'images.sharegroups.tokens'
  | 'images.sharegroups.tokens.sharegroup.images'
  | 'stackscripts'
  | 'regions'
  | 'types'
  | 'kernels'
  | 'objectStorage.buckets'
  | 'objectStorage.objects'
  | 'objectStorage.keys'
  | 'objectStorage.clusters'
  | 'objectStorage.quotas'
  | 'domains'
  | 'domains.records'
  | 'nodebalancers'
  | 'nodebalancers.configs'
  | 'nodebalancers.configs.nodes'
  | 'nodebalancers.firewalls'
  | 'nodebalancers.vpcs'
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
  | 'instances.interfaces'
  | 'instances.interfaces.settings'
  | 'instances.interfaces.history'
  | 'instances.interfaces.firewalls'
  | 'instances.nodebalancers'
  | 'networking.firewalls'
  | 'networking.firewalls.rules'
  | 'networking.firewalls.devices'
  | 'networking.firewalls.settings'
  | 'networking.firewalls.templates'
  | 'networking.firewalls.history'
  | 'networking.firewalls.history.rules'
  | 'networking.ips'
  | 'networking.ipv6.ranges'
  | 'networking.ipv6.pools'
  | 'networking.vlans'
  | 'vpcs'
  | 'vpcs.subnets'
  | 'vpcs.ips'
  | 'vpcs.allIps'
  | 'placement.groups'
  | 'kube.clusters'
  | 'kube.clusters.pools'
  | 'kube.clusters.nodes'
  | 'kube.clusters.controlPlaneAcl'
  | 'kube.versions'
  | 'kube.tiers.versions'
  | 'kube.types'
  | 'monitor.services'
  | 'monitor.services.alertDefinitions'
  | 'monitor.services.metricDefinitions'
  | 'monitor.services.dashboards'
  | 'monitor.alertDefinitions'
  | 'monitor.alertChannels'
  | 'monitor.dashboards'
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
  | 'account.availability'
  | 'account.betas'
  | 'account.childAccounts'
  | 'betas'
  | 'account.events'
  | 'volumes.types'
  | 'objectStorage.endpoints'
  | 'objectStorage.types'
  | 'regions.availability'
  | 'nodebalancers.types'
  | 'longview.types'
  | 'maintenance.policies'
  | 'networkTransfer.prices';

/**
 * Families with a single row, which has no path of its own: actions on it are on a row, although no parameter
 * identifies it.
 */
export type SingleId =
  | 'account'
  | 'account.settings'
  | 'account.users.grants'
  | 'instances.interfaces.settings'
  | 'kube.clusters.controlPlaneAcl'
  | 'longview.plan'
  | 'networking.firewalls.settings'
  | 'profile';

/** Families whose rows are parts of the rows of another list, with that list. */
export interface PartSources {
  readonly 'kube.clusters.nodes': Contract['kube']['clusters']['pools']['list'];
}

/** The contract's group or endpoint at a dotted path. */
export type GroupOf<F extends string, G = Contract> = F extends `${infer Head}.${infer Rest}`
  ? Head extends keyof G
    ? GroupOf<Rest, G[Head]>
    : never
  : F extends keyof G
    ? G[F]
    : never;

/** The operation that reads a family's rows: its list, or, without a list, the operation for the single row. */
export type SourceOf<F extends FamilyId> = F extends keyof PartSources
  ? PartSources[F]
  : GroupOf<F> extends {readonly list: infer E extends Endpoint}
    ? E
    : GroupOf<F> extends {readonly get: infer E extends Endpoint}
      ? E
      : never;

type RowIn<E> = E extends Endpoint
  ? ResponseBody<E> extends {readonly data: readonly (infer Row extends AnyRow)[]}
    ? Row
    : ResponseBody<E>
  : never;
/**
 * A row of the family's list, as read: from its pages, from a listing with markers, or derived from a single response.
 */
export type RowOf<F extends FamilyId> = F extends keyof DerivedRows ? DerivedRows[F] : RowIn<SourceOf<F>>;
/** A listing with markers can be narrowed by a prefix, like a folder. */
type Narrowed<E> = E extends {readonly spec: {readonly pagedBy: 'marker'}} ? {readonly prefix?: string} : unknown;
/**
 * The parameters of the family's list: the path parameters of its URL, `{computeId}` for an instance's disks, and the
 * prefix that narrows it.
 */
export type ListParamsOf<F extends FamilyId> = Params<SourceOf<F>> & Narrowed<SourceOf<F>>;
/** A list: all volumes, the disks of an instance, the content of a folder. */
export interface ListRef<F extends FamilyId = FamilyId> {
  readonly family: F;
  readonly params: PathParams;
}

export type RowId = string | number;
export type PathParams = Readonly<Record<string, string | number>>;

/** A reference to a resource. `params` are the path parameters of a child family's list. */
export interface Ref<F extends FamilyId = FamilyId> {
  readonly family: F;
  readonly id: RowId;
  readonly params?: PathParams;
}

export type KnownAction = (typeof eventActions)[number] | (typeof todayEventActions)[number];
/** The types in the documents, and further types that providers use. */
export type EntityType =
  | (typeof eventEntityTypes)[number]
  | 'database'
  | 'kubecluster'
  | 'placement_group'
  | 'subnet'
  | 'vpc';
/** The known event actions that start with a prefix: `volume` → `volume_attach` and so on. */
export type ActionsWith<P extends string> = Extract<KnownAction, `${P}_${string}`>;

/**
 * Data that a family's functions may use in addition to the row: loaded rows of other families, events, and the time.
 */
export interface Lookup {
  /** Milliseconds since 1970, by the API's clock. */
  readonly now: number;
  find<F extends FamilyId>(family: F, id: RowId | null | undefined, params?: PathParams): RowOf<F> | undefined;
  /**
   * The currently loaded rows; also empty before the first read: check `complete` before concluding that none exist.
   */
  rows<F extends FamilyId>(family: F, params?: PathParams): readonly RowOf<F>[];
  /** True if every row of the list is loaded. */
  complete(family: FamilyId, params?: PathParams): boolean;
  /** True if the list is incomplete because a read failed, and not because it is still being read. */
  failed(family: FamilyId, params?: PathParams): boolean;
  /** The last values of a column's sample; undefined until it is read. */
  sampled(operation: string, params: PathParams): SampleValues | undefined;
  /**
   * True while a change by Skydeck is not settled: until then the row has the expected values, not those that were
   * read.
   */
  pending(family: FamilyId, id: RowId, params?: PathParams): boolean;
  /**
   * The newest known event about an entity, running or finished. `isEventAbout` decides whether an event is about an
   * entity.
   */
  lastEvent(entity: EntityType, id: RowId): Event | undefined;
  /** The newest event about an entity that is scheduled or started. */
  running(entity: EntityType, id: RowId): Event | undefined;
  /** True while a change of this row by Skydeck waits for its event, which has this action. */
  isExpected(action: KnownAction, id: RowId): boolean;
  /**
   * An identifier in the provider's spelling: a text in one of the contract's positions. All displayed identifiers use
   * this; comparisons and lookups use the contract's spelling.
   */
  spell(position: WirePosition, text: string, siblings?: AnyRow): string;
  /** A row with names and identifiers in the API's spelling; without an ID prefix, the same object. */
  spelled(family: FamilyId, row: AnyRow): AnyRow;
}
/** The stored part of a sample's response: series of values, by name. */
export type SampleValues = Readonly<Record<string, readonly number[]>>;
/** A row of any family, for code that handles all families. */
export type AnyRow = Readonly<Record<string, unknown>>;
