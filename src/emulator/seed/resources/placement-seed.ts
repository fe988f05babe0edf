/** The placement groups of the demo account: one for databases, one that is not compliant, and one without instances. */
import {Instances} from '../../families/instances/instance-kinds.ts';
import {
  GroupMembers,
  hostsInRegion,
  PlacementGroups,
  type StoredGroup,
} from '../../families/placement/placement-kinds.ts';
import type {SeedContext} from '../core/seed-context.ts';

type Policy = StoredGroup['placement_group_policy'];

export function seedPlacementGroups({db}: SeedContext): void {
  const addGroup = (label: string, region: string, policy: Policy, members: readonly number[]): void => {
    const group = db.insert(PlacementGroups, id => ({
      id,
      label,
      region,
      placement_group_type: 'anti_affinity:local',
      placement_group_policy: policy,
    }));
    for (const id of members) db.insert(GroupMembers, () => ({compute: String(id)}), {parent: group.id});
  };
  const all = db.all(Instances);
  const instancesNamed = (prefix: string, region?: string) =>
    all.filter(one => one.label.startsWith(prefix) && (region === undefined || one.region === region));
  const [database] = instancesNamed('db-');
  const [web] = instancesNamed('web-');
  if (database) {
    const members = instancesNamed('db-', database.region).slice(0, hostsInRegion);
    addGroup(
      'databases',
      database.region,
      'strict',
      members.map(({id}) => id),
    );
  }
  if (web) {
    const members = instancesNamed('web-', web.region).slice(0, hostsInRegion + 1);
    addGroup(
      'web',
      web.region,
      'flexible',
      members.map(({id}) => id),
    );
  }
  addGroup('spare', 'us-east', 'flexible', []);
}
