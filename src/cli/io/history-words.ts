/** Texts about the history file of a profile, for `skydeck doctor`. */
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {bytes} from '../../families/format/format.ts';
import {type Environment, stateFolder} from '../../platform/files/xdg-paths.ts';
import type {HistorySettings} from '../../profiles/settings.ts';
import {historyPath} from '../../store/history/history-types.ts';
import {historyLimits} from '../../store/history/lazy-history-file.ts';

export async function historyWords(
  profile: string,
  settings: HistorySettings | undefined,
  env: Environment,
): Promise<string> {
  if (settings?.isOff) return 'no history is recorded (history: off)';
  const path = join(stateFolder(env), historyPath(profile));
  const {maxBytes, maxAgeMs} = historyLimits(settings);
  const limits = `at most ${bytes(maxBytes)} and ${maxAgeMs / 86_400_000} days`;
  const size = await stat(path).then(
    stats => bytes(stats.size),
    () => 'not recorded yet',
  );
  return `${path}: ${size}, ${limits}`;
}
