/** Placement groups: sets of instances that the provider keeps on different hosts. The API of today has them. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {choice, flag, integer, list, model, nullable, object, type Read, required, text} from '../schema/field.ts';

const movingInstances = nullable(list(object({compute_id: integer({readOnly: true})})));

/** A set of instances of a region that run on different hosts. */
export const PlacementGroup = model('PlacementGroup', {
  id: integer({readOnly: true}),
  label: text({min: 1, filterable: true}),
  region: text({readOnly: true, filterable: true}),
  placement_group_type: choice(['anti_affinity:local'], {readOnly: true, filterable: true}),
  placement_group_policy: choice(['strict', 'flexible']),
  is_compliant: flag({readOnly: true}),
  members: list(object({compute_id: integer({readOnly: true}), is_compliant: flag({readOnly: true})}), {
    readOnly: true,
  }),
  // Null when no member is migrating.
  migrations: nullable(object({inbound: movingInstances, outbound: movingInstances}, {readOnly: true})),
});
export type PlacementGroup = Read<typeof PlacementGroup>;

/** Body of `placement.groups.create`. */
export const PlacementGroupCreate = model('PlacementGroupCreate', {
  label: required(PlacementGroup.fields.label),
  region: required(text()),
  placement_group_type: required(choice(['anti_affinity:local'])),
  placement_group_policy: required(choice(['strict', 'flexible'])),
});

/** Body of `placement.groups.update`; region, type and policy are fixed. */
export const PlacementGroupUpdate = model('PlacementGroupUpdate', {label: PlacementGroup.fields.label});

/** Body of `placement.groups.assign` and `placement.groups.unassign`. */
export const PlacementGroupMembers = model('PlacementGroupMembers', {computes: required(list(integer()))});

const scopes = ['compute:read_write'] as const;

export const placement = family('placement', {
  groups: {
    list: get('/placement/groups', {scopes: ['placement:read_only'], page: PlacementGroup, today: true}),
    create: post('/placement/groups', {
      scopes,
      body: PlacementGroupCreate,
      responseModel: PlacementGroup,
      charges: true,
      today: true,
    }),
    get: get('/placement/groups/{groupId}', {
      scopes: ['compute:read_only'],
      responseModel: PlacementGroup,
      today: true,
    }),
    update: put('/placement/groups/{groupId}', {
      scopes,
      body: PlacementGroupUpdate,
      responseModel: PlacementGroup,
      today: true,
    }),
    delete: del('/placement/groups/{groupId}', {scopes, today: true}),
    assign: post('/placement/groups/{groupId}/assign', {
      scopes,
      body: PlacementGroupMembers,
      responseModel: PlacementGroup,
      today: true,
    }),
    unassign: post('/placement/groups/{groupId}/unassign', {
      scopes,
      body: PlacementGroupMembers,
      responseModel: PlacementGroup,
      today: true,
    }),
  },
});
