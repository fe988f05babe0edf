// @ts-check
/**
 * Divides the code into files. Node needs a millisecond to load even a small file, and a division by imports alone has
 * about 180 files. Therefore the code that every start of one kind loads is one file. The remaining code is divided by
 * imports.
 */
import {join} from 'node:path';

/** The files that each kind of start loads first, with all their imports. */
const STARTS = {
  console: ['src/main.ts', 'src/ui/app/start-console.tsx'],
  command: [
    'src/main.ts',
    'src/cli/main.ts',
    'src/cli/io/terminal.ts',
    'src/platform/process/output-monitor.ts',
    'src/profiles/fetch-token.ts',
  ],
  /** Console and commands load it with their first request. */
  client: [
    'src/store/api/connect-client.ts',
    'src/client/index.ts',
    'src/contract/index.ts',
    'src/contract/schema/family.ts',
    'node_modules/undici/lib/dispatcher/pool.js',
  ],
};

/** @typedef {'shared' | keyof typeof STARTS} Part */

/**
 * @param {string} root
 * @returns {{plugin: import('rolldown').Plugin, codeSplitting: import('rolldown').CodeSplittingOptions}}
 */
export function createParts(root) {
  /** @type {Map<string, Part>} */
  const partOf = new Map();
  return {
    plugin: {
      name: 'parts',
      buildEnd() {
        const loadedBy = (/** @type {string[]} */ files) => {
          const loaded = new Set(files.map(file => join(root, file)));
          for (const id of loaded) if (!this.getModuleInfo(id)) throw new Error(`the program contains no ${id}`);
          for (const id of loaded) for (const next of this.getModuleInfo(id)?.importedIds ?? []) loaded.add(next);
          return loaded;
        };
        const [console, command, client] = [
          loadedBy(STARTS.console),
          loadedBy(STARTS.command),
          loadedBy(STARTS.client),
        ];
        for (const id of command) partOf.set(id, 'command');
        // Each kind of start loads the client, so its part must not need a part of one kind.
        for (const id of client) partOf.set(id, 'client');
        for (const id of console) partOf.set(id, command.has(id) || client.has(id) ? 'shared' : 'console');
      },
    },
    codeSplitting: {
      groups: /** @type {const} */ (['shared', 'client', 'command', 'console']).map((name, index) => ({
        name,
        // A file imports only files of a higher priority, so that no two files import each other.
        priority: 100 - index,
        test: id => partOf.get(id) === name,
      })),
    },
  };
}
