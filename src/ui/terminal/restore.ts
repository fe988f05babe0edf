/** Gives the terminal back when the program ends in a way that Ink does not see in time. */

/** What is listened to; `process` in earnest. */
export interface ExitHost {
  on(event: 'exit' | 'uncaughtExceptionMonitor', listener: () => void): unknown;
  off(event: 'exit' | 'uncaughtExceptionMonitor', listener: () => void): unknown;
}

/** The signals that end a console whose terminal closes, or that somebody wants to end. */
const ENDING = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** What signals go to and come from; `process` in earnest. */
export interface SignalHost {
  readonly pid: number;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Until Ink watches for signals: calls `restore`, and lets the signal do its work. Returns the way off. */
export function restoreAtSignal(restore: () => void, host: SignalHost): () => void {
  const watched = ENDING.map(signal => {
    const heard = (): void => {
      restore();
      stop();
      host.kill(host.pid, signal);
    };
    host.on(signal, heard);
    return () => host.off(signal, heard);
  });
  const stop = (): void => {
    for (const off of watched) off();
  };
  return stop;
}

/**
 * Calls `restore` before Node prints an uncaught error (which would go to the alternate screen and vanish with it)
 * and at exit. Signals are Ink's: it unmounts on SIGTERM, SIGHUP and SIGINT, which ends here too. Returns the way off.
 */
export function restoreAtExit(restore: () => void, host: ExitHost): () => void {
  host.on('uncaughtExceptionMonitor', restore);
  host.on('exit', restore);
  return () => {
    host.off('uncaughtExceptionMonitor', restore);
    host.off('exit', restore);
  };
}
