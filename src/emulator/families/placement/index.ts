/** Placement groups, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors} from '../../engine/http/refusal.ts';
import {Instances} from '../instances/instance-kinds.ts';
import {Regions} from '../regions.ts';
import {offersVpcs} from '../today/today-capabilities.ts';
import {
  addMembers,
  groupEntity,
  groupOf,
  joinErrors,
  leaveGroup,
  maxGroups,
  memberIds,
  PlacementGroups,
  presentGroup,
  requireInstances,
} from './placement-kinds.ts';

type Endpoints = Contract['placement']['groups'];

const groups: Handlers<Endpoints> = {
  list: call => call.pageOf(call.db.all(PlacementGroups).map(group => presentGroup(call.db, group))),

  create(call) {
    const {db, body} = call;
    const {label, region, placement_group_type, placement_group_policy} = body;
    const place = db.byKey(Regions, region)?.doc;
    const all = db.all(PlacementGroups);
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(!place, 'is not a region', 'region');
    fieldErrors.addIf(!!place && !offersVpcs(place.capabilities), 'offers no placement groups', 'region');
    fieldErrors.addIf(
      all.some(group => group.label === label),
      'must be unique',
      'label',
    );
    fieldErrors.addIf(
      all.filter(group => group.region === region).length >= maxGroups,
      `has ${maxGroups} groups`,
      'region',
    );
    fieldErrors.throwIfAny();
    const group = db.insert(PlacementGroups, id => ({id, label, region, placement_group_type, placement_group_policy}));
    call.emit({action: 'placement_group_create', entity: groupEntity(group)});
    return presentGroup(db, group);
  },

  get: call => presentGroup(call.db, call.find(PlacementGroups, call.params.groupId)),

  update(call) {
    const group = call.db.update(PlacementGroups, call.find(PlacementGroups, call.params.groupId).id, call.body);
    call.emit({action: 'placement_group_update', entity: groupEntity(group)});
    return presentGroup(call.db, group);
  },

  delete(call) {
    const {db} = call;
    const group = call.find(PlacementGroups, call.params.groupId);
    if (memberIds(db, group.id).length > 0) throw badRequest('The placement group has instances. Unassign them first.');
    db.remove(PlacementGroups, group.id);
    call.emit({action: 'placement_group_delete', entity: groupEntity(group)});
    return {};
  },

  assign(call) {
    const {db, body} = call;
    const group = call.find(PlacementGroups, call.params.groupId);
    requireInstances(body.computes);
    const fieldErrors = new FieldErrors();
    for (const [index, id] of body.computes.entries()) {
      const field = `computes.${index}`;
      const instance = db.get(Instances, id);
      const other = groupOf(db, id);
      if (!instance) fieldErrors.add('is not an instance of this account', field);
      else joinErrors(fieldErrors, db, group, {region: instance.region, count: index + 1, field});
      fieldErrors.addIf(other !== undefined, `is in the placement group ${other?.label}`, field);
    }
    fieldErrors.throwIfAny();
    addMembers(call, group, body.computes);
    return presentGroup(db, group);
  },

  unassign(call) {
    const {db, body} = call;
    const group = call.find(PlacementGroups, call.params.groupId);
    requireInstances(body.computes);
    const fieldErrors = new FieldErrors();
    for (const [index, id] of body.computes.entries())
      fieldErrors.addIf(groupOf(db, id)?.id !== group.id, 'is not in the placement group', `computes.${index}`);
    fieldErrors.throwIfAny();
    for (const id of body.computes) leaveGroup(call, id);
    return presentGroup(db, group);
  },
};

export const placement: Handlers<Contract['placement']> = {groups};
