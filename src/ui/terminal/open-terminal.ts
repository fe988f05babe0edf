/** Takes the terminal: compositor, keyboard and modes, in the only order that works. */

import type {Environment} from '../../platform/files/xdg-paths.ts';
import {type Capabilities, capabilitiesOf} from './control/capabilities.ts';
import {type ExitHost, restoreAtExit} from './control/restore.ts';
import {RoundTrip} from './control/round-trip.ts';
import type {SuspendHost} from './control/suspend.ts';
import {TerminalLease, type TerminalLeaseOptions} from './control/terminal-lease.ts';
import {Keyboard, type TerminalInput} from './input/keyboard.ts';
import {openStdin} from './input/tty-reader.ts';
import {Compositor, type TerminalOutput} from './output/compositor.ts';
import type {ColorLevel} from './output/palette.ts';

export interface TerminalOptions {
  readonly stdin?: TerminalInput;
  readonly stdout?: TerminalOutput;
  /** Default: `process.env`. */
  readonly env?: Environment;
  /** Overrides the environment. */
  readonly colors?: ColorLevel;
  readonly hasUnicode?: boolean;
  /** Reports clicks and the wheel as strokes. */
  readonly hasMouse?: boolean;
  /** Called when the terminal was closed. The console then ends automatically. */
  readonly onTerminalClosed?: (error: Error) => void;
  /** Called when the window gained or lost the focus, if the terminal reports that. */
  readonly onFocus?: (focused: boolean) => void;
  /** Signals and exits; `process` outside of tests. */
  readonly host?: ExitHost & SuspendHost;
  /** Replaces the program tmux in tests. */
  readonly loadTmuxBuffer?: TerminalLeaseOptions['loadTmuxBuffer'];
}

export interface OpenTerminal {
  readonly compositor: Compositor;
  readonly keyboard: Keyboard;
  readonly lease: TerminalLease;
  readonly capabilities: Capabilities;
  /** Settles when the terminal was closed. */
  readonly gone: Promise<void>;
  /** Sends a status query, and calls back with its round trip in milliseconds. */
  roundTrip(tell: (milliseconds: number) => void): void;
  /** Sends no more queries, and resolves when no answer is due: the shell would read it as typed. */
  drain(): Promise<void>;
  /** Restores the terminal. Safe to call twice. */
  close(): void;
}

export function openTerminal(options: TerminalOptions = {}): OpenTerminal {
  const {stdin = openStdin(), stdout = process.stdout, host = process, hasMouse = false} = options;
  const {loadTmuxBuffer = loadByTmux} = options;
  const capabilities = {...capabilitiesOf(options.env ?? process.env), ...overrides(options)};
  const {promise: gone, resolve: goes} = Promise.withResolvers<void>();
  let isGone = false;
  const onTerminalClosed = (error: Error): void => {
    if (isGone) return;
    isGone = true;
    options.onTerminalClosed?.(error);
    goes();
  };
  const compositor = new Compositor(stdout, {
    colors: capabilities.colors,
    onTerminalClosed,
  });
  const keyboard = new Keyboard(stdin, {
    batch(work) {
      compositor.measure();
      compositor.batch(work);
    },
    onFocus: options.onFocus,
    onAnswer: () => roundTrip.onAnswer(),
    onTerminalClosed,
  });
  const roundTrip = new RoundTrip(bytes => compositor.control(bytes));
  const focus = options.onFocus !== undefined;
  const lease = new TerminalLease({
    compositor,
    keyboard,
    capabilities,
    host,
    roundTrip,
    hasMouse,
    hasFocusReports: focus,
    loadTmuxBuffer,
  });
  const stopWatching = restoreAtExit(() => lease.end(), host);
  lease.acquire();
  return {
    compositor,
    keyboard,
    lease,
    capabilities,
    gone,
    roundTrip: tell => roundTrip.measure(tell),
    drain: () => (isGone ? Promise.resolve() : roundTrip.hold()),
    close() {
      stopWatching();
      lease.end();
    },
  };
}

/** Loaded at the first copy, because a start needs no child processes. */
const loadByTmux: TerminalLeaseOptions['loadTmuxBuffer'] = async text =>
  (await import('../../platform/process/tmux.ts')).loadTmuxBuffer(text);

function overrides({colors, hasUnicode}: TerminalOptions): Partial<Capabilities> {
  return {...(colors && {colors}), ...(hasUnicode !== undefined && {hasUnicode})};
}
