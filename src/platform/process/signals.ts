/** Handling of a signal that asks a program to end: it finishes in the same way as without the signal. */
import {constants} from 'node:os';

/** Signals that mean it, and end a program that does not listen. */
export const terminationSignals = (
  [
    'SIGHUP',
    'SIGTERM',
    'SIGINT',
    'SIGQUIT',
    'SIGUSR2',
    'SIGALRM',
    'SIGVTALRM',
    'SIGXCPU',
    'SIGXFSZ',
    'SIGABRT',
    'SIGTRAP',
    'SIGSYS',
    'SIGIO',
    'SIGPWR',
    'SIGSTKFLT',
    // Other names of SIGABRT and SIGIO.
    'SIGIOT',
    'SIGPOLL',
  ] as const
).filter(signal => signal in constants.signals);

/** Signals after which a system may write the program's memory, tokens and all, to a file. */
const coreDumpSignals: readonly NodeJS.Signals[] = ['SIGQUIT', 'SIGXCPU', 'SIGXFSZ', 'SIGABRT', 'SIGTRAP', 'SIGSYS'];

/** Members of `process` that signal handling needs. */
export interface SignalHost {
  readonly pid: number;
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  removeAllListeners(signal: NodeJS.Signals): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  exit(code: number): unknown;
}

export interface ShutdownOptions {
  /** Signals that ask to end; all of them, unless one has another meaning here. */
  readonly signals?: readonly NodeJS.Signals[];
  readonly host?: SignalHost;
}

/**
 * Calls `shutdown` once, when a signal asks the program to end; a second signal ends it at once. A hang-up arrives twice,
 * from the terminal and from the shell, and counts once.
 * @returns a function that stops listening, once everything is saved: a program that was asked to end dies of the
 * signal, as its parent expects
 */
export function onTerminationSignal(
  shutdown: () => void,
  {signals = terminationSignals, host = process}: ShutdownOptions = {},
): () => void {
  let received: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals | undefined): void => {
    for (const signal of signals) host.off(signal, onSignal);
    if (signal) exitBySignal(signal, host);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    // The same signal, received again under its other name.
    if (received && signal !== received && constants.signals[signal] === constants.signals[received]) return;
    if (received && signal !== 'SIGHUP') end(signal);
    if (received) return;
    received = signal;
    shutdown();
  };
  for (const signal of signals) host.on(signal, onSignal);
  return () => end(received);
}

function exitBySignal(signal: NodeJS.Signals, host: SignalHost): void {
  if (!coreDumpSignals.includes(signal)) {
    // Another listener, such as a library's cleanup, would keep the signal from ending the program.
    host.removeAllListeners(signal);
    host.kill(host.pid, signal);
  }
  // The first process of a container does not die of a signal.
  host.exit(128 + constants.signals[signal]);
}
