// @ts-check
/**
 * Which files the program is made of, and what they look like. Each one that is read at a start costs it some time, so
 * whoever starts shall find what it needs in one piece.
 */
import {dirname, join} from 'node:path';
import {headOf} from '../../src/platform/parts.ts';
import {printed, root} from './options.mjs';

/** @typedef {import('esbuild').Plugin} Plugin */
/** @typedef {{floor?: string, entries: readonly string[]}} Program */

/** The program's first file after the launcher: it enters everything else. */
const MAIN = 'src/main.ts';
/** Where the console begins. */
export const CONSOLE = 'src/ui/start.tsx';

/**
 * Bundled each by itself. Two that share a module would find it in a file between them; so they have it twice.
 *
 * @type {readonly Program[]}
 */
export const programs = [
  // The conversation consists of what the console consists of, but for the screen.
  {floor: CONSOLE, entries: [MAIN]},
  {floor: 'src/cli/main.ts', entries: ['src/cli/main.ts', 'src/cli/monitor.ts', 'src/cli/terminal.ts']},
  {
    entries: [
      'src/emulator/command.ts',
      'src/emulator/embedded.ts',
      // The demo account runs on a thread of its own, which begins here (thread.ts).
      'src/emulator/worker.ts',
      'src/licences.ts',
      'src/platform/crash.ts',
      'src/ui/terminal/capabilities.ts',
    ],
  },
];

const outOf = (/** @type {string} */ entry) => entry.replace(/^src\/|\.tsx?$/g, '').replaceAll('/', '-');

export const entryPoints = (/** @type {Program} */ {entries}) => entries.map(entry => ({in: entry, out: outOf(entry)}));

/** What `main.ts` enters that is not of its own bundle. @type {Plugin} */
const elsewhere = {
  name: 'elsewhere',
  setup(build) {
    const others = programs.filter(({entries}) => !entries.includes(MAIN)).flatMap(({entries}) => entries);
    build.onResolve({filter: /^\.\//}, ({path, importer}) => {
      const entry = `src/${path.slice(2)}`;
      if (importer !== join(root, MAIN) || !others.includes(entry)) return undefined;
      return {path: `./${outOf(entry)}.js`, external: true};
    });
  },
};

/**
 * What a program shares with what it loads later would be in files of their own, one for each set of those who share.
 * Whatever is loaded later therefore begins with all of the program: then there is one set.
 *
 * @param {string} floor
 * @returns {Plugin}
 */
const onTopOf = floor => ({
  name: 'on-top-of',
  setup(build) {
    const own = [floor, MAIN].map(path => join(root, path));
    build.onResolve({filter: /^(\.\.?|src)\//}, async ({path, kind, importer, resolveDir}) => {
      if (kind !== 'dynamic-import' && kind !== 'entry-point') return undefined;
      const from = kind === 'entry-point' ? `./${path}` : path;
      const resolved = await build.resolve(from, {kind: 'import-statement', importer, resolveDir});
      return resolved.external || own.includes(resolved.path) ? undefined : {path: resolved.path, namespace: 'later'};
    });
    build.onLoad({filter: /.*/, namespace: 'later'}, ({path}) => ({
      contents: `import ${JSON.stringify(join(root, floor))};\nexport * from ${JSON.stringify(path)};`,
      loader: 'js',
      resolveDir: dirname(path),
    }));
  },
});

/**
 * @param {Program} program
 * @returns {Plugin[]}
 */
export const layoutOf = ({floor, entries}) => [
  ...(entries.includes(MAIN) ? [elsewhere] : []),
  ...(floor === undefined ? [] : [onTopOf(floor)]),
];

/** @typedef {(text: string, options: import('esbuild').TransformOptions) => Promise<{code: string}>} Transform */

/**
 * A module of the bundle as a part of the program (`src/platform/parts.ts`): a script whose value is a function.
 *
 * @param {Transform} transform esbuild's
 * @param {string} text
 * @param {string} build
 */
export async function partOf(transform, text, build) {
  const {code} = await transform(text, {
    format: 'cjs',
    platform: 'node',
    supported: {'dynamic-import': false},
    define: {'import.meta.url': '__url'},
    ...printed,
  });
  return ascii(`${headOf(build)}(function(exports,require,module,__url){${code}})`);
}

/**
 * One character beyond Latin in a megabyte of code, and V8 decodes it slowly and keeps it in two. esbuild escapes them
 * everywhere but in regular expressions.
 *
 * @param {string} code
 */
export function ascii(code) {
  const raw = /String\.raw`[^`]*[^\0-\x7f]/.exec(code);
  if (raw) throw new Error(`an escape would be taken to the letter here: ${raw[0]}`);
  return code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
