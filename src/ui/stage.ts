/** The terminal with one seat after the other on it: first without Ink, which takes longer to load than all the rest. */
import {setImmediate} from 'node:timers/promises';
import {type Opening, openDeck} from './opening.ts';
import {type Rest, watchTyping} from './rest.ts';
import type {Seat} from './seat.ts';
import {type HeldTerminal, holdTerminal, type TerminalOptions} from './terminal/index.ts';
import type {TerminalSession} from './terminal/ink.ts';

export interface Stage extends Pick<HeldTerminal, 'compositor' | 'keyboard' | 'roundTrip'> {
  /** Settles when the console is gone and the terminal given back: print only after this. Rejects with a crash. */
  readonly exited: Promise<unknown>;
  show(seat: Seat): void;
  leave(): void;
}

export function openStage(first: Seat, options: TerminalOptions): Stage {
  const held = holdTerminal(options);
  let seat = first;
  let ink: TerminalSession | undefined;
  let isLeft = false;
  const left = Promise.withResolvers<void>();
  const leave = (): void => {
    isLeft = true;
    rest.stop();
    left.resolve();
    ink?.unmount();
  };
  let opening: Opening | undefined = openDeck(held, seat.deck);
  const watch = (): Rest => watchTyping(held.keyboard, seat.deck.overlays.stack, seat.deck.clock);
  let rest = watch();

  /** Ink takes over where the first screens were. */
  async function mount(): Promise<unknown> {
    // What speaks to the account begins to load first: the answers are on their way meanwhile.
    await setImmediate();
    // Loading it, and its first frame, take the better part of a tenth of a second each, and show nothing new.
    await rest.come();
    const {consoleOf, mountTerminal} = await import('./mount.tsx');
    await rest.come();
    rest.stop();
    if (isLeft) return undefined;
    opening?.deaf();
    ink = mountTerminal(consoleOf(seat), held);
    opening?.sleep();
    opening = undefined;
    show = next => ink?.rerender(consoleOf(next));
    return ink.exited;
  }

  let show = (next: Seat): void => {
    seat = next;
    opening?.deaf();
    opening?.sleep();
    opening = openDeck(held, seat.deck);
    rest.stop();
    rest = watch();
  };
  const {compositor, keyboard, roundTrip} = held;
  void held.gone.then(leave);
  const exited = Promise.race([mount(), left.promise.then(() => ink?.exited)]).finally(async () => {
    opening?.deaf();
    opening?.sleep();
    await held.settled();
    held.end();
  });
  // A crash is for whoever awaits the end, however late; it must not kill the process before.
  exited.catch(() => undefined);
  return {compositor, keyboard, roundTrip, exited, leave, show: next => show(next)};
}
