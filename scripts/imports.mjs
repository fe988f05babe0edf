// @ts-check
/**
 * The imports of each file, as esbuild's parser sees them: strings, comments and JSX text never count as imports.
 *
 * @typedef {'static' | 'dynamic' | 'type'} Kind
 * @typedef {{from: string, specifier: string, to: string | null, kind: Kind, line: number}} Import `to` is the path of
 * a file of the tree, or null when the specifier names a package, a builtin or a file outside it.
 * @typedef {{imports: Import[], unreadable: {file: string, message: string}[]}} ImportGraph
 */
import {readdirSync, readFileSync} from 'node:fs';
import {join, posix, relative} from 'node:path';
import {build} from 'esbuild';

const SOURCE = /\.(ts|tsx|mjs|js)$/;

/**
 * @param {string} root
 * @param {string} folder relative to the root
 * @returns {Map<string, string>} path relative to the root, with `/` → text
 */
export function readTree(root, folder) {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const entry of readdirSync(join(root, folder), {recursive: true, withFileTypes: true})) {
    if (!entry.isFile() || !SOURCE.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
  }
  return files;
}

/**
 * @param {ReadonlyMap<string, string>} files
 * @returns {Promise<ImportGraph>}
 */
export async function importsOf(files) {
  const values = await scan(files, text => text);
  const all = await scan(files, withTypesAsValues);
  /** @type {Import[]} */
  const imports = [];
  for (const [from, text] of files) {
    const found = values.found.get(from) ?? [];
    const known = new Set(found.map(({path}) => path));
    const place = places(from, text, files);
    for (const {path, kind} of found) imports.push(place(path, kind === 'dynamic-import' ? 'dynamic' : 'static'));
    for (const {path} of all.found.get(from) ?? []) if (!known.has(path)) imports.push(place(path, 'type'));
    for (const path of typeExpressions(text)) if (!known.has(path)) imports.push(place(path, 'type'));
  }
  return {imports, unreadable: values.unreadable};
}

/**
 * esbuild drops type-only imports, so a second reading turns them into value imports first. A match inside a string or
 * a comment does no harm: the parser still sees a string or a comment.
 *
 * @param {string} text
 */
function withTypesAsValues(text) {
  return text
    .replace(/\bimport\s+type\b(?=\s*[{*\w$])(?!\s+from\b)/g, 'import')
    .replace(/\bexport\s+type\b(?=\s*(?:\*|\{[^}]*\}\s*from\b))/g, 'export');
}

/**
 * `import('./x.ts').X` in a type position is not visible to esbuild in either reading. Only whole lines of comment are
 * left out, so a quoted example in code would count: rename it.
 *
 * @param {string} text
 */
function typeExpressions(text) {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(/\bimport\(\s*(['"])([^'"]+)\1\s*\)\s*\./g)].map(match => match[2] ?? '');
}

/**
 * @param {ReadonlyMap<string, string>} files
 * @param {(text: string) => string} reading
 */
async function scan(files, reading) {
  /** @type {{file: string, message: string}[]} */
  const unreadable = [];
  /** @type {Map<string, {path: string, kind: string}[]>} */
  const found = new Map();
  let remaining = [...files.keys()];
  while (remaining.length > 0) {
    try {
      const {metafile} = await build(scanOptions(remaining, files, reading));
      for (const [name, input] of Object.entries(metafile?.inputs ?? {})) {
        found.set(name.slice('tree:'.length), input.imports);
      }
      break;
    } catch (error) {
      // A file that does not parse is reported and the rest is read without it.
      const broken = parseErrors(error);
      if (broken.length === 0) throw error;
      unreadable.push(...broken);
      const names = new Set(broken.map(({file}) => file));
      remaining = remaining.filter(name => !names.has(name));
    }
  }
  return {found, unreadable};
}

/**
 * @param {string[]} entryPoints
 * @param {ReadonlyMap<string, string>} files
 * @param {(text: string) => string} reading
 * @returns {import('esbuild').BuildOptions}
 */
function scanOptions(entryPoints, files, reading) {
  return {
    // The prefix keeps esbuild from looking for the file on disk, where one of the same name may lie.
    entryPoints: entryPoints.map(name => `tree:${name}`),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    outdir: '/nowhere',
    logLevel: 'silent',
    tsconfigRaw: {compilerOptions: {verbatimModuleSyntax: true, jsx: 'react-jsx'}},
    plugins: [
      {
        name: 'tree',
        setup(plugin) {
          plugin.onResolve({filter: /.*/}, ({path, kind}) =>
            kind === 'entry-point' ? {path: path.slice('tree:'.length), namespace: 'tree'} : {path, external: true},
          );
          plugin.onLoad({filter: /.*/, namespace: 'tree'}, ({path}) => ({
            contents: reading(files.get(path) ?? ''),
            loader: path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js',
          }));
        },
      },
    ],
  };
}

/**
 * @param {unknown} error
 * @returns {{file: string, message: string}[]}
 */
function parseErrors(error) {
  const errors = error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  return errors
    .filter(({location}) => location?.file.startsWith('tree:'))
    .map(({text, location}) => ({
      file: location.file.slice('tree:'.length),
      message: `line ${location.line}: ${text}`,
    }));
}

/**
 * @param {string} from
 * @param {string} text
 * @param {ReadonlyMap<string, string>} files
 * @returns {(specifier: string, kind: Kind) => Import}
 */
function places(from, text, files) {
  const lines = text.split('\n');
  return (specifier, kind) => {
    const quoted = lines.findIndex(line => line.includes(`'${specifier}'`) || line.includes(`"${specifier}"`));
    const path = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null;
    return {from, specifier, to: path !== null && files.has(path) ? path : null, kind, line: quoted + 1};
  };
}
