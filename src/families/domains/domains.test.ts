import {describe, expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import type {AnyRow, Lookup} from '../shape/define-family.ts';
import {formContext} from '../testing/form-context.ts';
import {detailLines, unlessOf, warnings} from '../testing/probe.ts';
import {instance} from '../testing/rows.ts';
import {domain, nodebalancer, record} from '../testing/service-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {ttlCell, ttlText, ttlValues} from './ttl-choices.ts';

const domains = familyOf('domains');
const records = familyOf('domains.records');
const params = {domainId: 801};
const zone = domain();
const slave = domain({type: 'slave', soa_email: '', master_ips: ['203.0.113.53']});

describe('times', () => {
  test('rule 204: forms offer exactly the values that the API rounds to, and 0 for the default', () => {
    const {values, labels} = domains.actions.create?.form?.expire_sec ?? {};
    expect(values).toEqual([0, ...ttlValues]);
    expect([labels?.[0], labels?.[300], labels?.[1209600]]).toEqual(['by default: 2 weeks', '5 minutes', '2 weeks']);
    expect(records.actions.create?.form?.ttl_sec?.values).toEqual(ttlValues);
    // The form shows the TTL 0 of an existing record, although the form doesn't offer 0.
    expect(records.actions.update?.form?.ttl_sec?.otherLabels?.[0]).toBe('domain default');
  });

  test('rule 205: 0 is shown as its default', () => {
    expect(detailLines(domains, domain({ttl_sec: 0, refresh_sec: 0, expire_sec: 0}))).toMatchObject({
      TTL: '1 day  by default',
      Refresh: '4 hours  by default',
      Expire: '2 weeks  by default',
    });
    expect(ttlCell(undefined, 300)).toEqual({text: '?', tone: 'unknown'});
  });

  test('are shown in the largest unit without a remainder', () => {
    expect([1, 60, 300, 5400, 86400, 2419200].map(ttlText)).toEqual([
      '1 second',
      '1 minute',
      '5 minutes',
      '90 minutes',
      '1 day',
      '4 weeks',
    ]);
  });
});

describe('domains', () => {
  test('rule 206: a disabled domain is off, and has no zone file', () => {
    expect(domains.state?.(domain({status: 'disabled'}), lookupFrom(), {})).toEqual({
      condition: 'off',
      word: 'disabled',
    });
    const file = domains.detail.find(({title}) => title === 'Zone file');
    expect(file?.unless?.(domain({status: 'disabled'}), lookupFrom(), {})).toBe('A disabled domain is not rendered.');
    expect(file?.unless?.(zone, lookupFrom(), {})).toBeUndefined();
    expect(warnings(domains, 'update', {row: zone, body: {status: 'disabled'}})).toHaveLength(1);
    expect(warnings(domains, 'update', {row: zone, body: {description: 'x'}})).toEqual([]);
  });

  test('a domain with errors shows them, with the dates of its creation and last change', () => {
    const broken = domain({
      errors: 'master is unreachable',
      created: '2026-01-01T00:00:00',
      updated: '2026-02-01T00:00:00',
    });
    expect(domains.state?.(broken, lookupFrom(), {})).toEqual({condition: 'attention', word: 'has errors'});
    const texts = detailLines(domains, broken);
    expect(texts.Errors).toBe('master is unreachable');
    expect(texts.Created).toContain('2026-01-01');
    expect(texts.Updated).toContain('2026-02-01');
    expect(detailLines(domains, domain({errors: ''})).Errors).toBeUndefined();
    expect(domains.state?.(domain({errors: ''}), lookupFrom(), {})).toMatchObject({condition: 'ok'});
  });

  test('rules 202, 203: the form asks for the fields of the type', () => {
    const {form} = domains.actions.create ?? {};
    const shownFields = (type: string, row?: AnyRow) =>
      ['soa_email', 'master_ips'].filter(name =>
        form?.[name]?.isVisible?.(formContext({values: {type}, row, lookup: lookupFrom()})),
      );
    expect(shownFields('master')).toEqual(['soa_email']);
    expect(shownFields('slave')).toEqual(['master_ips']);
    expect(form?.master_ips?.isVisible?.(formContext({row: slave, lookup: lookupFrom()}))).toBe(true);
  });

  test('rule 209: an import shows the addresses that need transfer access', () => {
    expect(
      domains.actions.import?.warnings?.({row: undefined, lookup: lookupFrom(), params: {}, body: {}})[0],
    ).toContain('96.126.114.97');
    expect(domains.actions.import?.on).toBe('list');
  });

  test('rule 211: deleting warns about the number of deleted records, or about all if unknown', () => {
    const lookup = lookupFrom({lists: {'domains.records': [record(), record({id: 2})]}});
    expect(warnings(domains, 'delete', {row: zone, lookup})[0]).toContain('its 2 records');
    expect(warnings(domains, 'delete', {row: zone})[0]).toContain('all its records');
  });

  test("rule 215: creating a domain warns that it doesn't register the domain", () => {
    expect(
      domains.actions.create?.warnings?.({row: undefined, lookup: lookupFrom(), params: {}, body: {}})[0],
    ).toContain('does not register');
  });

  test('show their fields in words', () => {
    expect(detailLines(domains, zone)).toMatchObject({Type: 'master', 'AXFR IPs': 'none', TTL: '1 hour'});
    expect(detailLines(domains, slave)).toMatchObject({Type: 'slave: a copy of its master', Masters: '203.0.113.53'});
    expect(detailLines(domains, slave)).not.toHaveProperty('Contact');
  });
});

describe('records', () => {
  const lookup = lookupFrom({lists: {domains: [zone]}});
  const value = (facts: Parameters<typeof record>[0]) => {
    const column = records.columns.find(({id}) => id === 'value');
    if (column?.field !== undefined || !column) throw new Error('no value');
    return column.value(record(facts), lookupFrom(), params);
  };

  test('are sorted by type, with unknown types last', () => {
    const {sortBy} = records.columns.find(({field}) => field === 'type') ?? {};
    const order = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'CAA', 'PTR', 'HTTPS'].map(type =>
      sortBy?.(record({type}), lookup, params),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 8]);
  });

  test('rule 214: show their values like a zone file, by type', () => {
    expect(value({})).toBe('192.0.2.10');
    expect(value({type: 'MX', target: 'mail.x', priority: 10})).toBe('10 mail.x');
    expect(value({type: 'MX', target: ''})).toBe('no mail');
    expect(value({type: 'SRV', target: 'sip.x', priority: 5, weight: 50, port: 5060})).toBe('5 50 5060 sip.x');
    expect(value({type: 'CAA', target: 'ca.x', tag: 'issue'})).toBe('issue ca.x');
    expect(records.label(record({type: 'MX', name: ''}))).toBe('MX @');
  });

  test.each([
    ['A', ['name', 'target', 'ttl_sec']],
    ['MX', ['name', 'target', 'priority', 'ttl_sec']],
    ['SRV', ['service', 'protocol', 'target', 'priority', 'weight', 'port', 'ttl_sec']],
    ['CAA', ['name', 'tag', 'target', 'ttl_sec']],
  ])('%s has its own fields in the create and update forms', (type, fields) => {
    const shownFields = (name: 'create' | 'update', values: AnyRow, row?: AnyRow) =>
      Object.entries(records.actions[name]?.form ?? {})
        .filter(([field, input]) => field !== 'type' && input.isVisible?.(formContext({values, row, lookup})) !== false)
        .map(([field]) => field);
    expect(shownFields('create', {type})).toEqual(fields);
    expect(shownFields('update', {}, record({type}))).toEqual(fields);
  });

  test.each([
    ['A', ['target', 'type']],
    ['MX', ['type']],
    ['SRV', ['port', 'priority', 'service', 'target', 'type', 'weight']],
    ['CAA', ['tag', 'target', 'type']],
  ])('a new %s record needs the fields that the API needs', (type, fields) => {
    const form = Object.entries(records.actions.create?.form ?? {});
    const needs = (required: unknown) => (typeof required === 'function' ? required({type}) : required === true);
    const needed = form.filter(
      ([field, input]) =>
        field === 'type' ||
        (input.isVisible?.(formContext({values: {type}, lookup})) !== false && needs(input.required)),
    );
    expect(needed.map(([field]) => field).toSorted()).toEqual(fields);
  });

  test("the form doesn't offer PTR, because reverse DNS is set on the address", () => {
    expect(records.actions.create?.form?.type?.values).not.toContain('PTR');
  });

  test('the address of a resource in the account opens that resource', () => {
    const column = records.columns.find(({id}) => id === 'value');
    const accountLookup = lookupFrom({lists: {instances: [instance()], nodebalancers: [nodebalancer()]}});
    const targetRef = (facts: Parameters<typeof record>[0], around: Lookup = accountLookup) =>
      column?.link?.(record(facts), around, params);
    expect(targetRef({})).toEqual({family: 'instances', id: 101});
    expect(targetRef({type: 'AAAA', target: '2001:db8::1'})).toEqual({family: 'instances', id: 101});
    expect(targetRef({target: '192.0.2.200'})).toEqual({family: 'nodebalancers', id: 1201});
    expect(targetRef({target: '203.0.113.1'})).toBeUndefined();
    expect(targetRef({type: 'TXT'})).toBeUndefined();
    expect(targetRef({}, lookupFrom())).toBeUndefined();
  });

  test.each(['create', 'update', 'delete'])('%s is unavailable for a zone that is known to be a slave', name => {
    const reasonOf = unlessOf(records);
    const row = name === 'create' ? undefined : record();
    expect(reasonOf(name, row, lookupFrom({lists: {domains: [slave]}}), params)).toContain('at its master');
    expect(reasonOf(name, row, lookup, params)).toBeUndefined();
    expect(reasonOf(name, row, lookupFrom(), params)).toBeUndefined();
  });

  test('a change warns how long resolvers may cache the old record', () => {
    expect(warnings(records, 'update', {row: record(), body: {}, lookup, params})).toEqual([
      'Resolvers may cache the old record for up to 5 minutes.',
    ]);
    expect(warnings(records, 'delete', {row: record({ttl_sec: 0}), lookup, params})[0]).toContain('1 hour');
    expect(warnings(records, 'delete', {row: record({ttl_sec: 0}), lookup: lookupFrom(), params})[0]).toContain(
      '1 day',
    );
  });

  test('a TTL of 0 is shown as that of the domain', () => {
    expect(detailLines(records, record({ttl_sec: 0}), lookup, params).TTL).toBe('1 hour  as the domain');
  });

  test('deleting a record can be undone, with the fields of its type only', () => {
    const undo = records.actions.delete?.undo;
    expect(undo?.action).toBe('create');
    expect(undo?.body?.(record(), undefined)).toEqual({type: 'A', name: 'www', target: '192.0.2.10', ttl_sec: 300});
    const service = record({type: 'SRV', name: '_sip._tcp', service: '_sip.', protocol: '_tcp', port: 5060, weight: 1});
    expect(undo?.body?.(service, undefined)).toMatchObject({
      service: '_sip.',
      protocol: '_tcp',
      port: 5060,
      priority: 0,
    });
    expect(undo?.body?.(record({name: ''}), undefined)).not.toHaveProperty('name');
  });
});
