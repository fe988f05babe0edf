/** Members of placement groups: which instances can join a group, and which are in it. */
import type {Instance} from '../../contract/instances/index.ts';
import type {PlacementGroup} from '../../contract/resources/placement.ts';
import {type Cell, cellText, noneCell} from '../format/cells.ts';
import type {Lookup} from '../shape/define-family.ts';

export const memberIds = (row: PlacementGroup): readonly number[] => row.members.map(({compute_id: id}) => id);

/** The labels of instances, or their IDs until they are loaded. */
export const memberCells = (ids: readonly number[], lookup: Lookup): readonly Cell[] =>
  ids.length === 0 ? [noneCell] : ids.map(id => lookup.find('instances', id)?.label ?? `instance ${id}`);

/** "db-01, db-02" */
export const memberText = (ids: readonly number[], lookup: Lookup): string =>
  memberCells(ids, lookup).map(cellText).join(', ');

/** The maximum number of instances in a group; undefined if the region states no limit. */
export function maxMembers(
  {region, placement_group_policy: policy}: PlacementGroup,
  lookup: Lookup,
): number | undefined {
  const limits = lookup.find('regions', region)?.placement_group_limits;
  const limit = policy === 'flexible' ? limits?.maximum_computes_per_flexible_pg : limits?.maximum_computes_per_pg;
  return limit ?? undefined;
}

/** The reason why an instance can't join the group. */
export function unlessJoinable(instance: Instance, group: PlacementGroup | undefined): string | undefined {
  if (!group) return undefined;
  if (instance.region !== group.region) return `is in ${instance.region}`;
  if (memberIds(group).includes(instance.id) || instance.placement_group?.id === group.id)
    return 'already in the group';
  if (instance.placement_group) return `in the placement group ${instance.placement_group.label}`;
  return undefined;
}

/** The reason why a group can't be deleted: the API deletes only empty and compliant groups. */
export function unlessEmpty(row: PlacementGroup, lookup: Lookup): string | undefined {
  const ids = memberIds(row);
  if (ids.length > 0) return `it has ${memberText(ids, lookup)}: unassign the instances first`;
  return row.is_compliant === false ? 'it is not compliant: your provider must repair it first' : undefined;
}
