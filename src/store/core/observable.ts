/** A value over time whose every change has a name, so that a log can tell what happened. */
import {createStore} from 'zustand/vanilla';
import type {Source} from '../session/session.ts';

/** Hears of every change by name: `events: read`. */
export type Trace = (source: string, change: string, value: unknown) => void;

export interface Observable<T> extends Source<T> {
  /** Takes the next value; the same value again is no change, and nobody hears of it. */
  set(change: string, next: T): void;
  readonly hasSubscribers: boolean;
}

export interface ObservableOptions {
  readonly trace?: Trace | undefined;
  /** Work that lasts as long as somebody listens; returns how to stop it. */
  readonly activate?: () => () => void;
}

export function createObservable<T>(
  name: string,
  initial: T,
  {trace, activate}: ObservableOptions = {},
): Observable<T> {
  // The box keeps zustand from merging objects: a value is replaced, never mixed.
  const store = createStore<{readonly value: T}>(() => ({value: initial}));
  let listeners = 0;
  let deactivate: (() => void) | undefined;
  return {
    get: () => store.getState().value,
    subscribe(listener) {
      // Awake first: what is found out at once needs no telling to who is about to look anyway.
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
