/**
 * Folder in which Node keeps the code that V8 compiled of the program, which makes a start a third quicker. A later
 * start runs that code, so it is kept only where no other user can write (docs/dev/decisions/0007-compile-cache.md).
 *
 * Part of the launcher, in its one file: Node's modules are requested by name.
 */
import type {Stats} from 'node:fs';

const builtin = process.getBuiltinModule;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Turns Node's cache on, in a folder of this build. Without a safe folder nothing is kept, and the start is slower.
 * @returns the folder; undefined without one
 */
export function enableCompileCache(build: string, env: Environment): string | undefined {
  const base = env.XDG_CACHE_HOME || env.LOCALAPPDATA || (env.HOME && `${env.HOME}/.cache`);
  const {enableCompileCache: enable} = builtin('node:module');
  // An older Node lacks the function; the launcher then prints that Node is too old.
  if (!base || env.NODE_DISABLE_COMPILE_CACHE || typeof enable !== 'function') return undefined;
  try {
    const all = builtin('node:path').join(base, 'skydeck', 'compiled');
    const folder = buildFolder(all, build);
    if (folder === undefined) return undefined;
    removeUnexpected(folder);
    enable(folder);
    return folder;
  } catch {
    // A read-only or full disk, a file in the way: none of that is a reason not to start.
    return undefined;
  }
}

/** A build's folder below `all`, created if missing, by its real path. Undefined if others could write to it. */
function buildFolder(all: string, build: string): string | undefined {
  const {mkdirSync, realpathSync} = builtin('node:fs');
  const {join} = builtin('node:path');
  const createdFolder = mkdirSync(join(all, build), {recursive: true, mode: 0o700});
  // This resolves links once: a link that is changed later can't lead elsewhere.
  const folder = realpathSync(join(all, build));
  if (!isOwnedPrivately(folder)) return undefined;
  if (createdFolder !== undefined) removeUnused(realpathSync(all), build);
  return folder;
}

/** True when only this user and root can change the target of a path: the folder and everything above it. */
export function isOwnedPrivately(path: string): boolean {
  const {dirname} = builtin('node:path');
  const user = process.geteuid?.();
  // On other systems folders of one user are not open to others.
  if (user === undefined) return true;
  const isOwn = ({uid}: Stats) => uid === user || uid === 0;
  // In a sticky folder, such as a shared temporary one, users can rename only their own files.
  const isClosed = ({mode}: Stats) => (mode & 0o022) === 0 || (mode & 0o1000) !== 0;
  const {statSync} = builtin('node:fs');
  const stats = statSync(path);
  if (stats.uid !== user || (stats.mode & 0o022) !== 0) return false;
  for (let above = dirname(path); ; above = dirname(above)) {
    const stats = statSync(above);
    if (!isOwn(stats) || !isClosed(stats)) return false;
    if (above === dirname(above)) return true;
  }
}

/** Bytes. V8 keeps a fraction of this of the largest file. */
const maxCacheFileBytes = 16 * 2 ** 20;

/**
 * Removes entries that would make Node wait or read without end: Node checks the content of a file, but not its type.
 * Everything can be compiled again.
 */
function removeUnexpected(folder: string): void {
  const {lstatSync, readdirSync, rmSync} = builtin('node:fs');
  const {join} = builtin('node:path');
  for (const name of readdirSync(folder)) {
    const inner = join(folder, name);
    const isOdd =
      !lstatSync(inner).isDirectory() ||
      readdirSync(inner).some(file => {
        const stats = lstatSync(join(inner, file));
        return !stats.isFile() || stats.size > maxCacheFileBytes;
      });
    if (isOdd) rmSync(inner, {recursive: true, force: true});
  }
}

/** Time after which the compiled code of an unused build is deleted, in milliseconds. */
const maxUnusedMs = 30 * 24 * 3600 * 1000;

/** @param currentBuild never removed, even if its files look old: another machine's clock may have set their times */
function removeUnused(all: string, currentBuild: string): void {
  const {readdirSync, rmSync, statSync} = builtin('node:fs');
  for (const name of readdirSync(all)) {
    const path = builtin('node:path').join(all, name);
    if (name !== currentBuild && statSync(path).mtimeMs < Date.now() - maxUnusedMs)
      rmSync(path, {recursive: true, force: true});
  }
}
