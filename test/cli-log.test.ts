/** `--log FILE` of the commands: requests, results, and no secrets. */
import {existsSync, mkdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {parseArguments} from '../src/arguments.ts';
import {monitorCommand} from '../src/cli/commands/monitor.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const entries = (path: string): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

describe('bug: commands refused --log', () => {
  it.each([
    [['get', 'volumes', 'vol-db', '--json'], 'GET /v4/volumes'],
    [['do', 'volumes.update', 'vol-db', '--tags', 'logged', '--yes'], 'PUT /v4/volumes/'],
    [['wait', 'volumes', 'vol-db', 'size>1', '--timeout', '5s'], 'GET /v4/volumes'],
  ] as const)('%s', async (words, request) => {
    const path = join(cli.folder, 'logs', `${words[0]}.ndjson`);
    const {code, err} = await cli.run([...words, '--log', path]);
    expect([code, err]).toEqual([0, '']);
    const logged = entries(path);
    const sent = logged.find(({method, path}) => `${method} ${path}`.startsWith(request));
    expect(sent).toMatchObject({msg: 'request', status: 200, attempt: 1, milliseconds: expect.any(Number)});
    expect(logged.at(-1)).toMatchObject({msg: 'exit', exitCode: 0});
    expect(readFileSync(path, 'utf8')).not.toContain(cli.account.token);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('a failed command logs its failure and its exit code', async () => {
    const path = join(cli.folder, 'failed.ndjson');
    const refused = await cli.run(['--log', path, 'get', 'volumes'], {SKYDECK_TOKEN: 'wrong'});
    expect(refused.code).toBe(1);
    const [request, exit] = entries(path).filter(({msg}) => msg === 'request' || msg === 'exit');
    expect(request).toMatchObject({msg: 'request', status: 401});
    expect(exit).toMatchObject({msg: 'exit', exitCode: 1});
  });

  it('a file that can’t be written is refused before anything is sent', async () => {
    const folder = join(cli.folder, 'a-folder');
    mkdirSync(folder);
    expect(
      await cli.run(['do', 'volumes.delete', 'uploads', '--yes', '--confirm', 'uploads', '--log', folder]),
    ).toEqual({
      code: 2,
      out: '',
      err: `skydeck: Can’t write the log ${folder} (EISDIR). Name another file with --log.\n`,
    });
    expect((await cli.run(['get', 'volumes', 'uploads'])).code).toBe(0);
  });

  it.runIf(existsSync('/dev/full'))('bug: a command whose log met a full disk never ended', async () => {
    const {code, out, err} = await cli.run(['get', 'volumes', '--log', '/dev/full']);
    expect(out).toMatch(/uploads/);
    expect({code, err}).toEqual({code: 1, err: 'skydeck: The log /dev/full is incomplete (ENOSPC).\n'});
    expect((await cli.run(['get', 'nothing', '--log', '/dev/full'])).code).toBe(2);
  });

  it('the monitor in a pipe writes a log', async () => {
    const path = join(cli.folder, 'monitor.ndjson');
    // An interrupt while the accounts are opened ends it, too.
    const signal = AbortSignal.abort();
    const context = {
      startDemo: () => Promise.reject(new Error('no demo in this test')),
      env: {SKYDECK_BASE_URL: cli.account.url, SKYDECK_TOKEN: cli.account.token, XDG_CONFIG_HOME: cli.folder},
      out() {},
      err() {},
      columns: undefined,
    };
    const invocation = parseArguments(['monitor', '--log', path]);
    if (invocation.mode !== 'console') throw new Error(invocation.mode);
    expect(await monitorCommand(invocation.options, signal, context)).toBe(0);
    expect(entries(path).at(-1)).toMatchObject({msg: 'exit', exitCode: 0});
  });
});

it('bug: skydeck help monitor printed the general usage', () => {
  for (const line of [
    ['help', 'monitor'],
    ['monitor', '--help'],
  ])
    expect(parseArguments(line)).toEqual({mode: 'monitorHelp'});
});
