/**
 * How the built program reads the files that it is made of. Each of its parts is one script, and what V8 has compiled of
 * it is kept for the next start. Node's own cache for modules keeps less: it is made before anything has run, so that
 * every function that a start calls is compiled again by every start (docs/decisions/0007-parts.md).
 *
 * Only the launcher and the thread of the emulator have this, each in its one file: Node's modules are asked for by name.
 */
import type {Script} from 'node:vm';
import {replaced} from './replaced.ts';

export interface Parts {
  /**
   * @param name the part's path in the folder of the program
   * @returns what it exports; it runs when it is asked for first
   * @throws what it throws, and where there is none of this build (any more) what `isReplaced` knows
   */
  load<Part extends object>(name: string): Part;
  /**
   * Keeps what has been compiled by now, one part in a turn. V8 takes back only what was compiled with the flags that it
   * has then.
   */
  keep(): Promise<void>;
  /** The same in one turn, for a program that ends. */
  keepNow(): void;
}

type Run = (exports: object, require: (id: string) => unknown, module: {readonly exports: object}, url: string) => void;

const builtin = process.getBuiltinModule;

/** The characters from which on reading what was compiled is quicker than compiling. */
const WORTH = 16_000;

/** What a part begins with, so that none is taken for that of another build. */
export const headOf = (build: string): string => `/*${build}*/`;

/**
 * @param folder where the program is
 * @param build its own name
 * @param kept where what is compiled is kept; undefined where there is no place for it
 */
export function partsIn(folder: string, build: string, kept: string | undefined): Parts {
  const files = builtin('node:fs');
  const home = kept !== undefined && isOurs(kept) ? kept : undefined;
  const {basename, join, posix} = builtin('node:path');
  const loaded = new Map<string, {exports: object}>();
  /** Compiled by this start and not kept yet: where to. */
  const fresh = new Map<string, Script>();

  const compiled = (path: string): Run => {
    const source = textOf(path);
    if (!source?.startsWith(headOf(build))) throw replaced(path);
    const place = home && source.length >= WORTH ? join(home, basename(path)) : undefined;
    const cachedData = place ? attempt(() => files.readFileSync(place)) : undefined;
    const {Script: Compiled} = builtin('node:vm');
    const script = new Compiled(source, cachedData ? {filename: path, cachedData} : {filename: path});
    if (place && script.cachedDataRejected !== false) fresh.set(place, script);
    return script.runInThisContext();
  };

  function load<Part extends object>(name: string): Part {
    let part = loaded.get(name);
    if (!part) {
      const path = join(folder, name);
      const run = compiled(path);
      const near = posix.dirname(name);
      part = {exports: {}};
      loaded.set(name, part);
      const require = (id: string): unknown => (id[0] === '.' ? load(posix.join(near, id)) : builtin(id));
      try {
        run(part.exports, require, part, builtin('node:url').pathToFileURL(path).href);
      } catch (error) {
        // Half of it must not pass for all of it.
        loaded.delete(name);
        throw error;
      }
    }
    return part.exports as Part;
  }

  const keepNext = (): void => {
    for (const [place, script] of fresh) {
      fresh.delete(place);
      if (attempt(() => write(place, script))) return;
      // Where one finds no place, none does: each start compiles anew then, which is slower and nothing else.
      fresh.clear();
    }
  };

  return {
    load,
    async keep() {
      while (fresh.size > 0) {
        keepNext();
        await new Promise(setImmediate);
      }
    },
    keepNow() {
      while (fresh.size > 0) keepNext();
    },
  };
}

/** Undefined where there is no such file. The build leaves no character beyond ASCII. */
function textOf(path: string): string | undefined {
  try {
    return builtin('node:fs').readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Among the user's own files: in a shared temporary folder, somebody else could put code there for us to run. V8 looks
 * for itself whether its version and its flags fit.
 */
export function compiledFolder(build: string): string | undefined {
  const {XDG_CACHE_HOME, LOCALAPPDATA, HOME, NODE_DISABLE_COMPILE_CACHE} = process.env;
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && `${HOME}/.cache`);
  if (!base || NODE_DISABLE_COMPILE_CACHE) return undefined;
  // Who works as root in the home of another has no files in common with them.
  const whose = [build, process.version, process.arch, process.geteuid?.() ?? 'user'].join('-');
  return builtin('node:path').join(base, 'skydeck', 'compiled', whose);
}

/** What is in a folder of somebody else's, or where others may write, is code that they could have put there. */
function isOurs(folder: string): boolean {
  const found = attempt(() => builtin('node:fs').statSync(folder));
  // One that is not there yet, we make.
  if (!found || process.platform === 'win32') return true;
  return found.uid === process.geteuid?.() && (found.mode & 0o022) === 0;
}

/**
 * V8 does not notice that a byte in the middle is another one, and crashes: a name is therefore given only to what is on
 * the disk for good.
 */
function write(path: string, script: Script): true {
  const files = builtin('node:fs');
  const {basename, dirname} = builtin('node:path');
  const folder = dirname(path);
  if (files.mkdirSync(folder, {recursive: true, mode: 0o700}) !== undefined) sweep(dirname(folder), basename(folder));
  const beside = `${path}.${process.pid}`;
  try {
    const file = files.openSync(beside, 'w', 0o600);
    try {
      files.writeFileSync(file, script.createCachedData());
      files.fsyncSync(file);
    } finally {
      files.closeSync(file);
    }
    files.renameSync(beside, path);
    return true;
  } catch (error) {
    files.rmSync(beside, {force: true});
    throw error;
  }
}

/** For how long what other builds compiled stays, milliseconds. */
const OLD = 30 * 24 * 3600 * 1000;

/** @param own stays, however old it looks: the clock that dates files may be another machine's */
function sweep(folder: string, own: string): void {
  const files = builtin('node:fs');
  for (const name of files.readdirSync(folder)) {
    if (name === own) continue;
    const path = builtin('node:path').join(folder, name);
    if (files.statSync(path).mtimeMs < Date.now() - OLD) files.rmSync(path, {recursive: true, force: true});
  }
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
