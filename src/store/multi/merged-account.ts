/** The state of several accounts as one. */

import {subscribeWithSelector} from 'zustand/middleware';
import {createStore} from 'zustand/vanilla';
import type {ClassLimitState} from '../../client/limits/request-scheduler.ts';
import type {LimitClass} from '../../contract/schema/endpoint.ts';
import {memoizeLast} from '../../platform/runtime/memoize.ts';
import type {RateLimitsByClass} from '../api/connection.ts';
import type {RecentChangesState} from '../changes/audit-log.ts';
import {activateOnSubscribe} from '../core/activation.ts';
import type {AccountState, AccountStore} from '../session/account-state.ts';
import type {Session} from '../session/session.ts';
import type {SessionProfile} from '../session/session-options.ts';
import type {Operation} from '../sync/operation.ts';
import type {Liveness, Status} from '../sync/status.ts';

/** One of several accounts. */
export interface AccountMember {
  readonly profile: SessionProfile;
  readonly session: Session;
}

/** The common profile of several accounts. */
export const mergedProfile = (profiles: readonly SessionProfile[]): SessionProfile => ({
  name: profiles.map(({name}) => name).join(' + '),
  // Each account shows its own mark and asks its own confirmation.
  production: false,
  readOnly: profiles.every(({readOnly}) => readOnly),
});

/**
 * The merged state of the accounts, with the accounts' names in front of labels and messages.
 * @param own the toasts and messages that belong to no single account
 */
export function mergeAccountStores(members: readonly AccountMember[], own: AccountStore): AccountStore {
  const stores = [own, ...members.map(({session}) => session.account)];
  const merge = createAccountMerger(members, own);
  const merged = createStore<AccountState>()(subscribeWithSelector(merge));
  // An unchanged state is the same object, and notifies no subscriber.
  const refresh = () => merged.setState(merge(), true);
  const {subscribe, hasSubscribers} = activateOnSubscribe(merged.subscribe, () => {
    const stops = stores.map(store => store.subscribe(refresh));
    refresh();
    return () => {
      for (const stop of stops) stop();
    };
  });
  return {
    getState() {
      if (!hasSubscribers()) refresh();
      return merged.getState();
    },
    getInitialState: merged.getInitialState,
    subscribe,
  };
}

/** Merges the current states; the result is the same object until one of them changes. */
function createAccountMerger(members: readonly AccountMember[], own: AccountStore): () => AccountState {
  const accounts = members.map(({session}) => session.account);
  const nameOf = (index: number): string => members[index]?.profile.name ?? '';
  const mergers = {
    status: memoizeLast((...states: readonly Status[]) => mergeStatus(states, members)),
    pulse: memoizeLast((...pulses: readonly AccountState['pulse'][]) => ({
      beats: pulses.reduce((sum, {beats}) => sum + beats, 0),
      at: minKnown(pulses.map(({at}) => at)),
    })),
    operations: memoizeLast((...lists: readonly AccountState['operations'][]) =>
      lists.flatMap((list, index) => list.map(operation => prefixedOperation(nameOf(index), operation))),
    ),
    toasts: memoizeLast((ownToasts: AccountState['toasts'], ...lists: readonly AccountState['toasts'][]) => [
      ...lists.flatMap((list, index) => list.map(toast => withName(nameOf(index), toast))),
      ...ownToasts,
    ]),
    messages: memoizeLast((ownMessages: AccountState['messages'], ...lists: readonly AccountState['messages'][]) =>
      [...lists.flatMap((list, index) => list.map(message => withName(nameOf(index), message))), ...ownMessages].sort(
        (a, b) => a.at - b.at,
      ),
    ),
    recentChanges: memoizeLast((...changes: readonly RecentChangesState[]) => mergeRecentChanges(changes, members)),
    transfers: memoizeLast((...lists: readonly AccountState['transfers'][]) => lists.flat()),
  };
  const merge = memoizeLast(
    (ownState: AccountState, ...states: readonly AccountState[]): AccountState => ({
      status: mergers.status(...states.map(({status}) => status)),
      pulse: mergers.pulse(...states.map(({pulse}) => pulse)),
      trafficVersion: states.reduce((sum, {trafficVersion}) => sum + trafficVersion, 0),
      operations: mergers.operations(...states.map(({operations}) => operations)),
      events: noEvents,
      toasts: mergers.toasts(ownState.toasts, ...states.map(({toasts}) => toasts)),
      messages: mergers.messages(ownState.messages, ...states.map(({messages}) => messages)),
      recentChanges: mergers.recentChanges(...states.map(({recentChanges}) => recentChanges)),
      transfers: mergers.transfers(...states.map(({transfers}) => transfers)),
    }),
  );
  return () => merge(own.getState(), ...accounts.map(account => account.getState()));
}

const noEvents: AccountState['events'] = [];

const withName = <T extends {readonly text: string}>(name: string, item: T): T => ({
  ...item,
  text: `${name}: ${item.text}`,
});

/** An operation of one account with the account's name in front. Its progress updates without a new object. */
const prefixedOperation = (name: string, operation: Operation): Operation => ({
  id: `${name} ${operation.id}`,
  label: `${name}/${operation.label}`,
  target: undefined,
  word: operation.word,
  by: operation.by,
  ...(operation.transfer && {transfer: operation.transfer}),
  get percent() {
    return operation.percent;
  },
  get startedAt() {
    return operation.startedAt;
  },
  get secondsLeft() {
    return operation.secondsLeft;
  },
});

const minKnown = (values: readonly (number | undefined)[]): number | undefined => {
  const defined = values.filter(value => value !== undefined);
  return defined.length < values.length || defined.length === 0 ? undefined : Math.min(...defined);
};

/** The recent changes of all accounts, newest first; each record names its account. */
function mergeRecentChanges(
  recentChanges: readonly RecentChangesState[],
  members: readonly AccountMember[],
): RecentChangesState {
  const nameOf = (at: number): string => members[at]?.profile.name ?? '';
  const at = recentChanges.findIndex(({failure}) => failure !== undefined);
  const failure = recentChanges[at]?.failure;
  return {
    records: recentChanges
      .flatMap(({records}, at) => records.map(record => ({...record, profile: nameOf(at)})))
      .sort((first, second) => second.at - first.at),
    isComplete: recentChanges.every(({isComplete}) => isComplete),
    failure: failure === undefined ? undefined : `${nameOf(at)}: ${failure}`,
  };
}

/** From worst to best. */
const livenessFromWorst: readonly Liveness[] = [
  'closed',
  'unauthorized',
  'offline',
  'stale',
  'connecting',
  'live',
  'paused',
];

/** The worst liveness and the greatest age of all accounts. */
function mergeStatus(states: readonly Status[], members: readonly AccountMember[]): Status {
  const worst = livenessFromWorst.find(liveness => states.some(state => state.liveness === liveness)) ?? 'connecting';
  const at = states.findIndex(({failure}) => failure !== undefined);
  const failure = states[at]?.failure;
  return {
    liveness: worst,
    get lastResponseAt() {
      return minKnown(states.map(({lastResponseAt}) => lastResponseAt));
    },
    get confirmedAt() {
      return minKnown(states.map(({confirmedAt}) => confirmedAt));
    },
    get lateSince() {
      const late = states.flatMap(({lateSince}) => lateSince ?? []);
      return late.length === 0 ? undefined : Math.min(...late);
    },
    failure: failure && {...failure, message: `${members[at]?.profile.name}: ${failure.message}`},
    get limits() {
      return tightestLimits(states.map(({limits}) => limits));
    },
    account: undefined,
    user: undefined,
    notices: states.reduce((sum, {notices = 0}) => sum + notices, 0),
    // Accounts of one provider may have mismatches in the same fields.
    get mismatches() {
      const all = new Map(
        states.flatMap(({mismatches}) =>
          mismatches.map(mismatch => [`${mismatch.operation} ${mismatch.field}`, mismatch] as const),
        ),
      );
      return [...all.values()];
    },
  };
}

/** For each class, the limit with the smallest remaining share: each account has its own limits. */
function tightestLimits(all: readonly RateLimitsByClass[]): RateLimitsByClass {
  const tightest: Partial<Record<LimitClass, ClassLimitState>> = {};
  for (const limits of all)
    for (const [name, limit] of Object.entries(limits) as [LimitClass, ClassLimitState][]) {
      const rateLimit = tightest[name];
      if (!rateLimit || limit.remaining / limit.limit < rateLimit.remaining / rateLimit.limit) tightest[name] = limit;
    }
  return tightest;
}
