import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fitting} from '../../../test/contract/values.ts';
import {PaymentMethod} from '../account/billing.ts';
import {Event} from '../account/events.ts';
import {contract} from '../index.ts';
import {Instance} from '../instances/index.ts';
import {Volume} from '../resources/volumes.ts';
import {endpointsOf} from '../schema/family.ts';
import {either, integer, list, type Model, model, nullable, number, object, text} from '../schema/field.ts';
import {TaggedObject} from '../tags.ts';
import {compiledCheckOf} from './compiled-checks.ts';
import {read, readPage} from './reader.ts';
import {isRepaired} from './repair-marks.ts';

const volume = {
  id: 7,
  label: 'data',
  status: 'active',
  size: 20,
  region: 'eu-west',
  filesystem_path: '/dev/disk/by-id/scsi-0_Volume_data',
  compute_id: null,
  compute_label: null,
  created: '2024-01-01T00:00:00',
  updated: '2024-01-01T00:00:00',
  tags: ['a'],
  hardware_type: 'nvme',
};

const models = [...endpointsOf(contract)].flatMap(({spec}) =>
  [spec.page, spec.responseModel].filter(m => m !== undefined),
);

describe('read', () => {
  it('returns a valid value unchanged', () => {
    const reading = read(Volume, volume);
    expect(reading.value).toBe(volume);
    expect(reading).toMatchObject({mismatches: [], isUnreadable: false});
  });

  it.each([
    ['an unknown status', {status: 'defragmenting'}],
    ['an unknown field', {wrapping: {on: true}}],
    ['null in a field that is not nullable', {hardware_type: null, region: null}],
  ])('keeps %s', (_, change) => {
    const odd = {...volume, ...change};
    expect(read(Volume, odd)).toEqual({value: odd, mismatches: [], isUnreadable: false});
    expect(read(Volume, odd).value).toBe(odd);
  });

  it('rule 8: keeps null in a nullable field, and distinguishes it from a missing field', () => {
    expect(read(Volume, volume).value.compute_id).toBeNull();
    const {compute_id, ...absent} = volume;
    expect(read(Volume, absent).value).not.toHaveProperty('compute_id');
  });

  it('rule 19: leaves missing scalars missing, and fills in missing lists and objects', () => {
    const bare = {id: 9, tags: null};
    const {value, mismatches, isUnreadable} = read(Instance, bare);
    expect({mismatches, isUnreadable}).toEqual({mismatches: [], isUnreadable: false});
    expect(value).toEqual({
      id: 9,
      tags: [],
      ipv4: [],
      specs: {},
      alerts: {},
      backups: {schedule: {}},
    });
    expect(bare.tags).toBeNull();
  });

  it('reads a missing nullable object as null', () => {
    expect(read(Event, {id: 1, entity: null, secondary_entity: null}).value).toMatchObject({entity: null});
    expect(read(Event, {id: 1}).value).toMatchObject({entity: null, secondary_entity: null});
  });

  it('converts a scalar of the wrong type if its meaning is certain, and reports it', () => {
    const {value, mismatches} = read(Volume, {...volume, size: '20', label: 5, region: {id: 'eu'}, id: '7'});
    expect(value).toEqual({...volume, size: 20, label: '5', region: null, id: 7});
    expect(mismatches).toEqual([
      {path: 'id', reason: 'expected a number, found "7"'},
      {path: 'label', reason: 'expected text, found a number'},
      {path: 'size', reason: 'expected a number, found "20"'},
      {path: 'region', reason: 'expected text, found an object'},
    ]);
  });

  it('names the path of a mismatch inside lists and objects', () => {
    const odd = {id: 1, ipv4: ['192.0.2.1', {}], backups: {enabled: 'yes', schedule: 3}};
    expect(read(Instance, odd).mismatches).toEqual([
      {path: 'ipv4.1', reason: 'expected text, found an object'},
      {path: 'backups.enabled', reason: 'expected true or false, found "yes"'},
      {path: 'backups.schedule', reason: 'expected an object, found 3'},
    ]);
  });

  it('keeps a null in a series of numbers, and drops list entries that are not objects', () => {
    const series = model('Series', {points: list(list(number())), disks: list(object({size: integer()}))});
    const {value} = read(series, {points: [[1, null], [2, 3], null], disks: [null, {size: 1}, 'x']});
    expect(value).toEqual({
      points: [
        [1, null],
        [2, 3],
      ],
      disks: [{size: 1}],
    });
  });

  it('reports a row as unreadable only if it is not an object or has no key', () => {
    for (const value of [null, undefined, 'x', 3, [], [volume]]) expect(read(Volume, value).isUnreadable).toBe(true);
    for (const id of [null, undefined, '', {}, Number.NaN])
      expect(read(Volume, {...volume, id}).isUnreadable).toBe(true);
    expect(read(Volume, {id: 7}).isUnreadable).toBe(false);
    expect(read(contract.tags.list.spec.page, {label: 'prod'}).isUnreadable).toBe(false);
    expect(read(contract.tags.list.spec.page, {}).isUnreadable).toBe(true);
    expect(read(contract.account.notifications.list.spec.page, {}).isUnreadable).toBe(false);
  });

  it('picks the matching shape of an answer with several shapes', () => {
    const wallet = {id: 1, type: 'paypal', is_default: false, created: '', data: {email: 'a@b', paypal_id: 'x'}};
    expect(read(PaymentMethod, wallet).value).toBe(wallet);
    const tagged = {type: 'volume', data: {id: 3, size: 1, filesystem_path: ''}};
    expect(read(TaggedObject, tagged).value.data).toEqual({...tagged.data, tags: []});
    const mixed = model('Both', {data: either(object({cpu: list(number())}), list(text()))});
    expect(read(mixed, {data: ['no data yet']}).value.data).toEqual(['no data yet']);
    expect(read(mixed, {data: {}}).value.data).toEqual({cpu: []});
  });

  it('keeps possible passwords out of its reports', () => {
    const credentials = model('Credentials', {username: text(), password: text()});
    const {value, mismatches} = read(credentials, {username: 'root', password: 48_151_623});
    expect(value).toMatchObject({password: '48151623'});
    expect(mismatches).toEqual([{path: 'password', reason: 'expected text, found a number'}]);
  });

  it('removes control characters from its reports', () => {
    const [mismatch] = read(Volume, {...volume, size: '\u001b[2J\u009b\u202e9'}).mismatches;
    expect(mismatch?.reason).toBe('expected a number, found "[2J9"');
  });

  it('does not change the received value', () => {
    const frozen = Object.freeze({id: 1, backups: Object.freeze({schedule: null}), tags: Object.freeze([1, null])});
    expect(read(Instance, frozen).value).toMatchObject({backups: {schedule: {}}, tags: ['1', null]});
  });

  it('returns every well-formed answer of the API unchanged', () => {
    for (const response of new Set(models))
      fc.assert(
        fc.property(fitting(response, {gaps: false}), value => {
          expect(read(response, value).mismatches).toEqual([]);
          expect(read(response, value).value).toBe(value);
        }),
        {numRuns: 5},
      );
  });

  it('repairs any value to a valid one, which a second read leaves unchanged', () => {
    const anything = fc.oneof(fc.jsonValue(), fitting(Instance), mangled(Instance), mangled(Event));
    fc.assert(
      fc.property(anything, fc.constantFrom<Model>(Instance, Event, Volume, TaggedObject), (value, response) => {
        const repaired = read(response, value).value;
        expect(compiledCheckOf(response)(repaired)).toBe(true);
        expect(read(response, repaired).value).toBe(repaired);
      }),
    );
  });
});

/** A fitting value in which some members were replaced by junk. */
const mangled = (response: Model) =>
  fc
    .tuple(fitting(response), fc.dictionary(fc.constantFrom(...Object.keys(response.fields)), fc.jsonValue()))
    .map(([value, junk]) => ({...(value as object), ...junk}));

describe('readPage', () => {
  const page = (data: unknown, counts: object = {}) => ({data, page: 1, pages: 1, results: 2, ...counts});

  it('returns a valid page unchanged', () => {
    const body = page([volume, {...volume, id: 8}]);
    expect(readPage(Volume, body).page).toBe(body);
  });

  it('keeps the identity of valid items beside an invalid one', () => {
    const body = page([volume, {...volume, id: 8, size: '5'}]);
    const {page: read, mismatches} = readPage(Volume, body);
    expect(read.data[0]).toBe(volume);
    expect(mismatches).toEqual([{path: 'data.1.size', reason: 'expected a number, found "5"'}]);
  });

  it('sets unreadable items aside, and returns the others', () => {
    const {
      page: read,
      unreadable,
      mismatches,
      isUnreadable,
    } = readPage(Volume, page([null, volume, {label: 'no id'}, 'x']));
    expect(read.data).toEqual([volume]);
    expect(unreadable).toEqual([null, {label: 'no id'}, 'x']);
    expect(mismatches.map(({path}) => path)).toEqual(['data.0', 'data.2.id', 'data.3']);
    expect(isUnreadable).toBe(false);
  });

  it('corrects invalid page counts, and reports them', () => {
    const {page: read, mismatches} = readPage(Volume, page([volume], {page: 0, pages: 'many', results: -1}));
    expect(read).toMatchObject({page: 1, pages: 1, results: 1});
    expect(mismatches.map(({path}) => path)).toEqual(['page', 'pages', 'results']);
  });

  it('distinguishes an answer without a list from an empty list', () => {
    for (const body of [null, [], 'x', {}, {data: null}, {errors: []}])
      expect(readPage(Volume, body)).toMatchObject({isUnreadable: true, page: {data: []}});
    expect(readPage(Volume, page([], {results: 0})).isUnreadable).toBe(false);
  });

  it('limits the reports on one page to 100', () => {
    const broken = Array.from({length: 500}, (_, id) => ({...volume, id, size: 'x'}));
    expect(readPage(Volume, page(broken)).mismatches).toHaveLength(100);
  });

  it('reads a missing nullable list as null', () => {
    const optional = model('Optional', {keys: nullable(list(text()))});
    expect(readPage(optional, page([{keys: null}, {}])).page.data).toEqual([{keys: null}, {keys: null}]);
  });
});

it('bug: a field of two types accepted a value of a third type', () => {
  const row = model('Row', {id: integer(), left: nullable(either(number(), text()))});
  for (const value of [1, 'a', null, undefined])
    expect(read(row, {id: 1, left: value})).toMatchObject({value: {left: value}, mismatches: []});
  expect(read(row, {id: 1})).toMatchObject({mismatches: []});
  const reading = read(row, {id: 1, left: {surprise: []}});
  expect(reading).toMatchObject({value: {left: null}, mismatches: [{path: 'left'}]});
  expect(read(row, {id: 1, left: true}).value).toEqual({id: 1, left: 'true'});
});

it('marks repaired values as repaired, and no others', () => {
  const row = model('Row', {id: integer(), label: text()});
  const {page} = readPage(row, {
    data: [
      {id: 1, label: 'a'},
      {id: 2, label: 7},
    ],
    page: 1,
    pages: 1,
    results: 2,
  });
  expect(page.data.map(isRepaired)).toEqual([false, true]);
  expect([read(row, {id: 3, label: 7}).value, read(row, {id: 3, label: '7'}).value, null, 7].map(isRepaired)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
