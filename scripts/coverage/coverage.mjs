// @ts-check
/**
 * Finds the places that use each operation of the API: in the console, on the command line, in the emulator, in the
 * tests.
 */
import {globSync, readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {allActions} from '../../src/cli/args/action-names.ts';
import {usageOf} from '../../src/cli/args/do-line.ts';
import {usageOfGet} from '../../src/cli/args/readable-names.ts';
import {contract} from '../../src/contract/index.ts';
import {isMutation} from '../../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import {chartedSeriesOf} from '../../src/families/format/series.ts';
import {families, sidebar} from '../../src/families/registry.ts';

/** @typedef {import('../../src/contract/schema/endpoint.ts').Endpoint} Endpoint */
/** @typedef {import('../../src/families/shape/define-family.ts').Family} Family */
/** @typedef {'console' | 'command' | 'emulator' | 'tests' | 'missing'} Way */
/**
 * @typedef {object} Covered
 * @property {Endpoint} endpoint
 * @property {string[]} console places, as a user would say them
 * @property {string | undefined} command without `skydeck`
 * @property {string | undefined} emulator the file of its handler
 * @property {string[]} tests files that name it
 */

/** Operations that the console or the command line omits, with the reason; see `test/data/coverage-exceptions.json`. */
/** @returns {Record<string, Partial<Record<Way, string>>>} */
export const exceptions = () => JSON.parse(readFileSync('test/data/coverage-exceptions.json', 'utf8'));

/** Operations that today's API has added, by ID: method and path. @returns {Readonly<Record<string, string>>} */
export const todayOperations = () => JSON.parse(readFileSync('test/data/today-operations.json', 'utf8'));

const capitalize = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The place of each family's list: in the sidebar, in a tab of another family's detail, or by its name alone. */
function placesOf() {
  /** @type {Map<string, string>} */
  const places = new Map();
  for (const {group, families: shown} of sidebar)
    for (const family of shown) places.set(family.id, `${capitalize(group)} › ${family.entry ?? family.title}`);
  // A child list is found in the round after its parent, so a few rounds find all lists.
  for (let before = -1; before !== places.size; ) {
    before = places.size;
    for (const family of families) {
      const place = places.get(family.id);
      if (place === undefined) continue;
      for (const tab of family.detail) {
        const child = 'list' in tab ? tab.list : 'requests' in tab ? listedBy(tab.requests[0]?.operation) : undefined;
        if (child !== undefined && !places.has(child)) places.set(child, `${place} › ${tab.title}`);
      }
    }
    for (const {id, title, byName} of families)
      if (byName && !places.has(id)) places.set(id, `:${title.toLowerCase()}`);
  }
  return places;
}

/** @param {string | undefined} operation */
const listedBy = operation => families.find(({source}) => source === operation)?.id;

function consoleWays() {
  const places = placesOf();
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  const add = (/** @type {string} */ operation, /** @type {string} */ way) => {
    const known = ways.get(operation) ?? [];
    if (!known.includes(way)) ways.set(operation, [...known, way]);
  };
  for (const family of families) {
    const place = places.get(family.id);
    if (place === undefined) continue;
    add(family.source, place);
    add(`${family.id}.get`, `${place}, enter`);
    for (const tab of family.detail) {
      if ('operation' in tab) add(tab.operation, `${place} › ${tab.title}`);
      if ('metricsOf' in tab) add('monitor.services.metrics.read', `${place} › ${tab.title}`);
      if (!('requests' in tab)) continue;
      for (const {operation} of tab.requests) {
        add(operation, `${place} › ${tab.title}`);
        const {month} = chartedSeriesOf(operation);
        if (month) add(month, `${place} › ${tab.title}, [ and ]`);
      }
    }
    for (const {operation, elsewhere, title, key} of Object.values(family.actions)) {
      if (elsewhere === undefined)
        add(operation, `${place}: ${title?.replace(/…$/, '')}${key === undefined ? '' : ` (${key})`}`);
    }
  }
  return ways;
}

/** Tests, and files that start a program when they are imported. */
const NOT_HANDLERS =
  /\.test\.ts$|\/(?:emulator-command|emulator-thread|embedded-emulator|families\/index|start-server|test-[\w-]+)\.ts$/;

/** The file of each handler. A handler is a function of an exported group; the smallest group with it determines the file. */
async function handlerFiles() {
  /** @type {Map<unknown, {file: string, size: number}>} */
  const files = new Map();
  for (const file of globSync('src/emulator/**/*.ts').sort()) {
    if (NOT_HANDLERS.test(file)) continue;
    const exported = Object.values(await import(pathToFileURL(file).href));
    for (const value of exported) {
      const found = typeof value === 'function' ? [value] : functionsIn(value);
      for (const handler of found) {
        const known = files.get(handler);
        if (!known || found.length < known.size) files.set(handler, {file, size: found.length});
      }
    }
  }
  return files;
}

/** @param {unknown} group @returns {unknown[]} */
function functionsIn(group, depth = 0) {
  if (typeof group !== 'object' || group === null || depth > 4) return [];
  return Object.values(group).flatMap(value => (typeof value === 'function' ? [value] : functionsIn(value, depth + 1)));
}

/** @param {object} handlers @param {string} id */
function handlerOf(handlers, id) {
  /** @type {any} */
  let found = handlers;
  for (const name of id.split('.')) found = found?.[name];
  return typeof found === 'function' ? found : undefined;
}

/** @typedef {{file: string, text: string, aliases: Map<string, string[]>}} TestText */

/** @returns {TestText[]} */
function testTexts() {
  return globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'])
    .sort()
    .map(file => {
      const text = readFileSync(file, 'utf8');
      return {file, text, aliases: readAliases(text)};
    });
}

/** @returns {Promise<Covered[]>} */
export async function coverage() {
  const {handlers} = await import('../../src/emulator/families/index.ts');
  const ways = consoleWays();
  const files = await handlerFiles();
  const texts = testTexts();
  const commands = new Map(allActions().map(named => [named.endpoint.id, usageOf(named).replace(/^skydeck /, '')]));
  return [...endpointsOf(contract)].map(endpoint => {
    const {id} = endpoint;
    const handler = handlerOf(handlers, id);
    return {
      endpoint,
      console: ways.get(id) ?? [],
      command: isMutation(endpoint) ? commands.get(id) : usageOfGet(endpoint),
      emulator: handler && (files.get(handler)?.file ?? 'src/emulator/families/index.ts'),
      tests: texts.filter(test => names(test, id)).map(({file}) => file),
    };
  });
}

/**
 * A file's names for the groups of the contract: `const {configs} = contract.instances;` and so on, in order.
 *
 * @param {string} text
 */
function readAliases(text) {
  /** @type {Map<string, string[]>} by name the paths that it may stand for */
  const aliases = new Map([['contract', ['']]]);
  const join = (/** @type {string} */ path, /** @type {string} */ name) => (path === '' ? name : `${path}.${name}`);
  for (const [, inner, single, root = '', rest = ''] of text.matchAll(
    /const (?:\{([^}]+)\}|(\w+)) = (\w+)((?:\.\w+)*);/g,
  ))
    for (const base of aliases.get(root) ?? []) {
      const path = join(base, rest.slice(1)).replace(/\.$/, '');
      const named =
        inner === undefined
          ? [[single ?? '', path]]
          : inner.split(',').map(part => {
              const [key = '', local = key] = part.split(':').map(word => word.trim());
              return [local, join(path, key)];
            });
      for (const [local = '', found = ''] of named) aliases.set(local, [...(aliases.get(local) ?? []), found]);
    }
  return aliases;
}

/**
 * True if a test calls an operation: by its ID, or by its place in the contract.
 *
 * @param {TestText} test
 * @param {string} id
 */
function names({text, aliases}, id) {
  const word = (/** @type {string} */ name) => new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}\\b`).test(text);
  if (text.includes(`'${id}'`)) return true;
  for (const [local, paths] of aliases)
    for (const path of paths) {
      if (path === id && word(local)) return true;
      const rest = path === '' ? id : id.startsWith(`${path}.`) ? id.slice(path.length + 1) : undefined;
      if (rest !== undefined && word(`${local}.${rest}`)) return true;
    }
  return false;
}
