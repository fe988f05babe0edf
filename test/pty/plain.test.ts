import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {type EmulatorProcess, startSharedEmulatorProcess} from '../support/emulator-process.ts';
import {openPty, skydeck} from '../support/pty.ts';

let account: EmulatorProcess;
const home = mkdtempSync(join(tmpdir(), 'skydeck-plain-'));
afterAll(() => rmSync(home, {recursive: true}));
beforeAll(async () => {
  account = await startSharedEmulatorProcess('--accounts', 'demo');
  return account.kill;
});

/** The conversation in a real terminal, at its first question. */
async function converse() {
  const pty = openPty(skydeck(['--base-url', account.url, '--plain', '--view', 'volumes']), {
    columns: 80,
    rows: 24,
    env: {SKYDECK_TOKEN: account.token},
  });
  await pty.until(/^volumes>/m);
  return pty;
}

describe('plain mode ends in order', {timeout: 60_000}, () => {
  const places = [
    {place: 'at its prompt', type: '', asked: /^volumes>/m},
    {place: 'at a question in the middle of a form', type: 'new\r', asked: /^Label.*:/m},
  ];
  const signals = ['SIGTERM', 'SIGHUP'] as const;
  const cases = places.flatMap(view => signals.map(signal => ({...view, signal})));

  test.each(cases)('on $signal $place', async ({type, asked, signal}) => {
    const pty = await converse();
    pty.type(type);
    await pty.until(asked);
    pty.kill(signal);
    expect(await pty.exit, 'it dies of the signal, as its parent expects').toEqual({code: 0, signal});
    expect(pty.modesLeftOn()).toEqual([]);
    expect(pty.output().endsWith('\n'), 'the shell has a line of its own').toBe(true);
    expect(pty.text()).not.toMatch(/error|went wrong/i);
  });

  test('on a second ctrl-c, after the first canceled the question', async () => {
    const pty = await converse();
    pty.type('new\r');
    await pty.until(/^Label.*:/m);
    pty.press('ctrl-c');
    await pty.until(screen => (screen.match(/^volumes>/gm)?.length ?? 0) > 1, 'the prompt is back');
    pty.press('ctrl-c');
    expect((await pty.exit).code).toBe(0);
    expect(pty.modesLeftOn()).toEqual([]);
  });
});

test('commands typed after a switch of profiles go to the new profile', {timeout: 60_000}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-profiles-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const config = join(folder, 'config.yaml');
  const profiles = ['one', 'two'].map(name => `  - {name: ${name}, base_url: "${account.url}"}\n`);
  writeFileSync(config, `profiles:\n${profiles.join('')}`);
  const pty = openPty(skydeck(['--profile', 'one', '--plain', '--view', 'volumes']), {
    columns: 80,
    rows: 24,
    env: {SKYDECK_TOKEN: account.token, SKYDECK_CONFIG: config},
  });
  await pty.until(/^volumes>/m);
  pty.type('profile two\rstatus\rquit\r');
  expect((await pty.exit).code).toBe(0);
  expect(pty.text()).toMatch(/^instances> (status)?\s*Profile two, /m);
});

test.each([
  {place: 'at a preview', typed: ['attach batch-scratch-free', 'batch-3', '.preview'], code: 1},
  {place: 'in the middle of a form', typed: ['new', 'half'], code: 1},
  {place: 'at the main prompt', typed: ['list'], code: 0},
])('input through a pipe that ends $place ends with exit code $code', {timeout: 60_000}, ({typed, code}) => {
  const [file, ...args] = skydeck(['--base-url', account.url, '--plain', '--view', 'volumes']);
  const {status, stdout} = spawnSync(file, args, {
    encoding: 'utf8',
    input: typed.map(line => `${line}\n`).join(''),
    env: {PATH: process.env.PATH, HOME: home, SKYDECK_TOKEN: account.token},
  });
  expect(status, stdout).toBe(code);
  expect(stdout.endsWith('\nThe input ended. Nothing more was sent.\n')).toBe(code === 1);
});
