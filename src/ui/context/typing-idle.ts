/** A moment in which nobody types, for work that keeps keys waiting. */
import type {Clock} from '../../store/core/clock.ts';
import type {Source} from '../../store/session/session.ts';

/** Longer than between two keys of somebody who types, or one that is held. Milliseconds. */
export const IDLE_MS = 300;

export interface TypingIdle {
  /** Resolves at once when nobody has typed yet, or else once nobody does, or a dialog is open. */
  whenIdle(): Promise<void>;
  /** Listens no longer. */
  stop(): void;
}

/** Whoever hears the keys. */
export interface StrokeSource {
  onStroke(listener: () => void): () => void;
}

/** Watches from now on whether somebody types. */
export function startTypingIdle(
  keyboard: StrokeSource,
  dialogs: Source<readonly unknown[]>,
  clock: Pick<Clock, 'schedule'>,
): TypingIdle {
  let isTyping = false;
  let cancel: (() => void) | undefined;
  const {promise, resolve} = Promise.withResolvers<void>();
  const stops = [
    keyboard.onStroke(() => {
      isTyping = true;
      cancel?.();
      cancel = clock.schedule(IDLE_MS, resolve);
    }),
    dialogs.subscribe(() => {
      if (dialogs.get().length > 0) resolve();
    }),
  ];
  const stop = (): void => {
    cancel?.();
    for (const leave of stops) leave();
    resolve();
  };
  return {whenIdle: () => (isTyping ? promise : Promise.resolve()), stop};
}
