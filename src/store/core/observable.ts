/** A value over time whose every change has a name, for the log. */
import {createStore} from 'zustand/vanilla';
import type {Source} from '../session/session.ts';

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
  let listeners = 0;
  let deactivate: (() => void) | undefined;
  return {
    get: () => store.getState().value,
    subscribe(listener) {
      // Activation comes first: data that it finds at once needs no notification, because the new listener reads the
      // value anyway.
      if (++listeners === 1) deactivate = activate?.();
      const unsubscribe = store.subscribe(listener);
      let isUnsubscribed = false;
      return () => {
        if (isUnsubscribed) return;
        isUnsubscribed = true;
        unsubscribe();
        if (--listeners > 0) return;
        deactivate?.();
        deactivate = undefined;
      };
    },
    set(change, value) {
      if (Object.is(value, store.getState().value)) return;
      trace?.(name, change, value);
      store.setState({value});
    },
    get hasSubscribers() {
      return listeners > 0;
    },
  };
}
