/** The confirmation of `skydeck do` at a real terminal, and the commands behind a pipe. */
import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';
import {type EmulatorProcess, startEmulatorProcess} from '../support/emulator-process.ts';
import {openPty, skydeck} from '../support/pty.ts';

const accountOf = ({url, token}: EmulatorProcess) => ({
  SKYDECK_BASE_URL: url,
  SKYDECK_TOKEN: token,
});

describe('a command in a terminal', {timeout: 60_000}, () => {
  test('shows the request and asks; any answer but yes sends nothing', async () => {
    const emulator = await startEmulatorProcess();
    const env = accountOf(emulator);
    const line = skydeck(['do', 'volumes.update', 'vol-db', '--tags', 'asked']);
    for (const [answer, code] of [
      ['no\r', 1],
      ['\x04', 1],
      ['y\r', 0],
    ] as const) {
      const pty = openPty(line, {env});
      await pty.until(/PUT \/v4\/volumes\/4400[\s\S]*Tags: [\s\S]*→ asked[\s\S]*Send it\? \[y\/N\]/);
      pty.type(answer);
      const {code: ended} = await pty.exit;
      expect([JSON.stringify(answer), ended]).toEqual([JSON.stringify(answer), code]);
      expect(pty.text()).toMatch(code === 0 ? /Edit vol-db is done/ : /Nothing was sent/);
    }
  });

  test('asks for the label before it deletes a tag', async () => {
    const emulator = await startEmulatorProcess();
    const env = accountOf(emulator);
    for (const [answer, code] of [
      ['y\r', 1],
      ['web\r', 0],
    ] as const) {
      const pty = openPty(skydeck(['do', 'tags.delete', 'web']), {env});
      await pty.until(/This can’t be undone|Send it/);
      pty.type(answer);
      expect((await pty.exit).code).toBe(code);
    }
  });
});

describe('a command in a pipe', {timeout: 60_000}, () => {
  const home = mkdtempSync(join(tmpdir(), 'skydeck-home-'));
  afterAll(() => rmSync(home, {recursive: true, force: true}));
  const piped = (emulator: EmulatorProcess, ...args: readonly string[]) => {
    const [file, ...before] = skydeck([...args]);
    return spawnSync(file, before, {
      encoding: 'utf8',
      env: {PATH: process.env.PATH, HOME: home, ...accountOf(emulator)},
    });
  };

  test('refuses an invalid time limit before anything starts', async () => {
    const {status, stderr} = piped(await startEmulatorProcess(), '--request-timeout', 'soon');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^skydeck: --request-timeout is a time up to 1h/)]);
  });

  test('prints plain text, errors to stderr, and ends quietly if its reader stops early', async () => {
    const emulator = await startEmulatorProcess();
    const list = piped(emulator, 'get', 'instances');
    expect(list).toMatchObject({status: 0, stderr: ''});
    expect(list.stdout).not.toContain('\x1b');
    const asked = piped(emulator, 'do', 'volumes.update', 'vol-db', '--tags', 'x');
    expect(asked).toMatchObject({status: 2, stdout: '', stderr: expect.stringMatching(/--yes/)});
    const [file, ...args] = skydeck(['get', 'events', '--all', '--ndjson']);
    const line = `${[file, ...args].map(word => `'${word}'`).join(' ')} | head -1; echo "\${PIPESTATUS[0]}"`;
    const head = spawnSync('bash', ['-c', line], {
      encoding: 'utf8',
      env: {PATH: process.env.PATH, HOME: home, ...accountOf(emulator)},
    });
    expect(head.stderr).toBe('');
    expect(head.stdout).toMatch(/^\{"id":.*\}\n0\n$/);
    // Messages beside the output may have no reader either: the command ends with the same code.
    const [skydeckFile, ...profile] = skydeck(['profile']);
    const unheard = spawn(skydeckFile, profile, {
      env: {PATH: process.env.PATH, HOME: home},
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    unheard.stderr.destroy();
    expect(await new Promise(resolve => unheard.once('exit', resolve))).toBe(2);
  });

  /** The result of `skydeck … OUTPUT` in a shell: the printed text, and the program's exit code. */
  const through = (emulator: EmulatorProcess, output: string, ...words: readonly string[]) => {
    const [file, ...args] = skydeck([...words]);
    const line = `${[file, ...args].map(word => `'${word}'`).join(' ')} ${output}; echo "ended with \${PIPESTATUS[0]}"`;
    return spawnSync('bash', ['-c', line], {
      encoding: 'utf8',
      env: {PATH: process.env.PATH, HOME: home, ...accountOf(emulator)},
    });
  };

  test('ends a watch and a raw request with 0 if the reader stops, and a watch with 130 on ctrl-c', async () => {
    const emulator = await startEmulatorProcess();
    for (const words of [
      ['get', 'instances', '--watch', '--ndjson'],
      ['api', 'GET', '/account/events?page_size=100'],
    ]) {
      const {stdout, stderr} = through(emulator, '| head -1', ...words);
      expect([words, stdout.split('\n').slice(-2), stderr]).toEqual([words, ['ended with 0', ''], '']);
    }
    const [file, ...args] = skydeck(['get', 'volumes', '--watch']);
    const watch = spawn(file, args, {env: {PATH: process.env.PATH, HOME: home, ...accountOf(emulator)}});
    let said = '';
    watch.stderr.on('data', (data: Buffer) => (said += data.toString()));
    const exit = new Promise(resolve => watch.once('exit', resolve));
    await new Promise(resolve => watch.stdout.once('data', resolve));
    watch.kill('SIGINT');
    expect([await exit, said]).toEqual([130, '']);
  });

  test('finishes a batch after its reader has stopped, and reports the number of changes sent', async () => {
    const emulator = await startEmulatorProcess('--accounts', '40', '--limits', 'none');
    const change = ['do', 'volumes.update', '--filter', 'status:active', '--tags', 'abc-def', '--yes'];
    const head = through(emulator, '| head -n 1', ...change);
    expect(head.stdout).toMatch(/^Edit volume-1 is done\nended with 0\n$/);
    const count = Number(/closed early\. (\d+) of \1 changes were sent/.exec(head.stderr)?.[1]);
    expect(count).toBeGreaterThan(2);
    const tagged = JSON.parse(piped(emulator, 'get', 'volumes', '--filter', 'tag:abc-def', '--json').stdout);
    expect(tagged).toHaveLength(count);
    // A full disk is reported, the change runs to its end, and the command fails.
    const full = through(emulator, '> /dev/full', ...change.with(5, 'other'));
    expect(full.stdout).toBe('ended with 1\n');
    expect(full.stderr).toMatch(/^skydeck: the output could not be written: .*ENOSPC/m);
    expect(full.stderr).toMatch(new RegExp(`closed early\\. ${count} of ${count} changes were sent`));
  });

  test('ends with a code and one line, without a stack trace, if the output can’t be written', async () => {
    const emulator = await startEmulatorProcess();
    for (const words of [['--help'], ['--version'], ['--licenses'], ['help'], [], ['get', 'instances']]) {
      const full = through(emulator, '> /dev/full', ...words);
      expect([words, full.stdout]).toEqual([words, 'ended with 1\n']);
      expect(full.stderr).toMatch(/^skydeck: the output could not be written: .*ENOSPC/m);
      expect(full.stderr).not.toMatch(/^\s+at /m);
      const gone = through(emulator, '| true', ...words);
      expect([words, gone.stdout]).toEqual([words, 'ended with 0\n']);
      expect(gone.stderr).not.toMatch(/^\s+at /m);
    }
  });
});
