// @ts-check
/**
 * Finds the imports of each file with the bundler's parser, so that strings, comments and JSX text don't count.
 *
 * @typedef {'static' | 'dynamic' | 'type'} Kind
 * @typedef {{from: string, specifier: string, to: string | null, kind: Kind, line: number}} Import `to` is the path of
 * a file of the tree, or null when the specifier names a package, a builtin or a file outside it.
 * @typedef {{imports: Import[], unreadable: {file: string, message: string}[]}} ImportGraph
 */
import {readdirSync, readFileSync} from 'node:fs';
import {join, posix, relative} from 'node:path';
import {parseSync, Visitor} from 'rolldown/utils';

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
 * @returns {ImportGraph}
 */
export function importsOf(files) {
  /** @type {ImportGraph} */
  const graph = {imports: [], unreadable: []};
  for (const [from, text] of files) {
    const {program, errors} = parseSync(from, text);
    const [error] = errors;
    if (error) {
      graph.unreadable.push({
        file: from,
        message: `line ${lineAt(text, error.labels[0]?.start ?? 0)}: ${error.message}`,
      });
      continue;
    }
    const found = specifiersOf(program);
    const values = new Set(found.filter(({kind}) => kind !== 'type').map(({specifier}) => specifier));
    for (const {specifier, kind, start} of found) {
      if (kind === 'type' && values.has(specifier)) continue;
      const path = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null;
      const to = path !== null && files.has(path) ? path : null;
      graph.imports.push({from, specifier, to, kind, line: lineAt(text, start)});
    }
  }
  return graph;
}

/**
 * @param {import('rolldown/utils').ESTree.Program} program
 * @returns {{specifier: string, kind: Kind, start: number}[]}
 */
function specifiersOf(program) {
  /** @type {{specifier: string, kind: Kind, start: number}[]} */
  const found = [];
  const kindOf = (/** @type {string | undefined} */ declared) => (declared === 'type' ? 'type' : 'static');
  const add = (/** @type {{value: unknown, start: number} | null} */ source, /** @type {Kind} */ kind) => {
    if (typeof source?.value === 'string') found.push({specifier: source.value, kind, start: source.start});
  };
  const addJsx = (/** @type {number} */ start) => {
    const specifier = 'react/jsx-runtime';
    if (!found.some(one => one.specifier === specifier)) found.push({specifier, kind: 'static', start});
  };
  new Visitor({
    ImportDeclaration: ({source, importKind}) => add(source, kindOf(importKind)),
    ExportNamedDeclaration: ({source, exportKind}) => add(source, kindOf(exportKind)),
    ExportAllDeclaration: ({source, exportKind}) => add(source, kindOf(exportKind)),
    ImportExpression: ({source}) => add('value' in source ? source : null, 'dynamic'),
    TSImportType: ({source}) => add(source, 'type'),
    // The compiler adds this import to each file with JSX.
    JSXElement: ({start}) => addJsx(start),
    JSXFragment: ({start}) => addJsx(start),
  }).visit(program);
  return found;
}

const lineAt = (/** @type {string} */ text, /** @type {number} */ offset) => text.slice(0, offset).split('\n').length;
