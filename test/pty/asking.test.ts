/** The confirmation of `skydeck do` at a real terminal, and the commands behind a pipe. */
import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';
import {openPty, skydeck} from '../support/pty.ts';
import {type Served, serve} from '../support/served.ts';

const accountOf = ({url, token}: Served) => ({
  SKYDECK_BASE_URL: url,
  SKYDECK_TOKEN: token,
});

describe('a terminal', {timeout: 60_000}, () => {
  test('is shown the request and asked; anything but yes sends nothing', async () => {
    const served = await serve();
    const env = accountOf(served);
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
      expect(pty.text()).toMatch(code === 0 ? /Edit vol-db is done/ : /nothing was sent/);
    }
  });

  test('what is destroyed wants its label typed', async () => {
    const served = await serve();
    const env = accountOf(served);
    for (const [answer, code] of [
      ['y\r', 1],
      ['web\r', 0],
    ] as const) {
      const pty = openPty(skydeck(['do', 'tags.delete', 'web']), {env});
      await pty.until(/This cannot be undone|Send it/);
      pty.type(answer);
      expect((await pty.exit).code).toBe(code);
    }
  });
});

describe('a pipe', {timeout: 60_000}, () => {
  const home = mkdtempSync(join(tmpdir(), 'skydeck-home-'));
  afterAll(() => rmSync(home, {recursive: true, force: true}));
  const piped = (served: Served, ...args: readonly string[]) => {
    const [file, ...before] = skydeck([...args]);
    return spawnSync(file, before, {
      encoding: 'utf8',
      env: {PATH: process.env.PATH, HOME: home, ...accountOf(served)},
    });
  };

  test('gets plain text, errors beside it, and a reader may stop early', async () => {
    const served = await serve();
    const list = piped(served, 'get', 'instances');
    expect(list).toMatchObject({status: 0, stderr: ''});
    expect(list.stdout).not.toContain('\x1b');
    const asked = piped(served, 'do', 'volumes.update', 'vol-db', '--tags', 'x');
    expect(asked).toMatchObject({status: 2, stdout: '', stderr: expect.stringMatching(/--yes/)});
    const [file, ...args] = skydeck(['get', 'events', '--all', '--ndjson']);
    const line = `${[file, ...args].map(word => `'${word}'`).join(' ')} | head -1; echo "\${PIPESTATUS[0]}"`;
    const head = spawnSync('bash', ['-c', line], {
      encoding: 'utf8',
      env: {PATH: process.env.PATH, HOME: home, ...accountOf(served)},
    });
    expect(head.stderr).toBe('');
    expect(head.stdout).toMatch(/^\{"id":.*\}\n0\n$/);
    // What is said beside the output may find no reader either: the command ends as it would have.
    const [skydeckFile, ...profile] = skydeck(['profile']);
    const unheard = spawn(skydeckFile, profile, {
      env: {PATH: process.env.PATH, HOME: home},
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    unheard.stderr.destroy();
    expect(await new Promise(resolve => unheard.once('exit', resolve))).toBe(2);
  });
});
