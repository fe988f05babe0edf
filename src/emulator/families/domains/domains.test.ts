import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {nearestTtl} from './ttl-values.ts';

const {domains} = contract;
const master = (domain: string) => ({domain, type: 'master', soa_email: `admin@${domain}`}) as const;

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

const zone = (domain: string, overrides: object = {}) =>
  account.ok(domains.create, {body: {...master(domain), ...overrides}});
const refusedFields = async (body: object) => {
  const response = await account.call(domains.create, {body: body as Record<string, unknown>});
  expect(response.status).toBe(400);
  return response.fields;
};

describe('zones', () => {
  it('rule 197: need a domain and a type', async () => {
    expect(await refusedFields({})).toEqual(expect.arrayContaining(['domain', 'type']));
  });

  it('rule 198: have names of at most 255 characters with labels of at most 63', async () => {
    const label = 'a'.repeat(63);
    await zone(`${label}.test`);
    expect(await refusedFields(master(`${label}a.test`))).toEqual(['domain']);
    expect(await refusedFields(master(`${`${label}.`.repeat(4)}test`))).toContain('domain');
    expect(await refusedFields({...master('no dots'), soa_email: 'a@b.test'})).toEqual(['domain']);
  });

  it('rule 199: have descriptions of 1 to 255 and groups of 1 to 50 characters', async () => {
    await zone('d255.test', {description: 'x'.repeat(255), group: 'g'.repeat(50)});
    expect(await refusedFields({...master('d256.test'), description: 'x'.repeat(256)})).toEqual(['description']);
    expect(await refusedFields({...master('d0.test'), description: '', group: 'g'.repeat(51)})).toEqual(
      expect.arrayContaining(['description', 'group']),
    );
  });

  it('rule 200: have names that are unique on the whole platform', async () => {
    await zone('once.test');
    expect(await refusedFields(master('ONCE.test.'))).toEqual(['domain']);
    expect(await refusedFields(master('example.com'))).toEqual(['domain']);
    const imported = await account.call(domains.import, {
      body: {domain: 'once.test', remote_nameserver: 'ns1.other.test'},
    });
    expect(imported.fields).toEqual(['domain']);
  });

  it('rule 201: are master or slave', async () => {
    expect(await refusedFields({...master('kind.test'), type: 'primary'})).toEqual(['type']);
  });

  it('rule 202: need an email address as master', async () => {
    expect(await refusedFields({domain: 'mail.test', type: 'master'})).toEqual(['soa_email']);
    expect(await refusedFields({...master('mail.test'), soa_email: 'nobody'})).toEqual(['soa_email']);
  });

  it('rule 203: need the address of a master as slave', async () => {
    expect(await refusedFields({domain: 'copy.test', type: 'slave'})).toEqual(['master_ips']);
    expect(await refusedFields({domain: 'copy.test', type: 'slave', master_ips: []})).toEqual(['master_ips']);
    await account.ok(domains.create, {body: {domain: 'copy.test', type: 'slave', master_ips: ['192.0.2.53']}});
  });

  it('rule 204: round their times up to the next allowed value', async () => {
    const resource = await zone('times.test', {ttl_sec: 301, expire_sec: 300, refresh_sec: 2419201, retry_sec: 0});
    expect(resource).toMatchObject({ttl_sec: 3600, expire_sec: 300, refresh_sec: 2419200, retry_sec: 0});
    const update = await account.ok(domains.update, {params: {domainId: resource.id}, body: {ttl_sec: 86401}});
    expect(update).toMatchObject({ttl_sec: 172800, expire_sec: 300});
  });

  it('rule 205: use the default of a time that is 0', async () => {
    const {id} = await zone('defaults.test');
    const {zone_file} = await account.ok(domains.zoneFile.get, {params: {domainId: id}});
    expect(zone_file).toContain('$TTL 86400');
    expect(zone_file.find(line => line.includes('SOA'))).toMatch(/ 14400 14400 1209600 300$/);
  });

  it('rule 206: are active until they are disabled, and have a zone file only while they are active', async () => {
    const {id, status} = await zone('status.test');
    expect(status).toBe('active');
    const params = {domainId: id};
    await account.ok(domains.update, {params, body: {status: 'disabled'}});
    expect((await account.ok(domains.zoneFile.get, {params})).zone_file).toEqual([]);
    expect((await account.ok(domains.update, {params, body: {status: 'active'}})).status).toBe('active');
    expect((await account.ok(domains.zoneFile.get, {params})).zone_file).not.toEqual([]);
  });

  it('rule 207: list the addresses that may transfer them, none by default', async () => {
    expect((await zone('axfr.test')).axfr_ips).toEqual([]);
    expect((await zone('axfr2.test', {axfr_ips: ['192.0.2.1', '2001:db8::1']})).axfr_ips).toHaveLength(2);
    expect(await refusedFields({...master('axfr3.test'), axfr_ips: ['here']})).toEqual(['axfr_ips.0']);
  });

  it('rule 208: have no required field on update', async () => {
    const resource = await zone('untouched.test', {tags: ['production']});
    expect(await account.ok(domains.update, {params: {domainId: resource.id}, body: {}})).toMatchObject({
      domain: 'untouched.test',
      tags: ['production'],
    });
  });

  it('rule 209: are imported from a name server that allows the transfer', async () => {
    expect((await account.call(domains.import, {body: {}})).fields).toEqual(['domain', 'remote_nameserver']);
    const refusal = await account.call(domains.import, {
      body: {domain: 'imported.test', remote_nameserver: 'refused.other.test'},
    });
    expect(refusal.fieldErrors[0]).toMatchObject({
      field: 'remote_nameserver',
      reason: expect.stringContaining('2600:3c00::5f'),
    });
    const resource = await account.ok(domains.import, {
      body: {domain: 'imported.test', remote_nameserver: 'ns1.other.test'},
    });
    expect((await account.ok(domains.records.list, {params: {domainId: resource.id}})).results).toBeGreaterThan(0);
  });

  it('rule 210: are cloned with all their records under a new name', async () => {
    const {id} = await zone('source.test');
    await account.ok(domains.records.create, {
      params: {domainId: id},
      body: {type: 'A', name: 'www', target: '192.0.2.1'},
    });
    expect((await account.call(domains.clone, {params: {domainId: id}, body: {domain: 'source.test'}})).fields).toEqual(
      ['domain'],
    );
    const resource = await account.ok(domains.clone, {params: {domainId: id}, body: {domain: 'twin.test'}});
    const {data} = await account.ok(domains.records.list, {params: {domainId: resource.id}});
    expect(data).toMatchObject([{type: 'A', name: 'www', target: '192.0.2.1'}]);
  });

  it('rule 211: delete their records when they are deleted', async () => {
    const {id} = await zone('gone.test');
    const params = {domainId: id};
    const record = await account.ok(domains.records.create, {params, body: {type: 'A', target: '192.0.2.1'}});
    expect(await account.ok(domains.delete, {params})).toEqual({});
    expect((await account.call(domains.get, {params})).status).toBe(404);
    expect((await account.call(domains.records.get, {params: {...params, recordId: record.id}})).status).toBe(404);
  });

  it("rule 215: aren't registered on creation: the account only gets a zone", async () => {
    const before = (await account.ok(domains.list)).results;
    await zone('unregistered.test');
    expect((await account.ok(domains.list)).results).toBe(before + 1);
  });

  it('create an event', async () => {
    const {id} = await zone('told.test');
    const {data} = await account.ok(contract.account.events.list, {filter: {'entity.id': id, 'entity.type': 'domain'}});
    expect(data).toMatchObject([{action: 'dns_zone_create', entity: {label: 'told.test'}}]);
  });
});

describe('records', () => {
  let params: {domainId: number};
  beforeAll(async () => {
    params = {domainId: (await zone('records.test')).id};
  });
  const add = (body: Record<string, unknown>) => account.call(domains.records.create, {params, body});
  const fields = async (body: Record<string, unknown>) => {
    const response = await add(body);
    expect(response.status).toBe(400);
    return response.fields;
  };

  it('rule 212: have names of 1 to 100 characters', async () => {
    expect((await add({type: 'TXT', name: 'n'.repeat(100), target: 'x'})).status).toBe(200);
    expect(await fields({type: 'TXT', name: 'n'.repeat(101), target: 'x'})).toEqual(['name']);
    expect(await fields({type: 'TXT', name: '', target: 'x'})).toEqual(['name']);
  });

  it('rule 213: have ports of 0 to 65535', async () => {
    const service = {type: 'SRV', service: 'sip', protocol: 'tcp', priority: 1, weight: 1, target: 'sip'};
    expect((await add({...service, port: 65535})).body).toMatchObject({
      port: 65535,
      name: '_sip._tcp',
      service: '_sip.',
      protocol: '_tcp',
      target: 'sip.records.test',
    });
    expect(await fields({...service, port: 65536})).toEqual(['port']);
    expect(await fields({...service, port: -1})).toEqual(['port']);
    expect(await fields({type: 'SRV', target: 'sip'})).toEqual(['service', 'priority', 'weight', 'port']);
  });

  it('rule 214: show all their fields, null for those without a value', async () => {
    await add({type: 'A', name: 'all', target: '192.0.2.9'});
    const {data} = await account.ok(domains.records.list, {params, filter: {name: 'all'}});
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(
      [
        'created',
        'id',
        'name',
        'port',
        'priority',
        'protocol',
        'service',
        'tag',
        'target',
        'ttl_sec',
        'type',
        'updated',
        'weight',
      ].sort(),
    );
    expect(data[0]).toMatchObject({protocol: null, service: null, tag: null});
  });

  it("accept addresses of their IP version, or replace [remote_addr] by the caller's address", async () => {
    expect(await fields({type: 'A', name: 'x', target: '2001:db8::1'})).toEqual(['target']);
    expect(await fields({type: 'AAAA', name: 'x', target: 'fe80::1%eth0'})).toEqual(['target']);
    expect(await fields({type: 'AAAA', name: 'x', target: '192.0.2.1'})).toEqual(['target']);
    expect((await add({type: 'A', name: 'me', target: '[remote_addr]'})).body).toMatchObject({target: '127.0.0.1'});
  });

  it('allow no other record beside a CNAME of the same name', async () => {
    await add({type: 'CNAME', name: 'alias', target: 'www.records.test'});
    expect(await fields({type: 'A', name: 'alias', target: '192.0.2.1'})).toEqual(['name']);
    expect(await fields({type: 'CNAME', name: 'alias', target: 'other.test'})).toEqual(['name']);
    expect(await fields({type: 'CNAME', target: 'other.test'})).toEqual(['name']);
  });

  it('allow no other MX beside a null MX', async () => {
    const {id} = await zone('nomail.test');
    const path = {params: {domainId: id}};
    expect(
      (await account.call(domains.records.create, {...path, body: {type: 'MX', target: '', priority: 10}})).fields,
    ).toEqual(['priority']);
    await account.ok(domains.records.create, {...path, body: {type: 'MX', target: ''}});
    const second = await account.call(domains.records.create, {
      ...path,
      body: {type: 'MX', target: 'mail.nomail.test'},
    });
    expect(second.fieldErrors[0]?.reason).toMatch(/null MX/);
  });

  it('can be changed except for their type, and round the TTL to the nearest allowed value', async () => {
    const resource = (await add({type: 'A', name: 'change', target: '192.0.2.1', ttl_sec: 5000})).body;
    expect(resource.ttl_sec).toBe(3600);
    const path = {...params, recordId: resource.id};
    expect(await account.ok(domains.records.update, {params: path, body: {target: '192.0.2.2'}})).toMatchObject({
      name: 'change',
      target: '192.0.2.2',
      ttl_sec: 3600,
    });
    expect(
      (await account.call(domains.records.update, {params: path, body: {type: 'AAAA', target: '2001:db8::1'}})).fields,
    ).toContain('type');
    await account.ok(domains.records.delete, {params: path});
    expect((await account.call(domains.records.get, {params: path})).status).toBe(404);
  });

  it('can be read in their own zone only', async () => {
    const other = await zone('elsewhere.test');
    const resource = (await add({type: 'A', name: 'mine', target: '192.0.2.1'})).body;
    expect(
      (await account.call(domains.records.get, {params: {domainId: other.id, recordId: resource.id}})).status,
    ).toBe(404);
  });

  it("of a slave zone can't be created", async () => {
    const copy = await account.ok(domains.create, {
      body: {domain: 'slave.test', type: 'slave', master_ips: ['192.0.2.53']},
    });
    const response = await account.call(domains.records.create, {
      params: {domainId: copy.id},
      body: {type: 'A', target: '192.0.2.1'},
    });
    expect(response.fieldErrors[0]?.reason).toMatch(/master/);
  });

  it('are written as a zone file, with long texts in several strings', async () => {
    const {id} = await zone('written.test');
    const path = {domainId: id};
    for (const body of [
      {type: 'MX', target: 'mail.written.test', priority: 10},
      {type: 'TXT', name: 'long', target: 'x'.repeat(300)},
      {type: 'TXT', name: 'umlauts', target: `${'ü'.repeat(127)}😀`},
      {type: 'CAA', target: 'ca.test', tag: 'issue'},
    ] as const)
      await account.ok(domains.records.create, {params: path, body});
    const {zone_file} = await account.ok(domains.zoneFile.get, {params: path});
    expect(zone_file.slice(-4)).toEqual([
      '@\tIN\tMX\t10 mail.written.test.',
      `long\tIN\tTXT\t"${'x'.repeat(255)}" "${'x'.repeat(45)}"`,
      `umlauts\tIN\tTXT\t"${'ü'.repeat(127)}" "😀"`,
      '@\tIN\tCAA\t0 issue "ca.test"',
    ]);
  });
});

it('rounds a TTL to the nearest allowed value', () => {
  expect([0, 1, 1949, 1951, 5000, 3e6].map(nearestTtl)).toEqual([0, 300, 300, 3600, 3600, 2419200]);
});
