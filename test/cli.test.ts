import {writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {monitorCommand} from '../src/cli/commands/monitor.ts';
import {contract} from '../src/contract/index.ts';
import type {TestAccount} from '../src/emulator/testing/test-account.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
let account: TestAccount;
let folder: string;
const run: CommandLine['run'] = (...given) => line.run(...given);
beforeAll(async () => {
  line = await openCommandLine();
  ({account, folder} = line);
});
afterAll(() => line.close());

describe('overview', () => {
  it('counts every resource type by its states, and lists the problems', async () => {
    const {code, out, err} = await run(['overview']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Instances +42 +36 running · .*offline/m);
    expect(out).toMatch(/^Problems\n {2}instance batch-12: stopped/m);
  });

  it('shows the states of NodeBalancers, which depend on their configs', async () => {
    const {out} = await run(['overview']);
    expect(out).toMatch(/^NodeBalancers +3 +1 all down · 1 no ports · 1 some down$/m);
    expect(out).toMatch(/^ {2}NodeBalancer api-eu: all down$/m);
  });

  it('is data with --json', async () => {
    const {families, problems} = JSON.parse((await run(['overview', '--json'])).out);
    expect(families[0]).toMatchObject({family: 'instances', count: 42});
    expect(problems.length).toBeGreaterThan(0);
  });

  it('names the lists that it couldn’t read, and shows the others', async () => {
    const token = account.tokenFor('half', {scopes: 'compute:read_only'});
    const {code, out} = await run(['overview'], {SKYDECK_TOKEN: token});
    expect(code).toBe(0);
    expect(out).toMatch(/^Instances +42 /m);
    expect(out).toMatch(/^Volumes +\? +The token lacks volumes:read_only\.$/m);
    // Bug: a long advice stood in each line.
    expect(out.match(/Create a token/g)).toHaveLength(1);
    expect(out).toContain('  Its scopes: compute:read_only. Create a token with the missing ones.\n');
  });

  it('bug: get named an administrator instead of the scopes that the token lacks and has', async () => {
    const token = account.tokenFor('few', {scopes: 'compute:read_only'});
    expect(await run(['get', 'domains'], {SKYDECK_TOKEN: token})).toMatchObject({
      code: 1,
      err: 'skydeck: The token lacks domains:read_only. Its scopes: compute:read_only. Create a token with the missing ones.\n',
    });
  });
});

describe('get', () => {
  it('shows the columns of the console, filtered and sorted', async () => {
    const {out} = await run(['get', 'volumes', '--filter', 'size>100', '--sort', '-size']);
    const [head, first] = out.split('\n');
    expect(head).toMatch(/^LABEL +STATUS +SIZE/);
    expect(first).toMatch(/^warehouse +active +1,000 GB/);
    expect(out).not.toMatch(/^batch-scratch/m);
  });

  it('reads the lists that its columns and filters need', async () => {
    const {out} = await run(['get', 'nodebalancers', '--filter', 'backends:down']);
    expect(out).toMatch(/^front +some down .* 80 8443 /m);
    expect(out).not.toContain('launch-2027');
    const lines = await run(['get', 'nodebalancers', '--filter', 'backends:down', '--ndjson']);
    expect(lines.out.trimEnd().split('\n')).toHaveLength(2);
    const chosen = await run([
      'do',
      'nodebalancers.update',
      '--filter',
      'backends:down',
      '--add-tags',
      'sick',
      '--dry-run',
    ]);
    expect(chosen.out.match(/^PUT /gm)).toHaveLength(2);
    expect((await run(['get', 'tags'])).out).toMatch(/^web +\d+ +\d+ +\d+ +\d+$/m);
    const token = account.tokenFor('balancers', {scopes: 'nodebalancers:read_only'});
    const tags = await run(['get', 'nodebalancers', 'front'], {SKYDECK_TOKEN: token});
    expect(tags).toMatchObject({code: 0, out: expect.stringMatching(/^front +some down/m)});
  });

  it('shows the instance of an address, and the status of the ticket of an issue', async () => {
    expect((await run(['get', 'ips', '--filter', 'instance:web-01'])).out).toMatch(/^192\.0\.2\.10 +web-01 /m);
    expect((await run(['get', 'vlans'])).out).toMatch(/^db-net .* db-01, db-02/m);
    expect((await run(['get', 'issues'])).out).toMatch(/^Mail in is not answering +open +Mail in /m);
    const token = account.tokenFor('addresses', {scopes: 'ips:read_only'});
    const unnamed = await run(['get', 'ips'], {SKYDECK_TOKEN: token});
    expect(unnamed).toMatchObject({code: 0, out: expect.stringMatching(/^192\.0\.2\.10 +instance \d+ /m)});
  });

  it('shows amounts in dollars, states in the words of the console, and an empty value as a dash', async () => {
    expect((await run(['get', 'billing'])).out).toMatch(/^Acme Infrastructure +\$0\.00 +\$/m);
    expect((await run(['get', 'tickets', '--filter', 'disk'])).out).toContain('waiting for you');
    const events = await run(['get', 'events', '--columns', 'created,message', '--filter', 'id>0']);
    // A recent time has no year.
    expect(events.out.split('\n')[1]).toMatch(/^(\d{4}-\d\d-\d\d|\d\d-\d\d \d\d:\d\d) +—$/);
  });

  it('prints the objects of the API as JSON and NDJSON, and chosen columns as Markdown and CSV', async () => {
    const all = JSON.parse((await run(['get', 'instances', '--json'])).out);
    expect(all).toHaveLength(42);
    const one = JSON.parse((await run(['get', 'instances', String(all[0].id), '--json'])).out);
    expect(one).toEqual(all[0]);
    const lines = (await run(['get', 'instances', '--ndjson'])).out.trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).id)).toEqual(all.map(({id}: {id: number}) => id));
    expect((await run(['get', 'regions', '--markdown', '--columns', 'id,country'])).out).toMatch(
      /^\| \S+ \| \S+ \|\n\| --- \| --- \|\n\| us-east \| /,
    );
    expect((await run(['get', 'regions', '--csv', '--columns', 'id,country'])).out).toMatch(/^id,country\nus-east,/);
  });

  it('reads an endless list to its end only with --all', async () => {
    const few = await run(['get', 'events', '--ndjson']);
    expect(few.err).toMatch(/Showing the newest 500 of \d+\. Pass --all to load all\./);
    expect(few.out.trimEnd().split('\n')).toHaveLength(500);
    const all = await run(['get', 'events', '--ndjson', '--all']);
    const {results} = await account.ok(contract.account.events.list, {query: {page_size: 25}});
    expect(all.out.trimEnd().split('\n')).toHaveLength(results);
    expect(results).toBeGreaterThan(500);
  });

  it('reads a list that belongs to one resource', async () => {
    const [first] = JSON.parse((await run(['get', 'instances', '--json', '--filter', 'label=web-01'])).out);
    const configs = JSON.parse((await run(['get', 'instances.configs', String(first.id), '--json'])).out);
    expect(configs[0]).toHaveProperty('kernel');
    expect(await run(['get', 'instances.configs'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/needs COMPUTE-ID \(an ID or a label\), and was given nothing/),
    });
  });
});

describe('a command line', () => {
  it.each([
    [['get', 'nope'], /Unknown resource type "nope"\. Run "skydeck get --help"/],
    [['get', 'volumes', 'x'], /No volume named "x"/],
    [['get', 'volumes', '--filter', 'sice>1'], /No field “sice”/],
    [['get', 'volumes', '--sort', 'nope'], /cannot be sorted by "nope"/],
    [['get', 'volumes', '--columns', 'nope'], /No column "nope"/],
    [['get', 'volumes', '--json', '--csv'], /cannot be used with/],
    [
      ['get', 'volumes', '--jq', '.[0]'],
      /^skydeck: unknown option '--jq'\. Pipe the JSON to jq: --json \| jq '\.\[\]\.label'\n$/,
    ],
    [['get', 'volumes', '-q', '.[0]'], /unknown option '-q'\. Pipe the JSON to jq/],
    [['do', 'volumes.delete', 'x', '--jq', '.[0]'], /Unknown option '--jq'\. Pipe the JSON to jq/],
    [['gte', 'volumes'], /Unknown command "gte". Did you mean get/],
    [['overview', '--profile', 'none'], /No profile named "none"/],
  ])('%s: names its mistake', async (line, words) => {
    const {code, out, err} = await run(line);
    expect(err).toMatch(words);
    expect([code === 2 || code === 1, out]).toEqual([true, '']);
  });

  it('get --help lists the flags and the resource types', async () => {
    const {code, out} = await run(['get', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/--filter <text>/);
    expect(out).toMatch(/Resource types:\n {2}instances configs /);
  });
});

describe('an API that can’t be used', () => {
  it('wrong token: the error doesn’t contain the token', async () => {
    const {code, err} = await run(['get', 'instances'], {SKYDECK_TOKEN: 'canary-token'});
    expect(code).toBe(1);
    expect(err).toMatch(/token/i);
    expect(err).not.toContain('canary');
  });

  it('no server: the error is one line with the address', async () => {
    const {code, err} = await run(['get', 'instances'], {SKYDECK_BASE_URL: 'http://127.0.0.1:9/v4'});
    expect(code).toBe(1);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toMatch(/127\.0\.0\.1:9/);
  });

  it('a web page: the error states that it isn’t the API', async () => {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<html>hello</html>'),
    );
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
      const {port} = server.address() as AddressInfo;
      const {code, err} = await run(['get', 'instances'], {SKYDECK_BASE_URL: `http://127.0.0.1:${port}/v4`});
      expect(code).toBe(1);
      expect(err).toMatch(/not.*API|API.*not/i);
    } finally {
      server.close();
    }
  });

  it('damaged settings: every mistake is shown with its line, and the command continues', async () => {
    const config = join(folder, 'damaged.yaml');
    writeFileSync(config, 'profiles:\n  - name: x\n    base_url: nonsense\n');
    const {code, err} = await run(['get', 'regions'], {SKYDECK_CONFIG: config});
    expect(code).toBe(0);
    expect(err).toMatch(/damaged\.yaml:3:15: profiles\.0\.base_url .*isn’t a valid URL/);
    const unsaid = await run(['get', 'regions'], {SKYDECK_CONFIG: config, SKYDECK_BASE_URL: ''});
    expect(unsaid).toMatchObject({code: 2, out: ''});
    expect(unsaid.err).toMatch(/default profile is not known\.\n.*damaged\.yaml:3:15: /);
  });
});

describe('a command line never falls back to the demo account', () => {
  const commands = [
    ['get', 'instances'],
    ['do', 'instances.delete', 'web-01', '--yes', '--confirm', 'web-01'],
    ['wait', 'instances', 'web-01', 'status:running'],
    ['overview'],
    ['cost'],
    ['waste'],
    ['history', 'instances', 'web-01'],
    ['since', '1h'],
    ['monitor'],
  ];
  const settings = (name: string, text?: string) => {
    const path = join(folder, name);
    if (text !== undefined) writeFileSync(path, text);
    return path;
  };
  const bare = {SKYDECK_BASE_URL: '', SKYDECK_CONFIG: '', SKYDECK_TOKEN: ''};
  const cases = [
    {without: 'any configuration', env: {}, says: 'No account is configured'},
    {without: 'a base URL', env: {SKYDECK_TOKEN: 'real'}, says: 'SKYDECK_TOKEN is set, but no base URL'},
    {
      without: 'the settings file that is named',
      env: {SKYDECK_CONFIG: '/nowhere.yaml'},
      says: 'SKYDECK_CONFIG names /nowhere.yaml',
    },
    {
      without: 'settings that can be read',
      env: {SKYDECK_CONFIG: () => settings('broken.yaml', 'profiles: [')},
      says: 'broken.yaml:1:12: ',
    },
  ];
  it.each(commands.flatMap(words => cases.map(one => ({...one, words}))))('$words.0 without $without', async ({
    words,
    env,
    says,
  }) => {
    const given = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, typeof value === 'string' ? value : value()]),
    );
    const around = {...bare, HOME: folder, XDG_CONFIG_HOME: '', ...given};
    const ended = words[0] === 'monitor' ? await monitored(around) : await run(words, around);
    expect(ended).toMatchObject({code: 2, out: ''});
    expect(ended.err).toContain(says);
    expect(ended.err).toContain('--demo');
  });

  it('except for the overview in place of a console, which names the demo account', async () => {
    const {code, out, err} = await run(
      ['overview'],
      {...bare, HOME: folder},
      {
        fallsBackToDemo: true,
        startDemo: async () => ({url: account.url, token: account.token, close: async () => {}}),
      },
    );
    expect([code, err]).toEqual([0, 'skydeck: This is the demo account. Add your own with skydeck profile add.\n']);
    expect(out).toMatch(/^demo\n/);
  });
});

/** `skydeck monitor` isn't a command of the command line: the console's entry point starts it. */
async function monitored(env: Readonly<Record<string, string>>) {
  let [out, err] = ['', ''];
  const code = await monitorCommand({}, new AbortController().signal, {
    startDemo: () => Promise.reject(new Error('no demo in this test')),
    env,
    out: text => {
      out += text;
    },
    err: text => {
      err += text;
    },
    columns: undefined,
  });
  return {code, out, err};
}

describe('profile', () => {
  it('lists the profiles of the settings, and tests a profile', async () => {
    const config = join(folder, 'profiles.yaml');
    const base = `    base_url: ${account.url}\n`;
    writeFileSync(
      config,
      `profiles:\n  - name: good\n${base}    token: {env: GOOD}\n  - name: bad\n${base}    token: {env: BAD}\n`,
    );
    const env = {SKYDECK_CONFIG: config, SKYDECK_BASE_URL: '', GOOD: account.token, BAD: 'canary'};
    expect((await run(['profile', 'list'], env)).out).toMatch(/^\* good +http\S+ +token: GOOD\n {2}bad /);
    expect(await run(['profile', 'test', 'good'], env)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/logged in as /),
    });
    const bad = await run(['profile', 'test', 'bad'], env);
    expect(bad.code).toBe(1);
    expect(bad.err).not.toContain('canary');
  });
});

it('completion for another shell is refused', async () => {
  expect((await run(['completion', 'tcsh'])).code).toBe(2);
});
