import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';
import {runEmulator} from '../emulator-command.ts';
import {accountSchema} from './account-schema.ts';
import {parseAccountFile} from './parse-account-file.ts';

const {instances, volumes, nodebalancers, networking, domains, databases, objectStorage, account, profile} = contract;

/** The first YAML block of the page about account files. */
const example = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/emulator-accounts.md', 'utf8'))?.[1] ?? '';

const more = `
account: {company: Test Ltd, email: ops@tests.org}
ssh_keys:
  - {label: laptop, ssh_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG9wc0BhY21lLXdvcmtzdGF0aW9uLTIwMjQ me@laptop}
firewalls:
  - label: web
    rules: {inbound_policy: DROP, outbound_policy: ACCEPT, inbound: [], outbound: []}
    devices: {computes: [web-1]}
mysql_databases:
  - {label: orders, region: us-east, type: g6-nanode-1, engine: mysql/8.0.26, cluster_size: 1}
buckets:
  - {label: backups, cluster: us-east-1}
`;

const opened: TestAccount[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skydeck-account-'));
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  rmSync(folder, {recursive: true, force: true});
});

async function open(text: string, options: Parameters<typeof openTestAccount>[0] = {}): Promise<TestAccount> {
  const emulator = await openTestAccount({account: parseAccountFile(text, 'account.yaml'), ...options});
  opened.push(emulator);
  return emulator;
}

const labels = (page: {readonly data: readonly {readonly label: string}[]}) => page.data.map(({label}) => label);
/** An export without its comments, which contain the time and the omitted resources. */
const exported = async (emulator: TestAccount) => (await emulator.exportAccount()).replace(/^#.*\n/gm, '');

describe('an account file', () => {
  it('fills an account with resources that are ready', async () => {
    const emulator = await open(example + more);
    const {data: machines} = await emulator.ok(instances.list);
    expect(machines).toMatchObject([{label: 'web-1', status: 'running', tags: ['prod'], image: 'compute/debian12'}]);
    const id = machines[0]?.id;
    expect((await emulator.ok(volumes.list)).data).toMatchObject([
      {label: 'data', size: 20, status: 'active', compute_id: id, region: 'us-east'},
    ]);
    const [balancer] = (await emulator.ok(nodebalancers.list)).data;
    const params = {nodeBalancerId: balancer?.id ?? 0};
    const [config] = (await emulator.ok(nodebalancers.configs.list, {params})).data;
    const nodes = await emulator.ok(nodebalancers.configs.nodes.list, {params: {...params, configId: config?.id ?? 0}});
    expect(nodes.data).toMatchObject([{label: 'one', address: expect.stringMatching(/^192\.168\.[\d.]+:80$/)}]);
    const [firewall] = (await emulator.ok(networking.firewalls.list)).data;
    const devices = await emulator.ok(networking.firewalls.devices.list, {params: {firewallId: firewall?.id ?? 0}});
    expect(devices.data).toMatchObject([{entity: {id, label: 'web-1'}}]);
    const [domain] = (await emulator.ok(domains.list)).data;
    const records = await emulator.ok(domains.records.list, {params: {domainId: domain?.id ?? 0}});
    expect(records.data).toMatchObject([{type: 'A', name: 'www', target: '192.0.2.1'}]);
    expect((await emulator.ok(databases.mysql.list)).data).toMatchObject([{label: 'orders', status: 'active'}]);
    expect(labels(await emulator.ok(objectStorage.buckets.list))).toEqual(['backups']);
    expect(labels(await emulator.ok(profile.sshKeys.list))).toEqual(['laptop']);
    expect((await emulator.ok(account.get)).company).toBe('Test Ltd');
  });

  it('has users with grants and tokens, and a reset restores them', async () => {
    const emulator = await open(example);
    expect(emulator.tokens).toEqual([
      {token: 'admin-token', username: 'acme', scopes: '*'},
      {token: 'ci-bot-token', username: 'ci-bot', scopes: 'compute:read_only volumes:read_write'},
    ]);
    const check = async () => {
      const token = 'ci-bot-token';
      expect(labels(await emulator.ok(instances.list, {token}))).toEqual(['web-1']);
      expect((await emulator.ok(volumes.list, {token})).results).toBe(0);
      const [machine] = (await emulator.ok(instances.list)).data;
      const params = {computeId: machine?.id ?? 0};
      expect((await emulator.call(instances.delete, {params, token})).status).toBe(403);
      expect((await emulator.call(domains.list, {token})).status).toBe(403);
      expect((await emulator.call(volumes.create, {body: {label: 'own', region: 'us-east'}, token})).status).toBe(200);
    };
    await check();
    emulator.reset();
    await check();
  });

  it('can contain an expired token, and is combined with the token of the command line', async () => {
    const text = `tokens: [{token: first-token}, {token: old-token, expiry: '2020-01-01T00:00:00'}]`;
    const emulator = await open(text, {token: 'given'});
    expect(emulator.token).toBe('given');
    expect((await emulator.call(volumes.list, {token: 'old-token'})).status).toBe(401);
  });

  it('works in every dialect, and with an ID prefix', async () => {
    for (const options of [{dialect: 'today'}, {dialect: 'provider'}, {brand: 'acme'}] as const) {
      const emulator = await open(example, options);
      expect((await emulator.ok(volumes.list)).data).toMatchObject([{label: 'data', status: 'active'}]);
    }
  });
});

describe('mistakes in an account file', () => {
  const reasonOf = async (text: string) => {
    try {
      await open(text);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('the file was taken');
  };

  it('are all reported with their lines and columns', async () => {
    const text = `instances:
  - {label: web-1, region: nowhere, type: g6-nanode-1}
  - label: web-2
    region: us-east
    type: g6-nanode-1
    colour: red
  - {label: web-2, region: us-east, type: g6-nanode-1}
volumes:
  - label: data
    compute_id: web-9
users:
  - username: ci-bot
    email: ci@tests.org
    restricted: true
    grants:
      compute: {web-8: read_only}
`;
    const message = await reasonOf(text);
    expect(message).toMatch(/^the account file account\.yaml: line 2, column 20: instances\.0\.region /);
    expect(message).toContain('line 6, column 5: instances.1.colour is not a known field');
    expect(message).toContain('line 7, column 6: instances.2.label web-2 is taken');
    expect(message).toContain('line 10, column 5: volumes.0.compute_id refers to web-9, which isn’t in instances');
    expect(message).toContain('line 16, column 17: users.0.grants.compute.web-8 isn’t in instances');
    expect(message).not.toContain('\n');
  });

  it.each([
    ['instances: [{label: x', /line 1, column \d+: /],
    ['- a list', /line 1, column 1: must have parts such as instances and volumes/],
    ['machines: []', /line 1, column 1: machines isn’t a part of an account\. Parts: account, tokens, /],
    ['instances: {label: x}', /line 1, column 1: instances must be a list/],
    ['account: [x]', /line 1, column 1: account must be a mapping/],
    ['volumes:\n  - data', /line 2, column 5: volumes\.0 must be a mapping/],
    ['tokens:\n  - {token: short}', /line 2, column 6: tokens\.0\.token must/],
    [
      "tokens:\n  - {token: long-enough, scopes: 'volumes:read_only'}",
      /line 2, column 26: tokens\.0\.scopes of the first/,
    ],
    [
      'users:\n  - {username: all, email: a@tests.org, grants: {}}',
      /line 2, column 41: users\.0\.grants are for restricted/,
    ],
    ['volumes: *none', /line 1, column \d+: /],
  ])('such as %j are reported in one line', async (text, words) => {
    const message = await reasonOf(text);
    expect(message).toMatch(words);
    expect(message).not.toContain('\n');
  });

  it('prevent the start of the emulator, and leave the data file unchanged', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const out = vi.spyOn(console, 'log').mockImplementation(() => {});
    const file = join(folder, 'account.yaml');
    const data = join(folder, 'account.db');
    const run = async (...argv: string[]) => {
      printed.mockClear();
      const code = await runEmulator(['--port', '0', ...argv]);
      expect(printed).toHaveBeenCalledOnce();
      return [code, String(printed.mock.calls[0]?.[0])];
    };
    writeFileSync(file, 'instances:\n  - {label: web-1}\n');
    expect(await run('--account', file, '--data', data)).toEqual([
      1,
      expect.stringMatching(/^skydeck emulator: the account file .*account\.yaml: line 2, column \d+: instances\.0/),
    ]);
    expect(await run('--account', join(folder, 'none.yaml'))).toEqual([
      1,
      expect.stringMatching(/none\.yaml: file not found$/),
    ]);
    expect(await run('--account', file, '--accounts', 'demo')).toEqual([
      2,
      expect.stringMatching(/leave one of them out$/),
    ]);
    expect(out).not.toHaveBeenCalled();
    // The data file takes the corrected account afterwards, and keeps it when the account file changes later.
    const first = await open(example, {data});
    await first.ok(volumes.create, {body: {label: 'kept', region: 'us-east'}});
    await opened.pop()?.close();
    expect(statSync(data).mode & 0o077).toBe(0);
    const second = await open('volumes: [{label: other, region: us-east}]', {data});
    expect(labels(await second.ok(volumes.list)).sort()).toEqual(['data', 'kept']);
  });
});

describe('an export', () => {
  it.each([
    ['demo', 'documents'],
    ['demo', 'provider'],
    ['demo', 'today'],
    [60, 'documents'],
  ] as const)('of %s as %s creates the same account when it is loaded', async (accounts, dialect) => {
    const source = await openTestAccount({accounts, dialect});
    opened.push(source);
    const text = await exported(source);
    const copy = await open(text, {dialect});
    expect(await exported(copy)).toBe(text);
    // In today's API, the nodes of a Kubernetes cluster are instances that are created with it.
    for (const list of dialect === 'today' ? [volumes.list, domains.list] : [instances.list, volumes.list])
      expect((await copy.ok(list)).results).toBe((await source.ok(list)).results);
  });

  it('is served as YAML, with labels in place of IDs', async () => {
    const emulator = await open(example + more);
    const response = await emulator.raw('/_emulator/export');
    expect(response.headers.get('content-type')).toBe('application/yaml');
    const text = await response.text();
    for (const line of ['compute_id: web-1', 'address: web-1:80', 'token: ci-bot-token', 'web-1: read_only', '- web-1'])
      expect(text).toContain(line);
    expect(text).toBe(await emulator.exportAccount());
  });

  it('names the omitted configs of NodeBalancers', async () => {
    const emulator = await open(example);
    const [balancer] = (await emulator.ok(nodebalancers.list)).data;
    const params = {nodeBalancerId: balancer?.id ?? 0};
    const [ssl_cert, ssl_key] = ['shop.pem', 'shop.key'].map(name =>
      readFileSync(`src/emulator/families/nodebalancers/fixtures/${name}`, 'utf8'),
    );
    await emulator.ok(nodebalancers.configs.create, {params, body: {port: 443, protocol: 'https', ssl_cert, ssl_key}});
    await emulator.ok(nodebalancers.configs.create, {params, body: {port: 8080}});
    const comments = (await emulator.exportAccount()).split('\n').filter(line => line.startsWith('# Left out'));
    expect(comments).toEqual([
      `# Left out: the config of port 443 of ${balancer?.label}, because the API never answers its private key.`,
      `# Left out: the config of port 8080 of ${balancer?.label}, because none of its nodes is an instance of this file.`,
    ]);
  });
});

describe('the schema of account files', () => {
  interface Schema {
    readonly properties: Readonly<Record<string, {readonly items: Schema} & Schema>>;
    readonly $defs?: Readonly<Record<string, unknown>>;
  }
  const schema = accountSchema() as unknown as Schema;

  it('has every field of an export', async () => {
    const source = await openTestAccount({accounts: 'demo', dialect: 'today'});
    opened.push(source);
    const {value} = parseAccountFile(await source.exportAccount(), 'export');
    const unknown = Object.entries(value).flatMap(([name, part]) => {
      const known = Array.isArray(part)
        ? schema.properties[name]?.items.properties
        : schema.properties[name]?.properties;
      const items = (Array.isArray(part) ? part : [part]) as object[];
      return items.flatMap(item =>
        Object.keys(item)
          .filter(field => !known?.[field])
          .map(field => `${name}.${field}`),
      );
    });
    expect(unknown).toEqual([]);
    expect(Object.keys(value).length).toBeGreaterThan(8);
  });

  it('has a definition for each of its references', () => {
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(([, name = '']) => name);
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter(name => !schema.$defs?.[name])).toEqual([]);
  });

  it('is up to date, with the page that documents the schema', () => {
    const {status, stderr} = spawnSync(process.execPath, ['scripts/generate-account-schema.mjs', '--check'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});
