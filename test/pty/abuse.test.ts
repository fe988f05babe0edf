/** Unusual terminals, full disks and closed pipes: the program continues. */
import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect} from 'vitest';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {openPty, skydeck} from '../support/pty.ts';
import {isLong, roundNumbers, seededRandom, torture} from '../support/torture.ts';
import {makeFolder, quitConsole, readFilesWith, startConsole, startLiveConsole} from '../support/torture-console.ts';

let account: RunningEmulator;
beforeAll(async () => {
  account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  return () => account.close();
});

const usual = {columns: 120, rows: 40};
const sizes = [
  {columns: 1, rows: 1},
  {columns: 2, rows: 500},
  {columns: 500, rows: 200},
  {columns: 40, rows: 3},
];

torture(
  'extreme sizes, rapid resizes, foreign output and a paste of a megabyte cause no crash',
  roundNumbers(9, 1),
  async round => {
    const random = seededRandom(round);
    const pty = await startLiveConsole(account);
    for (const size of sizes) {
      pty.resize(size);
      pty.press('j');
      pty.resize(usual);
      // A key that is pressed before the first paint in the new size is not lost.
      pty.press('?');
      await pty.until(/Keys of this screen/);
      pty.press('esc');
      await pty.until(screen => !/Keys of this screen/.test(screen), 'the keys are gone');
    }

    for (let blow = 0; blow < 60; blow++) {
      pty.resize({columns: 1 + Math.floor(random() * 200), rows: 1 + Math.floor(random() * 60)});
      pty.press(random() < 0.5 ? 'j' : 'k');
    }
    pty.resize(usual);
    await pty.until(/batch-scratch-free/);

    pty.writeAsOtherProgram(
      '\r\nBroadcast message from root: the system is going down\r\n\x1b[2J\x1b[31m\x1b[10;10Hscribbled',
    );
    await pty.until(/scribbled/);
    pty.press('ctrl-l');
    await pty.until(screen => /batch-scratch-free/.test(screen) && !/scribbled|Broadcast/.test(screen), 'drawn again');

    const where = (['filter', 'field', 'list'] as const)[(round - 1) % 3];
    if (where === 'filter') pty.press('/');
    if (where === 'field') {
      pty.press('n');
      await pty.until(/New volume/);
    }
    pty.type(`\x1b[200~${'paste of much '.repeat(75_000)}\x1b[201~`);
    if (where === 'filter') await pty.until(/0 of 18/, 'a filter that nothing matches');
    if (where === 'field') await pty.until(/paste of much/, 'the field holds it');
    // A key directly after Esc would be read as that key with Alt.
    pty.press('esc', 'esc', 'esc', 'ctrl-l', '?');
    await pty.until(/Keys of this screen/);
    pty.press('esc');
    await pty.until(screen => !/Keys of this screen/.test(screen), 'the help is closed');
    await quitConsole(pty);
  },
);

torture(
  'typed values are kept when the terminal hangs up or the console is terminated',
  isLong ? (['window', 'SIGHUP', 'SIGTERM'] as const) : (['window'] as const),
  async how => {
    const home = makeFolder();
    const pty = await startLiveConsole(account, {home});
    pty.press('n');
    await pty.until(/New volume/);
    pty.type('typed-before-the-end');
    await pty.until(/typed-before-the-end/);
    if (how === 'window') pty.hangUp();
    else pty.kill(how);
    await pty.exit;
    expect(readFilesWith(home, 'drafts.json')).toContain('typed-before-the-end');
  },
);

const words = (output: string): readonly [string, ...string[]] => [
  'bash',
  '-c',
  `set -o pipefail; "$@" ${output}; echo "ended with $?"`,
  'bash',
];
torture(
  'a closed output, a full device and a closed input cause no stack trace',
  [
    {given: ['get', 'instances'], output: '| head -n 1', says: /LABEL[\s\S]*ended with 0/},
    {given: ['get', 'instances'], output: '> /dev/full', says: /^skydeck: [^\n]*no space left[^\n]*\n\s*ended with 1/m},
    {given: ['get', 'instances'], output: '>&-', says: /ended with 0/},
    {given: [], output: '<&- | cat', says: /Addresses +42/},
    {given: ['monitor'], output: '2>&1 | head -n 1', says: /data: connecting[\s\S]*ended with 0/},
  ].slice(0, isLong ? undefined : 1),
  async ({given, output, says}) => {
    const argv = skydeck([...given, '--base-url', account.url]);
    const pty = openPty([...words(output), ...argv], {env: {SKYDECK_TOKEN: account.token}});
    await pty.exit;
    // The whole output, because a long text has scrolled off the screen.
    expect(pty.output()).toMatch(says);
    expect(pty.output()).not.toMatch(/^\s+at /m);
  },
);

const inNamespace = (home: string, options: string): string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} none "$0" && { head -c 65536 /dev/zero > "$0/filler"; } 2>/dev/null; exec "$@"`,
  home,
];
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

torture(
  canMount
    ? 'the console reports a full disk or a read-only home folder, and continues'
    : 'the console reports a full disk or a read-only home folder (skipped: this machine allows no mounts)',
  canMount ? ['size=4k', 'ro'].slice(0, isLong ? 2 : 1) : [],
  async options => {
    const home = makeFolder();
    const pty = startConsole(account, {home, under: inNamespace(home, options)});
    await pty.until(/batch-scratch-free/);
    pty.press('n');
    await pty.until(/New volume/);
    pty.type('kept-nowhere');
    await pty.until(/kept-nowhere/);
    pty.press('esc');
    await pty.until(/can’t be used, so nothing is saved/);
    await quitConsole(pty);
  },
);

const damages = ['{', '', '[]', '\u0000\u0000', '{"version":1,"drafts":{"a":7},"lists":{}}'];
torture('the console starts with damaged state files', isLong ? damages : [], async text => {
  const home = makeFolder();
  await quitConsole(await startLiveConsole(account, {home}));
  const state = join(home, 'skydeck');
  mkdirSync(state, {recursive: true});
  for (const name of readdirSync(state)) writeFileSync(join(state, name), text);
  await quitConsole(await startLiveConsole(account, {home}));
});
