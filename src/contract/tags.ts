/** Tags (D1 §4.5). */

import {Instance} from './instances/index.ts';
import {Domain} from './resources/domains.ts';
import {NodeBalancer} from './resources/nodebalancers.ts';
import {Volume} from './resources/volumes.ts';
import {del, get, post} from './schema/endpoint.ts';
import {family} from './schema/family.ts';
import {either, integer, list, model, type Read, required, text} from './schema/field.ts';

/** A label for organization (D1 §2.6). */
export const Tag = model(
  'Tag',
  {
    label: text(),
  },
  'label',
);
export type Tag = Read<typeof Tag>;

/** An object that has the tag; `type` decides the shape of `data` (D1 §2.6). */
export const TaggedObject = model('TaggedObject', {
  type: text({wire: 'entity-type'}),
  data: either(Instance, Domain, Volume, NodeBalancer),
});
export type TaggedObject = Read<typeof TaggedObject>;

/** Body of `tags.create` (D1 §4.5). */
export const TagCreate = model('TagCreate', {
  label: required(text({min: 3, max: 50})),
  computes: list(integer()),
  domains: list(integer()),
  volumes: list(integer()),
  nodebalancers: list(integer()),
});

export const tags = family('tags', {
  create: post('/tags', {
    scopes: ['account:read_write'],
    access: {level: 'unrestricted'},
    body: TagCreate,
    responseModel: Tag,
  }),
  objects: {
    list: get('/tags/{label}', {scopes: ['account:read_only'], page: TaggedObject}),
  },
  delete: del('/tags/{label}', {scopes: ['account:read_write'], access: {level: 'unrestricted'}}),
  list: get('/tags', {scopes: ['account:read_only'], page: Tag}),
});
