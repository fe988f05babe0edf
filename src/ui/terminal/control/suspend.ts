/** Lends the terminal to another program and takes it again. */

import type {TerminalSuspension} from 'ink';

/** Ink's function to lend the terminal. */
export type Suspend = () => Promise<TerminalSuspension>;

/** The input and the output of the terminal that the console holds while it runs. */
export interface TerminalHolder {
  /** Starts to read stdin in raw mode. */
  acquire(): void;
  /** Stops reading stdin and undoes every mode that the console switched on. */
  release(): void;
}

/** The part of `process` that job control needs; injected for tests. */
export interface SuspendHost {
  readonly pid: number;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Runs `child` while it has the terminal; the console is back and repainted when this settles. */
export async function runSuspended<T>(
  suspendTerminal: Suspend,
  holdings: TerminalHolder,
  child: () => T | Promise<T>,
): Promise<T> {
  const suspension = await suspendTerminal();
  try {
    holdings.release();
    // Node stops reading only at the end of the turn; a child started before that would lose its first keys.
    await new Promise(resolve => setImmediate(resolve));
    return await child();
  } finally {
    holdings.acquire();
    await suspension.resume();
  }
}

/**
 * Makes the console stop and continue like a shell job. `stop` is for ctrl-z, which raw mode hides from the terminal; a
 * SIGTSTP from outside does the same.
 * @param handOver lends the terminal while its argument runs.
 * @param renew takes the terminal again after a stop without warning (SIGSTOP).
 */
export function jobControl(
  handOver: (child: () => void) => Promise<void>,
  renew: () => void,
  host: SuspendHost,
): {stop(): void; end(): void} {
  let isStopping = false;
  const onStop = (): void => {
    if (isStopping) return;
    isStopping = true;
    let hasStopped = false;
    const stopHere = (): void => {
      hasStopped = true;
      // Without a listener the signal stops the process; the next line runs after `fg`.
      host.off('SIGTSTP', onStop);
      host.kill(host.pid, 'SIGTSTP');
      host.on('SIGTSTP', onStop);
    };
    handOver(stopHere)
      .catch(error => {
        // While Ink unmounts, it doesn't lend the terminal: the console ends in a moment and doesn't stop before.
        if (hasStopped) throw error;
      })
      .finally(() => {
        isStopping = false;
      });
  };
  const onContinue = (): void => {
    if (!isStopping) renew();
  };
  host.on('SIGTSTP', onStop);
  host.on('SIGCONT', onContinue);
  return {
    // Stops the whole job: a shell waits for its leader, which may be npm and not this process.
    stop: () => host.kill(0, 'SIGTSTP'),
    end() {
      host.off('SIGTSTP', onStop);
      host.off('SIGCONT', onContinue);
    },
  };
}
