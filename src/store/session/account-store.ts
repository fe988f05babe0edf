/** One zustand store for the state of an account. */
import {subscribeWithSelector} from 'zustand/middleware';
import {createStore} from 'zustand/vanilla';
import {activateOnSubscribe} from '../core/activation.ts';
import type {Trace} from '../core/traced-store.ts';
import type {Status} from '../sync/status.ts';
import type {AccountState, AccountStore, AccountWriter} from './account-state.ts';

export interface AccountStoreOptions {
  /** Called for every change of the state, with its name. */
  readonly trace?: Trace | undefined;
  /** Starts the reads for the first subscriber; returns the function that stops them. */
  readonly activate?: (() => () => void) | undefined;
}

/** The names of the parts in the trace, if they differ. */
const traceNames: Partial<Readonly<Record<keyof AccountState, string>>> = {
  trafficVersion: 'traffic',
};

const initialStatus: Status = {
  liveness: 'connecting',
  lastResponseAt: undefined,
  confirmedAt: undefined,
  lateSince: undefined,
  failure: undefined,
  limits: {},
  account: undefined,
  user: undefined,
  notices: undefined,
  mismatches: [],
};

const initialState: AccountState = {
  status: initialStatus,
  pulse: {beats: 0, at: undefined},
  trafficVersion: 0,
  operations: [],
  events: [],
  toasts: [],
  messages: [],
  recentChanges: {records: [], isComplete: false, failure: undefined},
  transfers: [],
};

export function createAccountStore({trace, activate}: AccountStoreOptions = {}): AccountStore & AccountWriter {
  const {getState, getInitialState, setState, subscribe} = createStore<AccountState>()(
    subscribeWithSelector(() => initialState),
  );
  const activation = activateOnSubscribe(subscribe, activate);
  return {
    getState,
    getInitialState,
    subscribe: activation.subscribe,
    get hasSubscribers() {
      return activation.hasSubscribers();
    },
    update(part, action, value) {
      if (Object.is(value, getState()[part])) return;
      trace?.(traceNames[part] ?? part, action, value);
      setState({[part]: value});
    },
  };
}
