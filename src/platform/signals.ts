/** What a program does when it is asked to end: it finishes first, as it would by itself. */

const ENDING = ['SIGHUP', 'SIGTERM', 'SIGINT'] as const;

/**
 * Calls `leave` once, when a signal asks the program to end; who asks again, ends it at once. A hang-up is heard twice, from
 * the terminal and from the shell, and is one question all the same.
 * @param signals those that mean it; all of them, unless one has another meaning here
 * @returns how to stop listening, once everything is saved: who was asked to end dies of the signal, as its parent expects
 */
export function leaveOnSignal(leave: () => void, signals: readonly NodeJS.Signals[] = ENDING): () => void {
  let asked: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals | undefined): void => {
    for (const one of signals) process.off(one, heard);
    if (signal) process.kill(process.pid, signal);
  };
  const heard = (signal: NodeJS.Signals): void => {
    if (asked && signal !== 'SIGHUP') end(signal);
    if (asked) return;
    asked = signal;
    leave();
  };
  for (const signal of signals) process.on(signal, heard);
  return () => end(asked);
}
