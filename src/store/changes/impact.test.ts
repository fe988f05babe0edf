import {describe, expect, it, test} from 'vitest';
import type {AnyRow, FamilyId, Look, PathParams} from '../../families/define.ts';
import {effects, references} from '../../families/references.ts';
import {families, familyOf} from '../../families/registry.ts';
import {instance} from '../../families/testing/rows.ts';
import {record} from '../../families/testing/service-rows.ts';
import type {Collection, CollectionState} from '../types.ts';
import {impactLines, impactOf} from './impact.ts';

type Known = Partial<Pick<CollectionState, 'phase' | 'complete' | 'failure'>> & {readonly rows?: readonly object[]};

/** What is known of lists, by family and place; of the others nothing is, and nobody reads them. */
function host(known: Readonly<Record<string, Known>>) {
  const asked: string[] = [];
  const at = (family: FamilyId, params: PathParams = {}) => [family, ...Object.values(params)].join(' ');
  const state = (key: string) => {
    const {rows = [], ...facts} = known[key] ?? {phase: 'loading' as const, complete: false};
    return {phase: 'ready', complete: true, failure: undefined, ...facts, rows} as unknown as CollectionState;
  };
  const look = {
    now: 0,
    rows: (family: FamilyId, params?: PathParams) => state(at(family, params)).rows,
    find: (family: FamilyId, id: unknown) => state(at(family)).rows.find(row => row.id === id),
    complete: (family: FamilyId, params?: PathParams) => state(at(family, params)).complete,
  } as unknown as Look;
  const list = (family: FamilyId, params: PathParams) => {
    asked.push(at(family, params));
    return {get: () => state(at(family, params)), family: familyOf(family)} as Collection;
  };
  return {look, list, asked};
}

const instances = familyOf('instances');
const zone = {id: 801, domain: 'acme.example'};
const web = instance() as unknown as AnyRow;
const impact = (known: Readonly<Record<string, Known>>, action = 'delete') =>
  impactOf({family: instances, action: instances.actions[action] as never, rows: [web]}, host(known));
const lines = (known: Readonly<Record<string, Known>>) => impact(known).flatMap(impactLines);

const nothing = {
  'instances.volumes 101': {},
  'instances.nodebalancers 101': {},
  'instances.firewalls 101': {},
  'databases.instances': {},
  domains: {},
};

describe('deleting an instance', () => {
  it('rule 167: names what goes with it, and says nothing of what does not', () => {
    expect(
      lines({
        ...nothing,
        'instances.volumes 101': {
          rows: [
            {id: 1, label: 'vol-db'},
            {id: 2, label: 'logs'},
          ],
        },
        'databases.instances': {
          rows: [
            {id: 1, label: 'pg', allow_list: ['192.0.2.10/32']},
            {id: 2, label: 'other', allow_list: ['203.0.113.1/32']},
          ],
        },
        domains: {rows: [zone]},
        'domains.records 801': {rows: [record(), record({id: 2, target: '203.0.113.1'})]},
      }),
    ).toEqual([
      '2 Volumes will detach: vol-db, logs',
      '1 DNS record will point at an address that is given up: A www.acme.example',
      '1 database will go on allowing an address that is given up: pg',
    ]);
    expect(lines(nothing)).toEqual([]);
  });

  it('is unknown where a source failed, and never none', () => {
    const failure = {code: 'unauthorised', words: 'The token lacks volumes:read_only', problems: []};
    expect(lines({...nothing, 'instances.volumes 101': {phase: 'failed', complete: false, failure}})).toEqual([
      'whether Volumes are touched is unknown: The token lacks volumes:read_only',
    ]);
    expect(lines({...nothing, domains: {phase: 'failed', complete: false, rows: []}})).toEqual([
      'whether DNS records are touched is unknown: they could not be read',
    ]);
  });

  it('says what is still being looked for, with what was found so far', () => {
    const {'instances.volumes 101': _, ...others} = nothing;
    expect(lines(others)).toEqual(['Volumes: being looked for…']);
    const some = {domains: {rows: [zone, {id: 802, domain: 'b.example'}]}, 'domains.records 801': {rows: [record()]}};
    expect(lines({...nothing, ...some})).toEqual([
      '1 DNS record will point at an address that is given up: A www.acme.example',
      'further DNS records: being looked for…',
    ]);
  });

  it('reads no more lists than the request budget has room for, and says so', () => {
    const rows = Array.from({length: 75}, (_, id) => ({id, domain: `d${id}.example`}));
    const known = Object.fromEntries(rows.map(({id}) => [`domains.records ${id}`, {}]));
    const asked = host({...nothing, ...known, domains: {rows}});
    const found = impactOf({family: instances, action: instances.actions.delete as never, rows: [web]}, asked);
    expect(found.flatMap(impactLines)).toEqual([
      'whether DNS records are touched is unknown: 15 further lists of them were not read',
    ]);
    expect(asked.asked.filter(key => key.startsWith('domains.records'))).toHaveLength(60);
  });
});

describe('deleting several instances', () => {
  const rows = [101, 102, 103].map(id => ({...web, id, ipv4: [`192.0.2.${id}`]}));
  const done = (known: Readonly<Record<string, Known>>, some = rows) =>
    impactOf({family: instances, action: instances.actions.delete as never, rows: some}, host(known)).flatMap(
      impactLines,
    );
  const each = (family: string) => Object.fromEntries(rows.map(({id}) => [`${family} ${id}`, {} as Known]));
  const untouched = {
    ...each('instances.volumes'),
    ...each('instances.nodebalancers'),
    ...each('instances.firewalls'),
    'databases.instances': {},
    domains: {},
  };

  it('adds up what hangs on any of them, and counts once what hangs on two', () => {
    expect(
      done({
        ...untouched,
        'instances.volumes 101': {rows: [{id: 1, label: 'vol-db'}]},
        'instances.volumes 103': {rows: [{id: 2, label: 'logs'}]},
        'instances.nodebalancers 101': {rows: [{id: 9, label: 'shop'}]},
        'instances.nodebalancers 102': {rows: [{id: 9, label: 'shop'}]},
        'databases.instances': {rows: [{id: 1, label: 'pg', allow_list: ['192.0.2.102/32', '192.0.2.103/32']}]},
        domains: {rows: [zone]},
        'domains.records 801': {
          rows: [record({id: 1, target: '192.0.2.101'}), record({id: 2, name: 'b', target: '192.0.2.103'})],
        },
      }),
    ).toEqual([
      '2 Volumes will detach: vol-db, logs',
      '2 DNS records will point at an address that is given up: A www.acme.example, A b.acme.example',
      '1 NodeBalancer will lose a backend: shop',
      '1 database will go on allowing an address that is given up: pg',
    ]);
    expect(done(untouched)).toEqual([]);
  });

  it('is unknown where the source of one of them failed, whatever the others say', () => {
    const failure = {code: 'unauthorised', words: 'The token lacks volumes:read_only', problems: []};
    const failed = {phase: 'failed', complete: false, failure} as const;
    const found = {rows: [{id: 1, label: 'vol-db'}]};
    expect(done({...untouched, 'instances.volumes 101': found, 'instances.volumes 102': failed})).toEqual([
      '1 Volume will detach: vol-db',
      'whether further Volumes are touched is unknown: The token lacks volumes:read_only',
    ]);
  });

  it('asks one list of all Volumes for many, and says which lists it did not read', () => {
    const many = Array.from({length: 75}, (_, at) => ({...web, id: 1000 + at, ipv4: []}));
    const lists = many.flatMap(({id}) => [`instances.nodebalancers ${id}`, `instances.firewalls ${id}`]);
    const known = {...untouched, ...Object.fromEntries(lists.map(key => [key, {} as Known]))};
    const volumes = {
      rows: [
        {id: 1, label: 'far', compute_id: 1074},
        {id: 2, label: 'free', compute_id: null},
      ],
    };
    expect(done({...known, volumes}, many)).toEqual([
      '1 Volume will detach: far',
      'whether NodeBalancers are touched is unknown: 15 further lists of them were not read',
      'whether firewalls are touched is unknown: 15 further lists of them were not read',
    ]);
  });
});

it('a reboot leaves what is attached alone', () => {
  const names = impact({...nothing, 'instances.nodebalancers 101': {rows: [{id: 1, label: 'shop'}]}}, 'reboot');
  expect(names.flatMap(impactLines)).toEqual(['1 NodeBalancer will find a backend down: shop']);
});

test('every operation with an effect exists, and every reference is between families that there are', () => {
  const operations = new Set(families.flatMap(({actions}) => Object.values(actions).map(({operation}) => operation)));
  expect(Object.keys(effects).filter(operation => !operations.has(operation))).toEqual([]);
  const known = new Set(families.map(({id}) => id));
  expect(
    references
      .flatMap(({from, to, ofMany}) => [from, ...to, ...(ofMany ? [ofMany.from] : [])])
      .filter(id => !known.has(id)),
  ).toEqual([]);
});
