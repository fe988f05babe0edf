/**
 * What `skydeck` starts first. As it is built it is one file that loads no module, because it must be readable by a Node
 * too old for everything else, and because each one costs time before the first paint.
 */
import {isAccessible} from './accessible.ts';
import {frameKey, framePath, type LastFrame, type PaintedFrame, trace} from './platform/last-frame.ts';
import {compiledFolder, type Parts, partsIn} from './platform/parts.ts';
import {isReplaced, replacedWords} from './platform/replaced.ts';

/** The oldest Node that will do, put in by the build from package.json. */
const oldest = process.env.SKYDECK_NODE ?? '0';

/**
 * The engine's last compiler works beside the program and costs more than a screen of keys: what is worth it is what
 * goes over 100,000 rows, not what has drawn some thousand lines (docs/decisions/0005-node-flags.md).
 */
const CALLS_TO_OPTIMIZE = 200_000;
/**
 * The one in the middle, on the other hand, is worth its while for what each key calls. After 400 calls, as V8 has it, those
 * functions come to it all over somebody's first minute; after so many they are through with it sooner.
 */
const CALLS_TO_COMPILE = 150;
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

function tuneEngine(): void {
  const engine = process.getBuiltinModule('node:v8');
  engine.setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_TO_OPTIMIZE}`);
  engine.setFlagsFromString(`--invocation-count-for-maglev=${CALLS_TO_COMPILE}`);
  engine.setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  // Eight seconds after V8 has collected everything, it does so once or twice more: in the middle of somebody's reading.
  engine.setFlagsFromString('--memory-reducer-gc-count=0');
}

/** When the first paint is over and what comes after it is loaded, milliseconds. */
const SETTLED = 3000;

/** From source and in the single executable, the program is not made of parts. */
async function main(): Promise<typeof import('./main.ts')> {
  if (!process.env.SKYDECK_BUILD) {
    setTimeout(tuneEngine, SETTLED).unref();
    return import('./main.ts');
  }
  const parts = ownParts(process.env.SKYDECK_BUILD);
  process.on('exit', parts.keepNow);
  // A console that is killed has kept what it compiled.
  setTimeout(async () => {
    await parts.keep();
    tuneEngine();
  }, SETTLED).unref();
  return parts.load('main.js');
}

/** They are where this file is, whatever link leads to it; it may be called without its ending. */
function ownParts(build: string): Parts {
  const [, called = ''] = process.argv;
  const own = process.getBuiltinModule('node:module').createRequire(called).resolve(called);
  return partsIn(process.getBuiltinModule('node:path').dirname(own), build, compiledFolder(build));
}

function launch(): void {
  const argv = process.argv.slice(2);
  const painted = paintLastFrame(argv);

  // Whoever has the terminal has given it back by now: they listen to `uncaughtExceptionMonitor`.
  process.on('uncaughtException', error => {
    // The console writes a report, and keeps what was typed.
    if (process.listenerCount('uncaughtException') > 1) return;
    console.error(isReplaced(error) ? replacedWords : error);
    process.exit(70);
  });
  main()
    .then(({run}) => run(argv, painted))
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
