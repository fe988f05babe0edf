/** Restores the terminal if the program ends in a way that Ink doesn't notice in time. */

/** The process whose end is watched: `process` outside of tests. */
export interface ExitHost {
  on(event: 'exit' | 'uncaughtExceptionMonitor', listener: () => void): unknown;
  off(event: 'exit' | 'uncaughtExceptionMonitor', listener: () => void): unknown;
}

/**
 * Calls `restore` before Node prints an uncaught error (which would go to the alternate screen and vanish with it) and
 * at exit. Ink handles signals: it unmounts on SIGTERM, SIGHUP and SIGINT, which ends in `restore` too. Returns the
 * function that removes the handlers.
 */
export function restoreAtExit(restore: () => void, host: ExitHost): () => void {
  host.on('uncaughtExceptionMonitor', restore);
  host.on('exit', restore);
  return () => {
    host.off('uncaughtExceptionMonitor', restore);
    host.off('exit', restore);
  };
}
