/** The history file of a profile, whose code is loaded after the first list was read. */
import type {HistorySettings} from '../../profiles/settings.ts';
import type {HistoryFile} from './history-file-port.ts';
import {defaultHistoryLimits, type HistoryLimits} from './history-types.ts';

export const historyLimits = ({maxMb, maxDays}: Omit<HistorySettings, 'isOff'> = {}): HistoryLimits => ({
  maxBytes: maxMb === undefined ? defaultHistoryLimits.maxBytes : maxMb * 1024 * 1024,
  maxAgeMs: maxDays === undefined ? defaultHistoryLimits.maxAgeMs : maxDays * 86_400_000,
});

/**
 * @param folder the state folder; undefined keeps the history in memory, for the demo
 * @returns undefined if the settings turn the history off
 */
export function lazyHistoryFile(
  folder: string | undefined,
  profile: string,
  settings: HistorySettings | undefined,
): HistoryFile | undefined {
  if (settings?.isOff) return undefined;
  const limits = historyLimits(settings);
  let file: HistoryFile | undefined;
  const load = async (): Promise<HistoryFile> => {
    const {memoryHistoryFile, openHistoryFile} = await import('./history-file.ts');
    file ??= folder === undefined ? memoryHistoryFile(limits) : openHistoryFile(folder, profile, limits);
    return file;
  };
  return {
    limits,
    open: async () => (await load()).open(),
    onFailure: async error => (await load()).onFailure(error),
    close: () => file?.close(),
  };
}
