/** Finds a pause in typing, for work that would delay keys. */
import type {Clock} from '../../store/core/clock.ts';
import type {Source} from '../../store/session/session.ts';

/** A time longer than the pause between two keys of a user who types or holds a key, milliseconds. */
export const IDLE_MS = 300;

export interface TypingIdle {
  /** Resolves at once before the first key, otherwise when typing pauses or a dialog opens. */
  whenIdle(): Promise<void>;
  /** Stops watching the keys. */
  stop(): void;
}

/** The source of keys. */
export interface StrokeSource {
  onStroke(listener: () => void): () => void;
}

/** Watches the keys from now on. */
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
