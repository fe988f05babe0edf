/** With an ID prefix, the command line speaks and takes the provider's own identifiers. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, test} from 'vitest';
import {idNamesOf} from '../src/cli/args/action-names.ts';
import {contract} from '../src/contract/index.ts';
import {type Endpoint, rootOf} from '../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {buildPath} from '../src/contract/schema/path.ts';
import {brand} from '../src/contract/wire/brand.ts';
import {openTestAccount, type TestAccount} from '../src/emulator/testing/test-account.ts';
import {families} from '../src/families/registry.ts';
import type {Family} from '../src/families/shape/define-family.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

type Params = Readonly<Record<string, string | number>>;

const prefix = 'acme';
const {toWire} = brand(prefix);
const operations = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));
let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine({accounts: 'demo', brand: prefix});
});
afterAll(() => line.close());

const run: CommandLine['run'] = (words, env = {}, more = {}) => line.run(words, {SKYDECK_BRAND: prefix, ...env}, more);
async function json(...words: string[]): Promise<never> {
  const {out, err} = await run([...words, '--json']);
  if (out === '') throw new Error(err);
  return JSON.parse(out) as never;
}

/** The response as another tool would read it. */
async function raw(endpoint: Endpoint, params: Params, query = ''): Promise<never> {
  const {url, token} = line.account;
  const path = toWire.path(buildPath<Endpoint>(endpoint, params as never));
  const answer = await fetch(`${url.replace(/\/v4$/, '')}/${rootOf(endpoint)}${path}${query}`, {
    headers: {authorization: `Bearer ${token}`},
  });
  const text = await answer.text();
  expect(answer.ok, `${path} ${text}`).toBe(true);
  return JSON.parse(text) as never;
}

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly pages: number;
}

async function rawItems(endpoint: Endpoint, params: Params): Promise<Page['data']> {
  const items: Page['data'][number][] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const read: Page = await raw(endpoint, params, `?page_size=500&page=${page}`);
    items.push(...read.data);
    pages = read.pages;
  }
  return items;
}

const source = (family: Family): Endpoint => {
  const endpoint = operations.get(family.source);
  if (!endpoint) throw new Error(family.source);
  return endpoint;
};

/** The path parameters of a family's lists: one for each of some rows of its parent. */
async function placesOf(family: Family): Promise<readonly Params[]> {
  const {path, params} = source(family);
  const names = Object.keys(params);
  const last = names.at(-1);
  if (last === undefined) return [{}];
  const beginning = path.slice(0, path.indexOf(`{${last}}`) + last.length + 2);
  const isOwner = (other: Family) =>
    operations.get(`${other.id}.get`)?.path === beginning || `${source(other).path}/{${last}}` === beginning;
  const owner = families.find(isOwner);
  if (!owner) throw new Error(`nothing tells ${last} of ${family.id}`);
  const places: Params[] = [];
  for (const around of await placesOf(owner)) {
    const rows = await rawItems(source(owner), around);
    places.push(...rows.slice(0, 8).map(row => ({...around, [last]: owner.key(row)})));
  }
  return places;
}

function byId(id: string): Family {
  const family = families.find(one => one.id === id);
  if (!family) throw new Error(id);
  return family;
}

/** Resource types without resources in the demo account. */
const empty = ['networking.ipv6.ranges', 'databases.postgresql', 'databases.postgresql.backups'];

describe('bug: with an ID prefix, the output of get --json differed from the API', () => {
  const lists = families.filter(family => !family.today && source(family).spec.page);
  test.each(
    lists.map(family => [family.id, family] as const),
  )('the list %s has the fields of the API in their order', async (_, family) => {
    const endpoint = source(family);
    let found = 0;
    for (const view of (await placesOf(family)).slice(0, 12)) {
      const items = await rawItems(endpoint, view);
      const ids = Object.values(view).map(String);
      const {out} = await run(['get', family.id, ...ids, '--json', '--all']);
      expect(out).toBe(`${JSON.stringify(items, undefined, 2)}\n`);
      found += items.length;
      if (items.length > 0) break;
    }
    expect(idNamesOf(family, 'list')).toHaveLength(Object.keys(endpoint.params).length);
    if (!empty.includes(family.id)) expect(found, 'nothing was compared').toBeGreaterThan(0);
  });

  const singles = families.filter(({single, today}) => single && !today);
  test.each(
    singles.map(family => [family.id, family] as const),
  )('the object %s has the fields of the API in their order', async (_, family) => {
    const users = family.id === 'account.users.grants' ? await rawItems(source(byId('account.users')), {}) : [];
    const restricted = users.find(user => user.restricted === true)?.username;
    const place: Readonly<Record<string, string>> = restricted === undefined ? {} : {username: String(restricted)};
    const answer: Readonly<Record<string, unknown>> = await raw(source(family), place);
    const read = await json('get', family.id, ...Object.values(place));
    // The plan's name is built from its response and added to it.
    if (family.id === 'longview.plan') expect(read).toMatchObject(answer);
    else expect(JSON.stringify(read)).toBe(JSON.stringify(answer));
  });

  it('of one resource, of NDJSON and of an object that isn’t a list', async () => {
    const kernels = await rawItems(source(byId('kernels')), {});
    const lines = (await run(['get', 'kernels', '--ndjson'])).out;
    expect(lines).toBe(kernels.map(kernel => `${JSON.stringify(kernel)}\n`).join(''));
    const [kernel] = kernels;
    expect(await json('get', 'kernels', String(kernel?.id))).toEqual(kernel);
    const [tag] = await rawItems(source(byId('tags')), {});
    const tagged = await rawItems(source(byId('tags.objects')), {label: String(tag?.label)});
    expect(await json('get', 'tags.objects', String(tag?.label))).toEqual(tagged);
    const addresses: readonly object[] = await json('get', 'instances.ips', 'web-01');
    expect(JSON.stringify(addresses)).toContain('"acme_id"');
    expect(JSON.stringify(addresses)).not.toContain('compute');
  });
});

describe('tables, CSV and documents', () => {
  const shown = families.filter(
    // The account has an older API, without the resource types of today.
    family => !family.single && !family.today && Object.keys(source(family).params).length === 0,
  );
  test.each(
    shown.map(family => [family.id, family] as const),
  )('of %s contain only names of the provider', async (id, family) => {
    const endpoint = source(family);
    const sent = JSON.stringify(await (endpoint.spec.page ? rawItems(endpoint, {}) : raw(endpoint, {})));
    for (const format of ['--table', '--csv', '--markdown']) {
      const {code, out} = await run(['get', id, format, '--all']);
      expect(code).toBe(0);
      // Texts of people and host names may hold any word: those are in the data.
      const words = out.match(/[\w./:-]*(?:compute|kube)[\w./:-]*/gi) ?? [];
      expect(words.filter(word => !sent.includes(word))).toEqual([]);
    }
  });
});

describe('bug: with an ID prefix, the names of the API find nothing and are refused', () => {
  const labels = async (...words: string[]): Promise<readonly string[]> =>
    (await run([...words, '--csv', '--columns', 'label'])).out.trim().split(/\r?\n/).slice(1);

  it.each([
    ['images', 'id:acme/debian12', 'id:compute/debian12'],
    ['images', 'id=acme/debian12', 'id=compute/debian12'],
    ['instances', 'image:acme/debian12', 'image:compute/debian12'],
    ['volumes', 'acme_id>0', 'compute_id>0'],
    ['volumes', 'acme_label:web-01', 'compute_label:web-01'],
    ['regions', 'capabilities:acmes', 'capabilities:computes'],
    ['account.events', 'action:acme_boot', 'action:compute_boot'],
    ['account.events', 'entity.type:acme', 'entity.type:compute'],
    ['profile.tokens', 'scopes:acmes:read_only', 'scopes:compute:read_only'],
  ])('a filter of %s accepts %s as well as %s', async (family, own, neutral) => {
    const column = family === 'regions' || family === 'account.events' ? 'id' : 'label';
    const read = async (filter: string) =>
      (await run(['get', family, '--filter', filter, '--csv', '--columns', column])).out.split('\n').slice(1);
    const found = await read(own);
    expect(found.filter(Boolean).length).toBeGreaterThan(0);
    expect(await read(neutral)).toEqual(found);
    const others = await read(`!${own}`);
    expect(others.filter(text => text !== '' && found.includes(text))).toEqual([]);
  });

  it('a word of a filter matches the names on the screen', async () => {
    expect(await labels('get', 'images', '--filter', 'acme/debian')).toContain('Debian 12');
    expect(await labels('get', 'images', '--filter', 'compute/debian')).toEqual([]);
  });

  it('an ID is accepted in either spelling', async () => {
    for (const id of ['acme/debian12', 'compute/debian12'])
      expect(await json('get', 'images', id)).toMatchObject({id: 'acme/debian12', created_by: 'acme'});
    const notice = (await run(['get', 'account.maintenance', '--json'])).out;
    expect(notice).not.toContain('compute');
  });

  it('columns and sort keys are accepted in either spelling', async () => {
    for (const name of ['acme_id', 'compute_id']) {
      const {out} = await run(['get', 'volumes', '--csv', '--columns', `label,${name}`, '--sort', `-${name}`]);
      expect(out).toMatch(new RegExp(`^label,${name}\\r?\\n[\\w-]+,\\d+`));
      expect((await run(['get', 'volumes', '--table', '--columns', name])).out).toMatch(/^ACME_ID|^COMPUTE_ID/);
    }
    const {code, err} = await run(['get', 'volumes', '--csv', '--columns', 'acmeid']);
    expect([code, err]).toEqual([2, expect.stringContaining('acme_id')]);
    expect(err).not.toContain('compute_id');
  });
});

describe('bug: with an ID prefix, do refuses the fields and the bodies of the API', () => {
  const volume = 'crm-archive-2014';
  const dry = async (...words: string[]): Promise<Readonly<Record<string, unknown>>> =>
    json('do', ...words, '--dry-run') as Promise<never>;

  it('has flags in the provider’s spelling, and accepts the neutral names too', async () => {
    const {out} = await run(['do', 'volumes.attach', '--help']);
    expect(out).toContain('--acme-id NUMBER');
    const rebuild = await run(['do', 'instances.rebuild', '--help']);
    expect(rebuild.out).toContain('instances.rebuild ACME-ID…');
    expect(rebuild.out).toContain('POST /acme/instances/{acmeId}/rebuild');
    expect((await run(['wait', 'instances'])).err).not.toContain('COMPUTE');
    expect(out).not.toMatch(/compute/i);
    const own = await dry('volumes.attach', volume, '--acme-id', 'web-01');
    expect(own).toMatchObject({body: {acme_id: expect.any(Number)}});
    expect(await dry('volumes.attach', volume, '--compute-id', 'web-01')).toEqual(own);
    expect(JSON.stringify(own)).not.toContain('compute');
    const twice = await run(['do', 'volumes.attach', volume, '--acme-id', '1', '--compute-id', '2', '--dry-run']);
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('--acme-id is repeated')]);
    expect((await run(['do', 'volumes.attach', volume, '--acmeid', '1'])).err).toContain('--acme-id');
  });

  it('accepts a body in either spelling', async () => {
    const {id} = (await rawItems(source(byId('instances')), {}))[0] ?? {};
    const own = await dry('volumes.attach', volume, '--body', `{"acme_id":${id}}`);
    expect(own).toMatchObject({body: {acme_id: id}});
    expect(await dry('volumes.attach', volume, '--body', `{"compute_id":${id}}`)).toEqual(own);
    const wrong = await run(['do', 'volumes.attach', volume, '--body', '{"acme_ids":1}', '--dry-run']);
    expect(wrong.err).toContain('acme_ids');
  });

  it('accepts an image in either spelling, and shows it in the provider’s', async () => {
    const words = [
      'instances.create',
      '--region',
      'us-east',
      '--type',
      'g6-nanode-1',
      '--root-pass',
      'aLongPassword!23',
    ];
    const own = await dry(...words, '--image', 'acme/debian12');
    expect(own).toMatchObject({body: {image: 'acme/debian12'}});
    expect(await dry(...words, '--image', 'compute/debian12')).toEqual(own);
    expect(JSON.stringify(own)).not.toContain('compute');
    const {out} = await run(['do', ...words, '--image', 'compute/debian12', '--dry-run', '--curl']);
    expect(out).toContain('/v4/acme/instances');
    expect(out).not.toContain('compute');
  });

  it('names fields in refusals in the provider’s spelling', async () => {
    const local = await run(['do', 'networking.ips.allocate', '--acme-id', '999999', '--type', 'ipv4', '--dry-run']);
    expect(local.err).toBe('skydeck: --acme-id: no instance 999999\n');
    const create = ['do', 'volumes.create', '--label', 'both', '--size', '20', '--region', 'us-east'];
    const {err, code} = await run([...create, '--acme-id', '101', '--yes']);
    expect([code, err]).toEqual([2, expect.stringContaining('--region, which does not go with --acme-id')]);
    expect(err).not.toMatch(/compute/);
  });

  it('prints the answer exactly as the API sent it', async () => {
    const renamed = 'renamed-by-a-test';
    await run(['do', 'volumes.create', '--label', 'new', '--region', 'us-east', '--size', '20', '--yes']);
    const {out} = await run(['do', 'volumes.update', 'new', '--label', renamed, '--yes', '--json']);
    const {data}: Page = await raw(source(byId('volumes')), {}, '?page_size=500');
    expect(JSON.parse(out)).toEqual(data.find(({label}) => label === renamed));
    expect(out).toContain('"acme_id"');
    const same = await run(['do', 'volumes.update', renamed, '--label', renamed, '--yes', '--json']);
    expect(same.out).toBe(out);
  });

  it('names a missing scope in the provider’s spelling', async () => {
    const token = line.account.tokenFor('reader', {scopes: 'compute:read_only'});
    const env = {SKYDECK_TOKEN: token};
    const {err} = await run(['do', 'instances.reboot', 'web-01', '--yes'], env);
    expect(err).toContain('acmes:read_write');
    expect(err).not.toContain('compute');
    const listed = await run(['get', 'instances.transfer', 'nobody'], env);
    expect(listed.err).not.toContain('compute:');
    expect((await run(['doctor'], env)).out).toMatch(/scopes +acmes:read_only/);
  });
});

describe('completion', () => {
  const completed = async (...words: string[]) => (await run(['__complete', '--', ...words])).out;

  it('offers the provider’s names', async () => {
    expect(await completed('get', 'volumes', '--columns', 'acme_i')).toBe('acme_id\t\n');
    expect(await completed('get', 'volumes', '--columns', 'compute_i')).toBe('');
    expect(await completed('get', 'images', 'acme/debian1')).toContain('acme/debian12\tDebian 12');
    expect(await completed('do', 'networking.firewalls.devices.create', '1', '--type', '')).toBe(
      'acme\t\nnodebalancer\t\nacme_interface\t\n',
    );
  });

  it('bug: flags are completed without the prefix that the environment names', async () => {
    const {out} = await run(['completion', 'bash']);
    expect(out).toMatch(/volumes\.attach\) offered="[^"]*--acme-id/);
  });
});

describe('profiles of several providers', () => {
  let other: TestAccount;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    other = await openTestAccount({accounts: 'demo', brand: 'zeta', acronym: 'zke'});
    const profiles = [
      `{name: a, base_url: '${line.account.url}', brand: acme, token: {env: A}}`,
      `{name: z, base_url: '${other.url}', brand: zeta, acronym: zke, token: {env: Z}}`,
    ];
    const config = join(line.folder, 'several.yaml');
    writeFileSync(config, `profiles: [${profiles.join(', ')}]\n`);
    env = {SKYDECK_CONFIG: config, SKYDECK_BASE_URL: '', A: line.account.token, Z: other.token, SKYDECK_BRAND: ''};
  });
  afterAll(() => other.close());
  const several = (...words: readonly string[]) => line.run(['--profile', 'a,z', ...words], env);

  it('spell each row like its provider', async () => {
    const images = JSON.parse((await several('get', 'images', '--json')).out) as {profile: string; id: string}[];
    expect(images.filter(({id}) => id.endsWith('/debian12'))).toMatchObject([
      {profile: 'a', id: 'acme/debian12', created_by: 'acme'},
      {profile: 'z', id: 'zeta/debian12', created_by: 'zeta'},
    ]);
    const {out} = await several('get', 'images', '--filter', 'label:debian');
    expect(out).toMatch(/^a .*acme\/debian12/m);
    expect(out).toMatch(/^z .*zeta\/debian12/m);
    expect(out).not.toContain('compute/');
    const sorted = await several(
      'get',
      'images',
      '--csv',
      '--columns',
      'id',
      '--sort',
      'id',
      '--filter',
      'id:debian12',
    );
    expect(sorted.out.trim().split(/\r?\n/)).toEqual(['id', 'acme/debian12', 'zeta/debian12']);
  });

  it('read a field by the name of each provider', async () => {
    const ids = async (name: string) => {
      const {out} = await several('get', 'volumes', '--json', '--columns', `profile,${name}`, '--filter', `${name}>0`);
      return (JSON.parse(out) as Readonly<Record<string, unknown>>[]).map(row => [row.profile, row[name]]);
    };
    const found = await ids('compute_id');
    expect(new Set(found.map(([profile]) => profile))).toEqual(new Set(['a', 'z']));
    // A row has its own names, and the contract's: the filter by another provider's leaves the rows of that one.
    expect(await ids('acme_id')).toEqual(found.filter(([profile]) => profile === 'a'));
    const all = JSON.parse((await several('get', 'volumes', '--json', '--columns', 'acme_id')).out) as unknown[];
    const neutral = JSON.parse((await several('get', 'volumes', '--json', '--columns', 'compute_id')).out) as unknown[];
    expect(all.map(row => Object.values(row as object))).toEqual(neutral.map(row => Object.values(row as object)));
  });

  it('have the flags of all providers completed', async () => {
    const {out} = await line.run(['completion', 'bash'], env);
    expect(out).toMatch(/volumes\.attach\) offered="[^"]*--acme-id[^"]*--zeta-id/);
    expect(out).not.toContain('--compute-id');
    expect((await line.run(['completion', 'bash'], {})).out).toContain('--compute-id');
  });
});

test('bug: a bucket of a region cannot be made from a command line', async () => {
  const made = await run(['do', 'buckets.create', '--label', 'regional', '--region', 'us-east', '--yes']);
  expect(made).toMatchObject({code: 0});
  expect(await json('get', 'buckets', 'us-east/regional')).toMatchObject({cluster: '', region: 'us-east'});
  const both = ['do', 'buckets.create', '--label', 'both', '--cluster', 'us-east-1', '--region', 'us-east', '--yes'];
  expect(await run(both)).toMatchObject({code: 2});
});
