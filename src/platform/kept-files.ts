/**
 * Files that Skydeck keeps for its next start. Whatever has become of one of them, the start goes on without it: a file
 * that is no use is set aside, so that what is in it is not lost, and one line says so.
 */
import {type FilePort, filesIn, memoryFiles} from './files.ts';
import {reasonOf} from './reason.ts';
import {UnusableFile} from './regular-file.ts';

export interface KeptFiles extends FilePort {
  /** Sets aside a file whose text is damaged. Resolves also where that fails; `report` hears of it either way. */
  discard(path: string): Promise<void>;
}

/** Kept files below one folder. @param report hears one line for each file that was set aside */
export const keptFilesIn = (folder: string, report: (words: string) => void): KeptFiles =>
  keptFiles(filesIn(folder, {isOwnOnly: true}), report);

export function keptFiles(files: FilePort, report: (words: string) => void): KeptFiles {
  const setAside = async (path: string, why: string): Promise<void> => {
    const aside = await files.setAside(path);
    // Set aside by another in the meantime, it has been said.
    if (aside !== undefined) report(`${path} ${why}; renamed to ${aside}`);
  };
  /** Works on a file once more after setting it aside, where it can't be worked on as it is. */
  const onUsable = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const why = uselessWords(error);
      if (why === undefined) throw error;
      await setAside(path, why).catch(() => {
        // Where it can't be renamed either, the first reason is the one to hear of.
        throw error;
      });
      return work();
    }
  };
  return {
    ...files,
    read: path => onUsable(path, () => files.read(path)),
    write: (path, text) => onUsable(path, () => files.write(path, text)),
    update: (path, change) => onUsable(path, () => files.update(path, change)),
    append: (path, text, limit) => onUsable(path, () => files.append(path, text, limit)),
    async discard(path) {
      await setAside(path, 'is damaged').catch(error =>
        report(`${path} is damaged and can’t be renamed: ${reasonOf(error)}`),
      );
    },
  };
}

/** What `stat` says of a name that leads nowhere, and what a rename says of a folder in its way. */
const useless: Readonly<Record<string, string>> = {
  EACCES: 'can’t be read',
  ELOOP: 'is a link that leads back to itself',
  EISDIR: 'is a folder',
  ENXIO: 'is not a regular file',
};

function uselessWords(error: unknown): string | undefined {
  if (error instanceof UnusableFile) return error.message;
  return useless[(error as NodeJS.ErrnoException).code ?? ''];
}

/** Files that end with the program. */
export const memoryKeptFiles = (): KeptFiles => keptFiles(memoryFiles(), () => {});
