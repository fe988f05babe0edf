/** A value over time whose every change has a name, for the log. */
import {createStore} from 'zustand/vanilla';
import {activateOnSubscribe} from './activation.ts';

/**
 * A value over time. `get()` returns the same object until the value changes; work starts with the first subscriber.
 */
export interface Source<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** Called with the name of every change: `events: read`. */
export type Trace = (source: string, change: string, value: unknown) => void;

export interface Observable<T> extends Source<T> {
  /** Sets the next value; an identical value notifies no listener. */
  set(change: string, next: T): void;
  readonly hasSubscribers: boolean;
}

export interface ObservableOptions {
  readonly trace?: Trace | undefined;
  /** Starts work that lasts as long as there are listeners; returns the function that stops it. */
  readonly activate?: () => () => void;
}

export function createObservable<T>(
  name: string,
  initial: T,
  {trace, activate}: ObservableOptions = {},
): Observable<T> {
  // The wrapper keeps zustand from merging objects: a value is always replaced.
  const store = createStore<{readonly value: T}>(() => ({value: initial}));
  const {subscribe, hasSubscribers} = activateOnSubscribe(store.subscribe, activate);
  return {
    get: () => store.getState().value,
    subscribe,
    set(change, value) {
      if (Object.is(value, store.getState().value)) return;
      trace?.(name, change, value);
      store.setState({value});
    },
    get hasSubscribers() {
      return hasSubscribers();
    },
  };
}
