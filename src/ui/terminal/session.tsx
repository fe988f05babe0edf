/** Starts a console: Ink, its compositor and its keyboard, put together in the one way that works. */

import {type Instance, render, type SuspendTerminal, useApp} from 'ink';
import {useMemo} from 'react';
import {type Capabilities, capabilitiesOf, type Environment} from './capabilities.ts';
import {clipboardBytes} from './clipboard.ts';
import {Compositor, type TerminalOutput} from './compositor.ts';
import {TerminalContext, type TerminalContextValue} from './context.ts';
import {Keyboard, type TerminalInput} from './keyboard.ts';
import type {ColorLevel} from './palette.ts';
import {suspended} from './suspend.ts';
import {titleBytes} from './title.ts';

export interface TerminalOptions {
  readonly stdin?: TerminalInput;
  readonly stdout?: TerminalOutput;
  readonly stderr?: NodeJS.WriteStream;
  /** Defaults to `process.env`. */
  readonly env?: Environment;
  /** Overrides what the environment says. */
  readonly colors?: ColorLevel;
  readonly unicode?: boolean;
  /** Draws surfaces as ordinary text, in reading order, without a compositor. */
  readonly screenReader?: boolean;
  /** Nobody reads the terminal any more. */
  readonly onGone?: (error: Error) => void;
  /** The terminal window gained or lost the focus; asks the terminal to report it. */
  readonly onFocus?: (focused: boolean) => void;
}

export interface TerminalSession {
  readonly compositor: Compositor | undefined;
  readonly capabilities: Capabilities;
  /** Settles when the console is gone and the terminal given back: print only after this. Rejects with a crash. */
  readonly exited: Promise<unknown>;
  rerender(element: React.ReactNode): void;
  unmount(): void;
  /** Settles when everything asked for so far has been written. */
  flushed(): Promise<void>;
}

export function startTerminal(element: React.ReactNode, options: TerminalOptions = {}): TerminalSession {
  const stdout = options.stdout ?? process.stdout;
  const capabilities = {...capabilitiesOf(options.env ?? process.env), ...overrides(options)};
  const {colors} = capabilities;
  const compositor = new Compositor(stdout, {colors, ...(options.onGone && {onGone: options.onGone})});
  const keyboard = new Keyboard(options.stdin ?? process.stdin, work => compositor.batch(work));
  const wrapped = (child: React.ReactNode) => (
    <TerminalProvider compositor={compositor} keyboard={keyboard} capabilities={capabilities}>
      {child}
    </TerminalProvider>
  );
  const ink: Instance = render(wrapped(element), {
    stdout: compositor,
    stdin: keyboard as unknown as NodeJS.ReadStream,
    alternateScreen: true,
    incrementalRendering: false,
    maxFps: 120,
    patchConsole: false,
    interactive: true,
    exitOnCtrlC: false,
  });
  return {
    compositor,
    capabilities,
    exited: ink.waitUntilExit().finally(() => {
      keyboard.restore();
      compositor.dispose();
    }),
    rerender: next => ink.rerender(wrapped(next)),
    unmount: () => ink.unmount(),
    flushed: () => ink.waitUntilRenderFlush(),
  };
}

function overrides({colors, unicode}: TerminalOptions): Partial<Capabilities> {
  return {...(colors && {colors}), ...(unicode !== undefined && {unicode})};
}

interface ProviderProps {
  readonly compositor: Compositor;
  readonly keyboard: Keyboard;
  readonly capabilities: Capabilities;
  readonly children: React.ReactNode;
}

function TerminalProvider({compositor, keyboard, capabilities, children}: ProviderProps) {
  const {suspendTerminal} = useApp();
  const value = useMemo(
    () => contextFor(compositor, keyboard, capabilities, suspendTerminal),
    [compositor, keyboard, capabilities, suspendTerminal],
  );
  return <TerminalContext value={value}>{children}</TerminalContext>;
}

function contextFor(
  compositor: Compositor,
  keyboard: Keyboard,
  {colors, unicode, multiplexer}: Capabilities,
  suspendTerminal: SuspendTerminal,
): TerminalContextValue {
  const handOver = <T,>(child: () => T | Promise<T>): Promise<T> =>
    suspended(suspendTerminal, () => keyboard.pause(), child);
  return {
    compositor,
    colors,
    unicode,
    batch: work => compositor.batch(work),
    suspended: handOver,
    stop: () => handOver(() => void process.kill(0, 'SIGTSTP')),
    copy(text) {
      const {bytes, outcome} = clipboardBytes(text, multiplexer);
      if (bytes !== '') compositor.control(bytes);
      return outcome;
    },
    setTitle: title => compositor.control(titleBytes(title)),
    bell: () => compositor.control('\x07'),
  };
}
