/**
 * The terminal with one account session after another: at first without Ink, which takes longer to load than everything
 * else.
 */
import {setImmediate} from 'node:timers/promises';
import {startTypingIdle, type TypingIdle} from '../context/typing-idle.ts';
import {type OpenTerminal, openTerminal, type TerminalOptions} from '../terminal/index.ts';
import type {TerminalSession} from '../terminal/ink/index.ts';
import type {AccountSession} from './account-session.ts';
import {type PreInkRenderer, startPreInkRenderer} from './pre-ink.ts';

export interface ScreenHost extends Pick<OpenTerminal, 'compositor' | 'keyboard' | 'roundTrip'> {
  /** Settles when the console has closed and the terminal is restored: print only after this. Rejects with a crash. */
  readonly exited: Promise<unknown>;
  show(session: AccountSession): void;
  close(): void;
}

export function openScreenHost(initial: AccountSession, options: TerminalOptions): ScreenHost {
  const terminal = openTerminal(options);
  let current = initial;
  let ink: TerminalSession | undefined;
  let isClosed = false;
  const closed = Promise.withResolvers<void>();
  const leave = (): void => {
    isClosed = true;
    typingIdle.stop();
    closed.resolve();
    ink?.unmount();
  };
  let preInk: PreInkRenderer | undefined = startPreInkRenderer(terminal, current.context);
  const watch = (): TypingIdle =>
    startTypingIdle(terminal.keyboard, current.context.overlays.stack, current.context.clock);
  let typingIdle = watch();

  /** Mounts Ink, which takes over from the first screen. */
  async function mount(): Promise<unknown> {
    // The client starts to load first, so that its requests are under way meanwhile.
    await setImmediate();
    // Loading Ink and its first frame take nearly a tenth of a second each and show nothing new.
    await typingIdle.whenIdle();
    const {consoleElement, mountTerminal} = await import('./mount-ink.tsx');
    await typingIdle.whenIdle();
    typingIdle.stop();
    if (isClosed) return undefined;
    preInk?.stopInput();
    ink = mountTerminal(consoleElement(current), terminal);
    preInk?.deactivate();
    preInk = undefined;
    show = next => ink?.rerender(consoleElement(next));
    return ink.exited;
  }

  let show = (next: AccountSession): void => {
    current = next;
    preInk?.stopInput();
    preInk?.deactivate();
    preInk = startPreInkRenderer(terminal, current.context);
    typingIdle.stop();
    typingIdle = watch();
  };
  const {compositor, keyboard, roundTrip} = terminal;
  void terminal.gone.then(leave);
  const exited = Promise.race([mount(), closed.promise.then(() => ink?.exited)]).finally(async () => {
    preInk?.stopInput();
    preInk?.deactivate();
    await terminal.drain();
    terminal.close();
  });
  // A crash is reported to the code that waits for the end, however late; until then it must not end the process as
  // unhandled.
  exited.catch(() => undefined);
  return {compositor, keyboard, roundTrip, exited, close: leave, show: next => show(next)};
}
