/** The user's own editor on a text: a private file, a child with an argv, and nothing left behind. */
import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {runForeground} from './foreground.ts';
import type {Environment} from './paths.ts';

export type Edited =
  | {readonly kind: 'changed'; readonly text: string}
  | {readonly kind: 'unchanged'}
  /** Everything was taken out of the file: the way to say no to an editor. */
  | {readonly kind: 'emptied'}
  | {readonly kind: 'failed'; readonly words: string};

/** $VISUAL, $EDITOR, else vi; split at spaces, never given to a shell. */
export const editorOf = (env: Environment): readonly string[] =>
  (env.VISUAL || env.EDITOR || 'vi').split(/\s+/).filter(word => word !== '');

/** Resolves when the editor is closed: the terminal must already be the editor's. */
export async function editText(text: string, suffix: string, env: Environment): Promise<Edited> {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-'));
  const argv = editorOf(env);
  const [program = 'vi'] = argv;
  try {
    chmodSync(folder, 0o700);
    const file = join(folder, `edit${suffix}`);
    writeFileSync(file, text, {mode: 0o600});
    const ended = await runForeground([...argv, file]);
    if ('missing' in ended)
      return {kind: 'failed', words: `${program} could not be started: set EDITOR to one that is there`};
    const how = 'signal' in ended ? ended.signal : ended.status;
    if (how !== 0) return {kind: 'failed', words: `${program} ended with ${how}; nothing was changed`};
    return outcomeOf(text, readBack(file));
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
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
