import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fitting} from '../../../test/contract/values.ts';
import {contract} from '../index.ts';
import type {Endpoint, Params} from '../schema/endpoint.ts';
import {endpointsOf} from '../schema/family.ts';
import {buildPath} from '../schema/path.ts';
import {brand} from './brand.ts';
import type {Filter} from './filter.ts';

const {toWire, toNeutral} = brand('acme', {acronym: 'ake', apiHost: 'api.example.org'});
const endpoints = [...endpointsOf(contract)];
const {account, images, instances, kernels, networking, profile, regions, tags, volumes} = contract;

/** Texts of a user, which a translation must leave unchanged even if they look like names of the API. */
const userText = fc.oneof(
  fc.constantFrom('compute', 'acme', 'compute_id', 'acme_id', 'compute/x', 'acme/x', 'Computes', 'Acmes', '__proto__'),
  fc.string({maxLength: 20}),
);

describe('the ID prefix', () => {
  it('changes nothing if it is not set', () => {
    const none = brand();
    expect(none.toWire).toBe(none.toNeutral);
    const body = {compute_id: 1};
    expect(none.toWire.request(volumes.attach, body)).toBe(body);
    expect(none.toWire.response(volumes.get, body)).toBe(body);
    expect(none.toWire.path('/compute/instances')).toBe('/compute/instances');
    expect(brand('').toWire).toBe(brand(undefined).toWire);
  });

  it.each(['compute', 'volume', 'disk', 'Acme', 'a b', 'a/b'])('is refused if it is %j', word => {
    expect(() => brand(word)).toThrow(RangeError);
  });
});

describe('a translation to the wire and back', () => {
  const expectRoundTrip = (endpoint: Endpoint, value: unknown, way: 'request' | 'response') => {
    const wire = toWire[way](endpoint, value);
    expect(JSON.stringify(toNeutral[way](endpoint, wire))).toBe(JSON.stringify(value));
    expect(JSON.stringify(toNeutral[way](endpoint, JSON.parse(JSON.stringify(wire))))).toBe(JSON.stringify(value));
  };

  it('is exact for every operation and any user text', () => {
    for (const endpoint of endpoints) {
      const {body, page, responseModel} = endpoint.spec;
      const response = page && fc.array(fitting(page, {text: userText}), {maxLength: 2});
      if (body)
        fc.assert(
          fc.property(fitting(body, {text: userText}), value => expectRoundTrip(endpoint, value, 'request')),
          {numRuns: 10},
        );
      if (response)
        fc.assert(
          fc.property(response, data => expectRoundTrip(endpoint, {data, page: 1, pages: 1, results: 1}, 'response')),
          {numRuns: 10},
        );
      if (responseModel)
        fc.assert(
          fc.property(fitting(responseModel, {text: userText}), value => expectRoundTrip(endpoint, value, 'response')),
          {numRuns: 10},
        );
    }
  });

  it('is exact for every path and any parameters', () => {
    for (const endpoint of endpoints)
      fc.assert(
        fc.property(
          fc.array(
            userText.filter(text => text.length > 0),
            {minLength: 4, maxLength: 4},
          ),
          texts => {
            const params = Object.fromEntries(
              Object.entries(endpoint.params).map(([name, kind], at) => [
                name,
                kind === 'integer' ? at + 1 : texts[at],
              ]),
            );
            if (Object.values(params).some(value => /^\.{1,2}$/.test(String(value)))) return;
            const path = buildPath(endpoint, params as Params<Endpoint>);
            // A neutral path never contains the ID prefix of the provider.
            if (/^\/(images|compute\/kernels)\/acme(%2F|\/)/i.test(path)) return;
            expect(toNeutral.path(toWire.path(path))).toBe(path);
          },
        ),
        {numRuns: 10},
      );
  });

  it('is exact for scopes and filters', () => {
    const scopes = ['compute:read_only', '*', 'kube:read_write', 'volumes:read_only,compute:read_write', 'odd', ''];
    for (const text of scopes) expect(toNeutral.scopes(toWire.scopes(text))).toBe(text);
    const filters: Filter[] = [
      {action: 'compute_boot', 'entity.type': {'+neq': 'compute'}, '+order_by': 'created', '+order': 'desc'},
      {'+or': [{action: {'+or': ['compute_boot', 'volume_create']}}, {'+and': [{'entity.id': 7}]}]},
    ];
    for (const filter of filters)
      expect(toNeutral.filter(account.events.list, toWire.filter(account.events.list, filter))).toEqual(filter);
  });
});

describe('paths', () => {
  it('are translated in whole literal segments only', () => {
    const changed = endpoints.filter(({path}) => toWire.path(path) !== path);
    const different = new Set(changed.map(({path}) => path));
    expect(new Set(endpoints.filter(({path}) => /^\/compute\//.test(path)).map(({path}) => path)).size).toBe(49);
    expect([...different].filter(path => !/^\/(compute|kube)\//.test(path))).toEqual([
      '/managed/compute-settings',
      '/managed/compute-settings/{computeId}',
    ]);
    expect(different.size).toBe(70);
    expect(toWire.path('/managed/compute-settings/7')).toBe('/managed/acme-settings/7');
  });

  it.each([
    ['/v4/compute/instances/7/', '/v4/acme/instances/7/'],
    ['/v4/kube/clusters/7/nodes/kube-1', '/v4/ake/clusters/7/nodes/kube-1'],
    ['/v4beta//compute/instances?page=1#compute', '/v4beta//acme/instances?page=1#compute'],
    ['/compute/kernels/compute%2Flatest-64bit', '/acme/kernels/acme%2Flatest-64bit'],
    ['/compute/kernels/compute/5.1-x86_64-acme7', '/acme/kernels/acme/5.1-x86_64-acme7'],
    ['/images/compute%2fdebian11', '/images/acme%2fdebian11'],
    ['/images/compute/debian11', '/images/acme/debian11'],
    ['/images/private%2F15', '/images/private%2F15'],
    ['/images/compute', '/images/compute'],
    ['/images/computed%2Fx', '/images/computed%2Fx'],
    ['/tags/compute', '/tags/compute'],
    ['/object-storage/buckets/compute/compute/object-list', '/object-storage/buckets/compute/compute/object-list'],
    ['/account/users/compute/grants', '/account/users/compute/grants'],
    ['/computes/x', '/computes/x'],
    ['/managed/services/compute-settings', '/managed/services/compute-settings'],
    ['', ''],
  ])('%s is %s on the wire', (neutral, wire) => {
    expect(toWire.path(neutral)).toBe(wire);
    expect(toNeutral.path(wire)).toBe(neutral);
  });
});

describe('the translation by position covers', () => {
  it('keys in nested objects and lists', () => {
    const devices = {label: 'computes', devices: {computes: [1, 2]}};
    expect(toWire.request(networking.firewalls.create, devices)).toEqual({label: 'computes', devices: {acmes: [1, 2]}});
    const assignments = {region: 'r', assignments: [{address: 'compute', compute_id: 1}]};
    expect(toWire.request(networking.ips.assign, assignments)).toEqual({
      region: 'r',
      assignments: [{address: 'compute', acme_id: 1}],
    });
    const ticket = {summary: 's', description: 'd', kubecluster_id: 1, compute_id: 2};
    expect(JSON.stringify(toWire.request(contract.support.tickets.create, ticket))).toBe(
      '{"summary":"s","description":"d","akecluster_id":1,"acme_id":2}',
    );
  });

  it('the plural in a global grant, and the singular in the grants of one kind', () => {
    const grants = {global: {add_compute: true, add_volumes: false}, compute: [{id: 1, permissions: null}]};
    expect(toWire.response(account.users.grants.get, grants)).toEqual({
      global: {add_acmes: true, add_volumes: false},
      acme: [{id: 1, permissions: null}],
    });
  });

  it('scopes, which are plural on the wire', () => {
    expect(toWire.scopes('compute:read_only, kube:read_write *')).toBe('acmes:read_only, ake:read_write *');
    expect(toWire.request(profile.tokens.create, {label: 'compute:', scopes: 'compute:read_write'})).toEqual({
      label: 'compute:',
      scopes: 'acmes:read_write',
    });
  });

  it('the IDs of control plane types', () => {
    const response = toNeutral.response(contract.kube.types.list, {data: [{id: 'ake-ha'}, {id: 'take-ha'}]});
    expect(response).toEqual({data: [{id: 'kube-ha'}, {id: 'take-ha'}]});
  });

  it('event actions: the known ones, and a leading word in unknown ones', () => {
    const action = (name: string) =>
      (toNeutral.response(account.events.get, {id: 1, action: name}) as {action: string}).action;
    expect(action('acme_boot')).toBe('compute_boot');
    expect(action('acme_teleport')).toBe('compute_teleport');
    expect(action('ake_node_create')).toBe('kube_node_create');
    expect(action('volume_acme_attach')).toBe('volume_acme_attach');
  });

  it('entities: type, ID of an image, URL', () => {
    const event = (entity: object) => ({id: 1, entity});
    const image = {
      id: 'compute/debian11',
      type: 'image',
      label: 'compute/debian11',
      url: '/v4/images/compute/debian11',
    };
    expect(toWire.response(account.events.get, event(image))).toEqual(
      event({id: 'acme/debian11', type: 'image', label: 'compute/debian11', url: '/v4/images/acme/debian11'}),
    );
    const tag = {id: 'compute/web', type: 'tag', label: 'compute/web', url: '/v4/tags/compute%2Fweb'};
    expect(toWire.response(account.events.get, event(tag))).toEqual(event(tag));
    const host = {id: 7, type: 'compute', label: 'compute', url: 'https://api.example.org/v4/compute/instances/7'};
    expect(toWire.response(account.events.get, event(host))).toEqual(
      event({id: 7, type: 'acme', label: 'compute', url: 'https://api.example.org/v4/acme/instances/7'}),
    );
    const otherHost = {...host, type: 'volume', url: 'https://elsewhere.org/v4/compute/instances/7'};
    expect(toWire.response(account.events.get, event(otherHost))).toEqual(event(otherHost));
  });

  it('bug: the type of a part of an instance kept the neutral word', () => {
    const event = (type: string) => ({id: 1, secondary_entity: {id: 9, type, label: 'Boot', url: null}});
    expect(toWire.response(account.events.get, event('compute_config'))).toEqual(event('acme_config'));
    expect(toNeutral.response(account.events.get, event('acme_interface'))).toEqual(event('compute_interface'));
    expect(toNeutral.response(account.events.get, event('acmeconfig'))).toEqual(event('acmeconfig'));
  });

  it('an entity type that starts with a capital letter', () => {
    const maintenance = (type: string) => ({
      data: [{type: 'reboot', entity: {type, id: 1}}],
      page: 1,
      pages: 1,
      results: 1,
    });
    expect(toNeutral.response(account.maintenance.list, maintenance('Acme'))).toEqual(maintenance('compute'));
  });

  it('the creator of public images, but not a user of the same name', () => {
    const image = (id: string, created_by: string, is_public: boolean) => ({id, created_by, is_public});
    expect(toWire.response(images.get, image('compute/a', 'compute', true))).toEqual(image('acme/a', 'acme', true));
    expect(toWire.response(images.get, image('private/1', 'compute', false))).toEqual(
      image('private/1', 'compute', false),
    );
    expect(toNeutral.response(images.get, image('private/1', 'acme', false))).toEqual(
      image('private/1', 'acme', false),
    );
  });

  it('IDs up to the first slash only', () => {
    const config = {kernel: 'compute/5.1-compute/x', label: 'compute/x', comments: 'compute/x'};
    expect(toWire.request(instances.configs.update, config)).toEqual({...config, kernel: 'acme/5.1-compute/x'});
    expect(toNeutral.response(kernels.get, {id: 'acme/5.1-acme7', label: 'acme/5'})).toEqual({
      id: 'compute/5.1-acme7',
      label: 'acme/5',
    });
  });

  it('capabilities, and the last word of compound ones', () => {
    const region = (...capabilities: string[]) => ({id: 'r', capabilities});
    expect(toWire.response(regions.get, region('Computes', 'GPU Computes', 'Computes X', 'MyComputes'))).toEqual(
      region('Acmes', 'GPU Acmes', 'Computes X', 'MyComputes'),
    );
  });

  it('tagged objects of any kind', () => {
    const item = {type: 'compute', data: {id: 1, image: 'compute/a', label: 'compute', compute_id: 2}};
    const page = (data: unknown) => ({data: [data], page: 1, pages: 1, results: 1});
    expect(toWire.response(tags.objects.list, page(item))).toEqual(
      page({type: 'acme', data: {id: 1, image: 'acme/a', label: 'compute', acme_id: 2}}),
    );
  });
});
