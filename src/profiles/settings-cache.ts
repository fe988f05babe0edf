/**
 * The parsed settings file, cached for the next start: the parser and the schema take longer to load than the first
 * screen to paint. An entry is valid for the very same text and the very same program, and only for a file without
 * mistakes.
 */

import {seal, unseal} from '../platform/files/sealed-text.ts';
import {openStateFiles} from '../platform/files/state-files.ts';
import {cacheFolder, type Environment} from '../platform/files/xdg-paths.ts';
import type {Settings} from './settings.ts';

/** Identifies this build. The build script sets it; a program that runs from source caches nothing. */
const buildId = process.env.SKYDECK_BUILD;

export interface SettingsCacheOptions {
  readonly env: Environment;
  /** True when names of families were checked. */
  readonly hasNames: boolean;
  /** Defaults to the identity of this program. */
  readonly program?: string | undefined;
}

/** A cache needs no messages: an unusable file is renamed and written again. */
const cacheFiles = (env: Environment) => openStateFiles(cacheFolder(env), () => {});

const cacheFileName = (hasNames: boolean): string => `settings-${hasNames ? 'named' : 'bare'}.json`;

/** The settings that this text was read as; undefined when it must be read. */
export async function loadCachedSettings(
  text: string,
  {env, hasNames, program = buildId}: SettingsCacheOptions,
): Promise<Settings | undefined> {
  if (program === undefined) return undefined;
  const sealed = await cacheFiles(env)
    .read(cacheFileName(hasNames))
    .catch(() => undefined);
  // Damaged entries are parsed again and overwritten.
  const unsealed = sealed === undefined ? 'damaged' : unseal(program, sealed);
  if (typeof unsealed === 'string') return undefined;
  const cached = JSON.parse(unsealed.text) as {readonly text: string; readonly settings: Settings};
  return cached.text === text ? cached.settings : undefined;
}

/** Keeps the result of parsing a text. A failure needs no message: it only makes the next start slower. */
export async function cacheSettings(
  text: string,
  settings: Settings,
  {env, hasNames, program = buildId}: SettingsCacheOptions,
): Promise<void> {
  if (program === undefined) return;
  await cacheFiles(env)
    .write(cacheFileName(hasNames), seal(program, JSON.stringify({text, settings})))
    .catch(() => undefined);
}
