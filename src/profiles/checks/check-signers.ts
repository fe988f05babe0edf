/** Checks that the file with the signers of plans can be read. */
import {readRegularFile, unreadableReason} from '../../platform/files/regular-file.ts';
import {type Environment, expandHome} from '../../platform/files/xdg-paths.ts';
import type {Settings, SettingsMistake} from '../settings.ts';

/** @param text the settings file, for the line of the mistake */
export async function signersMistakes(
  {planSigners}: Settings,
  text: string,
  env: Environment,
): Promise<readonly SettingsMistake[]> {
  if (planSigners === undefined) return [];
  const path = expandHome(planSigners, env);
  try {
    await readRegularFile(path);
    return [];
  } catch (error) {
    const index = text.split('\n').findIndex(line => line.startsWith('plan_signers'));
    return [
      {
        line: Math.max(index, 0) + 1,
        column: 1,
        message: `plan_signers ${path} ${unreadableReason(error)}`,
        hidesProfile: false,
      },
    ];
  }
}
