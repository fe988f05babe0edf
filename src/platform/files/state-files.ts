/**
 * Files that Skydeck keeps for its next start. Skydeck starts even if one of them is damaged: an unusable file is set
 * aside, so that its content is not lost, and one line reports it.
 */

import {errorMessage} from '../text/error-message.ts';
import {type FilePort, filesIn, memoryFiles} from './private-files.ts';
import {UnusableFileError} from './regular-file.ts';

export interface StateFiles extends FilePort {
  /** Sets aside a file whose text is damaged. Resolves even if that fails; `report` is called in both cases. */
  quarantineDamaged(path: string): Promise<void>;
}

/** State files below one folder. @param report receives one line for each file that was set aside */
export const openStateFiles = (folder: string, report: (message: string) => void): StateFiles =>
  stateFilesOn(filesIn(folder, {isOwnOnly: true}), report);

export function stateFilesOn(files: FilePort, report: (message: string) => void): StateFiles {
  const quarantine = async (path: string, reason: string): Promise<void> => {
    const aside = await files.quarantine(path);
    // If another process set it aside meanwhile, that one has reported it.
    if (aside !== undefined) report(`${path} ${reason}; renamed to ${aside}`);
  };
  /** Retries work on an unusable file after setting it aside. */
  const retryAfterQuarantine = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const reason = unusableText(error);
      if (reason === undefined) throw error;
      await quarantine(path, reason).catch(() => {
        // If renaming fails too, the first error is the one to report.
        throw error;
      });
      return work();
    }
  };
  return {
    ...files,
    read: path => retryAfterQuarantine(path, () => files.read(path)),
    write: (path, text) => retryAfterQuarantine(path, () => files.write(path, text)),
    update: (path, change) => retryAfterQuarantine(path, () => files.update(path, change)),
    append: (path, text, limit) => retryAfterQuarantine(path, () => files.append(path, text, limit)),
    async quarantineDamaged(path) {
      await quarantine(path, 'is damaged').catch(error =>
        report(`${path} is damaged and can’t be renamed: ${errorMessage(error)}`),
      );
    },
  };
}

/** Words for the error codes of `stat` on a name that leads nowhere, and of a rename with a folder in its way. */
const unusableTexts: Readonly<Record<string, string>> = {
  EACCES: 'can’t be read',
  ELOOP: 'is a link that leads back to itself',
  EISDIR: 'is a folder',
  ENXIO: 'is not a regular file',
};

function unusableText(error: unknown): string | undefined {
  if (error instanceof UnusableFileError) return error.message;
  return unusableTexts[(error as NodeJS.ErrnoException).code ?? ''];
}

/** Files that end with the program. */
export const memoryStateFiles = (): StateFiles => stateFilesOn(memoryFiles(), () => {});
