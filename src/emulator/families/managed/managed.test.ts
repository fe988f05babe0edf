import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

const {contacts, credentials, services, sshKey, computeSettings, issues, stats} = contract.managed;

let account: TestAccount;
let demo: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
  demo = await openTestAccount({accounts: 'demo'});
});
afterAll(() => Promise.all([account.close(), demo.close()]));

const service = {label: 'shop', address: 'https://shop.example/', service_type: 'url', timeout: 10} as const;
const fieldsOf = async (body: object) =>
  (await account.call(services.create, {body: body as Record<string, unknown>})).fields;

describe('contacts', () => {
  it('rule 296: names have 2 to 64 characters, and groups 2 to 50, or null', async () => {
    const make = (body: object) => account.call(contacts.create, {body: body as Record<string, unknown>});
    expect((await make({name: 'n'.repeat(64), group: 'g'.repeat(50)})).status).toBe(200);
    expect((await make({name: 'nn', group: null})).body).toMatchObject({group: null});
    expect((await make({name: 'n', group: 'g'})).fields).toEqual(expect.arrayContaining(['name', 'group']));
    expect((await make({name: 'n'.repeat(65), group: 'g'.repeat(51)})).fields).toHaveLength(2);
  });

  it('rule 297: phones may be null, and the email must be an address', async () => {
    const resource = await account.ok(contacts.create, {
      body: {name: 'On call', phone: {primary: '+49 30 1234', secondary: null}, email: 'on@call.example'},
    });
    expect(resource.phone).toEqual({primary: '+49 30 1234', secondary: null});
    expect(
      (await account.call(contacts.update, {params: {contactId: resource.id}, body: {email: 'nowhere'}})).fields,
    ).toEqual(['email']);
    const update = await account.ok(contacts.update, {
      params: {contactId: resource.id},
      body: {phone: {secondary: '+1 2'}},
    });
    expect(update.phone).toEqual({primary: '+49 30 1234', secondary: '+1 2'});
  });

  it('rule 367: a deleted contact is not found, and not in the list', async () => {
    const {id} = await account.ok(contacts.create, {body: {name: 'Gone'}});
    expect(await account.ok(contacts.delete, {params: {contactId: id}})).toEqual({});
    expect((await account.call(contacts.get, {params: {contactId: id}})).status).toBe(404);
    expect((await account.ok(contacts.list)).data.map(contact => contact.id)).not.toContain(id);
  });
});

describe('credentials', () => {
  it('rule 298: labels have 2 to 75 characters and are required', async () => {
    expect((await account.call(credentials.create, {body: {password: 'p'}})).fields).toEqual(['label']);
    for (const label of ['l', 'l'.repeat(76)])
      expect((await account.call(credentials.create, {body: {label, password: 'p'}})).fields).toEqual(['label']);
    await account.ok(credentials.create, {body: {label: 'l'.repeat(75), password: 'p'}});
  });

  it('rule 299: passwords are required, and usernames have at most 5000 characters', async () => {
    expect((await account.call(credentials.create, {body: {label: 'login'}})).fields).toEqual(['password']);
    const {id} = await account.ok(credentials.create, {
      body: {label: 'login', username: 'u'.repeat(5000), password: 'p'},
    });
    const params = {credentialId: id};
    expect((await account.call(credentials.updateLogin, {params, body: {}})).fields).toEqual(['password']);
    expect(
      (await account.call(credentials.updateLogin, {params, body: {username: 'u'.repeat(5001), password: 'p'}})).fields,
    ).toEqual(['username']);
  });

  it('rules 300, 301, 302: PUT changes the label, /update the login, and /revoke deletes the credential', async () => {
    const {id} = await account.ok(credentials.create, {body: {label: 'before', username: 'u', password: 'p'}});
    const params = {credentialId: id};
    const answer = await account.ok(credentials.update, {params, body: {label: 'after'}});
    expect(answer).toEqual({id, label: 'after', last_decrypted: null});
    expect(await account.ok(credentials.updateLogin, {params, body: {username: 'v', password: 'q'}})).toEqual({});
    expect(
      (
        await account.raw(`/v4/managed/credentials/${id}`, {
          method: 'DELETE',
          headers: {Authorization: `Bearer ${account.token}`},
        })
      ).status,
    ).toBe(405);
    const used = await account.ok(services.create, {body: {...service, label: 'uses it', credentials: [id]}});
    expect(await account.ok(credentials.revoke, {params})).toEqual({});
    expect((await account.call(credentials.get, {params})).status).toBe(404);
    expect((await account.ok(services.get, {params: {serviceId: used.id}})).credentials).toEqual([]);
  });

  it('rule 303: sshkey is a fixed path', async () => {
    expect((await account.ok(sshKey.get)).ssh_key).toMatch(/^ssh-ed25519 /);
  });

  it('rule 312: viewing a contact or a credential needs account:read_write', async () => {
    const {id: contactId} = await account.ok(contacts.create, {body: {name: 'Seen'}});
    const {id: credentialId} = await account.ok(credentials.create, {body: {label: 'seen', password: 'p'}});
    const token = account.tokenFor('looker', {scopes: 'account:read_only'});
    expect((await account.call(contacts.list, {token})).status).toBe(200);
    expect((await account.call(contacts.get, {params: {contactId}, token})).status).toBe(403);
    expect((await account.call(credentials.get, {params: {credentialId}, token})).status).toBe(403);
  });

  it('and services can be read by unrestricted users only', async () => {
    const token = account.tokenFor('restricted', {granted: {global: {account_access: 'read_write'}, entities: {}}});
    expect((await account.call(services.list, {token})).status).toBe(403);
  });
});

describe('services', () => {
  it('rule 306: need an address, label, type and timeout, and have no required field on update', async () => {
    expect(await fieldsOf({})).toEqual(expect.arrayContaining(['address', 'label', 'service_type', 'timeout']));
    const resource = await account.ok(services.create, {body: service});
    expect(await account.ok(services.update, {params: {serviceId: resource.id}, body: {}})).toMatchObject(service);
  });

  it('rule 307: reject values out of bounds', async () => {
    const good = {
      ...service,
      timeout: 255,
      label: 'l'.repeat(64),
      body: 'b'.repeat(100),
      consultation_group: 'c'.repeat(50),
    };
    await account.ok(services.create, {body: good});
    expect(
      await fieldsOf({
        ...good,
        timeout: 256,
        label: 'l'.repeat(65),
        body: 'b'.repeat(101),
        consultation_group: 'c'.repeat(51),
      }),
    ).toHaveLength(4);
    expect(await fieldsOf({...service, timeout: 0, label: 'll', address: 'ab'})).toEqual(
      expect.arrayContaining(['timeout', 'label', 'address']),
    );
  });

  it('rule 308: keep the query of an address and drop its fragment', async () => {
    const resource = await account.ok(services.create, {
      body: {...service, address: 'https://shop.example/health?deep=1#top'},
    });
    expect(resource.address).toBe('https://shop.example/health?deep=1');
  });

  it('rule 309: need a region for a private IP, and reject one otherwise', async () => {
    expect(await fieldsOf({...service, address: 'http://192.168.1.4/'})).toEqual(['region']);
    expect(await fieldsOf({...service, region: 'us-east'})).toEqual(['region']);
    const resource = await account.ok(services.create, {
      body: {...service, address: 'http://192.168.1.4/', region: 'us-east'},
    });
    expect(resource.region).toBe('us-east');
  });

  it('rule 310: are url or tcp, with credentials of the account', async () => {
    expect(await fieldsOf({...service, service_type: 'icmp'})).toEqual(['service_type']);
    expect(await fieldsOf({...service, credentials: [1]})).toEqual(['credentials.0']);
    expect(
      await account.ok(services.create, {
        body: {...service, service_type: 'tcp', address: 'db.example:5432', body: null, notes: null},
      }),
    ).toMatchObject({body: null, notes: null});
  });

  it("rule 311: aren't monitored while they are disabled", async () => {
    const {id, status} = await account.ok(services.create, {body: {...service, label: 'paused'}});
    const params = {serviceId: id};
    expect(status).toBe('pending');
    account.pass(30);
    expect((await account.ok(services.get, {params})).status).toBe('ok');
    expect((await account.ok(services.disable, {params})).status).toBe('disabled');
    account.pass(600);
    expect((await account.ok(services.get, {params})).status).toBe('disabled');
    expect((await account.ok(services.enable, {params})).status).toBe('pending');
    account.pass(30);
    expect((await account.ok(services.get, {params})).status).toBe('ok');
  });

  it('rule 367: are not found after their deletion', async () => {
    const {id} = await account.ok(services.create, {body: {...service, label: 'short'}});
    expect(await account.ok(services.delete, {params: {serviceId: id}})).toEqual({});
    expect((await account.call(services.get, {params: {serviceId: id}})).status).toBe(404);
  });
});

describe('settings, statistics and issues', () => {
  it('rule 304: SSH access rejects values out of bounds', async () => {
    const [first] = (await demo.ok(computeSettings.list)).data;
    const params = {computeId: first?.id ?? 0};
    const ssh = {access: false, user: 'u'.repeat(32), ip: '192.0.2.1', port: 65535};
    expect((await demo.ok(computeSettings.update, {params, body: {ssh}})).ssh).toEqual(ssh);
    const bad = await demo.call(computeSettings.update, {
      params,
      body: {ssh: {user: 'u'.repeat(33), ip: 'here', port: 65536}},
    });
    expect(bad.fields).toEqual(expect.arrayContaining(['ssh.user', 'ssh.ip', 'ssh.port']));
    expect((await demo.ok(computeSettings.update, {params, body: {ssh: {port: 2222}}})).ssh).toEqual({
      ...ssh,
      port: 2222,
    });
  });

  it('rule 305: the settings have one entry per instance', async () => {
    const {results} = await demo.ok(contract.instances.list);
    expect((await demo.ok(computeSettings.list)).results).toBe(results);
  });

  it('rule 313: statistics are x and y points of one day', async () => {
    const {data} = await demo.ok(stats.get);
    if (Array.isArray(data)) throw new Error(String(data));
    const {cpu} = data as {cpu: readonly {x: number; y: number}[]};
    expect(Object.keys(data)).toEqual(['cpu', 'disk', 'swap', 'net_in', 'net_out']);
    expect((cpu.at(-1)?.x ?? 0) - (cpu[0]?.x ?? 0)).toBeLessThanOrEqual(24 * 3_600_000);
    expect(cpu.length).toBeGreaterThan(50);
    expect((await account.ok(stats.get)).data).toEqual([expect.any(String)]);
  });

  it('rule 314: issues are paged', async () => {
    expect(await account.ok(issues.list)).toEqual({data: [], page: 1, pages: 1, results: 0});
    const {data} = await demo.ok(issues.list);
    expect(data.length).toBeGreaterThan(0);
    expect(await demo.ok(issues.get, {params: {issueId: data[0]?.id ?? 0}})).toEqual(data[0]);
  });
});
