/** What happens to programs: they are killed, cut off, starved of disk, and given terminals that nobody has. */
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, expect, onTestFinished} from 'vitest';
import {type FaultRule, faultKinds} from '../../src/emulator/faults/plan.ts';
import {type Running, start} from '../../src/emulator/server.ts';
import {openPty, skydeck} from '../support/pty.ts';
import {isLong, seeded, times, torture} from '../support/torture.ts';

let account: Running;
beforeAll(async () => {
  account = await start({accounts: 'demo', seed: 1, limits: 'none'});
  return () => account.close();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'skydeck-torture-'));
  onTestFinished(() => rmSync(path, {recursive: true, force: true}));
  return path;
}

/** The console on the list of Volumes, with its state in `home`. */
const open = (home: string, under: readonly string[] = []) => {
  const [file, ...args] = [...under, ...skydeck(['--base-url', account.url, '--view', 'volumes'])];
  return openPty([file ?? '', ...args], {env: {SKYDECK_TOKEN: account.token, XDG_STATE_HOME: home}});
};

async function faults(...rules: readonly FaultRule[]): Promise<void> {
  const body = JSON.stringify({faults: rules});
  const answer = await fetch(new URL('/_emulator/faults', account.url), {method: 'POST', body});
  expect(answer.status).toBe(200);
}

async function leave(pty: ReturnType<typeof open>): Promise<void> {
  pty.press('ctrl-c');
  expect(await pty.exit).toEqual({code: 0, signal: undefined});
  expect(pty.modesLeftOn()).toEqual([]);
}

/** Every file of the state is whole: JSON, or lines of it. */
function checkState(home: string): void {
  const state = join(home, 'skydeck');
  if (!existsSync(state)) return;
  for (const name of readdirSync(state)) {
    const text = readFileSync(join(state, name), 'utf8');
    if (name.endsWith('.json')) JSON.parse(text);
    else if (name.endsWith('.ndjson')) for (const line of text.split('\n').filter(Boolean)) JSON.parse(line);
  }
}

torture('kill -9 while a form is typed in', times(100, 2), async round => {
  const random = seeded(round);
  const home = folder();
  const pty = open(home);
  await pty.until(/batch-scratch-free/);
  pty.press('n');
  await pty.until(/New Volume/);
  const typed = `half-typed-${round}-${'x'.repeat(Math.floor(random() * 12))}`;
  pty.type(typed);
  await pty.until(screen => screen.includes(typed), 'what was typed');
  // Somewhere within the pause after which a draft is written, measured in keys and paints.
  for (let key = Math.floor(random() * 40); key > 0; key--) {
    pty.press('tab');
    pty.press('shift-tab');
  }
  pty.kill('SIGKILL');
  await pty.exit;
  checkState(home);
  const again = open(home);
  await again.until(/● live/);
  await again.until(/batch-scratch-free/);
  await leave(again);
  checkState(home);
});

torture(
  'every fault of the plan: no crash, and live again without a key',
  isLong ? faultKinds : (['html', 'wrong-type'] as const),
  async kind => {
    await faults({kind, rate: 0.5, milliseconds: 300, seconds: 1});
    const pty = open(folder());
    try {
      await pty.until(/live|stale|offline/);
    } finally {
      await faults();
    }
    await pty.until(/● live/, `live after ${kind}`);
    await pty.until(/batch-scratch-free/, `the rows after ${kind}`);
    await leave(pty);
  },
);

torture('every fault at once', times(10, 1), async () => {
  await faults(...faultKinds.filter(kind => kind !== 'stall').map(kind => ({kind, rate: 0.15, milliseconds: 100})));
  const pty = open(folder());
  try {
    await pty.until(/live|stale|offline/);
    pty.press('j', 'j', 'enter');
  } finally {
    await faults();
  }
  await pty.until(/● live/, 'live again');
  await leave(pty);
});

torture('a change whose answer never comes is sent once, and settled by reading', times(10, 1), async () => {
  await faults({on: 'instances.reboot', kind: 'reset', when: 'after', count: 1});
  const pty = openPty(skydeck(['--base-url', account.url, '--view', 'instances']), {
    env: {SKYDECK_TOKEN: account.token},
  });
  await pty.until(/Instances +42/);
  pty.press('/');
  pty.type('web-03');
  pty.press('enter');
  await pty.until(/web-03 +● running/);
  pty.press('O');
  await pty.until(/POST .*\/reboot/);
  pty.press('tab', 'enter');
  await pty.until(/it was done/, 'what became of it');
  const state = (await (await fetch(new URL('/_emulator', account.url))).json()) as {faults: {seen: number}[]};
  await faults();
  expect(state.faults[0]?.seen).toBe(1);
  pty.press('enter');
  await pty.until(screen => !screen.includes('─ Reboot: '), 'the dialog is gone');
  await leave(pty);
});

const sizes = [
  {columns: 1, rows: 1},
  {columns: 2, rows: 500},
  {columns: 500, rows: 200},
  {columns: 40, rows: 3},
];
torture('terminals of sizes that nobody has', isLong ? sizes : sizes.slice(0, 3), async size => {
  const pty = open(folder());
  await pty.until(/batch-scratch-free/);
  pty.resize(size);
  pty.press('j', '?');
  pty.resize({columns: 120, rows: 40});
  await pty.until(/Keys that work here/);
  await leave(pty);
});

torture('a paste of a megabyte', times(5, 1), async () => {
  const pty = open(folder());
  await pty.until(/batch-scratch-free/);
  pty.press('/');
  pty.type(`\x1b[200~${'paste of much '.repeat(75_000)}\x1b[201~`);
  await pty.until(/0 of 18/, 'a filter that nothing matches');
  await leave(pty);
});

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
  'a full disk, a home that is read-only: the console runs all the same',
  canMount ? ['size=4k', 'ro'] : [],
  async options => {
    const home = folder();
    const pty = open(home, inNamespace(home, options));
    await pty.until(/batch-scratch-free/);
    await pty.until(screen => !screen.includes('─ New Volume'), 'the form is gone');
    await leave(pty);
  },
);

const damages = ['{', '', '[]', '\u0000\u0000', '{"version":1,"drafts":{"a":7},"lists":{}}'];
torture('files of the state that are damaged', isLong ? damages : damages.slice(0, 1), async text => {
  const home = folder();
  await leave(await opened(home));
  const state = join(home, 'skydeck');
  mkdirSync(state, {recursive: true});
  for (const name of readdirSync(state)) writeFileSync(join(state, name), text);
  await leave(await opened(home));
});

torture('the API gone at the start, and there later', times(5, 1), async () => {
  const gone = await start({accounts: 'demo', seed: 1, limits: 'none'});
  await gone.close();
  const pty = openPty(skydeck(['--base-url', gone.url, '--view', 'volumes']), {env: {SKYDECK_TOKEN: gone.token}});
  await pty.until(/✗ offline/);
  const back = await start({accounts: 'demo', seed: 1, limits: 'none', port: gone.port, token: gone.token});
  try {
    await pty.until(/● live/, 'live without a key');
    await pty.until(/batch-scratch-free/);
    await leave(pty);
  } finally {
    await back.close();
  }
});

async function opened(home: string): Promise<ReturnType<typeof open>> {
  const pty = open(home);
  await pty.until(/● live/);
  await pty.until(/batch-scratch-free/);
  return pty;
}
