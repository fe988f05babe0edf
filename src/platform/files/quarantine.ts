/** Damaged files, set aside under another name. */
import {lstat, readdir, rename, stat, unlink} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {refuseDevice, UnusableFileError} from './regular-file.ts';
import {isNotFound} from './temp-files.ts';

/** Maximum number of files set aside for one name. */
const maxQuarantined = 3;

/** @throws UnusableFileError in a folder of another user, who may own the file */
export async function quarantine(target: string): Promise<string | undefined> {
  const folder = dirname(target);
  try {
    const [file, around] = [await lstat(target), await stat(folder)];
    refuseDevice(file);
    const user = process.geteuid?.() ?? file.uid;
    if (file.uid !== user && around.uid !== user)
      throw new UnusableFileError('is in a folder of another user', {isForeign: true});
    const prefix = `${basename(target)}.damaged-`;
    const newPath = join(folder, `${prefix}${new Date().toISOString().replace(/[:.]/g, '-')}`);
    await rename(target, newPath);
    const all = (await readdir(folder)).filter(name => name.startsWith(prefix)).sort();
    // A folder is never emptied to make room, because its content is unknown.
    for (const name of all.slice(0, -maxQuarantined)) await unlink(join(folder, name)).catch(() => {});
    return newPath;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
