/** Stored data of placement groups; `parent` of a member is its group. */
import type {Instance} from '../../../contract/instances/index.ts';
import type {PlacementGroup} from '../../../contract/resources/placement.ts';
import {badRequest, type FieldErrors} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';

/** Members are stored separately, and compliance is derived from them. */
export type StoredGroup = Omit<PlacementGroup, 'members' | 'is_compliant' | 'migrations'>;

export const PlacementGroups = defineKind<StoredGroup>('placement_group', {firstId: 21});

/** An instance in a group; an instance is in at most one group. */
export const GroupMembers = defineKind<{readonly compute: string}>('placement_member', {columns: {key: 'compute'}});

/** Number of hosts of a region; additional members share a host with another member. */
export const hostsInRegion = 5;
/** `placement_group_limits` of every region. */
export const maxMembers = 10;
export const maxGroups = 100;

export const groupEntity = ({id, label}: Pick<StoredGroup, 'id' | 'label'>) => ({
  id,
  label,
  type: 'placement_group' as const,
  url: `/v4/placement/groups/${id}`,
});

/** IDs of the members, in the order in which they joined. */
export const memberIds = (db: Store, group: number): readonly number[] =>
  db.all(GroupMembers, group).map(({compute}) => Number(compute));

export function presentGroup(db: Store, group: StoredGroup): PlacementGroup {
  const members = memberIds(db, group.id).map((id, index) => ({compute_id: id, is_compliant: index < hostsInRegion}));
  return {...group, is_compliant: members.length <= hostsInRegion, members, migrations: null};
}

/** The group of an instance. */
export function groupOf(db: Store, instance: number): StoredGroup | undefined {
  const parent = db.byKey(GroupMembers, String(instance))?.parent;
  return parent == null ? undefined : db.get(PlacementGroups, parent);
}

/** The group as a field of an instance. */
export function instanceGroup(db: Store, instance: number): Instance['placement_group'] {
  const group = groupOf(db, instance);
  if (!group) return null;
  const {id, label, placement_group_type, placement_group_policy} = group;
  return {id, label, placement_group_type, placement_group_policy, migrating_to: null};
}

/** Problems of adding this number of instances to a group. */
export function joinErrors(
  fieldErrors: FieldErrors,
  db: Store,
  group: StoredGroup,
  {region, count, field}: {readonly region: string; readonly count: number; readonly field: string},
): void {
  const total = memberIds(db, group.id).length + count;
  fieldErrors.addIf(region !== group.region, `must be in the region of the placement group: ${group.region}`, field);
  fieldErrors.addIf(total > maxMembers, `A placement group has at most ${maxMembers} instances.`, field);
  fieldErrors.addIf(
    group.placement_group_policy === 'strict' && total > hostsInRegion && total <= maxMembers,
    `The region has ${hostsInRegion} hosts, and the policy of the placement group is strict.`,
    field,
  );
}

/** The requested group of an instance, if the instance can join it. */
export function requestedGroup(
  fieldErrors: FieldErrors,
  db: Store,
  {id}: {readonly id?: number | undefined} = {},
  region = '',
): StoredGroup | undefined {
  if (id === undefined) return undefined;
  const group = db.get(PlacementGroups, id);
  if (group) joinErrors(fieldErrors, db, group, {region, count: 1, field: 'placement_group.id'});
  else fieldErrors.add('is not a placement group of this account', 'placement_group.id');
  return group;
}

/** Writes an event if the compliance of a group changed. */
function noteCompliance(work: UnitOfWork, group: StoredGroup, wasCompliant: boolean): void {
  const {is_compliant: isCompliant} = presentGroup(work.db, group);
  if (isCompliant === wasCompliant) return;
  const action = isCompliant ? 'placement_group_became_compliant' : 'placement_group_became_non_compliant';
  work.emit({action, entity: groupEntity(group)});
}

export function addMembers(work: UnitOfWork, group: StoredGroup, instances: readonly number[]): void {
  const {is_compliant: wasCompliant} = presentGroup(work.db, group);
  for (const id of instances) work.db.insert(GroupMembers, () => ({compute: String(id)}), {parent: group.id});
  work.emit({action: 'placement_group_assign', entity: groupEntity(group)});
  noteCompliance(work, group, wasCompliant);
}

/** Removes an instance from its group, if it is in one. */
export function leaveGroup(work: UnitOfWork, instance: number): void {
  const {db} = work;
  const row = db.byKey(GroupMembers, String(instance));
  const group = row && groupOf(db, instance);
  if (!row || !group) return;
  const {is_compliant: wasCompliant} = presentGroup(db, group);
  db.remove(GroupMembers, row.id);
  work.emit({action: 'placement_group_unassign', entity: groupEntity(group)});
  noteCompliance(work, group, wasCompliant);
}

/** @throws Refusal 400 if the request names no instance */
export function requireInstances(instances: readonly number[]): void {
  if (instances.length === 0) throw badRequest('must have at least one instance', 'computes');
}
