/** `:run` lends the terminal to `skydeck run` for the selected instances, and has it back. */
import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startEmulator} from '../../src/emulator/server/start-server.ts';
import {openPty, skydeck} from '../support/pty.ts';

test('`:run` runs a command on the selected instances, and returns to the console', {timeout: 60_000}, async () => {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-run-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  writeFileSync(join(folder, 'ssh'), '#!/bin/sh\nfor word; do command=$word; done\necho "ran $command"\n');
  chmodSync(join(folder, 'ssh'), 0o755);
  const config = join(folder, 'config.yaml');
  writeFileSync(config, `profiles: [{name: lab, base_url: '${account.url}', token: {env: LAB_TOKEN}}]\n`);
  const pty = openPty(skydeck(['--view', 'instances']), {
    env: {SKYDECK_CONFIG: config, LAB_TOKEN: account.token, PATH: `${folder}:${process.env.PATH}`},
  });
  await pty.until(/Instances +42/);
  pty.press('/');
  pty.type('web-0');
  pty.press('enter');
  await pty.until(/web-01 +● running/);
  pty.type(' ');
  await pty.until(/1 selected/);
  pty.type(' ');
  await pty.until(/2 selected/);
  pty.type(':run uptime -p\r');
  await pty.until(/Run uptime -p on 2 instances\?/);
  pty.press('down');
  pty.press('enter');
  const result = await pty.until(/\[enter returns to skydeck\]/, 'the end of the command');
  expect(result).toMatch(/web-01, web-02: exit 0\s+ran uptime -p\s+2 of 2 succeeded/);
  pty.type('\r');
  await pty.until(/run: uptime -p succeeded/);
  pty.type(':audit\r');
  await pty.until(/web-01 +instances\.run/);
  pty.press('q');
  pty.press('q');
});
