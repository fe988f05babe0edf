/**
 * `npm run pictures`: runs the built console on the demo account in a pseudo-terminal, presses keys like a user, and
 * writes the screens to docs/pictures/.
 */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {svgOf} from './svg.ts';

interface Scene {
  readonly name: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** Keys to press, and what to wait for after each group. */
  readonly steps: readonly {readonly keys?: string; readonly until: RegExp}[];
}

const scenes: readonly Scene[] = [
  {
    name: 'console',
    title: 'Instances, with the detail of the selected one beside the list',
    columns: 160,
    rows: 38,
    steps: [
      {keys: 'G', until: /▌ +web-12/},
      {keys: 'kkkkkkkkkk', until: /▌ +web-02/},
    ],
  },
  {
    name: 'attach',
    title: 'Attaching a Volume: only what is valid here can be picked',
    columns: 120,
    rows: 30,
    steps: [
      {keys: ':volumes\r', until: /Volumes +18/},
      {keys: '/cold\r', until: /1 of 18/},
      {keys: 'A', until: /─ Attach: /},
      {keys: '\r', until: /us-east · g6/},
      {keys: 'db', until: /in eu-west/},
    ],
  },
  {
    name: 'stats',
    title: "An instance's statistics",
    columns: 120,
    rows: 34,
    steps: [
      {keys: '/db-01\r', until: /1 of 42/},
      {keys: '\r', until: /INSTANCE/},
      {keys: '7', until: /CPU +now/},
    ],
  },
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'docs', 'pictures');
const home = mkdtempSync(join(tmpdir(), 'skydeck-pictures-'));
mkdirSync(folder, {recursive: true});

async function take(scene: Scene): Promise<void> {
  const {columns, rows} = scene;
  const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
  const env = {
    ...process.env,
    TERM: 'xterm-256color',
    COLORTERM: '',
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_STATE_HOME: home,
    XDG_CONFIG_HOME: home,
  };
  const pty = spawn(process.execPath, [join(root, 'dist', 'skydeck.js'), '--demo'], {cols: columns, rows, env});
  let changed: (() => void) | undefined;
  pty.onData(data => terminal.write(data, () => changed?.()));
  terminal.onData(reply => pty.write(reply));
  const text = () =>
    Array.from({length: rows}, (_, y) => terminal.buffer.active.getLine(y)?.translateToString(true) ?? '').join('\n');
  const wait = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${scene.name}: no ${pattern} on screen:\n${text()}`)), 20_000);
      changed = () => {
        if (!pattern.test(text())) return;
        clearTimeout(timer);
        changed = undefined;
        resolve();
      };
      changed();
    });
  try {
    await wait(/batch-1 /);
    for (const {keys = '', until} of scene.steps) {
      for (const key of keys) pty.write(key);
      await wait(until);
    }
    // The first word to a newcomer covers a corner, and stands for a while.
    await wait(/^(?!.*this is the demo account)/s);
    // A live account is the point of the picture: what runs has come some way, and the first answers are long here.
    await wait(/booting \S+ [1-9]\d%/);
    writeFileSync(join(folder, `${scene.name}.svg`), svgOf(terminal.buffer.active, columns, rows, scene.title));
    process.stdout.write(`docs/pictures/${scene.name}.svg\n`);
  } finally {
    pty.kill('SIGTERM');
    terminal.dispose();
  }
}

try {
  for (const scene of scenes) await take(scene);
} finally {
  rmSync(home, {recursive: true, force: true});
}
process.exit();
