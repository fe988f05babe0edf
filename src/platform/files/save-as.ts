/** Saves text from the screen as a file of the user's: a certificate, a script. */
import {open} from 'node:fs/promises';
import {resolveTypedPath} from './xdg-paths.ts';

/**
 * Writes a new file, and never over an existing one. Other users may read it as far as the user's own mask lets them:
 * these texts are not secret.
 *
 * @param path as typed
 * @returns undefined, or the reason why it was not written, in words
 */
export async function saveAs(path: string, text: string): Promise<string | undefined> {
  const target = resolveTypedPath(path);
  try {
    const file = await open(target, 'wx', 0o644);
    try {
      await file.writeFile(text.endsWith('\n') ? text : `${text}\n`);
    } finally {
      await file.close();
    }
    return undefined;
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return `${target} exists. Choose another name`;
    if (code === 'ENOENT') return `no such folder for ${target}`;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${target} is not writable`;
    return message;
  }
}
