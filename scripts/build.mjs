// @ts-check
/**
 * Bundles `src/` into `dist/`: a launcher, the main part, and parts that are loaded when they are needed. A bundle that
 * is up to date is built again only with `--force`.
 */
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.stamp.json');

/** The inputs of the bundle. The lock file represents the dependencies. */
const INPUTS = ['src', 'scripts/build.mjs', 'scripts/bundle', 'package.json', 'package-lock.json', 'tsconfig.json'];
const NOT_BUNDLED = /\.(test|test-d|story)\.tsx?$/;

/** Modules that must not be loaded before the console's first paint, even by a dependency. */
const AFTER_FIRST_PAINT = [
  'undici',
  'zod',
  'hono',
  '@hono/node-server',
  'commander',
  'pino',
  'prom-client',
  '@modelcontextprotocol/sdk',
];

/** The entry point of the console. */
const CONSOLE = 'src/ui/app/start-console.tsx';

/**
 * @param {{force?: boolean}} [options]
 * @returns {Promise<{built: boolean, files: string[]}>} the files of `dist/`, relative to it
 */
export async function build({force = false} = {}) {
  const hash = hashOf(INPUTS);
  const last = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {files: []};
  if (!force && last.hash === hash && last.files.every((/** @type {string} */ file) => existsSync(join(dist, file)))) {
    return {built: false, files: last.files};
  }
  const {outputs, late} = await bundle(hash);
  for (const {path, contents, mode} of outputs) replaceFile(join(dist, path), contents, mode);
  const files = outputs.map(({path}) => path);
  replaceFile(stamp, JSON.stringify({hash, files, late}));
  removeStaleFiles(new Set([...files, relative(dist, stamp)]));
  return {built: true, files};
}

/** @typedef {{path: string, contents: Uint8Array | string, mode: number}} Output `path` is relative to `dist/` */
/** @typedef {Pick<import('rolldown').OutputChunk, 'fileName' | 'moduleIds' | 'imports' | 'code'>} Chunk */

/**
 * @param {string} hash tells this build from any other
 * @returns {Promise<{outputs: Output[], late: string[]}>} the launcher last; and what must not be loaded early
 */
async function bundle(hash) {
  const {rolldown} = await import('rolldown');
  const {nodeFlag, oldest, printed, program, shared} = await import('./bundle/options.mjs');
  const {createParts} = await import('./bundle/parts.mjs');
  const define = {'process.env.SKYDECK_BUILD': JSON.stringify(hash.slice(0, 16))};
  const [launcher] = await generate(
    await rolldown({
      ...shared,
      input: {skydeck: 'src/launcher.ts'},
      // The launcher loads the program from the file beside it.
      // A Node that is too old must still be able to parse the launcher, which reports it.
      transform: {target: 'es2015', define: {...define, 'process.env.SKYDECK_NODE': JSON.stringify(oldest)}},
      plugins: [mainBeside],
    }),
    {...printed, format: 'iife', entryFileNames: '[name].js', banner: `#!/usr/bin/env -S node ${nodeFlag}`},
  );
  const parts = createParts(root);
  const options = program(define);
  const chunks = await generate(
    await rolldown({
      ...options,
      input: {
        main: 'src/main.ts',
        // The demo account runs in a thread of its own, which starts from a file.
        emulator: 'src/emulator/server/emulator-thread.ts',
      },
      plugins: [...options.plugins, parts.plugin],
    }),
    {
      ...printed,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      codeSplitting: parts.codeSplitting,
    },
  );
  if (!launcher) throw new Error('nothing to start with');
  const late = lateChunks(chunks);
  checkFirstPaint(chunks, CONSOLE, late);
  const {licenses} = await import('./bundle/licenses.mjs');
  const {apiPageFiles, apiPageModule} = await import('./bundle/api-page.mjs');
  const modules = [...chunks.flatMap(({moduleIds}) => moduleIds), apiPageModule(root)];
  const outputs = [
    {path: 'LICENSES.txt', contents: licenses(root, modules), mode: 0o644},
    ...apiPageFiles(root).map(file => ({...file, mode: 0o644})),
    ...chunks.map(({fileName, code}) => ({path: fileName, contents: code, mode: 0o644})),
    {path: launcher.fileName, contents: launcher.code, mode: 0o755},
  ];
  return {outputs, late: [...late.keys()]};
}

/**
 * @param {import('rolldown').RolldownBuild} build
 * @param {import('rolldown').OutputOptions} options
 * @returns {Promise<Chunk[]>}
 */
async function generate(build, options) {
  const {output} = await build.generate({format: 'esm', ...options});
  await build.close();
  return output.flatMap(file => {
    if (file.type !== 'chunk') return [];
    const {fileName, moduleIds, imports, code} = file;
    return [{fileName, moduleIds, imports, code: toAscii(code)}];
  });
}

/**
 * Returns the code in ASCII, with escapes for other characters. V8 stores a file with a single `…` in two bytes for each
 * character, and an ASCII file in one. So the program needs 3 MB less memory, and a start takes 4 ms less.
 *
 * @param {string} code without comments
 */
function toAscii(code) {
  if (/String\.raw`[^`]*[^\x00-\x7f]/.test(code)) throw new Error('String.raw would show the escapes');
  return code.replace(/[^\x00-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @type {import('rolldown').Plugin} */
const mainBeside = {
  name: 'main-beside',
  resolveId: {filter: {id: /^\.\/main\.ts$/}, handler: () => ({id: './main.js', external: true})},
};

/**
 * @param {Chunk[]} chunks
 * @returns {Map<string, string>} chunk → a module in it that must not be loaded before the first paint
 */
function lateChunks(chunks) {
  const slow = (/** @type {string} */ id) =>
    id.startsWith(join(root, 'src/emulator/')) || AFTER_FIRST_PAINT.some(name => id.includes(`node_modules/${name}/`));
  return new Map(
    chunks.flatMap(({fileName, moduleIds}) => {
      const found = moduleIds.find(slow);
      return found ? [[fileName, found]] : [];
    }),
  );
}

/**
 * Checks the imports before the first paint in the bundle, packages included. The layer check reads only the source.
 *
 * @param {Chunk[]} chunks
 * @param {string} start the entry point of the console
 * @param {Map<string, string>} late
 */
function checkFirstPaint(chunks, start, late) {
  const console = chunks.find(({moduleIds}) => moduleIds.includes(join(root, start)));
  if (console === undefined) throw new Error(`nothing begins in ${start}`);
  const early = new Set([console.fileName]);
  for (const name of early) {
    const slow = late.get(name);
    if (slow) throw new Error(`the console would load ${slow} before its first paint: it is in ${name}`);
    for (const next of chunks.find(({fileName}) => fileName === name)?.imports ?? []) early.add(next);
  }
}

/** @param {string[]} inputs */
export function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const path = join(root, input);
    const files = existsSync(path) ? listFiles(path) : [];
    for (const file of files)
      if (!NOT_BUNDLED.test(file)) hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** @param {string} path a file or a folder */
function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Replaces a file by renaming, because a console that runs during the build must not load an incomplete file.
 *
 * @param {string} path
 * @param {string | Uint8Array} contents
 * @param {number} [mode]
 */
function replaceFile(path, contents, mode = 0o644) {
  mkdirSync(dirname(path), {recursive: true});
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, contents, {mode});
  renameSync(temporaryPath, path);
}

/** @param {Set<string>} currentFiles */
function removeStaleFiles(currentFiles) {
  // A name that ends with a number is the temporary file of another build.
  const stale = listFiles(dist).filter(path => !currentFiles.has(relative(dist, path)) && !/\.\d+$/.test(path));
  for (const path of stale) rmSync(path, {force: true});
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const start = performance.now();
  try {
    const {built, files} = await build({force: process.argv.includes('--force')});
    if (built) console.error(`built dist/ (${files.length} files) in ${Math.round(performance.now() - start)} ms`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
