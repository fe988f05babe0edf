/** The state of an account besides its lists. */
import type {Mutate, StoreApi} from 'zustand/vanilla';
import type {RecentChangesState} from '../changes/audit-log.ts';
import type {ReadonlyStore} from '../core/traced-store.ts';
import type {EventRow} from '../sync/event-log.ts';
import type {Operation} from '../sync/operation.ts';
import type {Pulse, Status} from '../sync/status.ts';
import type {Transfer} from '../transfers/transfer.ts';
import type {Message, Toast} from './toast.ts';

export interface AccountState {
  readonly status: Status;
  /** Changes with every successful poll. */
  readonly pulse: Pulse;
  /** Changes with every request and response; `Session.traffic()` returns the counts. */
  readonly trafficVersion: number;
  readonly operations: readonly Operation[];
  /** The loaded events, newest first. */
  readonly events: readonly EventRow[];
  readonly toasts: readonly Toast[];
  /** The last toasts and failures of this session, newest last. */
  readonly messages: readonly Message[];
  /** Changes that Skydeck made, from the change log; `Session.loadRecentChanges()` reads the file. */
  readonly recentChanges: RecentChangesState;
  /** Running and recently ended file transfers, newest first. */
  readonly transfers: readonly Transfer[];
}

/** The actions that change each part of the state, by the name that the trace reports: a verb and its object. */
export interface AccountActions {
  readonly status:
    | 'receiveResponse'
    | 'confirmPoll'
    | 'recordFailure'
    | 'refresh'
    | 'setAccount'
    | 'setUser'
    | 'setNoticeCount'
    | 'close';
  readonly pulse: 'countPoll';
  readonly trafficVersion: 'countRequest';
  readonly operations: 'setOperations' | 'setProgress';
  readonly events: 'addEvents';
  readonly toasts: 'showToast' | 'dismissToasts' | 'removeToast';
  readonly messages: 'addMessage';
  readonly recentChanges: 'addRecord' | 'loadRecords' | 'recordFailure';
  readonly transfers: 'addTransfer';
}

/** The state for readers. Data is read from the API while the store has subscribers. */
export type AccountStore = Omit<Mutate<StoreApi<AccountState>, [['zustand/subscribeWithSelector', never]]>, 'setState'>;

/** The state for the parts of a session that change it. */
export interface AccountWriter {
  readonly getState: () => AccountState;
  readonly hasSubscribers: boolean;
  /** Sets a part of the state; an identical value notifies no subscriber. */
  update<Part extends keyof AccountState>(part: Part, action: AccountActions[Part], value: AccountState[Part]): void;
}

/** A part of the state as a store, for code that follows stores of any kind. */
export const accountPart = <Part extends keyof AccountState>(
  account: AccountStore,
  part: Part,
): ReadonlyStore<AccountState[Part]> => ({
  getState: () => account.getState()[part],
  getInitialState: () => account.getInitialState()[part],
  subscribe: listener => account.subscribe(state => state[part], listener),
});
