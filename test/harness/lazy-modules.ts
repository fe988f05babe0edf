/**
 * Loads each module that the source loads on first use. Then an import of the program takes no turn of the event loop,
 * and the harness needs no timer to wait for one.
 */
import {readFileSync} from 'node:fs';
import {posix} from 'node:path';

declare global {
  interface ImportMeta {
    /** Vite's: one function per file, which imports it. */
    glob(patterns: readonly string[]): Record<string, () => Promise<unknown>>;
  }
}

const modules = import.meta.glob(['../../src/**/*.{ts,tsx}', '!../../src/**/*.{test,story}.{ts,tsx}']);

/** Packages that the source loads on first use. */
const packages: Readonly<Record<string, () => Promise<unknown>>> = {
  undici: () => import('undici'),
  'undici/lib/dispatcher/pool.js': () => import('undici/lib/dispatcher/pool.js'),
};

/** The program's own start, which runs the program. */
const ENTRY = '../../src/main.ts';

const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'/g;

const load = (from: string, name: string): Promise<unknown> => {
  const found = name.startsWith('.') ? modules[posix.join(posix.dirname(from), name)] : packages[name];
  if (found === undefined) throw new Error(`${from} loads ${name} on first use: add it to ${import.meta.filename}`);
  return found();
};

const isType = (text: string, at: number): boolean => /\btypeof\s+$/.test(text.slice(0, at));

await Promise.all(
  Object.keys(modules)
    .filter(path => path !== ENTRY && !path.endsWith('.d.ts'))
    .flatMap(path => {
      const text = readFileSync(new URL(path, import.meta.url), 'utf8');
      return [...text.matchAll(DYNAMIC_IMPORT)]
        .filter(({index}) => !isType(text, index))
        .map(([, name = '']) => load(path, name));
    }),
);
