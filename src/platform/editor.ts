/** The user's own editor on a text: a private file, a child with an argv, and nothing left behind. */
import {spawnSync} from 'node:child_process';
import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Environment} from './paths.ts';

export type Edited =
  | {readonly kind: 'changed'; readonly text: string}
  | {readonly kind: 'unchanged'}
  | {readonly kind: 'failed'; readonly words: string};

/** $VISUAL, $EDITOR, else vi; split at spaces, never given to a shell. */
export const editorOf = (env: Environment): readonly string[] =>
  (env.VISUAL || env.EDITOR || 'vi').split(/\s+/).filter(word => word !== '');

/** Blocks until the editor is closed: the terminal must already be the editor's. */
export function editText(text: string, suffix: string, env: Environment): Edited {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-'));
  const [program = 'vi', ...words] = editorOf(env);
  try {
    chmodSync(folder, 0o700);
    const file = join(folder, `edit${suffix}`);
    writeFileSync(file, text, {mode: 0o600});
    const {error, status, signal} = spawnSync(program, [...words, file], {stdio: 'inherit'});
    if (error) return {kind: 'failed', words: `${program} could not be started: set EDITOR to one that is there`};
    if (status !== 0) return {kind: 'failed', words: `${program} ended with ${signal ?? status}; nothing was changed`};
    const edited = readFileSync(file, 'utf8');
    return edited === text ? {kind: 'unchanged'} : {kind: 'changed', text: edited};
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}
