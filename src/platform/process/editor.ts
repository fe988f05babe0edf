/** The user's own editor on a text: a private file, a child with an argv, and no leftover files. */
import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {readdir, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import type {Environment} from '../files/xdg-paths.ts';
import {errorMessage} from '../text/error-message.ts';
import {runForeground} from './foreground-child.ts';
import {isProcessRunning} from './process-alive.ts';

export type EditResult =
  | {readonly kind: 'changed'; readonly text: string}
  | {readonly kind: 'unchanged'}
  /** The file was emptied, which cancels the edit. */
  | {readonly kind: 'emptied'}
  /** The editor died or failed, and the file has changed: its text must not be lost. */
  | {readonly kind: 'broken off'; readonly text: string; readonly message: string}
  | {readonly kind: 'failed'; readonly message: string};

/** $VISUAL, $EDITOR, else vi; split at spaces, never given to a shell. */
export const editorCommand = (env: Environment): readonly string[] =>
  [env.VISUAL, env.EDITOR]
    .map(command => (command ?? '').split(/\s+/).filter(word => word !== ''))
    .find(words => words.length > 0) ?? ['vi'];

/** Editors that start in the line that `+7` names. */
const acceptsLineNumber = /^(?:g?vim?|nvim|view|nano|pico|emacs|emacsclient|micro|joe|kak|mcedit|ne)$/;

/**
 * Resolves when the editor is closed: the terminal must already be the editor's.
 * @param line line to start at, from 1, in an editor that supports it
 */
export async function editText(text: string, suffix: string, env: Environment, line?: number): Promise<EditResult> {
  let folder: string;
  let file: string;
  try {
    folder = mkdtempSync(join(tmpdir(), `${tempFolderPrefix}${process.pid}-`));
    chmodSync(folder, 0o700);
    file = join(folder, `edit${suffix}`);
    writeFileSync(file, text, {mode: 0o600});
  } catch (error) {
    return {
      kind: 'failed',
      message: `The text can’t be written to ${tmpdir()}: ${errorMessage(error)}. Set TMPDIR to another folder.`,
    };
  }
  const argv = editorCommand(env);
  const [program = 'vi'] = argv;
  const at = line !== undefined && acceptsLineNumber.test(basename(program)) ? [`+${line}`] : [];
  const ended = await runForeground([...argv, ...at, file]);
  const after = readBack(file);
  // After a kill, the editor's own recovery files beside the file stay for the user.
  if (!('signal' in ended)) rmSync(folder, {recursive: true, force: true});
  if ('missing' in ended) return {kind: 'failed', message: `${program}: not found in PATH. Set EDITOR to your editor.`};
  if ('failed' in ended) return {kind: 'failed', message: `${ended.failed}. Set EDITOR to your editor.`};
  const exitText = 'signal' in ended ? ended.signal : ended.status;
  if (exitText === 0) return editResultOf(text, after);
  const remainsText = 'signal' in ended ? ` Its files are in ${folder}.` : '';
  if (after === undefined || after === text || after.trim() === '')
    return {kind: 'failed', message: `${program} ended with ${exitText}. Nothing was changed.${remainsText}`};
  return {kind: 'broken off', text: after, message: `${program} ended with ${exitText}.${remainsText}`};
}

function editResultOf(before: string, after: string | undefined): EditResult {
  if (after === undefined) return {kind: 'emptied'};
  if (after === before) return {kind: 'unchanged'};
  return after.trim() === '' ? {kind: 'emptied'} : {kind: 'changed', text: after};
}

/** Undefined if the file was removed. */
function readBack(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Prefix of our temporary folders; the number of the process follows. */
const tempFolderPrefix = 'skydeck-edit-';
/** Until this age, an editor's leftover may still be needed; in milliseconds. */
const maxTempAgeMs = 7 * 86_400_000;

/** Removes the temporary folders of consoles that were killed while an editor was open. */
export async function removeAbandonedEdits(folder = tmpdir(), now = Date.now()): Promise<void> {
  const user = process.geteuid?.();
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = new RegExp(`^${tempFolderPrefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isProcessRunning(Number(pid))) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || !stats.isDirectory() || (user !== undefined && stats.uid !== user)) continue;
    if (now - stats.mtimeMs > maxTempAgeMs) await rm(path, {recursive: true, force: true}).catch(() => {});
  }
}
