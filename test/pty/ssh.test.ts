/** `t` lends the terminal to the user's own ssh, and gets it back, any number of times. */
import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startEmulator} from '../../src/emulator/server/start-server.ts';
import {openPty, skydeck} from '../support/pty.ts';

/** Writes the modes of the terminal to a file, waits for a line, and leaves the terminal as a lost connection does. */
const FAKE_SSH = `#!/bin/sh
printf '%s|%s\\n' "$*" "$(stty -a | tr -s ' \\n' ' ' | grep -o ' -\\?icanon\\| -\\?echo ' | tr -d ' \\n')" >> "$HOME/sessions"
printf '\\033[?1000h\\033[?1049h\\033[31m\\033[5;10r\\033[?25l'
echo "remote $1"
read line
echo "$line" >> "$HOME/typed"
stty raw -echo
exit 255
`;

test('thirty ssh sessions in a row leave the console intact each time', {timeout: 60_000}, async () => {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const bin = mkdtempSync(join(tmpdir(), 'skydeck-ssh-'));
  onTestFinished(() => rmSync(bin, {recursive: true, force: true}));
  writeFileSync(join(bin, 'ssh'), FAKE_SSH);
  chmodSync(join(bin, 'ssh'), 0o755);
  const pty = openPty(skydeck(['--base-url', account.url, '--view', 'instances', '--mouse']), {
    env: {SKYDECK_TOKEN: account.token, PATH: `${bin}:${process.env.PATH}`},
  });
  await pty.until(/Instances +42/);
  pty.press('/');
  pty.type('web-01');
  pty.press('enter');
  await pty.until(/web-01 +● running/);
  // A paint in progress doesn't count as a mode that stays on.
  const modesNow = () =>
    pty
      .modesLeftOn()
      .filter(mode => mode !== 'synchronised update')
      .join();
  const modes = modesNow();

  for (let session = 1; session <= 30; session++) {
    pty.press('t');
    await pty.until(/^remote root@/m, `session ${session}`);
    pty.type(`line ${session}\r`);
    // The message of a failed connection stays until the user has read it.
    const said = await pty.until(/\[enter returns to skydeck\]/, `the end of session ${session}`);
    expect(said).toContain('remote root@');
    pty.type('\r');
    await pty.until(/1 of 42/, `the console after session ${session}`);
    await pty.until(/web-01 +● running/);
    const screen = pty.text().split('\n');
    expect(screen[0]).toMatch(/^ skydeck /);
    expect(screen.join('\n')).not.toContain('remote root@');
    await pty.until(() => modesNow() === modes, `${modes}, not ${modesNow()}`);
  }

  // Each session had a terminal in normal modes, and received every key.
  const sessions = readFileSync(join(pty.home, 'sessions'), 'utf8').trimEnd().split('\n');
  expect(sessions).toHaveLength(30);
  expect(new Set(sessions)).toEqual(new Set([expect.stringMatching(/^root@[\d.]+\|icanonecho$/)]));
  const typed = Array.from({length: 30}, (_, index) => `line ${index + 1}`);
  expect(readFileSync(join(pty.home, 'typed'), 'utf8').trimEnd().split('\n')).toEqual(typed);
  pty.press('q');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.modesLeftOn()).toEqual([]);
});

test('the serial console opens in a new pane of tmux, and the console stays', {timeout: 60_000}, async () => {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  onTestFinished(() => account.close());
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-serial-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  writeFileSync(join(folder, 'tmux'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${folder}/args'\necho %7\n`);
  chmodSync(join(folder, 'tmux'), 0o755);
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    `profiles: [{name: lab, base_url: '${account.url}', token: {env: LAB_TOKEN}}]
ssh: {serial: 'ann@console-{region}.example.com', pane: true}
`,
  );
  const pty = openPty(skydeck(['--view', 'instances']), {
    env: {
      SKYDECK_CONFIG: config,
      LAB_TOKEN: account.token,
      PATH: `${folder}:${process.env.PATH}`,
      TMUX: '/nowhere,1,0',
    },
  });
  await pty.until(/Instances +42/);
  pty.type(':serial web-01');
  await pty.until(/Serial console: web-01/);
  pty.press('enter');
  await pty.until(/web-01: ssh -t ann@console-[a-z-]+\.example\.com web-01 in a new pane/);
  expect(readFileSync(join(folder, 'args'), 'utf8')).toMatch(
    /^split-window -P -F #\{pane_id\} ssh -t ann@console-[a-z-]+\.example\.com web-01\nset-option/,
  );
  pty.press('q');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
});
