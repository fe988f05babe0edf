/** Mounts Ink on a terminal that is held. */

import {type Instance, type RenderOptions, render, type SuspendTerminal, useApp} from 'ink';
import {useEffect, useLayoutEffect, useMemo} from 'react';
import type {Capabilities} from '../control/capabilities.ts';
import type {TerminalLease} from '../control/terminal-lease.ts';
import type {OpenTerminal} from '../open-terminal.ts';
import type {Compositor} from '../output/compositor.ts';
import {TerminalContext} from './terminal-context.ts';

export interface TerminalSession {
  readonly compositor: Compositor;
  readonly capabilities: Capabilities;
  /** Settles when the console has closed and the terminal is restored: print only after this. Rejects with a crash. */
  readonly exited: Promise<unknown>;
  rerender(element: React.ReactNode): void;
  unmount(): void;
  /** Settles when all output so far has been written. */
  whenFlushed(): Promise<void>;
}

/** Mounts an element on a held terminal, which is held until the element is unmounted. */
export function mountTerminal(element: React.ReactNode, held: OpenTerminal): TerminalSession {
  const {compositor, keyboard, capabilities, lease} = held;
  const wrapped = (child: React.ReactNode) => <TerminalProvider lease={lease}>{child}</TerminalProvider>;
  const ink: Instance = render(wrapped(element), {
    ...INK,
    stdout: compositor,
    stdin: keyboard.ink,
    onRender: () => compositor.updateLayout(),
  });
  const {rerender, unmount, waitUntilExit, waitUntilRenderFlush} = ink;
  // This may happen during a render, or before the first one: the unmount waits until it is over.
  void held.gone.then(() => setImmediate(() => unmount()));
  const exited = waitUntilExit().finally(() => held.close());
  // A crash is reported to the code that waits for the end, however late; until then it must not end the process as
  // unhandled.
  exited.catch(() => undefined);
  return {
    compositor,
    capabilities,
    exited,
    rerender: next => rerender(wrapped(next)),
    unmount: () => unmount(),
    whenFlushed: () => waitUntilRenderFlush(),
  };
}

/** The compositor understands the frames that Ink writes with these options. */
const INK: RenderOptions = {
  alternateScreen: true,
  incrementalRendering: false,
  // Ink holds a frame back until this interval has passed since the last one. At its default of 30 every second frame of a
  // held key would wait; at 120 a letter that is typed fast into the finder waits for up to 9 ms.
  maxFps: 250,
  patchConsole: false,
  interactive: true,
  exitOnCtrlC: false,
  // Without this option Ink reads `INK_SCREEN_READER` from the environment; plain mode is `--plain`.
  isScreenReaderEnabled: false,
};

interface ProviderProps {
  readonly lease: TerminalLease;
  readonly children: React.ReactNode;
}

function TerminalProvider({lease, children}: ProviderProps) {
  const {suspendTerminal}: {suspendTerminal: SuspendTerminal} = useApp();
  const value = useMemo(() => lease.context(suspendTerminal), [lease, suspendTerminal]);
  // Ink unmounts on a signal and lets it end the process at once, so this effect is the last code that runs.
  useLayoutEffect(() => () => lease.end(), [lease]);
  useEffect(() => lease.attachInk(suspendTerminal), [lease, suspendTerminal]);
  return <TerminalContext value={value}>{children}</TerminalContext>;
}
