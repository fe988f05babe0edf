/** The resource that an event or a tagged object is about. */
import type {Event} from '../../contract/account/events.ts';
import {humanize} from '../format/format.ts';
import type {EntityType, FamilyId, Lookup, Ref, RowId} from '../shape/define-family.ts';

interface Entity {
  readonly id?: RowId | null;
  readonly label?: string | null;
  readonly type?: string;
  readonly url?: string | null;
}

interface EntityKind {
  /** The noun for sentences: "instance". */
  readonly one: string;
  readonly family?: FamilyId | ((entity: Entity) => FamilyId);
  /** True for a part of an instance: as the entity it has the instance's ID, as a secondary entity its own. */
  readonly isPart?: true;
  /**
   * True if the family identifies the entity by its label: users and addresses have numbers that no other operation
   * uses.
   */
  readonly byLabel?: true;
  /** The name of a single object without an ID. */
  readonly single?: string;
}

/** Only the URL contains the engine; without it, the list of all engines is used, which also has the database. */
function engineOf(url: string | null | undefined): FamilyId {
  const engine = /\/databases\/(mysql|postgresql|mongodb)\//.exec(typeof url === 'string' ? url : '')?.[1];
  return engine === undefined ? 'databases.instances' : `databases.${engine as 'mysql' | 'postgresql' | 'mongodb'}`;
}

const entityKinds: Readonly<Record<EntityType, EntityKind>> = {
  compute: {one: 'instance', family: 'instances'},
  disks: {one: 'disk', isPart: true},
  backups: {one: 'backup', isPart: true},
  volume: {one: 'volume', family: 'volumes'},
  image: {one: 'image', family: 'images'},
  subnet: {one: 'subnet'},
  tag: {one: 'tag', family: 'tags'},
  account: {one: 'account', family: 'account', single: 'account'},
  community: {one: 'community post'},
  database: {one: 'database', family: ({url}) => engineOf(url)},
  domain: {one: 'domain', family: 'domains'},
  entity_transfer: {one: 'service transfer', family: 'account.serviceTransfers'},
  firewall: {one: 'firewall', family: 'networking.firewalls'},
  ipaddress: {one: 'address', family: 'networking.ips', byLabel: true},
  kubecluster: {one: 'Kubernetes cluster', family: 'kube.clusters'},
  longview: {one: 'Longview client', family: 'longview.clients'},
  managed_service: {one: 'Managed service', family: 'managed.services'},
  nodebalancer: {one: 'NodeBalancer', family: 'nodebalancers'},
  oauth_client: {one: 'OAuth client', family: 'account.oauthClients'},
  placement_group: {one: 'placement group', family: 'placement.groups'},
  profile: {one: 'profile'},
  stackscript: {one: 'StackScript', family: 'stackscripts'},
  ticket: {one: 'ticket', family: 'support.tickets'},
  token: {one: 'token', family: 'profile.tokens'},
  user: {one: 'user', family: 'account.users', byLabel: true},
  vpc: {one: 'VPC', family: 'vpcs'},
  user_ssh_key: {one: 'SSH key', family: 'profile.sshKeys'},
};

const entityKindOf = (type: string | null | undefined): EntityKind | undefined => {
  // Some events spell NodeBalancers with a capital B.
  const lowerType = (type ?? '').toLowerCase();
  return Object.hasOwn(entityKinds, lowerType) ? entityKinds[lowerType as EntityType] : undefined;
};

/** The noun for an entity of this type; an unknown type keeps its name. */
export const entityNoun = (type: string | null | undefined): string =>
  entityKindOf(type)?.one ?? humanize(type || 'entity');

/** IDs may be numbers or texts, which the types don't distinguish; other values are not IDs. */
const idOf = (entity: Entity | null | undefined): RowId | undefined => {
  const id: unknown = entity?.id;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
};

/** The key of an entity in its family, usually its ID. */
function keyOf(entity: Entity | null | undefined): RowId | undefined {
  const {single, byLabel} = entityKindOf(entity?.type) ?? {};
  if (single !== undefined) return single;
  if (!byLabel) return idOf(entity);
  return typeof entity?.label === 'string' && entity.label !== '' ? entity.label : undefined;
}

/** "instance 101", for an entity without a label. */
export const entityIdLabel = (entity: Entity, lookup: Pick<Lookup, 'spell'>): string => {
  const id = idOf(entity);
  const text = typeof id === 'string' ? lookup.spell('entity-id', id, {type: entity.type}) : id;
  return [entityNoun(entity.type), text].filter(part => part !== undefined).join(' ');
};

/**
 * A reference to an entity that can be opened; undefined if no family shows it, its type is unknown, or it can't be
 * identified.
 */
export function entityRef(entity: Entity | null | undefined): Ref | undefined {
  const family = entityKindOf(entity?.type)?.family;
  const id = keyOf(entity);
  if (!entity || family === undefined || id === undefined) return undefined;
  return {family: typeof family === 'function' ? family(entity) : family, id};
}

/** The entity of an event; for a part of an instance, the instance whose ID the part has. */
export function entityOf(event: Event): Event['entity'] {
  const {entity} = event;
  return entity && entityKindOf(entity.type)?.isPart ? {...entity, type: 'compute'} : entity;
}

/** The key of the entity that an event is about; for events of disks and backups, the key of the instance. */
export function entityKeyOf(event: Event): string | undefined {
  const entity = entityOf(event);
  const key = keyOf(entity);
  return entity && key !== undefined ? entityKey(entity.type as EntityType, key) : undefined;
}

/** The key of an entity. IDs may be numbers in one place and texts in another. */
export const entityKey = (type: EntityType, id: RowId): string => `${type} ${id}`;

/** The types in events about such an entity, for entities that an ID identifies; empty for others. */
export function entityTypesFor(type: EntityType): readonly string[] {
  const {byLabel, single} = entityKinds[type];
  if (byLabel || single !== undefined) return [];
  const parts = Object.entries(entityKinds).flatMap(([name, {isPart}]) => (isPart ? [name] : []));
  return type === 'compute' ? [type, ...parts] : [type];
}

/** True when an event is about an entity. */
export const isEventAbout = (event: Event, type: EntityType, id: RowId): boolean =>
  entityKeyOf(event) === entityKey(type, id);

/** True for a running or scheduled event. */
export const isInProgress = (event: Event): boolean => event.status === 'started' || event.status === 'scheduled';
