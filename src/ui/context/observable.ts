/** State outside of React: a value and its listeners. */
import type {Source} from '../../store/core/observable.ts';

export interface ObservableValue<T> extends Source<T> {
  set(value: T): void;
  /** Replaces some properties. */
  patch(part: Partial<T>): void;
}

export function createObservable<T>(initial: T): ObservableValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: T): void => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => value,
    set,
    patch: part => set({...value, ...part}),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Starts with the first holder and ends when the last has released it. */
export function refCounted(begin: () => () => void): () => () => void {
  const holders = new Set<symbol>();
  let end: (() => void) | undefined;
  return () => {
    const holder = Symbol('holder');
    holders.add(holder);
    end ??= begin();
    return () => {
      if (!holders.delete(holder) || holders.size > 0) return;
      end?.();
      end = undefined;
    };
  };
}
