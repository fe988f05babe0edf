/** The terminal with one account session after another. */
import {type OpenTerminal, openTerminal, type TerminalOptions} from '../terminal/index.ts';
import {mountTerminal} from '../terminal/ink/index.ts';
import type {AccountSession} from './account-session.ts';
import {App} from './app.tsx';

export interface ScreenHost extends Pick<OpenTerminal, 'compositor' | 'keyboard' | 'roundTrip'> {
  /** Settles when the console has closed and the terminal is restored: print only after this. Rejects with a crash. */
  readonly exited: Promise<unknown>;
  show(session: AccountSession): void;
  close(): void;
}

const consoleElement = ({key, context}: AccountSession) => <App key={key} context={context} />;

/** Takes the terminal and mounts the console, whose first frame shows the data of the last session. */
export function openScreenHost(initial: AccountSession, options: TerminalOptions): ScreenHost {
  const terminal = openTerminal(options);
  const ink = mountTerminal(consoleElement(initial), terminal);
  const exited = ink.exited.finally(async () => {
    await terminal.drain();
    terminal.close();
  });
  // A crash is reported to the code that waits for the end, however late; until then it must not end the process as
  // unhandled.
  exited.catch(() => undefined);
  const {compositor, keyboard, roundTrip} = terminal;
  return {
    compositor,
    keyboard,
    roundTrip,
    exited,
    show: next => ink.rerender(consoleElement(next)),
    close: () => ink.unmount(),
  };
}
