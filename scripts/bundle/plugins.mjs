// @ts-check
/**
 * The bundle's changes to its dependencies, with the reason and the measurement of each in
 * docs/dev/decisions/0022-patched-packages.md. The build fails if a dependency doesn't contain the code to replace.
 */
import {readFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {promisify} from 'node:util';
import {RUNTIME_MODULE_ID} from 'rolldown';
import {expect} from './expect.mjs';
import {inkOutput, ownStringWidthPath, readWithCachesOfLastFrame} from './ink.mjs';

/** @typedef {import('rolldown').Plugin} Plugin */

/** The ID of a module that a plugin generates. The zero byte prevents other plugins from searching for a file. */
const generatedId = (/** @type {string} */ kind, /** @type {string} */ name) => `\0${kind}:${name}`;

/** Matches the IDs of `made`. */
const idsOf = (/** @type {string} */ kind) => new RegExp(`^\0${kind}:`);

const nameIn = (/** @type {string} */ id) => id.slice(id.indexOf(':') + 1);

/**
 * Instantiates Yoga's WebAssembly from bytes in the bundle. Yoga's own loader fetches it from a `data:` URL, and `fetch`
 * makes Node load its HTTP client.
 *
 * @type {Plugin}
 */
const yogaWithoutFetch = {
  name: 'yoga-without-fetch',
  load: {
    filter: {id: /yoga-layout[\\/]dist[\\/](binaries[\\/]yoga-wasm-base64-esm|src[\\/]index)\.js$/},
    handler(path) {
      const contents = readFileSync(path, 'utf8');
      const DATA_URL = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;
      if (!path.endsWith('index.js')) {
        expect(contents, /if\(\w+\.instantiateWasm\)try/, path);
        const [, base64] = expect(contents, DATA_URL, path);
        return `${contents.replace(DATA_URL, '""')}\nexport const bytes = Buffer.from('${base64}', 'base64');`;
      }
      expect(contents, /wrapAssembly\(await loadYoga\(\)\)/, path);
      return `
        import load, {bytes} from '../binaries/yoga-wasm-base64-esm.js';
        import wrapAssembly from './wrapAssembly.js';
        const library = {
          instantiateWasm(imports, done) {
            const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
            done(instance);
            return instance.exports;
          },
        };
        load(library);
        export default wrapAssembly(library);
        export * from './generated/YGEnums.js';`;
    },
  },
};

/**
 * Removes Ink's top-level await, which a script can't have. It loads Ink's developer tools only.
 *
 * @type {Plugin}
 */
const inkWithoutDevtools = {
  name: 'ink-without-devtools',
  load: {
    filter: {id: /[\\/]ink[\\/]build[\\/]reconciler\.js$/},
    handler(path) {
      const [devtools, description] = [/await import\('\.\/devtools\.js'\)/, /await loadPackageJson\(\)/];
      const contents = readFileSync(path, 'utf8');
      for (const awaited of [devtools, description]) expect(contents, awaited, path);
      return contents.replace(devtools, 'undefined').replace(description, '{}');
    },
  },
};

/** @type {Plugin} */
const inkWithCachesOfLastFrame = {
  name: 'ink-with-caches-of-last-frame',
  load: {filter: {id: inkOutput}, handler: readWithCachesOfLastFrame},
};

/** @type {Plugin} */
const ownWidths = {
  name: 'own-string-width',
  resolveId: {filter: {id: /^string-width$/}, handler: () => ownStringWidthPath},
};

/**
 * Modules of Node that a package requires early, but that hardly any start uses. signal-exit loads `assert` (2.4 MB) to
 * check the type of an argument. object-hash, a dependency of ink-table, loads `crypto` (3.2 MB) for a table in a dialog.
 *
 * @type {Readonly<Record<string, {readonly importer: RegExp, readonly name: string}>>}
 */
const LATE_REQUIRES = {
  assert: {importer: /[\\/]signal-exit[\\/]/, name: 'equal'},
  crypto: {importer: /[\\/]object-hash[\\/]/, name: 'createHash'},
};

/** @type {Plugin} */
const lateRequires = {
  name: 'late-requires',
  resolveId: {
    filter: {id: /^(assert|crypto)$/},
    handler: (id, importer = '') => (LATE_REQUIRES[id]?.importer.test(importer) ? generatedId('late', id) : undefined),
  },
  load: {
    filter: {id: idsOf('late')},
    handler(id) {
      const module = nameIn(id);
      const name = LATE_REQUIRES[module]?.name;
      return `exports.${name} = (...values) => process.getBuiltinModule('node:${module}').${name}(...values);`;
    },
  },
};

/**
 * Large modules of Node that hardly any start needs. The first call of one of their functions loads them.
 */
const LATE = ['child_process', 'crypto', 'sea', 'zlib'];
/**
 * Replaces each `import` of a Node module by a direct `require`, which loads only the used parts. For an `import`, Node
 * wraps the module and reads all of its exports, which loads parts that Node itself loads late.
 *
 * @type {Plugin}
 */
const bareBuiltins = {
  name: 'bare-builtins',
  resolveId: {
    filter: {id: /^(node:)?[a-z_]+(\/[a-z]+)?$/},
    handler: (id, importer, {kind}) =>
      // Every file imports the bundler's own helpers, so the helpers must not import a file.
      kind === 'import-statement' && isBuiltin(id) && importer !== RUNTIME_MODULE_ID
        ? {id: generatedId('builtin', id.replace(/^node:/, '')), moduleSideEffects: false}
        : undefined,
  },
  load: {
    filter: {id: idsOf('builtin')},
    handler(id) {
      const name = nameIn(id);
      const get = `process.getBuiltinModule('node:${name}')`;
      const nodeModule = /** @type {Record<string, unknown>} */ (process.getBuiltinModule(`node:${name}`));
      const names = Object.keys(nodeModule).filter(key => /^[\w$]+$/.test(key) && key !== 'default');
      // The value is inside a function without side effects, so that only used values stay in the bundle.
      const value = (/** @type {string} */ key) =>
        LATE.includes(name) && typeof nodeModule[key] === 'function'
          ? /^[a-z]/.test(key)
            ? lateCall(`${get}.${key}`, nodeModule[key])
            : // A class, which is called with `new` only.
              `/* @__PURE__ */ new Proxy(class {}, {construct: (_, values) => Reflect.construct(${get}.${key}, values)})`
          : `/* @__PURE__ */ (() => it.${key})()`;
      return [
        LATE.includes(name)
          ? `const it = /* @__PURE__ */ new Proxy({}, {get: (_, name) => ${get}[name]});`
          : `const it = /* @__PURE__ */ ${get};`,
        'export default it;',
        ...names.map(key => `export const ${key} = ${value(key)};`),
      ].join('\n');
    },
  },
};

/**
 * @param {string} get an expression for the function
 * @param {Function} found
 */
function lateCall(get, found) {
  const call = `(...values) => ${get}(...values)`;
  // Such a function has its own promise version.
  if (!(promisify.custom in found)) return call;
  const custom = "Symbol.for('nodejs.util.promisify.custom')";
  return `/* @__PURE__ */ Object.defineProperty(${call}, ${custom}, {get: () => ${get}[${custom}]})`;
}

/**
 * Leaves out HTTP/2, which the client disables: undici requires its module, which loads in 15 ms, and handles the error
 * if it is missing.
 *
 * @type {Plugin}
 */
const withoutHttp2 = {
  name: 'without-http2',
  resolveId: {
    filter: {id: /^node:http2$/},
    handler: (id, importer = '') => (/[\\/]undici[\\/]/.test(importer) ? generatedId('absent', id) : undefined),
  },
  load: {
    filter: {id: idsOf('absent')},
    handler: id => `throw new Error('${nameIn(id)} is not part of the bundle');`,
  },
};

export const plugins = [
  yogaWithoutFetch,
  inkWithoutDevtools,
  inkWithCachesOfLastFrame,
  ownWidths,
  lateRequires,
  bareBuiltins,
  withoutHttp2,
];
