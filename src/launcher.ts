/**
 * The first code that `skydeck` runs. In the build it is a file of its own, because even a Node too old for the rest
 * must be able to read it.
 */
import {enableCompileCache} from './platform/runtime/compile-cache.ts';
import {isReplacedOnDisk, replacedText} from './platform/runtime/stale-build.ts';

/** The oldest Node that will do, put in by the build from package.json. */
const oldest = process.env.SKYDECK_NODE ?? '0';

/**
 * The engine's last compiler works beside the program and costs more than a screen of keys: what is worth it is what
 * goes over 100,000 rows, not what has drawn some thousand lines (docs/dev/decisions/0005-node-flags.md).
 */
const CALLS_TO_OPTIMIZE = 200_000;
/**
 * The one in the middle, on the other hand, is worth its while for what each key calls. After 400 calls, as V8 has it, those
 * functions come to it all over somebody's first minute; after so many they are through with it sooner.
 */
const CALLS_TO_COMPILE = 150;
/**
 * The amount of garbage, relative to the live data, that triggers a full collection. V8's own limit for an idle program
 * is a tenth: that causes one slow page in 200 and saves 4 MB.
 */
const GROWING_PERCENT = 40;

function older(version: string, than: string): boolean {
  const [have, need] = [version.split('.').map(Number), than.split('.').map(Number)];
  const first = have.findIndex((part, index) => part !== (need[index] ?? part));
  return first >= 0 && Number(have[first]) < Number(need[first]);
}

function tuneEngine(): void {
  const engine = process.getBuiltinModule('node:v8');
  engine.setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_TO_OPTIMIZE}`);
  engine.setFlagsFromString(`--invocation-count-for-maglev=${CALLS_TO_COMPILE}`);
  engine.setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  // Eight seconds after V8 has collected everything, it does so once or twice more: in the middle of somebody's reading.
  engine.setFlagsFromString('--memory-reducer-gc-count=0');
}

/** The time by which the first screen is painted and the later parts are loaded, milliseconds. */
const SETTLED = 3000;

/**
 * Makes the working folder available even if it was deleted, because loaded libraries ask for it: Node remembers the
 * first answer.
 */
function keepWorkingFolder(): void {
  const found = [() => process.cwd(), () => process.chdir(process.env.HOME || '/'), () => process.chdir('/')];
  // One after the other, until one works.
  found.some(look => {
    try {
      look();
      return true;
    } catch {
      return false;
    }
  });
}

function launch(): void {
  keepWorkingFolder();
  const build = process.env.SKYDECK_BUILD;
  const kept = build === undefined ? undefined : enableCompileCache(build, process.env);
  setTimeout(() => {
    // A console that is killed has kept what it compiled, and V8 takes back only what was compiled with the same flags.
    if (kept !== undefined) process.getBuiltinModule('node:module').flushCompileCache?.();
    tuneEngine();
  }, SETTLED).unref();
  const argv = process.argv.slice(2);
  // The owner of the terminal has restored it by now, because it listens to `uncaughtExceptionMonitor`.
  process.on('uncaughtException', error => {
    // The console writes a report, and keeps what was typed.
    if (process.listenerCount('uncaughtException') > 1) return;
    console.error(isReplacedOnDisk(error) ? replacedText : error);
    process.exit(70);
  });
  import('./main.ts')
    .then(({run}) => run(argv))
    .then(
      code => {
        process.exitCode = code;
      },
      error => {
        console.error(isReplacedOnDisk(error) ? replacedText : error);
        // Open handles must not keep a broken program alive.
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
