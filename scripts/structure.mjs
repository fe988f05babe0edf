// @ts-check
/**
 * Checks the folders and names of `src/`. Each folder of a room is on a floor, a folder has a maximum number of files,
 * and a name means one thing in its room. `node scripts/structure.mjs` checks `src/`;
 * `node scripts/structure.mjs --floors` prints the current floors. The functions check any tree.
 */
import {posix} from 'node:path';
import {pathToFileURL} from 'node:url';
import {FLOORS, MAX_TYPE_CYCLES} from './floors.mjs';
import {importsOf, readTree} from './imports.mjs';
import {describe} from './rooms.mjs';

/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {import('./rooms.mjs').Violation} Violation */
/** @typedef {Readonly<Record<string, Readonly<Record<string, number>>>>} Floors room → folder in it ('.' for its own) → floor */

/** The maximum number of files in a folder, without tests, so that a reader finds a file quickly. */
export const MAX_FOLDER_FILES = 18;

/** The maximum number of lines of a file. A longer one has a reason in its first comment: "More than 300 lines: …". */
export const MAX_FILE_LINES = 300;

const LENGTH_REASON = /^[\s\S]{0,800}More than 300 lines: \S/;

const TEST = /\.(test|test-d|story)\.tsx?$/;

/** Base names that several folders of a room may share. */
const COMMON_NAMES = ['index', 'types'];

const DECLARATION =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:interface|type|class|function\*?|const|let|enum|namespace) (\w+)/gm;

/**
 * @param {ReadonlyMap<string, string>} files path from the project's root → text; only `src/` is judged
 * @param {{floors?: Floors, maxTypeCycles?: number}} [rules]
 * @returns {Promise<Violation[]>} by file and line
 */
export async function findStructureViolations(files, {floors = FLOORS, maxTypeCycles = MAX_TYPE_CYCLES} = {}) {
  const sources = new Map([...files].filter(([path]) => path.startsWith('src/') && !TEST.test(path)));
  const {imports} = importsOf(sources);
  const paths = [...sources.keys()];
  const violations = [
    ...crowdedFolders(paths),
    ...longFiles(sources),
    ...sharedBaseNames(paths),
    ...sharedExportNames(sources),
    ...floorViolations(paths, imports, floors),
    ...typeCycleViolations(paths, imports, maxTypeCycles),
  ];
  return violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** @param {string} path @returns {string} the room, or '' for a file directly under src/ */
function roomOf(path) {
  const [, room, inside] = path.split('/');
  return inside === undefined ? '' : (room ?? '');
}

/** Rooms whose inner folders refer to each other, as resource types do: only their first level has floors. */
const FIRST_LEVEL_ONLY = ['emulator'];

/** @param {string} path @returns {string} the folder inside the room; '.' for the room's own */
function folderOf(path) {
  const room = roomOf(path);
  const folder = posix.relative(`src/${room}`, posix.dirname(path)) || '.';
  return FIRST_LEVEL_ONLY.includes(room) ? (folder.split('/')[0] ?? folder) : folder;
}

/** @param {string[]} paths @returns {Violation[]} */
function crowdedFolders(paths) {
  return [...Map.groupBy(paths, path => posix.dirname(path))]
    .filter(([, inside]) => inside.length > MAX_FOLDER_FILES)
    .map(([folder, inside]) => ({
      file: folder,
      line: 0,
      rule: 'folder size',
      message: `holds ${inside.length} files, at most ${MAX_FOLDER_FILES} are allowed. Move files that belong together into a folder.`,
    }));
}

/** @param {ReadonlyMap<string, string>} sources @returns {Violation[]} */
function longFiles(sources) {
  return [...sources].flatMap(([file, text]) => {
    const lines = text.split('\n').length - 1;
    const hasReason = LENGTH_REASON.test(text);
    if (lines <= MAX_FILE_LINES && hasReason)
      return [
        {file, line: 0, rule: 'file length', message: `has ${lines} lines. Delete the note "More than 300 lines".`},
      ];
    if (lines <= MAX_FILE_LINES || hasReason) return [];
    const message = `has ${lines} lines. Divide it, or say why not in its opening comment: "More than ${MAX_FILE_LINES} lines: …".`;
    return [{file, line: 0, rule: 'file length', message}];
  });
}

/** @param {string[]} paths @returns {Violation[]} */
function sharedBaseNames(paths) {
  /** @type {Violation[]} */
  const found = [];
  for (const [room, inside] of Map.groupBy(paths, roomOf)) {
    if (room === '') continue;
    for (const [name, same] of Map.groupBy(inside, path => posix.basename(path).replace(/\..*$/, ''))) {
      const [first = '', ...others] = same;
      if (others.length === 0 || COMMON_NAMES.includes(name)) continue;
      const message = `${others.join(' and ')} ${others.length > 1 ? 'have' : 'has'} the same base name. Rename one of them after what it holds.`;
      found.push({file: first, line: 0, rule: 'base name', message});
    }
  }
  return found;
}

/** @param {ReadonlyMap<string, string>} sources @returns {Violation[]} */
function sharedExportNames(sources) {
  /** @type {Map<string, {file: string, line: number}[]>} room and name → where it is declared */
  const declared = new Map();
  for (const [file, text] of sources) {
    const names = new Set();
    for (const {1: name = '', index} of text.matchAll(DECLARATION)) {
      // A type and a value with the same name in one file, and overloads, are one thing.
      if (names.has(name)) continue;
      names.add(name);
      const key = `${roomOf(file)} ${name}`;
      const line = text.slice(0, index).split('\n').length;
      declared.set(key, [...(declared.get(key) ?? []), {file, line}]);
    }
  }
  return [...declared]
    .filter(([key, places]) => places.length > 1 && !key.startsWith(' '))
    .map(([key, [first, ...others]]) => ({
      file: first?.file ?? '',
      line: first?.line ?? 0,
      rule: 'homonym',
      message: `${others.map(({file}) => file).join(' and ')} ${others.length > 1 ? 'export' : 'exports'} another ${key.split(' ')[1]}. Rename one of them: a name means one thing in a room.`,
    }));
}

/** @param {string[]} paths @param {Import[]} imports @param {Floors} floors @returns {Violation[]} */
function floorViolations(paths, imports, floors) {
  /** @type {Violation[]} */
  const found = [];
  for (const [room, inside] of Map.groupBy(paths, roomOf)) {
    const table = floors[room];
    if (room === '' || !table) continue;
    const folders = new Set(inside.map(folderOf));
    for (const folder of folders) {
      if (folder in table) continue;
      const message =
        'has no floor. Add it to scripts/floors.mjs (node scripts/structure.mjs --floors prints the floors).';
      found.push({file: posix.join('src', room, folder), line: 0, rule: 'floor', message});
    }
    for (const folder of Object.keys(table)) {
      if (folders.has(folder)) continue;
      const message = 'does not exist. Remove it from scripts/floors.mjs.';
      found.push({file: posix.join('src', room, folder), line: 0, rule: 'floor', message});
    }
  }
  for (const {from, to, kind, line} of imports) {
    if (to === null || kind !== 'static' || roomOf(from) !== roomOf(to)) continue;
    const table = floors[roomOf(from)];
    const [own, other] = [folderOf(from), folderOf(to)];
    const [floor, below] = [table?.[own], table?.[other]];
    if (own === other || floor === undefined || below === undefined || below < floor) continue;
    const message = `${own} (floor ${floor}) may not import ${to} (floor ${below}). Import from a lower floor, or move one of the files.`;
    found.push({file: from, line, rule: 'floor', message});
  }
  return found;
}

/** @param {string[]} paths @param {Import[]} imports @param {number} max @returns {Violation[]} */
function typeCycleViolations(paths, imports, max) {
  const cycles = cycleGroups(paths, imports);
  const count = cycles.flat().length;
  if (count === max) return [];
  const [largest = []] = cycles.toSorted((a, b) => b.length - a.length);
  const message =
    count > max
      ? `${count} files import each other in cycles, types included; ${max} are allowed. The largest cycle: ${largest.slice(0, 6).join(', ')}${largest.length > 6 ? ', …' : ''}. Move the type that both need into a file of its own.`
      : `only ${count} files are left in cycles. Lower MAX_TYPE_CYCLES to ${count}, so that no new cycle gets in.`;
  return [{file: 'scripts/floors.mjs', line: 0, rule: 'type cycles', message}];
}

/**
 * Groups of files that reach each other by imports of any kind but dynamic ones (Tarjan's strongly connected components).
 *
 * @param {string[]} paths
 * @param {Import[]} imports
 * @returns {string[][]}
 */
function cycleGroups(paths, imports) {
  const edges = Map.groupBy(
    imports.filter(({to, kind}) => to !== null && kind !== 'dynamic'),
    ({from}) => from,
  );
  /** @type {Map<string, {index: number, low: number, onStack: boolean}>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} path */
  const visit = path => {
    const own = {index: seen.size, low: seen.size, onStack: true};
    seen.set(path, own);
    stack.push(path);
    for (const {to} of edges.get(path) ?? []) {
      const next = seen.get(to ?? '');
      if (!next) own.low = Math.min(own.low, visit(to ?? ''));
      else if (next.onStack) own.low = Math.min(own.low, next.index);
    }
    if (own.low === own.index) {
      const members = stack.splice(stack.indexOf(path));
      for (const member of members) Object.assign(seen.get(member) ?? {}, {onStack: false});
      if (members.length > 1) found.push(members);
    }
    return own.low;
  };
  for (const path of paths) if (!seen.has(path)) visit(path);
  return found;
}

/**
 * The lowest floors that the imports allow.
 *
 * @param {ReadonlyMap<string, string>} files
 * @returns {Promise<Floors>}
 */
export async function floorsOf(files) {
  const sources = new Map([...files].filter(([path]) => path.startsWith('src/') && !TEST.test(path)));
  const {imports} = importsOf(sources);
  /** @type {Record<string, Record<string, number>>} */
  const floors = {};
  for (const [room, inside] of Map.groupBy(sources.keys(), roomOf)) {
    const folders = [...new Set(inside.map(folderOf))].sort();
    if (room === '' || folders.length < 2) continue;
    const below = Map.groupBy(
      imports.filter(
        ({from, to, kind}) => kind === 'static' && to !== null && roomOf(from) === room && roomOf(to) === room,
      ),
      ({from}) => folderOf(from),
    );
    const floor = Object.fromEntries(folders.map(folder => [folder, 0]));
    // The number of folders limits the rounds, because the floors of a cycle would rise forever.
    for (let round = 0; round < folders.length; round++)
      for (const [folder, edges] of below)
        for (const {to} of edges) {
          const other = folderOf(to ?? '');
          if (other !== folder) floor[folder] = Math.max(floor[folder] ?? 0, (floor[other] ?? 0) + 1);
        }
    floors[room] = floor;
  }
  return floors;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = readTree(process.cwd(), 'src');
  if (process.argv.includes('--floors')) console.log(JSON.stringify(await floorsOf(files), null, 2));
  else {
    const violations = await findStructureViolations(files);
    if (violations.length > 0) {
      console.error(describe(violations));
      process.exitCode = 1;
    }
  }
}
