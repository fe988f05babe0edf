import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fitting} from '../../../test/contract/values.ts';
import {contract} from '../../contract/index.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import type {Field} from '../../contract/schema/field.ts';
import {brand} from '../../contract/wire/brand.ts';
import {families} from '../../families/registry.ts';
import type {AnyRow, FamilyId, PathParams} from '../../families/shape/define-family.ts';
import {createListModel} from '../list/list-model.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {TestAccount} from '../testing/test-account.ts';
import {createTestSession, plainProfile} from '../testing/test-session.ts';
import {contractIdentifiers, Identifiers} from './identifiers.ts';

const names = {brand: 'acme', acronym: 'ake', baseUrl: 'https://api.example.org/v4'};
const identifiers = new Identifiers(names);
const {toWire, toNeutral} = brand('acme', {acronym: 'ake', apiHost: 'api.example.org'});
const operations = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));
const operation = (id: string) => operations.get(id);
const asJson = (value: unknown): string => JSON.stringify(value);

/** Free text with words that look like identifiers, which must remain unchanged. */
const freeText = fc.oneof(
  fc.constantFrom('compute', 'acme', 'compute_id', 'acme_id', 'compute/x', 'acme/x', 'Computes', 'Acmes', '__proto__'),
  fc.string({maxLength: 20}),
);

describe('rows', () => {
  it('have the names and the order of the API in the output, with any text in their fields', () => {
    for (const family of families) {
      const endpoint = operations.get(family.source);
      const model = endpoint?.spec.page ?? (family.single ? endpoint?.spec.responseModel : undefined);
      if (!endpoint || !model) continue;
      const answerWith = (item: unknown) => (family.single ? item : {data: [item]});
      fc.assert(
        fc.property(fitting(model, {text: freeText}), item => {
          const sent = toWire.response(endpoint, answerWith(item));
          const read = toNeutral.response(endpoint, JSON.parse(asJson(sent)));
          const row = (family.single ? read : (read as {data: AnyRow[]}).data[0]) as AnyRow;
          expect(asJson(answerWith(identifiers.row(family, row, operation)))).toBe(asJson(sent));
        }),
        {numRuns: 20},
      );
    }
  });

  it('built from an answer also have the names of the API', () => {
    const address = {address: '192.0.2.1', compute_id: 7, rdns: 'compute_id', use: 'public'};
    const ips = families.find(({id}) => id === 'instances.ips');
    expect(ips && asJson(identifiers.row(ips, address, operation))).toBe(
      '{"address":"192.0.2.1","acme_id":7,"rdns":"compute_id","use":"public"}',
    );
  });

  it('keep fields unknown to the API, such as the profile of a merged row', () => {
    const volumes = families.find(({id}) => id === 'volumes');
    const row = {profile: 'compute', id: 1, compute_id: 7};
    expect(volumes && asJson(identifiers.row(volumes, row, operation))).toBe(
      '{"profile":"compute","id":1,"acme_id":7}',
    );
  });

  it('are the same objects if no name differs', () => {
    const [family] = families;
    const row = {id: 1, label: 'compute/x', image: 'private/1'};
    if (!family) throw new Error('no family');
    expect(identifiers.row(family, row, operation)).toBe(row);
    const spelled = {id: 1, image: 'compute/debian12'};
    expect(contractIdentifiers.row(family, spelled, operation)).toBe(spelled);
    expect(identifiers.row(family, spelled, operation)).toBe(identifiers.row(family, spelled, operation));
  });

  it('use each field name with a single meaning within one answer', () => {
    for (const {id, spec} of operations.values()) {
      const positions = new Map<string, string>();
      const walk = (field: Field): void => {
        if (field.kind === 'list') walk(field.item);
        if (field.kind === 'either') field.options.forEach(walk);
        if (field.kind !== 'object') return;
        for (const [name, inner] of Object.entries(field.fields)) {
          const wire = inner.facts.wire ?? (inner.kind === 'list' ? inner.item.facts.wire : undefined) ?? '';
          expect(positions.get(name) ?? wire, `${id} ${name}`).toBe(wire);
          positions.set(name, wire);
          walk(inner);
        }
      };
      if (spec.responseModel && families.some(({source, rows, single}) => source === id && rows && !single))
        walk(spec.responseModel);
    }
  });
});

describe('a list filtered before the contract was loaded', () => {
  /** Cached rows of an earlier session that match a filter, before and after the connection opens. */
  async function filterBeforeAndAfter(family: FamilyId, params: PathParams, rows: readonly AnyRow[], filter: string) {
    const [account, clock] = [new TestAccount(), manualClock()];
    account.lists.set(`${family}.list`, [...rows]);
    const opened = Promise.withResolvers<void>();
    const session = createTestSession(
      {account, clock},
      {
        families: families.filter(({id}) => id === family),
        profile: {...plainProfile, identifiers},
        cachedLists: [{family, params, rows}],
        connect: () => opened.promise.then(account.connect),
      },
    );
    const model = createListModel(session.collection(family, params), session.lookup, {filter});
    const stop = model.subscribe(() => {});
    const before = model.getState();
    let notifications = 0;
    session.whenSpelled(() => notifications++);
    expect(notifications).toBe(0);
    opened.resolve();
    await clock.settle();
    const after = model.getState();
    expect(notifications).toBe(1);
    session.whenSpelled(() => notifications++);
    expect(notifications).toBe(2);
    stop();
    await session.close();
    return {before, after};
  }

  it('is filtered again by the field names of the provider', async () => {
    const rows = [
      {id: 1, label: 'a', compute_id: 7, tags: []},
      {id: 2, label: 'b', compute_id: null, tags: []},
    ];
    const {before, after} = await filterBeforeAndAfter('volumes', {}, rows, 'acme_id=7');
    expect(before.hint).toMatch(/^No field “acme_id”/);
    expect(after).toMatchObject({ids: [1], hint: undefined});
  });

  it("is filtered again by the provider's spelling of identifiers", async () => {
    const rows = ['compute', 'nodebalancer'].map((type, id) => ({id, entity: {id, type, label: type, url: ''}}));
    const {before, after} = await filterBeforeAndAfter(
      'networking.firewalls.devices',
      {firewallId: 1},
      rows,
      'entity.type=acme',
    );
    expect(before.ids).toEqual([]);
    expect(after.ids).toEqual([0]);
  });
});

describe('typed input', () => {
  it("has the same meaning in the provider's spelling and in the neutral one", () => {
    for (const endpoint of operations.values()) {
      const {body} = endpoint.spec;
      if (!body) continue;
      fc.assert(
        fc.property(fitting(body, {text: freeText}), value => {
          expect(asJson(identifiers.readBody(endpoint, toWire.request(endpoint, value)))).toBe(asJson(value));
          expect(asJson(identifiers.readBody(endpoint, value))).toBe(asJson(value));
        }),
        {numRuns: 10},
      );
      if (body.kind !== 'object') continue;
      for (const [name, field] of Object.entries(body.fields)) {
        expect(identifiers.readFieldName(identifiers.fieldName(name))).toBe(name);
        expect(identifiers.readFieldName(name)).toBe(name);
        fc.assert(
          fc.property(fitting(field, {text: freeText}), value => {
            expect(asJson(identifiers.readValue(field, identifiers.value(field, value)))).toBe(asJson(value));
            expect(asJson(identifiers.readValue(field, value))).toBe(asJson(value));
          }),
          {numRuns: 5},
        );
      }
    }
  });

  it('accepts IDs and field names in both spellings', () => {
    for (const id of ['compute/debian12', 'acme/debian12'])
      expect(identifiers.read('image-or-kernel', id)).toBe('compute/debian12');
    expect(identifiers.read('image-or-kernel', 'private/15')).toBe('private/15');
    expect(identifiers.fieldName('devices.computes')).toBe('devices.acmes');
    expect(identifiers.readFieldName('add_acmes')).toBe('add_compute');
    expect(identifiers.fieldName('kubecluster_id')).toBe('akecluster_id');
  });
});
