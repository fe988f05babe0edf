/** Reads team files with guards, and gives every profile all of its guards. */
import {dirname, resolve} from 'node:path';
import {readRegularFile, unreadableReason} from '../platform/files/regular-file.ts';
import {type Environment, expandHome} from '../platform/files/xdg-paths.ts';
import {type GuardRules, mergeGuards, noGuards, unreadableGuards} from './guard-rules.ts';
import type {LoadedSettings, SettingsMistake} from './settings.ts';

/** Bytes: far more than a person writes. */
const maxGuardBytes = 2 ** 20;

interface TeamFile {
  readonly rules: GuardRules;
  /** `/etc/skydeck/guards.yaml:3:5: never.0 must be …`, or the reason why the file can’t be read. */
  readonly problems: readonly string[];
}

/**
 * The settings with the guards of their team files. A file that can't be read, or that has a mistake, refuses every
 * change of its profiles, and is a mistake of the settings.
 */
export async function withTeamGuards(loaded: LoadedSettings, text: string, env: Environment): Promise<LoadedSettings> {
  const {settings, path} = loaded;
  const paths = [settings, ...settings.profiles].flatMap(({guardsFile}) => guardsFile ?? []);
  const files = new Map<string, TeamFile>();
  for (const file of new Set(paths)) files.set(file, await readTeamFile(resolve(dirname(path), expandHome(file, env))));
  const rulesOf = (file: string | undefined) => (file === undefined ? undefined : files.get(file)?.rules);
  const mistakes = [...files].flatMap(([file, {problems}]) =>
    problems.map((message): SettingsMistake => ({...positionIn(text, file), message, hidesProfile: false})),
  );
  const guards = mergeGuards(settings.guards, rulesOf(settings.guardsFile));
  const profiles = settings.profiles.map(profile => ({
    ...profile,
    guards: mergeGuards(guards, profile.guards, rulesOf(profile.guardsFile)),
  }));
  return {...loaded, settings: {...settings, guards, profiles}, mistakes: [...loaded.mistakes, ...mistakes]};
}

/** The line that names a team file. */
function positionIn(text: string, file: string): {readonly line: number; readonly column: number} {
  const lines = text.split('\n');
  const index = lines.findIndex(line => line.includes('guards_file') && line.includes(file));
  return {line: Math.max(index, 0) + 1, column: Math.max(lines[index]?.indexOf('guards_file') ?? 0, 0) + 1};
}

async function readTeamFile(path: string): Promise<TeamFile> {
  let text: string;
  try {
    text = await readRegularFile(path, {maxBytes: maxGuardBytes});
  } catch (error) {
    const reason = unreadableReason(error);
    return unreadable(path, [`guards_file ${path} ${reason}`], reason);
  }
  const {parseGuards} = await import('./parse-guards.ts');
  const {rules, mistakes} = parseGuards(text);
  if (mistakes.length === 0) return {rules, problems: []};
  const [first] = mistakes;
  return unreadable(
    path,
    mistakes.map(({line, column, message}) => `guards_file ${path}:${line}:${column}: ${message}`),
    `has a mistake (line ${first?.line ?? 1})`,
  );
}

const unreadable = (path: string, problems: readonly string[], reason: string): TeamFile => ({
  rules: unreadableGuards(`the guards file ${path} ${reason}`),
  problems,
});

/** The guards of a profile by its name, and of an account without a profile; those of every account if it's unknown. */
export const guardsOf = (
  {settings: {guards, profiles}}: Pick<LoadedSettings, 'settings'>,
  profile: string | undefined,
): GuardRules => profiles.find(({name}) => name === profile)?.guards ?? guards ?? noGuards;
