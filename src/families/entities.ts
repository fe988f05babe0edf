/** Which resource an event or a tagged object is about. */
import type {Event} from '../contract/account/events.ts';
import type {EntityType, FamilyId, Ref, RowId} from './define.ts';

/** The family of an entity; disks and backups carry the ID of their instance. */
const families: Readonly<Record<EntityType, FamilyId | undefined>> = {
  compute: 'instances',
  disks: 'instances',
  backups: 'instances',
  volume: 'volumes',
  image: 'images',
  tag: 'tags',
  account: undefined,
  community: undefined,
  domain: undefined,
  entity_transfer: undefined,
  firewall: undefined,
  ipaddress: undefined,
  longview: undefined,
  managed_service: undefined,
  nodebalancer: undefined,
  oauth_client: undefined,
  profile: undefined,
  stackscript: undefined,
  ticket: undefined,
  token: undefined,
  user: undefined,
  user_ssh_key: undefined,
};

/** The family that shows entities of this type; undefined when none does, or the type is not known. */
export function familyOfEntity(type: string): FamilyId | undefined {
  const known = type.toLowerCase();
  return Object.hasOwn(families, known) ? families[known as EntityType] : undefined;
}

interface Entity {
  readonly id?: RowId | null;
  readonly type?: string;
}

/** Where the entity of an event can be opened. */
export function refOf(entity: Entity | null | undefined): Ref | undefined {
  const family = familyOfEntity(entity?.type ?? '');
  const id = entity?.id;
  return family === undefined || id === null || id === undefined ? undefined : {family, id};
}

/** Entity types whose events say something about an entity of this type. */
const told: Partial<Readonly<Record<EntityType, readonly EntityType[]>>> = {compute: ['compute', 'disks', 'backups']};

/** Whether an event is about an entity: for an instance, also the events of its disks and backups. */
export function concerns(event: Event, type: EntityType, id: RowId): boolean {
  const entity = event.entity;
  if (!entity || entity.id === null || String(entity.id) !== String(id)) return false;
  return (told[type] ?? [type]).some(one => one === entity.type);
}

/** Running, or waiting to run. */
export const inProgress = (event: Event): boolean => event.status === 'started' || event.status === 'scheduled';
