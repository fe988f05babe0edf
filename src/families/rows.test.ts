/** The texts of each family remain readable if values of a row are missing, null or of a wrong type. */
import {describe, expect, test} from 'vitest';
import {samples} from '../../test/support/samples.ts';
import {type Contract, contract} from '../contract/index.ts';
import {read} from '../contract/reading/reader.ts';
import type {Image} from '../contract/resources/images.ts';
import type {Endpoint} from '../contract/schema/endpoint.ts';
import {isEndpoint} from '../contract/schema/family.ts';
import type {Model} from '../contract/schema/field.ts';
import {Identifiers} from '../store/api/identifiers.ts';
import {cellText} from './format/cells.ts';
import {families, familyOf} from './registry.ts';
import {cellOf} from './shape/column.ts';
import type {AnyInput, AnyRow, Family, FamilyId} from './shape/define-family.ts';
import {detailLines} from './testing/probe.ts';
import {lookupFrom} from './testing/test-lookup.ts';

test('every family has a sample', () => {
  expect(Object.keys(samples).sort(), 'test/support/samples.ts').toEqual(families.map(({id}) => id).sort());
});

/** Copies of the row, each with one value replaced, for each value at any depth. */
function* withReplacedValue(value: AnyRow, by: unknown): Generator<readonly [string, AnyRow]> {
  for (const [key, inner] of Object.entries(value)) {
    yield [key, {...value, [key]: by}];
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    for (const [path, copy] of withReplacedValue(inner as AnyRow, by))
      yield [`${key}.${path}`, {...value, [key]: copy}];
  }
}

/** All texts of a family about a row. */
function textsOf(family: Family, row: AnyRow, lookup = lookupFrom()): string[] {
  const params = {
    computeId: 101,
    label: 'prod',
    domainId: 801,
    nodeBalancerId: 1201,
    configId: 1301,
    instanceId: 2201,
    firewallId: 123,
    username: 'wsmith',
    ticketId: 98304,
    invoiceId: 7001,
  };
  const texts = [
    family.label(row),
    family.state?.(row, lookup, params).word,
    family.summary?.(row, lookup),
    family.search?.(row, lookup),
    ...family.columns.map(column => cellText(cellOf(column, row, lookup, params))),
    ...Object.values(detailLines(family, row, lookup, params)),
    ...Object.values(family.actions).flatMap(({on, unless, warnings}) =>
      on === 'row' ? [unless?.({row, lookup, params}) ?? warnings?.({row, lookup, params, body: {}}).join('\n')] : [],
    ),
  ];
  for (const {sortBy, link} of family.columns) {
    sortBy?.(row, lookup, params);
    link?.(row, lookup, params);
  }
  family.link?.(row, lookup, params);
  family.represents?.(row, lookup, params);
  family.key(row);
  for (const {expectedFields, undo} of Object.values(family.actions)) {
    expectedFields?.({row, lookup, params: {}, body: {}});
    undo?.body?.(row, {});
  }
  return texts.filter(text => text !== undefined);
}

describe.each(Object.entries(samples) as [FamilyId, readonly [Model, AnyRow]][])('%s', (id, [model, sample]) => {
  const family = familyOf(id);

  test('the sample matches the contract', () => {
    expect(read(model, sample).mismatches).toEqual([]);
  });

  test('texts of a complete row contain no undefined, null or NaN', () => {
    expect(textsOf(family, sample).join('\n')).not.toMatch(/undefined|NaN|\[object|null/);
  });

  test('texts spell identifiers with the ID prefix of the provider', () => {
    const identifiers = new Identifiers({brand: 'acme', acronym: 'ake'});
    const {spell} = identifiers;
    const spelled = (family: FamilyId, row: AnyRow) => identifiers.row(familyOf(family), row, endpointOf);
    const image = {id: 'compute/debian12', label: 'Debian 12'} as Image;
    const lookup = lookupFrom({lists: {images: [image]}, spell, spelled});
    // Host names, and the words Kubernetes and kubeconfig, are not identifiers.
    const withoutNames = (texts: readonly string[]) =>
      texts.join('\n').replaceAll(/ip\.compute\.example|kube(?:rnetes|config)/gi, '');
    const texts = withoutNames(textsOf(family, sample, lookup));
    expect(family.idText(sample, lookup)).not.toMatch(/compute/);
    const plain = withoutNames(textsOf(family, sample, lookupFrom({lists: {images: [image]}})));
    // A scope has the plural.
    const expected = plain.replaceAll('compute:', 'acmes:').replaceAll('compute', 'acme').replaceAll('kube', 'ake');
    expect(texts).toBe(expected);
  });

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a value of a wrong type', {surprise: [{}]}],
  ])('texts of a row with any value replaced by %s contain no undefined, null or NaN', (_, by) => {
    for (const [path, broken] of withReplacedValue(sample, by)) {
      // Fields that the family itself adds are never missing.
      if (!((path.split('.')[0] ?? '') in model.fields)) continue;
      const {value, isUnreadable: lost} = read(model, JSON.parse(JSON.stringify(broken)));
      if (lost) continue;
      const texts = textsOf(family, value as AnyRow).join('\n');
      expect(`${path}:\n${texts}`).not.toMatch(/undefined|null|NaN|\[object|Infinity|Invalid/);
    }
  });
});

function endpointOf(id: string): Endpoint {
  return id.split('.').reduce<unknown>((group, name) => (group as Contract)[name as 'volumes'], contract) as never;
}

describe('forms against the contract', () => {
  /** Body fields that no form offers, each with the reason. */
  const withoutInput = new Map([
    ['images.update status', 'only the service changes the status'],
    ['instances.disks.update size', 'has an operation of its own'],
    ['instances.disks.update filesystem', 'fixed at the creation of the disk'],
    ['domains.records.update type', 'a record of another type is a new record'],
    ['nodebalancers.update transfer', 'the API accepts and ignores the field'],
    ['objectStorage.keys.create regions', 'the API derives the regions from the buckets'],
    ['objectStorage.keys.update regions', 'the answer contains endpoints instead'],
    ['profile.update two_factor_auth', 'has operations of its own'],
    ['profile.update restricted', 'only another user can change the field'],
  ]);

  const all = families.flatMap(family =>
    Object.values(family.actions)
      .filter(({elsewhere}) => elsewhere === undefined)
      .map(action => {
        const endpoint = endpointOf(action.operation);
        expect(isEndpoint(endpoint)).toBe(true);
        return {id: action.operation, action, body: endpoint.spec.body};
      }),
  );

  // An action whose body is computed from the row has no form.
  const withForm = all.filter(({body, action}) => body?.kind === 'object' && action.requestBody === undefined);
  test.each(withForm)('$id offers every field of its body', ({id, action, body}) => {
    if (body?.kind !== 'object') throw new Error('no model');
    const missing = Object.keys(body.fields).filter(
      name => !body.fields[name]?.facts.today && !(name in (action.form ?? {})) && !withoutInput.has(`${id} ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('every listed exception is an existing field without an input', () => {
    for (const path of withoutInput.keys()) {
      const [id = '', name = ''] = path.split(' ');
      const {action, body} = all.find(entry => entry.id === id) ?? {};
      expect(body?.kind === 'object' && name in body.fields && !(name in (action?.form ?? {}))).toBe(true);
    }
  });

  test('labels of choices belong to existing choices', () => {
    const check = (input: AnyInput, field: unknown, path: string) => {
      const {kind, values, fields, item} = field as Record<string, unknown>;
      if (input.input === 'choice') {
        const actions = input.values ?? values;
        // If the field has no fixed values, the form must have them.
        if (kind !== 'choice') expect(input.values, path).toBeDefined();
        else for (const value of input.values ?? []) expect(values, path).toContain(value);
        for (const value of Object.keys(input.labels ?? {}))
          expect((actions as unknown[]).map(String), path).toContain(value);
      }
      const inner = (fields ?? (item as Record<string, unknown> | undefined)?.fields ?? {}) as Record<string, unknown>;
      for (const [name, entry] of Object.entries(input.inputs ?? {})) check(entry, inner[name], `${path}.${name}`);
    };
    for (const {id, action, body} of all) {
      if (body?.kind !== 'object') continue;
      for (const [name, input] of Object.entries(action.form ?? {})) check(input, body.fields[name], `${id} ${name}`);
    }
  });
});
