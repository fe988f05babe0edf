/**
 * What the settings file was read as, for the next start: the parser and the schema take longer to load than the first
 * screen to paint. It holds for the very same text and the very same program, and only where there was no mistake.
 */
import {filesIn} from '../platform/files.ts';
import {cacheFolder, type Environment} from '../platform/paths.ts';
import type {Settings} from './settings.ts';

/** Tells this program from any other, put in by the build; from source nothing is kept. */
const build = process.env.SKYDECK_BUILD;

export interface ReadingOptions {
  readonly env: Environment;
  /** Whether names of families were checked. */
  readonly named: boolean;
  /** Defaults to this program's. */
  readonly program?: string | undefined;
}

const fileOf = (named: boolean): string => `settings-${named ? 'named' : 'bare'}.json`;

/** The settings that this text was read as; undefined when it must be read. */
export async function recallReading(
  text: string,
  {env, named, program = build}: ReadingOptions,
): Promise<Settings | undefined> {
  if (program === undefined) return undefined;
  try {
    const kept = JSON.parse((await filesIn(cacheFolder(env)).read(fileOf(named))) ?? 'null');
    return kept?.program === program && kept.text === text ? kept.settings : undefined;
  } catch {
    // Damaged or not to be had: then it is read.
    return undefined;
  }
}

/** Keeps what a text was read as. Failing to is no reason for a word: the next start is slower. */
export async function keepReading(
  text: string,
  settings: Settings,
  {env, named, program = build}: ReadingOptions,
): Promise<void> {
  if (program === undefined) return;
  const kept = JSON.stringify({program, text, settings});
  await filesIn(cacheFolder(env))
    .write(fileOf(named), kept)
    .catch(() => undefined);
}
