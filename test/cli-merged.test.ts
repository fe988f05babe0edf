/** `skydeck get` over several accounts: one list, a profile column, and every account fails for itself. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {openTestAccount, type TestAccount} from '../src/emulator/testing/test-account.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
let lab: TestAccount;
beforeAll(async () => {
  line = await openCommandLine();
  lab = await openTestAccount({accounts: 'demo', seed: 2});
  const profiles = [
    `{name: prod, base_url: '${line.account.url}', token: {env: PROD}, production: true}`,
    `{name: lab, base_url: '${lab.url}', token: {env: LAB}}`,
    "{name: gone, base_url: 'http://127.0.0.1:9/v4', token: {env: LAB}}",
  ];
  writeFileSync(join(line.folder, 'config.yaml'), `profiles: [${profiles.join(', ')}]\n`);
});
afterAll(async () => {
  await lab.close();
  await line.close();
});
const run = (profiles: string, ...words: readonly string[]) =>
  line.run(['--profile', profiles, ...words], {
    SKYDECK_CONFIG: join(line.folder, 'config.yaml'),
    SKYDECK_BASE_URL: '',
    PROD: line.account.token,
    LAB: lab.token,
  });

describe('get of several profiles', () => {
  it('prints the warnings of each API once, separately from the output', async () => {
    const {out, err} = await run('prod,lab', 'get', 'account.entityTransfers', '--json');
    expect(err.match(/\w+: The API reports: Deprecated endpoint/g)?.toSorted()).toEqual([
      'lab: The API reports: Deprecated endpoint',
      'prod: The API reports: Deprecated endpoint',
    ]);
    expect(JSON.parse(out)).toBeInstanceOf(Array);
  });

  it('prints one list with a profile column, for filters, sorting and --columns', async () => {
    const {code, out} = await run('prod,lab', 'get', 'volumes');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^PROFILE +LABEL/);
    const own = JSON.parse((await run('prod', 'get', 'volumes', '--json')).out) as {id: number}[];
    expect(lines).toHaveLength(1 + 2 * own.length);
    const all = JSON.parse((await run('prod,lab,prod', 'get', 'volumes', '--json')).out) as object[];
    expect(all.slice(0, own.length)).toEqual(own.map(row => ({profile: 'prod', ...row})));
    const filtered = await run(
      'prod,lab',
      'get',
      'volumes',
      '--filter',
      'profile:lab',
      '--csv',
      '--columns',
      'profile,id',
    );
    expect(filtered.out.split('\n').slice(0, 2)).toEqual(['profile,id', expect.stringMatching(/^lab,\d+$/)]);
    expect(filtered.out).not.toContain('prod');
    const sorted = await run('prod,lab', 'get', 'volumes', '--sort', 'profile', '--ndjson');
    const names = sorted.out
      .trimEnd()
      .split('\n')
      .map(text => (JSON.parse(text) as {profile: string}).profile);
    expect(names).toEqual([...names].sort());
    expect(new Set(names)).toEqual(new Set(['lab', 'prod']));
  });

  it('prints the account of each profile', async () => {
    const {out} = await run('prod,lab', 'get', 'account', '--json');
    expect(JSON.parse(out)).toMatchObject([{profile: 'prod'}, {profile: 'lab'}]);
  });

  it('reads the lists that columns and filters need, for each account', async () => {
    const {out} = await run('prod,lab', 'get', 'nodebalancers');
    expect(out).toMatch(/^prod +front +some down .* 80 8443 /m);
    expect(out).toMatch(/^lab +front +\w.* 80 8443 /m);
    expect(out).not.toMatch(/unknown|\?/);
    const down = await run('prod,lab', 'get', 'nodebalancers', '--filter', 'backends:down', '--ndjson');
    expect(down.out).toContain('"profile":"prod"');
    expect(down.out).toContain('"profile":"lab"');
    expect(down.out).not.toContain('launch-2027');
  });

  it('shows the accounts that answer, names the others, and ends with 1', async () => {
    for (const format of ['--table', '--ndjson']) {
      const {code, out, err} = await run('gone,lab', 'get', 'domains', format);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^(?:skydeck: |\{"error":")gone: .*refused the connection/),
      ]);
      expect(out).toMatch(/lab/);
      expect(out).not.toMatch(/gone/);
    }
    const none = await run('gone,nowhere', 'get', 'domains');
    expect([none.code, none.out, none.err]).toEqual([2, '', expect.stringMatching(/No profile named "nowhere"/)]);
  });

  it('refuses requests that need a single account', async () => {
    expect((await run('prod,lab', 'get', 'volumes', '7')).err).toMatch(/IDs need a single account. Use one profile/);
    expect((await run('prod,lab', 'get', 'domains.records')).err).toMatch(/Use one profile/);
    expect((await run('prod,lab', 'overview')).err).toMatch(/"prod,lab" names several profiles/);
    expect((await run('prod,lab', 'get', 'volumes', '--columns', 'profil')).err).toMatch(/did you mean profile/);
  });
});
