/**
 * `npm run pictures`: runs the built console on the demo account in a pseudo-terminal, presses keys, and writes the
 * screens to docs/pictures/.
 */
import {chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {type Scene, scenes} from './scenes.ts';
import {type Frame, movingSvgOf, rowsMarkup, svgOf} from './svg.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'docs', 'pictures');
const home = mkdtempSync(join(tmpdir(), 'skydeck-pictures-'));
mkdirSync(folder, {recursive: true});
/** An editor that adds a record to a zone, as a person would. */
const editor = join(home, 'editor');
writeFileSync(editor, `#!/bin/sh\nprintf 'docs  A  192.0.2.15\\n' >> "$1"\n`);
chmodSync(editor, 0o755);
/** The time of an animated picture's last frame, long enough to read it. */
const lastHoldMs = 3500;

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
    EDITOR: editor,
  };
  const pty = spawn(process.execPath, [join(root, 'dist', 'skydeck.js'), '--demo'], {cols: columns, rows, env});
  let changed: (() => void) | undefined;
  pty.onData(data => terminal.write(data, () => changed?.()));
  terminal.onData(reply => pty.write(reply));
  const text = () =>
    Array.from({length: rows}, (_, y) => terminal.buffer.active.getLine(y)?.translateToString(true) ?? '').join('\n');
  const wait = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${scene.name}: no ${pattern} on screen:\n${text()}`)), 60_000);
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
    // The welcome message covers a corner for some seconds.
    await wait(/^(?!.*this is the demo account)/is);
    const frames: Frame[] = [];
    const capture = (caption: string, holdMs: number) =>
      frames.push({rows: rowsMarkup(terminal.buffer.active, columns, rows), caption, holdMs});
    if (scene.isMoving) capture('', 1500);
    for (const {keys = '', until, caption = '', holdMs = 1200} of scene.steps) {
      for (const key of keys) pty.write(key);
      await wait(until);
      if (scene.isMoving) capture(caption, holdMs);
    }
    if (scene.isMoving) capture('', lastHoldMs);
    else await wait(/booting \S+ [1-9]\d%/);
    const svg = scene.isMoving
      ? movingSvgOf(frames, columns, rows, scene.title)
      : svgOf(terminal.buffer.active, columns, rows, scene.title);
    writeFileSync(join(folder, `${scene.name}.svg`), svg);
    process.stdout.write(`docs/pictures/${scene.name}.svg ${Math.round(svg.length / 1024)} KB\n`);
  } finally {
    pty.kill('SIGTERM');
    terminal.dispose();
  }
}

try {
  const wanted = process.argv.slice(2);
  for (const scene of scenes) if (wanted.length === 0 || wanted.includes(scene.name)) await take(scene);
} finally {
  rmSync(home, {recursive: true, force: true});
}
process.exit();
