/**
 * The settings file: found, read, checked; every mistake with its line and column. A damaged file never stops the
 * console: it runs on what it could understand, and says what it could not.
 */
import {readFile} from 'node:fs/promises';
import {type Environment, settingsFile} from '../platform/paths.ts';
import type {MonitorLayout} from './monitor.ts';
import type {Profile} from './profile.ts';

export interface Settings {
  readonly defaultProfile?: string | undefined;
  readonly profiles: readonly Profile[];
  readonly theme?: string | undefined;
  /** Keys by command ID; an empty list switches the command's key off. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly ssh?: readonly string[] | undefined;
  /** How an object is written for the editor. */
  readonly editAs?: 'yaml' | 'json' | undefined;
  /** Layouts of the wallboard. */
  readonly monitor?: readonly MonitorLayout[] | undefined;
}

export interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly words: string;
}

export interface Loaded {
  readonly path: string;
  /** Whether there is a file at all. */
  readonly found: boolean;
  readonly settings: Settings;
  readonly mistakes: readonly Mistake[];
}

const nothing: Settings = {profiles: [], keys: {}};

export async function loadSettings(env: Environment): Promise<Loaded> {
  const path = settingsFile(env);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {path, found: false, settings: nothing, mistakes: []};
    return {
      path,
      found: true,
      settings: nothing,
      mistakes: [{line: 1, column: 1, words: `cannot be read: ${message}`}],
    };
  }
  // The parser and the schema cost start-up time that a first run without a file must not pay.
  const {readSettings} = await import('./schema.ts');
  return {path, found: true, ...readSettings(text)};
}

/** `config.yaml:3:5: profiles.0.base_url is required`, one line per mistake. */
export const mistakeLines = (loaded: Loaded): string[] =>
  loaded.mistakes.map(({line, column, words}) => `${loaded.path}:${line}:${column}: ${words}`);
