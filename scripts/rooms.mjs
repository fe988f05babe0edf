// @ts-check
/**
 * Checks imports: between rooms, of packages, cycles, and slow modules before the first paint.
 * `node scripts/rooms.mjs` checks `src/`; the functions check any tree.
 */
import {posix} from 'node:path';
import {pathToFileURL} from 'node:url';
import {importsOf, readTree} from './imports.mjs';

/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {{file: string, line: number, rule: string, message: string}} Violation */

/** Room → the rooms whose values it may import: the table of ARCHITECTURE.md. */
export const VALUES = {
  contract: [],
  keymap: [],
  platform: [],
  profiles: ['keymap', 'platform'],
  client: ['contract'],
  families: [],
  store: ['contract', 'client', 'families', 'profiles', 'platform'],
  ui: ['families', 'store', 'keymap', 'profiles', 'platform'],
  cli: ['contract', 'client', 'families', 'store', 'profiles', 'platform'],
  emulator: ['contract'],
};

/** Lists of facts that families share with the contract. They import nothing, so that the first frame needs no other file. */
const SHARED_FACTS = ['src/contract/wire/removed-operations.ts'];

/** Rooms whose types all other rooms may import, except those of `WITHOUT_CLIENT_TYPES`. Types aren't loaded at run time. */
const TYPES_EVERYWHERE = ['contract', 'client'];
const WITHOUT_CLIENT_TYPES = ['contract', 'emulator'];

/** Package → the rooms that may import it, types included. */
const PACKAGES = [
  {pattern: /^(react|react-[\w-]+|ink|ink-[\w-]+)(\/|$)/, rooms: ['ui']},
  // All modules of zustand except the vanilla ones import React.
  {pattern: /^zustand(\/(react|shallow|traditional)(\/|$)|$)/, rooms: ['ui']},
  {pattern: /^undici(\/|$)/, rooms: ['client']},
  {pattern: /^(hono|@hono\/[\w-]+)(\/|$)/, rooms: ['emulator']},
  {pattern: /^(node:)?sqlite$/, rooms: ['emulator', 'platform']},
  {pattern: /^(commander|prom-client|@modelcontextprotocol\/sdk)(\/|$)/, rooms: ['cli']},
];

/** Modules that the console must not load before its first paint. */
const FIRST_PAINT = 'src/ui/app/start-console.tsx';
const TOO_SLOW =
  /^(undici|zod|hono|@hono\/[\w-]+|commander|pino|prom-client|@modelcontextprotocol\/sdk)(\/|$)|^node:sqlite$/;
const TOO_SLOW_ROOMS = ['emulator'];

/** Bundled into one file, including the parts of the platform that it needs. */
const LAUNCHER = 'src/launcher.ts';

const TEST = /\.(test|test-d|story)\.tsx?$/;

/**
 * @param {ReadonlyMap<string, string>} files path from the project's root → text; only `src/` is judged
 * @returns {Promise<Violation[]>} by file and line
 */
export async function findViolations(files) {
  const sources = new Map([...files].filter(([path]) => path.startsWith('src/') && !TEST.test(path)));
  const {imports, unreadable} = importsOf(sources);
  const violations = [
    ...unreadable.map(({file, message}) => ({file, line: 0, rule: 'syntax', message})),
    ...[...sources.keys()].flatMap(unknownRoom),
    ...imports.flatMap(roomViolation),
    ...imports.flatMap(detour),
    ...imports.flatMap(packageViolation),
    ...cycles(imports),
    ...slowImports(imports),
  ];
  return violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** @param {string} path @returns {string} the room, or 'main' for a file directly under src/ */
function roomOf(path) {
  const [, room, inside] = path.split('/');
  return inside === undefined ? 'main' : (room ?? '');
}

/** @param {string} room @returns {readonly string[] | undefined} */
function valuesOf(room) {
  return /** @type {Record<string, readonly string[]>} */ (VALUES)[room];
}

/** @param {string} file @returns {Violation[]} */
function unknownRoom(file) {
  const room = roomOf(file);
  if (room === 'main' || valuesOf(room)) return [];
  return [
    {
      file,
      line: 0,
      rule: 'room',
      message: `src/${room}/ is not a room; the rooms are ${Object.keys(VALUES).join(', ')}`,
    },
  ];
}

/** @param {Import} edge @returns {Violation[]} */
function roomViolation({from, specifier, to, kind, line}) {
  const refuse = (/** @type {string} */ message) => [{file: from, line, rule: 'room', message}];
  if (to === null) {
    const path = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : '';
    // The compiler reports a missing file of src/.
    const foreign = path !== '' && (!path.startsWith('src/') || TEST.test(path));
    return foreign ? refuse(`imports ${specifier}, which is not product source`) : [];
  }
  const [room, target] = [roomOf(from), roomOf(to)];
  if (SHARED_FACTS.includes(from)) return refuse('is shared with families and may import nothing');
  if (room === target) return [];
  if (room === 'families' && SHARED_FACTS.includes(to)) return [];
  if (target === 'main') return refuse(`nothing may import ${to}`);
  if (room === 'main') {
    if (from === LAUNCHER && target === 'platform') return [];
    return kind === 'static' ? refuse(`may import ${target} only by dynamic import (or as types)`) : [];
  }
  const allowed = [...(valuesOf(room) ?? [])];
  if (kind === 'type' && !WITHOUT_CLIENT_TYPES.includes(room)) allowed.push(...TYPES_EVERYWHERE);
  if (allowed.includes(target)) return [];
  return refuse(`${room} may not import ${kind === 'type' ? 'types from ' : ''}${target} (${to})`);
}

/** A path that leaves a folder and returns to it: it looks like an import from elsewhere. @param {Import} edge @returns {Violation[]} */
function detour({from, specifier, to, line}) {
  if (to === null) return [];
  const path = posix.relative(posix.dirname(from), to);
  const shortest = path.startsWith('.') ? path : `./${path}`;
  if (specifier === shortest) return [];
  return [{file: from, line, rule: 'path', message: `imports ${specifier}: write ${shortest}`}];
}

/** @param {Import} edge @returns {Violation[]} */
function packageViolation({from, specifier, line}) {
  const rule = PACKAGES.find(({pattern}) => pattern.test(specifier));
  if (!rule || rule.rooms.includes(roomOf(from))) return [];
  return [
    {
      file: from,
      line,
      rule: 'package',
      message: `${specifier} may appear only under src/${rule.rooms.join(', src/')}`,
    },
  ];
}

/**
 * One violation for each group of files in cycles: the shortest cycle through its first file. A dynamic import is not
 * part of a cycle, because both modules are evaluated before it.
 *
 * @param {Import[]} imports
 * @returns {Violation[]}
 */
function cycles(imports) {
  const graph = staticGraph(imports);
  /** @type {Violation[]} */
  const found = [];
  const settled = new Set();
  for (const start of [...graph.keys()].sort()) {
    if (settled.has(start)) continue;
    const way = shortestPath(graph, start, edge => edge.to === start);
    if (!way) continue;
    for (const edge of way) settled.add(edge.from);
    const route = [start, ...way.map(edge => edge.to)].join(' → ');
    found.push({file: start, line: way[0]?.line ?? 0, rule: 'cycle', message: `imports itself: ${route}`});
  }
  return found;
}

/** @param {Import[]} imports @returns {Violation[]} */
function slowImports(imports) {
  const graph = staticGraph(imports);
  /** @type {Violation[]} */
  const found = [];
  const seen = new Set();
  const slow = (/** @type {Import} */ edge) =>
    TOO_SLOW.test(edge.specifier) || (edge.to !== null && TOO_SLOW_ROOMS.includes(roomOf(edge.to)));
  // Every forbidden import is reported once, with the shortest path to it.
  shortestPath(graph, FIRST_PAINT, (edge, way) => {
    if (slow(edge) && !seen.has(edge.specifier)) {
      seen.add(edge.specifier);
      const route = [FIRST_PAINT, ...way().map(step => step.to ?? step.specifier)].join(' → ');
      found.push({
        file: edge.from,
        line: edge.line,
        rule: 'first paint',
        message: `loads ${edge.specifier} before the first paint: ${route}`,
      });
    }
    return false;
  });
  return found;
}

/** @param {Import[]} imports @returns {Map<string, Import[]>} */
function staticGraph(imports) {
  return Map.groupBy(
    imports.filter(({kind}) => kind === 'static'),
    ({from}) => from,
  );
}

/**
 * Breadth first from a file along static imports.
 *
 * @param {Map<string, Import[]>} graph
 * @param {string} start
 * @param {(edge: Import, way: () => Import[]) => boolean} arrived
 * @returns {Import[] | undefined} the edges from start to the one that arrived
 */
function shortestPath(graph, start, arrived) {
  /** @type {Map<string, Import>} */
  const cameBy = new Map();
  const wayTo = (/** @type {Import} */ last) => {
    const way = [last];
    for (let edge = cameBy.get(last.from); edge; edge = cameBy.get(edge.from)) way.unshift(edge);
    return way;
  };
  const queue = [start];
  for (const file of queue) {
    for (const edge of graph.get(file) ?? []) {
      if (arrived(edge, () => wayTo(edge))) return wayTo(edge);
      if (edge.to === null || edge.to === start || cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  return undefined;
}

/** @param {Violation[]} violations @returns {string} */
export function describe(violations) {
  return violations
    .map(({file, line, rule, message}) => `${file}${line ? `:${line}` : ''}  ${rule}: ${message}`)
    .join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const violations = await findViolations(readTree(process.cwd(), 'src'));
  if (violations.length > 0) {
    console.error(describe(violations));
    process.exitCode = 1;
  }
}
