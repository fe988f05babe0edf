/** A program in a new pane of tmux or zellij, beside this one, which stays as it is. */
import {execFile} from 'node:child_process';
import {childEnv} from './child-env.ts';

/** A server that doesn't answer must not hold up the console; milliseconds. */
const maxWaitMs = 5000;

type Multiplexer = 'tmux' | 'zellij';

/** The multiplexer that this terminal is in. */
export const multiplexerOf = (env: NodeJS.ProcessEnv): Multiplexer | undefined =>
  env.TMUX ? 'tmux' : env.ZELLIJ ? 'zellij' : undefined;

/** tmux reads a word that ends with `;` as the end of its command. */
const tmuxWord = (word: string): string => word.replace(/;$/, '\\;');

const argvFor: Readonly<Record<Multiplexer, (argv: readonly string[]) => readonly string[]>> = {
  tmux: argv => ['split-window', '-P', '-F', '#{pane_id}', ...argv.map(tmuxWord)],
  zellij: argv => ['run', '--', ...argv],
};

export type PaneResult = {readonly opened: Multiplexer} | {readonly failed: string};

/** Opens the pane. The argv never meets a shell: it must have at least two words, as tmux gives a single one to a shell. */
export async function openPane(
  multiplexer: Multiplexer,
  argv: readonly string[],
  env: NodeJS.ProcessEnv = childEnv(),
): Promise<PaneResult> {
  const {failure, output} = await run(multiplexer, argvFor[multiplexer](argv), env);
  if (failure !== undefined) return {failed: `${multiplexer}: ${failure}`};
  // The error message of a failed ssh stays readable. Before version 3.2, tmux closes the pane instead.
  if (multiplexer === 'tmux')
    await run('tmux', ['set-option', '-p', '-t', output.trim(), 'remain-on-exit', 'failed'], env);
  return {opened: multiplexer};
}

interface RunResult {
  readonly failure: string | undefined;
  readonly output: string;
}

const run = (program: string, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<RunResult> =>
  new Promise(resolve => {
    execFile(program, argv, {timeout: maxWaitMs, env}, (error, output, complaint) => {
      const isMissing = error?.code === 'ENOENT';
      const failure = error === null ? undefined : isMissing ? 'not found in PATH' : complaint.trim().split('\n')[0];
      resolve({failure: failure === '' ? 'the pane could not be opened' : failure, output});
    });
  });
