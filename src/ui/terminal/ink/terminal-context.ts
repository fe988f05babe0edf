/** The terminal as components see it. */

import {createContext, use} from 'react';
import type {KeyStroke} from '../../../keymap/layer.ts';
import type {CopyOutcome} from '../control/clipboard.ts';
import type {Compositor} from '../output/compositor.ts';
import type {ColorLevel} from '../output/palette.ts';

export interface TerminalContextValue {
  /** Undefined in plain Ink: surfaces then show as ordinary text. */
  readonly compositor: Compositor | undefined;
  readonly colors: ColorLevel;
  /** True if the terminal can show glyphs outside ASCII. */
  readonly hasUnicode: boolean;
  /** Calls back for every key stroke; `useKeys` is the hook for it. Returns the function that stops. */
  onStroke(listener: (stroke: KeyStroke) => void): () => void;
  /** Combines all surface changes made by `work` into one paint. */
  batch<T>(work: () => T): T;
  /** Lends the terminal to `child` (an editor, ssh, a pager) and restores it afterwards, even if `child` fails. */
  runSuspended<T>(child: () => T | Promise<T>): Promise<T>;
  /** Stops the job, as ctrl-z does in other programs. */
  stop(): void;
  /** Puts text on the clipboard of the terminal, across ssh and tmux. */
  copy(text: string): Promise<CopyOutcome>;
  /** Sets the window title until the console ends. */
  setTitle(title: string): void;
  bell(): void;
  /** Shows a notification outside of the terminal, if the terminal supports it. */
  notify(text: string): void;
}

const absent = (): never => {
  throw new Error('no terminal: this component runs outside mountTerminal()');
};

export const TerminalContext = createContext<TerminalContextValue>({
  compositor: undefined,
  colors: 'truecolor',
  hasUnicode: true,
  onStroke: () => () => undefined,
  batch: work => work(),
  runSuspended: absent,
  stop: absent,
  copy: absent,
  setTitle: () => undefined,
  bell: () => undefined,
  notify: () => undefined,
});

export function useTerminal(): TerminalContextValue {
  return use(TerminalContext);
}
