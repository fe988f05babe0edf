/** A zustand store in which every change has a name, for the log. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import {activateOnSubscribe} from './activation.ts';

/** A store for readers. `getState()` returns the same object until the state changes. */
export type ReadonlyStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>;

/** Called with the name of every change, which is a verb and its object: `toasts: showToast`. */
export type Trace = (source: string, change: string, value: unknown) => void;

export interface TracedStore<T> extends ReadonlyStore<T> {
  /** Replaces the state; an identical state notifies no subscriber. */
  update(action: string, next: T): void;
  readonly hasSubscribers: boolean;
}

export interface TracedStoreOptions {
  readonly trace?: Trace | undefined;
  /** Starts work for the first subscriber; returns the function that stops it after the last one. */
  readonly activate?: () => () => void;
}

export function createTracedStore<T>(
  name: string,
  initial: T,
  {trace, activate}: TracedStoreOptions = {},
): TracedStore<T> {
  const {getState, getInitialState, setState, subscribe} = createStore<T>(() => initial);
  const activation = activateOnSubscribe(subscribe, activate);
  return {
    getState,
    getInitialState,
    subscribe: activation.subscribe,
    update(action, next) {
      if (Object.is(next, getState())) return;
      trace?.(name, action, next);
      setState(next, true);
    },
    get hasSubscribers() {
      return activation.hasSubscribers();
    },
  };
}
