/**
 * What `skydeck` starts first. As it is built it is one file that loads no module, because it must be readable by a Node
 * too old for everything else, and because each one costs time before the first paint.
 */
import {isAccessible} from './accessible.ts';
import {frameKey, framePath, type LastFrame, type PaintedFrame, trace} from './platform/last-frame.ts';
import {isReplaced, replacedWords} from './platform/replaced.ts';

/** The oldest Node that will do, put in by the build from package.json. */
const oldest = process.env.SKYDECK_NODE ?? '0';

/**
 * The engine's last compiler works beside the program and costs more than a screen of keys: what is worth it is what
 * goes over 100,000 rows, not what has drawn a few thousand lines (docs/decisions/0005-node-flags.md).
 */
const CALLS_TO_OPTIMIZE = 60_000;
/**
 * How much of what lives comes together as garbage before all of it is collected. V8 itself lets a quiet program have a
 * tenth: that is one slow page in two hundred, for four megabytes.
 */
const GROWING_PERCENT = 40;

function older(version: string, than: string): boolean {
  const [have, need] = [version.split('.').map(Number), than.split('.').map(Number)];
  const first = have.findIndex((part, index) => part !== (need[index] ?? part));
  return first >= 0 && Number(have[first]) < Number(need[first]);
}

/**
 * The compiled code is kept among the user's own files: in a shared temporary folder, somebody else could put code
 * there for us to run.
 */
function compileCacheFolder(): string | undefined {
  const {XDG_CACHE_HOME, LOCALAPPDATA, HOME} = process.env;
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && `${HOME}/.cache`);
  return base ? `${base}/skydeck/compiled` : undefined;
}

/** Shows what was last on the screen, and keeps keys from being echoed into it. */
function paintLastFrame(argv: readonly string[]): PaintedFrame | undefined {
  const {stdin, stdout, env} = process;
  const path = framePath(env);
  if (!path || !stdin.isTTY || !stdout.isTTY || isAccessible(env)) return undefined;
  let frame: LastFrame;
  try {
    const files = process.getBuiltinModule('node:fs');
    frame = JSON.parse(files.readFileSync(path, 'utf8'));
    if (frame.key !== frameKey(argv, env, trace(env.SKYDECK_TOKEN))) return undefined;
    const {settings} = frame;
    if (files.statSync(settings.path, {throwIfNoEntry: false})?.mtimeMs !== settings.changed) return undefined;
    if (frame.columns !== stdout.columns || frame.rows !== stdout.rows) return undefined;
    stdout.write(`\x1b[?1049h\x1b[?25l\x1b[2J${frame.lines.map((line, y) => `\x1b[${y + 1};1H${line}`).join('')}`);
    stdin.setRawMode(true);
  } catch {
    // None was kept, or it is damaged: the first paint comes a little later.
    return undefined;
  }
  const undo = (): void => {
    taken();
    stdin.setRawMode(false);
    stdout.write('\x1b[?25h\x1b[?1049l');
  };
  const stopped = (): never => process.exit(143);
  const taken = (): void => {
    process.off('exit', undo);
    process.off('SIGTERM', stopped);
    process.off('SIGHUP', stopped);
  };
  process.on('exit', undo);
  process.on('SIGTERM', stopped);
  process.on('SIGHUP', stopped);
  return {lines: frame.lines, take: taken, undo};
}

function launch(): void {
  const argv = process.argv.slice(2);
  const painted = paintLastFrame(argv);
  const modules = process.getBuiltinModule('node:module');
  const folder = compileCacheFolder();
  if (folder) modules.enableCompileCache(folder);
  // Node writes the cache at its exit, so a console that is killed would never start faster the next time. By now the
  // first paint is over and what comes after it is loaded; with nothing new to write, this takes a tenth of a ms.
  setTimeout(() => {
    modules.flushCompileCache();
    const engine = process.getBuiltinModule('node:v8');
    engine.setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_TO_OPTIMIZE}`);
    engine.setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  }, 3000).unref();

  // Whoever has the terminal has given it back by now: they listen to `uncaughtExceptionMonitor`.
  process.on('uncaughtException', error => {
    // The console writes a report, and keeps what was typed.
    if (process.listenerCount('uncaughtException') > 1) return;
    console.error(isReplaced(error) ? replacedWords : error);
    process.exit(70);
  });
  import('./main.ts')
    .then(main => main.run(argv, painted))
    .then(
      code => {
        process.exitCode = code;
      },
      error => {
        painted?.undo();
        console.error(isReplaced(error) ? replacedWords : error);
        // Whatever it left open must not keep a broken program alive.
        process.exit(70);
      },
    );
}

if (older(process.versions.node, oldest)) {
  console.error(
    `skydeck needs Node.js ${oldest} or newer and this is ${process.versions.node}: see https://nodejs.org/en/download`,
  );
  process.exitCode = 1;
} else {
  launch();
}
