/** Cases that a translation by search and replace gets wrong. */
import {describe, expect, it} from 'vitest';
import {contract} from '../index.ts';
import {brand} from './brand.ts';

const {toWire, toNeutral} = brand('acme', {acronym: 'ake', apiHost: 'api.example.org'});
const {account, images, instances, profile, volumes} = contract;

describe('a translation between neutral names and names on the wire', () => {
  it('keeps user text that looks like a name of the API', () => {
    const body = {label: 'compute_id', tags: ['compute', 'acme', 'compute/'], compute_id: 7};
    const wire = toWire.request(volumes.create, body);
    expect(wire).toEqual({label: 'compute_id', tags: ['compute', 'acme', 'compute/'], acme_id: 7});
    expect(toNeutral.request(volumes.create, wire)).toEqual(body);
  });

  it('keeps user JSON unchanged', () => {
    const data = {compute_id: 1, compute: {computes: ['compute/x']}, acme_id: 2, action: 'compute_boot'};
    const body = {type: 't', region: 'r', image: 'compute/a', stackscript_data: data};
    expect(toWire.request(instances.create, body)).toEqual({...body, image: 'acme/a'});
    expect(toWire.request(profile.preferences.update, data)).toBe(data);
    expect(toNeutral.response(profile.preferences.get, data)).toBe(data);
  });

  it('translates one word by its meaning: grant kind, entity type or scope area', () => {
    expect(toWire.response(account.users.grants.get, {compute: []})).toEqual({acme: []});
    expect(toWire.response(account.events.get, {id: 1, entity: {type: 'compute'}})).toEqual({
      id: 1,
      entity: {type: 'acme'},
    });
    expect(toWire.scopes('compute:read_only')).toBe('acmes:read_only');
  });

  it('translates the field names of problems, and keeps their texts', () => {
    const reason = 'acme_id is required with acmes';
    const fields = ['acme_id', 'devices.acmes', 'assignments.0.acme_id', 'akecluster_id', 'label', 'acme_thing', null];
    expect(toNeutral.problems(fields.map(field => ({field, reason})))).toEqual(
      ['compute_id', 'devices.computes', 'assignments.0.compute_id', 'kubecluster_id', 'label', 'acme_thing', null].map(
        field => ({field, reason}),
      ),
    );
    const own = [{field: 'stackscript_data.acme_id', reason}];
    expect(toNeutral.problems(own)[0]).toBe(own[0]);
  });

  it('translates filters: names, values, and names to order by', () => {
    const {list} = account.events;
    expect(
      toWire.filter(list, {
        '+or': [{action: 'compute_boot'}, {'entity.type': {'+neq': 'compute'}}, {username: 'compute'}],
        action: {'+contains': 'compute_'},
        '+order_by': 'compute_id',
        '+order': 'desc',
      }),
    ).toEqual({
      '+or': [{action: 'acme_boot'}, {'entity.type': {'+neq': 'acme'}}, {username: 'compute'}],
      action: {'+contains': 'compute_'},
      '+order_by': 'acme_id',
      '+order': 'desc',
    });
    expect(toWire.filter(instances.list, {image: 'compute/a', label: 'compute/a'})).toEqual({
      image: 'acme/a',
      label: 'compute/a',
    });
    expect(toWire.filter(volumes.list, {compute_id: {'+gt': 3}})).toEqual({acme_id: {'+gt': 3}});
    expect(toNeutral.filter(volumes.list, {acme_id: 3})).toEqual({compute_id: 3});
  });

  it('translates an entity ID in a filter only beside the type image', () => {
    const {list} = account.events;
    const image = {'entity.type': 'image', 'entity.id': 'compute/a'};
    expect(toWire.filter(list, image)).toEqual({'entity.type': 'image', 'entity.id': 'acme/a'});
    expect(toWire.filter(list, {'entity.id': 'compute/a'})).toEqual({'entity.id': 'compute/a'});
  });

  it('keeps numbers, null, booleans, unknown keys and the order of keys', () => {
    const text =
      '{"zeta":1e21,"compute_id":null,"unknown_compute":{"compute_id":1.50},"id":-0,"alpha":false,"__proto__":1}';
    const wire = toWire.response(volumes.get, JSON.parse(text));
    expect(Object.keys(wire as object)).toEqual(['zeta', 'acme_id', 'unknown_compute', 'id', 'alpha', '__proto__']);
    expect(JSON.stringify(toNeutral.response(volumes.get, wire))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('does not overwrite a name that exists already', () => {
    const odd = {compute_id: 1, acme_id: 2};
    expect(toWire.response(volumes.get, odd)).toBe(odd);
  });

  it('returns the same object if nothing in it needs a translation', () => {
    const image = {id: 'private/1', created_by: 'me', is_public: false};
    const page = {data: [image], page: 1, pages: 1, results: 1};
    expect(toWire.response(images.get, image)).toBe(image);
    expect(toWire.response(images.list, page)).toBe(page);
    for (const odd of [null, undefined, 'compute', 7, [], ['compute']]) {
      expect(toNeutral.response(images.list, odd)).toBe(odd);
      expect(toNeutral.response(volumes.get, odd)).toBe(odd);
    }
  });

  it('keeps the Kubernetes names without an acronym', () => {
    const plain = brand('acme').toWire;
    expect(plain.scopes('kube:read_only compute:read_only')).toBe('kube:read_only acmes:read_only');
    expect(plain.request(contract.support.tickets.create, {kubecluster_id: 1})).toEqual({kubecluster_id: 1});
  });
});
