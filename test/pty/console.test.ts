import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {type EmulatorProcess, startEmulatorProcess, startSharedEmulatorProcess} from '../support/emulator-process.ts';
import {openPty, skydeck} from '../support/pty.ts';

/** An account in a process of its own that lives ten times as fast; each test has its own resources in it. */
let account: EmulatorProcess;
beforeAll(async () => {
  account = await startSharedEmulatorProcess('--speed', '10', '--accounts', 'demo');
  return account.kill;
});

/** The built console in a real terminal. */
function open(size: {columns: number; rows: number}, {url, token}: EmulatorProcess, ...options: string[]) {
  return openPty(skydeck(['--base-url', url, ...options]), {...size, env: {SKYDECK_TOKEN: token}});
}

const sizes = [
  {columns: 80, rows: 24, instance: 'web-01', volume: 'cold', to: 'web-02', region: 'us-east'},
  {columns: 160, rows: 45, instance: 'web-03', volume: 'scratch-free', to: 'batch-2', region: 'ap-south'},
];

describe.each(sizes)('at $columns×$rows', ({instance, volume, to, region, ...size}) => {
  test('an instance is found and rebooted until it runs again; a volume is attached', {timeout: 60_000}, async () => {
    const pty = open(size, account, '--view', 'instances');
    await pty.until(/Instances +42/);
    pty.press('/');
    pty.type(instance);
    pty.press('enter');
    await pty.until(/1 of 42/);
    pty.press('O');
    await pty.until(/POST .*\/reboot/);
    pty.press('y');
    await pty.until(/◐ rebooting/, 'the row says at once what happens to it');
    await pty.until(/rebooting.*\d+ ?%/, 'and how far it is');
    await pty.until(new RegExp(`${instance} +● running`), 'until it is back');
    await pty.until(screen => !screen.includes('─ Reboot: '), 'the dialog is gone');
    pty.press('esc');
    await pty.until(screen => !screen.includes('1 of 42'), 'esc takes the filter away');

    pty.press(':');
    pty.type('volumes');
    pty.press('enter');
    await pty.until(/Volumes +18/);
    pty.press('/');
    pty.type(volume);
    pty.press('enter');
    await pty.until(/1 of 18/);
    pty.press('A');
    await pty.until(/─ Attach: /);
    pty.press('enter');
    pty.type(to);
    await pty.until(new RegExp(`${to} +${region}`), 'what can be picked is there');
    pty.press('enter');
    await pty.until(new RegExp(`Attach to \\* +${to}`));
    pty.press('ctrl-o');
    await pty.until(/POST .*\/attach/);
    pty.press('y');
    await pty.until(new RegExp(`${volume}[^\\n]*(${to}|attaching)`), 'the row says where it is attached');
    await pty.until(screen => !screen.includes('─ Attach: '), 'the dialog is gone');
    pty.press('esc');
    await pty.until(screen => !screen.includes('1 of 18'), 'esc takes the filter away');
    pty.press('q');
    expect(await pty.exit).toEqual({code: 0, signal: undefined});
    expect(pty.modesLeftOn()).toEqual([]);
  });
});

test('60 resizes in a row keep the cursor and the filter', {timeout: 60_000}, async () => {
  const pty = open({columns: 120, rows: 40}, account, '--view', 'instances');
  await pty.until(/Instances +42/);
  pty.press('/');
  pty.type('batch');
  pty.press('enter', 'j', 'j');
  await pty.until(/▌ +batch-3 /);
  for (let step = 0; step < 60; step++) pty.resize({columns: 40 + ((step * 37) % 160), rows: 8 + ((step * 13) % 50)});
  pty.resize({columns: 120, rows: 40});
  // A frame drawn for an earlier size may still arrive and is painted over.
  await pty.until(
    screen => /^ skydeck /.test(screen) && /▌ +batch-3 /.test(screen) && screen.includes('/batch'),
    'the header, the cursor and the filter are still there',
  );
  pty.press('ctrl-c');
  expect((await pty.exit).code).toBe(0);
});

test('a server that stops is reported as offline, and the rows stay on the screen', {timeout: 60_000}, async () => {
  const own = await startEmulatorProcess('--accounts', 'demo');
  const pty = open({columns: 120, rows: 40}, own, '--view', 'instances');
  await pty.until(/Instances +42/);
  await own.kill();
  await pty.until(/✗ offline|▲ stale/);
  expect(pty.text()).toContain('web-01');
  pty.press('q');
  expect((await pty.exit).code).toBe(0);
});

test.each(['SIGTERM', 'SIGHUP'] as const)('%s restores the terminal', {timeout: 60_000}, async signal => {
  const pty = open({columns: 100, rows: 30}, account, '--view', 'instances');
  await pty.until(/Instances +42/);
  pty.kill(signal);
  await pty.exit;
  expect(pty.modesLeftOn()).toEqual([]);
});

test('a wrong token, a closed port and a server that isn’t an API are shown on the screen', {
  timeout: 60_000,
}, async () => {
  const wrong = openPty(skydeck(['--base-url', account.url]), {env: {SKYDECK_TOKEN: 'canary-token'}});
  await wrong.until(/token/i);
  expect(wrong.output()).not.toContain('canary');
  wrong.press('ctrl-c');
  const nobody = openPty(skydeck(['--base-url', 'http://127.0.0.1:9/v4']), {env: {SKYDECK_TOKEN: 'x'}});
  await nobody.until(/✗ offline/);
  nobody.press('ctrl-c');
  expect((await nobody.exit).code).toBe(0);
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'));
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void site.close());
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/v4`;
  const page = openPty(skydeck(['--base-url', siteUrl]), {env: {SKYDECK_TOKEN: 'x'}});
  await page.until(/is not the API/);
  page.press('ctrl-c');
  expect((await page.exit).code).toBe(0);
});

test('--exit-on checks the account on the screen, also after a switch of profiles', {timeout: 60_000}, async () => {
  const empty = await startEmulatorProcess('--accounts', 'empty');
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-profiles-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    `profiles:\n  - {name: quiet, base_url: "${empty.url}"}\n  - {name: busy, base_url: "${account.url}"}\n`,
  );
  const pty = openPty(skydeck(['monitor', '--profile', 'quiet', '--exit-on', 'volumes label:vol-db']), {
    columns: 100,
    rows: 30,
    env: {SKYDECK_TOKEN: account.token, SKYDECK_CONFIG: config},
  });
  await pty.until(/quiet/);
  pty.press(':');
  pty.type('profile busy\r');
  expect((await pty.exit).code).toBe(3);
  expect(pty.text()).toContain('vol-db');
});
