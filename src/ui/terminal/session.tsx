/** Starts a console: Ink, its compositor and its keyboard, put together in the one way that works. */

import {type Instance, type RenderOptions, render, type SuspendTerminal, useApp} from 'ink';
import {useEffect, useLayoutEffect, useMemo} from 'react';
import {type Capabilities, capabilitiesOf, type Environment} from './capabilities.ts';
import {Compositor, type TerminalOutput} from './compositor.ts';
import {TerminalContext} from './context.ts';
import {Keyboard, type TerminalInput} from './keyboard.ts';
import {Link} from './link.ts';
import type {ColorLevel} from './palette.ts';
import {type ExitHost, restoreAtExit} from './restore.ts';
import {RoundTrip} from './round-trip.ts';
import type {JobHost} from './suspend.ts';

export interface TerminalOptions {
  readonly stdin?: TerminalInput;
  readonly stdout?: TerminalOutput;
  /** Defaults to `process.env`. */
  readonly env?: Environment;
  /** Overrides what the environment says. */
  readonly colors?: ColorLevel;
  readonly unicode?: boolean;
  /** Draws surfaces as ordinary text, in reading order, without a compositor. */
  readonly screenReader?: boolean;
  /** Reports clicks and the wheel as strokes. */
  readonly mouse?: boolean;
  /** Styled lines that are on the alternate screen already, painted before this code was loaded. */
  readonly painted?: readonly string[];
  /** Nobody reads the terminal any more. The console ends by itself. */
  readonly onGone?: (error: Error) => void;
  /** The window gained or lost the focus, where the terminal tells. */
  readonly onFocus?: (focused: boolean) => void;
  /** Signals and exits; `process` unless a test says otherwise. */
  readonly host?: ExitHost & JobHost;
}

export interface TerminalSession {
  /** Undefined in screen-reader mode. */
  readonly compositor: Compositor | undefined;
  readonly capabilities: Capabilities;
  /** Settles when the console is gone and the terminal given back: print only after this. Rejects with a crash. */
  readonly exited: Promise<unknown>;
  rerender(element: React.ReactNode): void;
  unmount(): void;
  /** Asks the terminal whether it is there, and calls back with the milliseconds that its answer took. */
  roundTrip(tell: (milliseconds: number) => void): void;
  /** Settles when everything asked for so far has been written. */
  flushed(): Promise<void>;
}

export function startTerminal(element: React.ReactNode, options: TerminalOptions = {}): TerminalSession {
  const {stdin = process.stdin, stdout = process.stdout, host = process, mouse = false, screenReader = false} = options;
  const capabilities = {...capabilitiesOf(options.env ?? process.env), ...overrides(options)};
  let ink: Instance | undefined;
  let isGone = false;
  const gone = (error: Error): void => {
    if (isGone) return;
    isGone = true;
    options.onGone?.(error);
    // Perhaps in the middle of a render, perhaps before the first: the end comes when that is over.
    setImmediate(() => ink?.unmount());
  };
  const compositor = new Compositor(stdout, {
    colors: capabilities.colors,
    plain: screenReader,
    ...(options.painted && {painted: options.painted}),
    onGone: gone,
  });
  const keyboard = new Keyboard(stdin, {
    batch: work => compositor.batch(work),
    onFocus: options.onFocus,
    onAnswer: () => roundTrip.answered(),
    onGone: gone,
  });
  const roundTrip = new RoundTrip(bytes => compositor.control(bytes));
  const link = new Link({compositor, keyboard, capabilities, host, mouse, focus: options.onFocus !== undefined});
  const stopWatching = restoreAtExit(() => link.end(), host);
  const wrapped = (child: React.ReactNode) => (
    <TerminalProvider link={link} screenReader={screenReader}>
      {child}
    </TerminalProvider>
  );
  link.take();
  ink = render(wrapped(element), {...INK, stdout: compositor, stdin: keyboard.ink, ...(screenReader && READ_ALOUD)});
  const {rerender, unmount, waitUntilExit, waitUntilRenderFlush} = ink;
  const exited = waitUntilExit().finally(() => {
    stopWatching();
    link.end();
  });
  // A crash is for whoever awaits the end, however late; it must not kill the process before.
  exited.catch(() => undefined);
  return {
    compositor: screenReader ? undefined : compositor,
    capabilities,
    exited,
    rerender: next => rerender(wrapped(next)),
    unmount: () => unmount(),
    flushed: () => waitUntilRenderFlush(),
    roundTrip: tell => roundTrip.ask(tell),
  };
}

/** The frames the compositor understands are the ones Ink writes with these. */
const INK: RenderOptions = {
  alternateScreen: true,
  incrementalRendering: false,
  // At the default of 30 every second frame of a held key waits.
  maxFps: 120,
  patchConsole: false,
  interactive: true,
  exitOnCtrlC: false,
};

const READ_ALOUD: RenderOptions = {isScreenReaderEnabled: true, alternateScreen: false};

function overrides({colors, unicode}: TerminalOptions): Partial<Capabilities> {
  return {...(colors && {colors}), ...(unicode !== undefined && {unicode})};
}

interface ProviderProps {
  readonly link: Link;
  readonly screenReader: boolean;
  readonly children: React.ReactNode;
}

function TerminalProvider({link, screenReader, children}: ProviderProps) {
  const {suspendTerminal}: {suspendTerminal: SuspendTerminal} = useApp();
  const value = useMemo(() => link.context(suspendTerminal, screenReader), [link, suspendTerminal, screenReader]);
  // Ink unmounts on a signal and lets it kill the process at once: this is the last that runs.
  useLayoutEffect(() => () => link.end(), [link]);
  useEffect(() => link.connect(suspendTerminal), [link, suspendTerminal]);
  return <TerminalContext value={value}>{children}</TerminalContext>;
}
