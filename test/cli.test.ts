import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {runCommand} from '../src/cli/main.ts';
import {openAccount, type TestAccount} from '../src/emulator/testing.ts';

let account: TestAccount;
let folder: string;
beforeAll(async () => {
  account = await openAccount({accounts: 'demo'});
  folder = mkdtempSync(join(tmpdir(), 'skydeck-cli-'));
});
afterAll(async () => {
  await account.close();
  rmSync(folder, {recursive: true, force: true});
});

/** Runs a command line as a script would, against the test's own account. */
async function run(line: readonly string[], env: Record<string, string> = {}) {
  let out = '';
  let err = '';
  const code = await runCommand(line, {
    startDemo: () => Promise.reject(new Error('no demo in this test')),
    env: {
      SKYDECK_CONFIG: join(folder, 'none.yaml'),
      SKYDECK_BASE_URL: account.url,
      SKYDECK_TOKEN: account.token,
      ...env,
    },
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

describe('overview', () => {
  it('counts every family by its states, and names what is wrong', async () => {
    const {code, out, err} = await run(['overview']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Instances +42 +36 running · .*offline/m);
    expect(out).toMatch(/^Problems\n {2}instance batch-12: stopped/m);
  });

  it('is data with --json', async () => {
    const {families, problems} = JSON.parse((await run(['overview', '--json'])).out);
    expect(families[0]).toMatchObject({family: 'instances', count: 42});
    expect(problems.length).toBeGreaterThan(0);
  });

  it('says what it could not read, and hides nothing else', async () => {
    const token = account.tokenFor('half', {scopes: 'compute:read_only'});
    const {code, out} = await run(['overview'], {SKYDECK_TOKEN: token});
    expect(code).toBe(0);
    expect(out).toMatch(/^Instances +42 /m);
    expect(out).toMatch(/^Volumes +\? +\S.*volumes:read_only/m);
  });
});

describe('get', () => {
  it('shows the console’s columns, filtered and sorted', async () => {
    const {out} = await run(['get', 'volumes', '--filter', 'size>100', '--sort', '-size']);
    const [head, first] = out.split('\n');
    expect(head).toMatch(/^LABEL +STATUS +SIZE/);
    expect(first).toMatch(/^warehouse +active +1000 GB/);
    expect(out).not.toMatch(/^batch-scratch/m);
  });

  it('gives objects as the API has them', async () => {
    const all = JSON.parse((await run(['get', 'instances', '--json'])).out);
    expect(all).toHaveLength(42);
    const one = JSON.parse((await run(['get', 'instances', String(all[0].id), '--json'])).out);
    expect(one).toEqual(all[0]);
    const lines = (await run(['get', 'instances', '--ndjson'])).out.trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).id)).toEqual(all.map(({id}: {id: number}) => id));
    expect((await run(['get', 'regions', '--csv', '--columns', 'id,country'])).out).toMatch(/^id,country\r\nus-east,/);
  });

  it('goes to the end of an endless list only when asked', async () => {
    const few = await run(['get', 'events', '--ndjson']);
    expect(few.err).toMatch(/^the newest 500 of \d+; --all reads all of them/);
    expect(few.out.trimEnd().split('\n')).toHaveLength(500);
  });

  it('reads the lists of one object', async () => {
    const [first] = JSON.parse((await run(['get', 'instances', '--json', '--filter', 'label=web-01'])).out);
    const configs = JSON.parse((await run(['get', 'instances.configs', '--of', String(first.id), '--json'])).out);
    expect(configs[0]).toHaveProperty('kernel');
    expect(await run(['get', 'instances.configs'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/needs computeId, and was given nothing/),
    });
  });
});

describe('a command line that makes no sense', () => {
  it.each([
    [['get', 'nope'], /there is no family "nope": there are instances, /],
    [['get', 'volumes', 'x'], /volumeId is a number, not "x"/],
    [['get', 'volumes', '--filter', 'sice>1'], /no field “sice”/],
    [['get', 'volumes', '--sort', 'nope'], /cannot be sorted by "nope"/],
    [['get', 'volumes', '--columns', 'nope'], /no column "nope"/],
    [['get', 'volumes', '--json', '--csv'], /cannot be used with/],
    [['gte', 'volumes'], /unknown command 'gte'[\s\S]*Did you mean get/],
    [['overview', '--profile', 'none'], /there is no profile "none"/],
  ])('%s: says so', async (line, words) => {
    const {code, out, err} = await run(line);
    expect(err).toMatch(words);
    expect([code === 2 || code === 1, out]).toEqual([true, '']);
  });

  it('is helped', async () => {
    const {code, out} = await run(['get', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/--filter <text>/);
  });
});

describe('an API that does not answer as one', () => {
  it('wrong token: says what to do, and not what the token is', async () => {
    const {code, err} = await run(['get', 'instances'], {SKYDECK_TOKEN: 'canary-token'});
    expect(code).toBe(1);
    expect(err).toMatch(/token/i);
    expect(err).not.toContain('canary');
  });

  it('nothing listens: one clear line', async () => {
    const {code, err} = await run(['get', 'instances'], {SKYDECK_BASE_URL: 'http://127.0.0.1:9/v4'});
    expect(code).toBe(1);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toMatch(/127\.0\.0\.1:9/);
  });

  it('a web page: says that this is no API', async () => {
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

  it('damaged settings: every mistake with its line, and on it goes', async () => {
    const config = join(folder, 'damaged.yaml');
    writeFileSync(config, 'profiles:\n  - name: x\n    base_url: nonsense\n');
    const {code, err} = await run(['get', 'regions'], {SKYDECK_CONFIG: config});
    expect(code).toBe(0);
    expect(err).toMatch(/damaged\.yaml:3:15: profiles\.0\.base_url .*not a URL/);
  });
});
