/**
 * The first code that `skydeck` runs. In the build it is a file of its own, because even a Node too old for the rest
 * must be able to read it.
 */
import {enableCompileCache} from './platform/runtime/compile-cache.ts';
import {isReplacedOnDisk, replacedText} from './platform/runtime/stale-build.ts';

/** The oldest Node that will do, put in by the build from package.json. */
const oldest = process.env.SKYDECK_NODE ?? '0';

function older(version: string, than: string): boolean {
  const [have, need] = [version.split('.').map(Number), than.split('.').map(Number)];
  const first = have.findIndex((part, index) => part !== (need[index] ?? part));
  return first >= 0 && Number(have[first]) < Number(need[first]);
}

/** Time after which the first screen is drawn and the later parts are loaded. */
const settledMs = 3000;

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
  // Node writes the cache at exit. A console that is killed would lose it.
  if (kept !== undefined)
    setTimeout(() => process.getBuiltinModule('node:module').flushCompileCache?.(), settledMs).unref();
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
