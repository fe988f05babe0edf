/** `skydeck config`: prints the path of the settings file, checks it, shows its values, and opens it in an editor. */

import {basename, dirname} from 'node:path';
import {stringify} from 'yaml';
import {writeNewFile} from '../../platform/files/new-file.ts';
import {UserFileError} from '../../platform/files/user-files.ts';
import {settingsFile} from '../../platform/files/xdg-paths.ts';
import {editText} from '../../platform/process/editor.ts';
import {readSettingsText, updateSettings} from '../../profiles/edit-settings.ts';
import {hideSettingsVariables, loadSettings, mistakeLines} from '../../profiles/load-settings.ts';
import {parseSettings} from '../../profiles/parse-settings.ts';
import {knownNames} from '../../store/list/known-names.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {patternProblems} from '../read/guard-patterns.ts';

/** Prints every mistake as `path:line:column: words`, as compilers do; the exit code is 1 if the file has any. */
export async function checkConfig({env, out, err}: CommandContext): Promise<number> {
  const settings = await loadSettings(env, knownNames, {isStrict: true});
  for (const line of mistakeLines(settings)) err(`${line}\n`);
  const {guards, profiles} = settings.settings;
  const problems = new Set([guards, ...profiles.flatMap(profile => profile.guards ?? [])].flatMap(patternProblems));
  for (const problem of problems) err(`${settings.path}: ${problem}. Until you correct it, every change is refused.\n`);
  if (settings.mistakes.length + problems.size > 0) return exitCodes.failed;
  out(`${settings.path}: ${settings.isFound ? 'valid' : 'not found; Skydeck uses defaults'}\n`);
  return exitCodes.done;
}

/** Prints the parsed settings with the file's names and with defaults; the source of a token, but never the token. */
export async function showConfig(
  {isJson}: {readonly isJson: boolean},
  {env, out, err}: CommandContext,
): Promise<number> {
  const settingsFile = await loadSettings(env, knownNames);
  for (const line of mistakeLines(settingsFile)) err(`${line}\n`);
  const {path, isFound} = settingsFile;
  const {asInFile} = parseSettings(isFound ? await readSettingsText(path) : '', knownNames);
  // Removes undefined members, as YAML can't write them.
  const settings: unknown = JSON.parse(JSON.stringify(asInFile));
  out(
    isJson
      ? `${JSON.stringify({path, found: isFound, settings}, undefined, 2)}\n`
      : stringify(settings, {lineWidth: 0}),
  );
  return settingsFile.mistakes.length > 0 ? exitCodes.failed : exitCodes.done;
}

/** The initial content of a new file. */
const template = `# Skydeck settings. See docs/settings.md. "skydeck config check" finds mistakes.
# An account is added with: skydeck profile add

# theme: light
# keys:
#   list.sort: o
`;

/** Opens the file in the user's editor; a file with mistakes is written only after a confirmation. */
export async function editConfig({env, out, err, ask}: CommandContext): Promise<number> {
  if (!ask) throw new UsageError('an editor needs a terminal; the file is named by skydeck config path');
  const path = settingsFile(env);
  // The editor must not receive a token, even if the file that names the tokens has mistakes.
  await loadSettings(env, knownNames);
  const before = await readSettingsText(path);
  let text = before === '' ? template : before;
  for (;;) {
    const edited = await editText(text, '.yaml', env);
    if (edited.kind === 'failed') throw new UserFileError(edited.message);
    if (edited.kind === 'broken off') {
      const savedPath = await writeNewFile(dirname(path), `${basename(path)}.edited`, edited.text);
      throw new UserFileError(`${edited.message} ${path} is unchanged. Your text is in ${savedPath}.`);
    }
    if (edited.kind === 'unchanged' && text === (before || template)) {
      out('nothing was changed\n');
      return exitCodes.done;
    }
    if (edited.kind === 'emptied') throw new UserFileError('The file came back empty. Nothing was changed.');
    if (edited.kind === 'changed') ({text} = edited);
    hideSettingsVariables(text, env);
    const {mistakes} = parseSettings(text, knownNames, {isStrict: true});
    if (mistakes.length > 0) {
      for (const line of mistakeLines({path, mistakes})) err(`${line}\n`);
      const answer = (
        await ask('e edits again, w saves the file with the mistakes, anything else discards your text: ')
      ).trim();
      if (answer === 'e') continue;
      if (answer !== 'w') {
        err('Nothing was changed.\n');
        return exitCodes.failed;
      }
    }
    const isWritten = await writeUnlessChanged(path, before, text);
    if (!isWritten) {
      const savedPath = await writeNewFile(dirname(path), `${basename(path)}.edited`, text);
      throw new UserFileError(
        `${path} was changed by another program while you edited it. Your text is in ${savedPath}.`,
      );
    }
    out(`${path} is written\n`);
    return mistakes.length > 0 ? exitCodes.failed : exitCodes.done;
  }
}

/** Writes the file unless it has changed since the edit started. */
async function writeUnlessChanged(path: string, before: string, text: string): Promise<boolean> {
  let isSame = true;
  await updateSettings(path, now => {
    isSame = now === before;
    return isSame ? text : undefined;
  });
  return isSame;
}
