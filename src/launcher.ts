/**
 * What `skydeck` starts first. It has no import, because it must be readable by a Node too old for everything else,
 * and because each module costs time before the first paint.
 */

/** The oldest Node that will do, put in by the build from package.json. */
const oldest = process.env.SKYDECK_NODE ?? '0';

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

function launch(): void {
  const modules = process.getBuiltinModule('node:module');
  const folder = compileCacheFolder();
  if (folder) modules.enableCompileCache(folder);
  // Node writes the cache at its exit, so a console that is killed would never start faster the next time. By now the
  // first paint is over and what comes after it is loaded; with nothing new to write, this takes a tenth of a ms.
  setTimeout(() => modules.flushCompileCache(), 3000).unref();

  import('./main.ts')
    .then(main => main.run(process.argv.slice(2)))
    .then(
      code => {
        process.exitCode = code;
      },
      error => {
        console.error(error);
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
