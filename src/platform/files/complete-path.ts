/** Completing the path of a file, as a shell does. */
import type {Dirent} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {resolveTypedPath} from './xdg-paths.ts';

export interface PathCompletion {
  /** The typed path, completed as far as all matches agree. */
  readonly path: string;
  /** Names of the matches, folders with a slash; empty without a match. */
  readonly names: readonly string[];
}

/** @param input as `resolveTypedPath` accepts it; hidden files are offered once their period is typed */
export async function completePath(input: string): Promise<PathCompletion> {
  if (input === '~') return {path: '~/', names: []};
  const at = input.lastIndexOf('/') + 1;
  const [folder, prefix] = [input.slice(0, at), input.slice(at)];
  const folderPath = resolveTypedPath(folder === '' ? '.' : folder);
  const matches = (await listFolder(folderPath)).filter(
    ({name}) => name.startsWith(prefix) && (prefix.startsWith('.') || !name.startsWith('.')),
  );
  const names = await Promise.all(
    matches.map(async entry => ((await isFolder(entry)) ? `${entry.name}/` : entry.name)),
  );
  return {path: names.length === 0 ? input : folder + commonPrefix(names), names: names.sort()};
}

/** An unreadable folder offers no names. */
async function listFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, {withFileTypes: true});
  } catch {
    return [];
  }
}

async function isFolder(entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return (await stat(join(entry.parentPath, entry.name))).isDirectory();
  } catch {
    // A link that leads nowhere is still a name.
    return false;
  }
}

function commonPrefix(names: readonly string[]): string {
  const [first = '', ...otherNames] = names;
  // By character: half of a surrogate pair is part of no name.
  const characters = [...first];
  let prefix = first;
  for (const name of otherNames)
    while (!name.startsWith(prefix)) {
      characters.pop();
      prefix = characters.join('');
    }
  return prefix;
}
