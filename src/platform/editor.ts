/** The user's own editor on a text: a private file, a child with an argv, and nothing left behind that is not needed. */
import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {readdir, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {runForeground} from './foreground.ts';
import type {Environment} from './paths.ts';
import {isRunning} from './processes.ts';
import {reasonOf} from './reason.ts';

export type Edited =
  | {readonly kind: 'changed'; readonly text: string}
  | {readonly kind: 'unchanged'}
  /** Everything was taken out of the file: the way to say no to an editor. */
  | {readonly kind: 'emptied'}
  /** The editor died, or said that it failed, and the file is another than before: nothing that was written may be lost. */
  | {readonly kind: 'broken off'; readonly text: string; readonly words: string}
  | {readonly kind: 'failed'; readonly words: string};

/** $VISUAL, $EDITOR, else vi; split at spaces, never given to a shell. */
export const editorOf = (env: Environment): readonly string[] =>
  (env.VISUAL || env.EDITOR || 'vi').split(/\s+/).filter(word => word !== '');

/** Editors that begin in the line that `+7` names. */
const withLines = /^(?:g?vim?|nvim|view|nano|pico|emacs|emacsclient|micro|joe|kak|mcedit|ne)$/;

/**
 * Resolves when the editor is closed: the terminal must already be the editor's.
 * @param line where to begin, from 1, in an editor that can be told
 */
export async function editText(text: string, suffix: string, env: Environment, line?: number): Promise<Edited> {
  let folder: string;
  let file: string;
  try {
    folder = mkdtempSync(join(tmpdir(), `${beginning}${process.pid}-`));
    chmodSync(folder, 0o700);
    file = join(folder, `edit${suffix}`);
    writeFileSync(file, text, {mode: 0o600});
  } catch (error) {
    return {
      kind: 'failed',
      words: `The text can’t be written to ${tmpdir()}: ${reasonOf(error)}. Set TMPDIR to another folder.`,
    };
  }
  const argv = editorOf(env);
  const [program = 'vi'] = argv;
  const at = line !== undefined && withLines.test(basename(program)) ? [`+${line}`] : [];
  const ended = await runForeground([...argv, ...at, file]);
  const after = readBack(file);
  // What an editor that was killed kept beside the file, its user can recover.
  if (!('signal' in ended)) rmSync(folder, {recursive: true, force: true});
  if ('missing' in ended) return {kind: 'failed', words: `${program}: not found in PATH. Set EDITOR to your editor.`};
  const how = 'signal' in ended ? ended.signal : ended.status;
  if (how === 0) return outcomeOf(text, after);
  const left = 'signal' in ended ? ` What it left is in ${folder}.` : '';
  if (after === undefined || after === text || after.trim() === '')
    return {kind: 'failed', words: `${program} ended with ${how}, and nothing was changed.${left}`};
  return {kind: 'broken off', text: after, words: `${program} ended with ${how}.${left}`};
}

function outcomeOf(before: string, after: string | undefined): Edited {
  if (after === undefined) return {kind: 'emptied'};
  if (after === before) return {kind: 'unchanged'};
  return after.trim() === '' ? {kind: 'emptied'} : {kind: 'changed', text: after};
}

/** Undefined when it was taken away. */
function readBack(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** How the names of our temporary folders begin; the number of the process follows. */
const beginning = 'skydeck-edit-';
/** Until then, what an editor left may be wanted; milliseconds. */
const abandonedMs = 7 * 86_400_000;

/** Removes the temporary folders of consoles that were killed while an editor was open. */
export async function sweepEdits(folder = tmpdir(), now = Date.now()): Promise<void> {
  const user = process.geteuid?.();
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = new RegExp(`^${beginning}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || !stats.isDirectory() || (user !== undefined && stats.uid !== user)) continue;
    if (now - stats.mtimeMs > abandonedMs) await rm(path, {recursive: true, force: true}).catch(() => {});
  }
}
