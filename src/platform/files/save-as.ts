/** Saves text from the screen as a file of the user's: a certificate, a script, a kubeconfig. */
import {openFileWriter, UserFileError} from './user-files.ts';

/**
 * Writes a new file, and never over an existing one.
 *
 * @param path as typed
 * @param options `isSecret`: only the user may read the file (mode 0600); otherwise the user's mask decides
 * @returns the path of the file, or the reason why it was not written, in words
 */
export async function saveAs(
  path: string,
  text: string,
  {isSecret = false}: {readonly isSecret?: boolean} = {},
): Promise<{readonly path: string} | {readonly problem: string}> {
  try {
    const file = await openFileWriter(path, isSecret ? {mode: 0o600} : {});
    try {
      await file.write(text.endsWith('\n') ? text : `${text}\n`);
      await file.commit();
      return {path: file.path};
    } finally {
      await file.discard();
    }
  } catch (error) {
    if (error instanceof UserFileError) return {problem: error.message};
    throw error;
  }
}
