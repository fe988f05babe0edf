/**
 * The paste buffer of tmux: with its default settings, tmux drops text that is written to the terminal inside of it.
 */
import {spawn} from 'node:child_process';
import {childEnv} from './child-env.ts';

/** A server that does not answer must not hold up a copy; milliseconds. */
const maxWaitMs = 2000;

/** `clipboard`: tmux also passed the text on to the terminal around it. */
export type TmuxCopy = 'clipboard' | 'buffer';

/** Loads text into the buffer of the tmux that `$TMUX` names; undefined after a failure. Never meets a shell. */
export async function loadTmuxBuffer(text: string, env = childEnv()): Promise<TmuxCopy | undefined> {
  if (await loadBuffer(['-w'], text, env)) return 'clipboard';
  // Before tmux 3.2, the flag -w is missing.
  return (await loadBuffer([], text, env)) ? 'buffer' : undefined;
}

function loadBuffer(flags: readonly string[], text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn('tmux', ['load-buffer', ...flags, '-'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: maxWaitMs,
      env,
    });
    child.once('error', () => resolve(false));
    child.once('close', status => resolve(status === 0));
    // tmux may end before it has read everything, and its exit status reports that.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}
