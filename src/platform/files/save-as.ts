/** Saves text from the screen as a file of the user's: a certificate, a script, a kubeconfig. */
import {open} from 'node:fs/promises';
import {resolveTypedPath} from './xdg-paths.ts';

/**
 * Writes a new file, and never over an existing one.
 *
 * @param path as typed
 * @param options `isSecret`: only the user may read the file (mode 0600); otherwise the user's mask decides
 * @returns undefined, or the reason why it was not written, in words
 */
export async function saveAs(
  path: string,
  text: string,
  {isSecret = false}: {readonly isSecret?: boolean} = {},
): Promise<string | undefined> {
  const target = resolveTypedPath(path);
  try {
    const file = await open(target, 'wx', isSecret ? 0o600 : 0o644);
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
