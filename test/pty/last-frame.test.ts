import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {type Running, start} from '../../src/emulator/server.ts';
import {openPty, skydeck} from '../support/pty.ts';

let account: Running;
beforeAll(async () => {
  account = await start({accounts: 'demo', seed: 1, limits: 'none'});
  return () => account.close();
});

function openHome() {
  const home = mkdtempSync(join(tmpdir(), 'skydeck-frames-'));
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const env = {HOME: home, XDG_STATE_HOME: home, SKYDECK_TOKEN: account.token};
  const args = ['--base-url', account.url, '--view', 'volumes'];
  return {
    home,
    file: join(home, 'skydeck', 'last-frame.json'),
    open: (options: {args?: readonly string[]; columns?: number; env?: Record<string, string>} = {}) =>
      openPty(skydeck(options.args ?? args), {
        columns: options.columns ?? 120,
        env: {...env, ...options.env},
      }),
  };
}

type Home = ReturnType<typeof openHome>;

async function onceThrough({open, file}: Home) {
  const first = open();
  await first.until(/Volumes +18 ·/, 'the list');
  await first.until(/batch-scratch-free +●/, 'its rows');
  await first.press('q');
  expect(await first.exit).toMatchObject({code: 0});
  expect(existsSync(file)).toBe(true);
}

/** Before the console has written anything itself: its modes come with its first frame. */
const BYGONE = /starting · this is from \d{4}-\d\d-\d\d \d\d:\d\d UTC/;

test('the last screen stands there at once, says from when it is, and becomes the true one', async () => {
  const home = openHome();
  await onceThrough(home);
  expect(statSync(home.file).mode & 0o777).toBe(0o600);
  expect(readFileSync(home.file, 'utf8')).not.toContain(account.token);

  const second = home.open();
  await second.until(BYGONE, 'the last frame');
  expect(second.text()).toMatch(/batch-scratch-free +●/);
  await second.until(/● live/, 'the true screen');
  await second.until(/batch-scratch-free +●/, 'its rows');
  expect(second.text()).not.toMatch(BYGONE);
  await second.press('q');
  expect(await second.exit).toMatchObject({code: 0});
  expect(second.modesLeftOn()).toEqual([]);
});

test('another size, another command line, another token or a damaged file: nothing of it is shown', async () => {
  const home = openHome();
  await onceThrough(home);
  const others = [
    home.open({columns: 100}),
    home.open({args: ['--base-url', account.url]}),
    home.open({env: {SKYDECK_TOKEN: `${account.token}x`}}),
    home.open({env: {SKYDECK_BASE_URL: 'https://api.example.com'}}),
  ];
  for (const other of others) {
    await other.until(/skydeck/, 'a screen');
    expect(other.output()).not.toMatch(BYGONE);
  }
  // Settings that were changed may mean another account by the same command line.
  mkdirSync(join(home.home, '.config', 'skydeck'), {recursive: true});
  writeFileSync(join(home.home, '.config', 'skydeck', 'config.yaml'), 'theme: light\n');
  const changed = home.open();
  await changed.until(/● live/, 'the console');
  expect(changed.output()).not.toMatch(BYGONE);
  writeFileSync(home.file, '{"key":');
  const after = home.open();
  await after.until(/● live/, 'the console');
  expect(after.output()).not.toMatch(BYGONE);
});

test('a start that is refused gives the terminal back before it says why', async () => {
  const home = openHome();
  await onceThrough(home);
  const config = mkdtempSync(join(tmpdir(), 'skydeck-config-'));
  onTestFinished(() => rmSync(config, {recursive: true, force: true}));
  mkdirSync(join(config, 'skydeck'), {recursive: true});
  const kept = JSON.parse(readFileSync(home.file, 'utf8')) as {key: string};
  const args = ['--view', 'nonsense'];
  const key = JSON.parse(kept.key) as unknown[];
  key[0] = args;
  writeFileSync(home.file, JSON.stringify({...kept, key: JSON.stringify(key)}));
  const refused = home.open({args});
  expect(await refused.exit).toMatchObject({code: 2});
  expect(refused.output()).toMatch(BYGONE);
  expect(refused.text()).toMatch(/there is no view nonsense/);
  expect(refused.modesLeftOn()).toEqual([]);
});
