// @ts-check
/**
 * The bundle's changes to its dependencies, all to shorten the time to the first paint. Each replacement fails the
 * build if the dependency no longer looks as expected.
 */
import {readFileSync} from 'node:fs';
import {findPackageJSON, isBuiltin} from 'node:module';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';

/** @typedef {import('esbuild').Plugin} Plugin */

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));

/** A namespaced module appears in chunk names by its path, which must not be a path of this machine. */
const portable = (/** @type {string} */ path) => relative(root, path).replaceAll('\\', '/');

/**
 * Yoga's own loader fetches its WebAssembly from a `data:` URL, and `fetch` makes Node load a whole HTTP client. Here
 * the bytes are in the bundle and are instantiated on the spot.
 *
 * @type {Plugin}
 */
const yogaWithoutFetch = {
  name: 'yoga-without-fetch',
  setup(build) {
    const DATA_URL = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;
    const loaderFile = /yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/;
    const indexFile = /yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/;

    build.onLoad({filter: indexFile, namespace: 'file'}, ({path}) => {
      expect(readFileSync(path, 'utf8'), /wrapAssembly\(await loadYoga\(\)\)/, path);
      const contents = `
        import load from '../binaries/yoga-wasm-base64-esm.js';
        import wrapAssembly from './wrapAssembly.js';
        import bytes from 'yoga:bytes';
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
      return {contents, loader: 'js', resolveDir: dirname(path)};
    });
    build.onLoad({filter: loaderFile, namespace: 'file'}, ({path}) => {
      const contents = readFileSync(path, 'utf8');
      expect(contents, /if\(\w+\.instantiateWasm\)try/, path);
      return {contents: contents.replace(DATA_URL, '""'), loader: 'js'};
    });
    build.onResolve({filter: /^yoga:bytes$/}, ({importer}) => ({
      path: portable(join(dirname(importer), '../binaries/yoga-wasm-base64-esm.js')),
      namespace: 'yoga-bytes',
    }));
    build.onLoad({filter: /.*/, namespace: 'yoga-bytes'}, ({path}) => {
      const [, base64] = expect(readFileSync(join(root, path), 'utf8'), DATA_URL, path);
      return {contents: Buffer.from(base64 ?? '', 'base64'), loader: 'binary'};
    });
  },
};

/**
 * A script cannot await at its top; what Ink awaits there is for its own developers.
 *
 * @type {Plugin}
 */
const inkWithoutDevtools = {
  name: 'ink-without-devtools',
  setup(build) {
    build.onLoad({filter: /[\\/]ink[\\/]build[\\/]reconciler\.js$/, namespace: 'file'}, ({path}) => {
      const [devtools, description] = [/await import\('\.\/devtools\.js'\)/, /await loadPackageJson\(\)/];
      const contents = readFileSync(path, 'utf8');
      for (const awaited of [devtools, description]) expect(contents, awaited, path);
      return {contents: contents.replace(devtools, 'undefined').replace(description, '{}'), loader: 'js'};
    });
  },
};

/** @type {Plugin} */
const ownStringWidth = {
  name: 'own-string-width',
  setup(build) {
    build.onResolve({filter: /^string-width$/}, () => ({path: join(here, 'string-width.ts')}));
  },
};

/**
 * signal-exit loads Node's `assert`, 5 ms of it, for one check of an argument's type.
 *
 * @type {Plugin}
 */
const lateAssert = {
  name: 'late-assert',
  setup(build) {
    build.onResolve({filter: /^assert$/}, ({importer}) =>
      /[\\/]signal-exit[\\/]/.test(importer) ? {path: 'assert', namespace: 'late'} : undefined,
    );
    build.onLoad({filter: /.*/, namespace: 'late'}, () => ({
      contents: `exports.equal = (...values) => process.getBuiltinModule('node:assert').equal(...values);`,
    }));
  },
};

/**
 * Node's own modules are large and hardly any start needs these: they are loaded by the first call of one of their
 * functions.
 */
const LATE = ['child_process', 'crypto', 'sea', 'zlib'];
/**
 * An `import` of a Node module makes Node wrap it, which reads all of its exports and so loads parts that Node had
 * deferred. A direct `require` loads only the parts that are used.
 *
 * @type {Plugin}
 */
const bareBuiltins = {
  name: 'bare-builtins',
  setup(build) {
    build.onResolve({filter: /^(node:)?[a-z_]+(\/[a-z]+)?$/}, ({path, kind}) =>
      kind === 'import-statement' && isBuiltin(path)
        ? {path: path.replace(/^node:/, ''), namespace: 'builtin', sideEffects: false}
        : undefined,
    );
    build.onLoad({filter: /.*/, namespace: 'builtin'}, ({path}) => {
      const get = `process.getBuiltinModule('node:${path}')`;
      const found = /** @type {Record<string, unknown>} */ (process.getBuiltinModule(`node:${path}`));
      const names = Object.keys(found).filter(name => /^[\w$]+$/.test(name) && name !== 'default');
      // The value is inside a function without side effects, so that only used values stay in the bundle.
      const value = (/** @type {string} */ name) =>
        LATE.includes(path) && typeof found[name] === 'function'
          ? /^[a-z]/.test(name)
            ? late(`${get}.${name}`, found[name])
            : // A class, for `new` alone.
              `/* @__PURE__ */ new Proxy(class {}, {construct: (_, values) => Reflect.construct(${get}.${name}, values)})`
          : `/* @__PURE__ */ (() => it.${name})()`;
      return {
        contents: [
          LATE.includes(path)
            ? `const it = /* @__PURE__ */ new Proxy({}, {get: (_, name) => ${get}[name]});`
            : `const it = /* @__PURE__ */ ${get};`,
          'export default it;',
          ...names.map(name => `export const ${name} = ${value(name)};`),
        ].join('\n'),
        loader: 'js',
      };
    });
  },
};

/**
 * @param {string} get an expression for the function
 * @param {Function} found
 */
function late(get, found) {
  const call = `(...values) => ${get}(...values)`;
  // Such a function has its own promise version.
  if (!(promisify.custom in found)) return call;
  const custom = "Symbol.for('nodejs.util.promisify.custom')";
  return `/* @__PURE__ */ Object.defineProperty(${call}, ${custom}, {get: () => ${get}[${custom}]})`;
}

/**
 * Development tools that a user never has; HTTP/2, which the client turns off and whose module takes 10 ms; and pino's worker
 * threads, which look for files beside themselves: the log is written to a file directly.
 *
 * @type {Plugin}
 */
const leftOut = {
  name: 'left-out',
  setup(build) {
    build.onResolve({filter: /^react-devtools-core$/}, () => ({path: 'devtools', namespace: 'left-out'}));
    build.onResolve({filter: /^\.\/(lib\/)?transport$/}, ({importer}) =>
      /[\\/]pino[\\/]/.test(importer) ? {path: 'pino transports', namespace: 'left-out'} : undefined,
    );
    build.onResolve({filter: /^node:http2$/}, ({importer}) =>
      /[\\/]undici[\\/]/.test(importer) ? {path: 'HTTP/2 connections', namespace: 'absent'} : undefined,
    );
    // The package expects that Node may lack the module.
    build.onLoad({filter: /.*/, namespace: 'absent'}, ({path}) => ({
      contents: `throw new Error('${path} are not part of the bundle');`,
    }));
    build.onLoad({filter: /.*/, namespace: 'left-out'}, ({path}) => ({
      contents: `module.exports = () => { throw new Error('${path} are not part of the bundle'); };`,
    }));
  },
};

/**
 * A CommonJS package that is imported dynamically has only its default in a split bundle, while in Node it has its
 * names too. Here it gets the names that Node gives it, so that the source and the bundle mean the same.
 *
 * @type {Plugin}
 */
const namedCommonJs = {
  name: 'named-common-js',
  setup(build) {
    build.onResolve({filter: /^[^./]/}, async ({path, kind, resolveDir}) => {
      if (kind !== 'dynamic-import' || isBuiltin(path)) return undefined;
      const resolved = await build.resolve(path, {kind: 'import-statement', resolveDir});
      return isCommonJs(resolved.path) ? {path: portable(resolved.path), namespace: 'named'} : undefined;
    });
    build.onLoad({filter: /.*/, namespace: 'named'}, async ({path: portablePath}) => {
      const path = join(root, portablePath);
      const names = Object.keys(await import(pathToFileURL(path).href)).filter(
        name => /^[\w$]+$/.test(name) && name !== 'default',
      );
      const contents = `const it = require(${JSON.stringify(path)});
        export default it;
        export const {${names.join(', ')}} = it;`;
      return {contents, loader: 'js', resolveDir: dirname(path)};
    });
  },
};

/** @param {string} path */
function isCommonJs(path) {
  if (!/\.c?js$/.test(path)) return false;
  const description = path.endsWith('.cjs') ? undefined : findPackageJSON(pathToFileURL(path));
  return !description || JSON.parse(readFileSync(description, 'utf8')).type !== 'module';
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} file
 */
function expect(text, pattern, file) {
  const match = pattern.exec(text);
  if (!match) throw new Error(`${file} no longer matches ${pattern}: look at scripts/bundle/plugins.mjs`);
  return match;
}

export const plugins = [
  yogaWithoutFetch,
  inkWithoutDevtools,
  ownStringWidth,
  lateAssert,
  bareBuiltins,
  leftOut,
  namedCommonJs,
];
