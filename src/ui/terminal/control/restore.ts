/** Gives the terminal back when the program ends in a way that Ink does not see in time. */

/** The process whose end is watched: `process` outside of tests. */
export interface ExitHost {
  on(event: 'exit' | 'uncaughtExceptionMonitor', listener: () => void): unknown;
  off(event: 'exit' | 'uncaughtExceptionMonitor', listener: () => void): unknown;
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
