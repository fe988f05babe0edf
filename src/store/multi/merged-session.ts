/**
 * Several accounts read as one. Lists are merged. Every action on a row runs in the session of its account, which
 * `ownerOf` returns: this module sends no change, and no account receives data of another.
 */
import type {ClassLimitState} from '../../client/limits/request-scheduler.ts';
import type {LimitClass} from '../../contract/schema/endpoint.ts';
import type {AnyRow, Family, FamilyId} from '../../families/shape/define-family.ts';
import type {RateLimits} from '../api/connection.ts';
import {contractIdentifiers} from '../api/identifiers.ts';
import {memoryBatchJournals} from '../changes/batch/batch-journal.ts';
import {memoryDraftStore} from '../changes/draft-store.ts';
import type {RecentChangesState} from '../changes/recent-changes.ts';
import type {Clock} from '../core/clock.ts';
import {emptyLookup} from '../core/lookup.ts';
import {createFinder} from '../list/finder.ts';
import type {SessionProfile} from '../session/create-session.ts';
import type {Liveness, Message, Operation, QueryState, Session, Source, Status, Toast} from '../session/session.ts';
import {Toasts} from '../session/toasts.ts';
import {MergedCollection} from './merged-collection.ts';
import {isMergeable, mergedFamily, type RowOrigin} from './merged-family.ts';
import {sumTraffic} from './merged-traffic.ts';

/** One of several accounts. */
export interface AccountMember {
  readonly profile: SessionProfile;
  readonly session: Session;
}

export interface MergedSession {
  readonly members: readonly AccountMember[];
  readonly session: Session;
  /** Families with a list of their own and a column for the profile. */
  readonly families: readonly Family[];
  /** The account of a row in a merged list. */
  ownerOf(row: AnyRow): AccountMember | undefined;
}

export interface MergedOptions {
  readonly members: readonly AccountMember[];
  readonly families: readonly Family[];
  readonly clock: Clock;
}

export function mergeSessions({members, families: all, clock}: MergedOptions): MergedSession {
  const owners = new WeakMap<AnyRow, {readonly origin: RowOrigin; readonly member: AccountMember}>();
  const unknown = unknownOrigin(clock);
  const originOf = (row: AnyRow): RowOrigin => owners.get(row)?.origin ?? unknown;
  const families = all.filter(isMergeable).map(family => mergedFamily(family, originOf));
  const parts = members.map(member => ({member, origin: toRowOrigin(member)}));
  const collections = new Map<FamilyId, MergedCollection>();
  const toasts = new Toasts(clock, undefined);
  const sessions = members.map(({session}) => session);
  const combineLists = <T>(of: (session: Session) => Source<readonly T[]>, as: (name: string, item: T) => T) =>
    combineSources(sessions.map(of), lists =>
      lists.flatMap((list, at) => list.map(item => as(members[at]?.profile.name ?? '', item))),
    );
  const accountToasts = combineLists<Toast>(
    session => session.toasts,
    (name, toast) => ({...toast, text: `${name}: ${toast.text}`}),
  );

  const accountMessages = combineLists<Message>(
    session => session.messages,
    (name, message) => ({...message, text: `${name}: ${message.text}`}),
  );

  function collection(id: FamilyId): MergedCollection {
    const existing = collections.get(id);
    if (existing) return existing;
    const family = families.find(candidate => candidate.id === id) ?? childFamily(id);
    const combined = new MergedCollection(
      family,
      parts.map(({member, origin}) => ({origin, collection: member.session.collection(id)})),
      (row, origin) => {
        const part = parts.find(candidate => candidate.origin === origin);
        if (part && !owners.has(row)) owners.set(row, {origin, member: part.member});
      },
    );
    collections.set(id, combined);
    return combined;
  }
  /** A family that only columns read, without a list of its own. */
  function childFamily(id: FamilyId): Family {
    const family = all.find(candidate => candidate.id === id);
    if (!family) throw new Error(`there is no family ${id}`);
    return mergedFamily(family, originOf);
  }
  const lookup = emptyLookup(clock);
  const finder = createFinder(() => collections.values(), lookup);
  const refuse = (): never => {
    throw new Error('a change is of one account');
  };
  const session: Session = {
    lookup,
    // Each account has its own spelling.
    identifiers: contractIdentifiers,
    whenSpelled: run => sessions.reduceRight((next, session) => () => session.whenSpelled(next), run)(),
    status: combineSources(
      sessions.map(({status}) => status),
      states => mergeStatus(states, members),
    ),
    pulse: combineSources(
      sessions.map(({pulse}) => pulse),
      pulses => ({beats: pulses.reduce((sum, {beats}) => sum + beats, 0), at: minKnown(pulses.map(({at}) => at))}),
    ),
    trafficVersion: combineSources(
      sessions.map(({trafficVersion}) => trafficVersion),
      counts => counts.reduce((sum, count) => sum + count, 0),
    ),
    operations: combineLists<Operation>(session => session.operations, prefixedOperation),
    events: constantSource([]),
    toasts: combineSources<readonly Toast[], readonly Toast[]>(
      [toasts.source, accountToasts],
      ([ownItems = [], others = []]) => [...others, ...ownItems],
    ),
    messages: combineSources<readonly Message[], readonly Message[]>(
      [toasts.messages, accountMessages],
      ([ownItems = [], others = []]) => [...others, ...ownItems].sort((a, b) => a.at - b.at),
    ),
    draftStore: memoryDraftStore(clock.now),
    batchJournals: memoryBatchJournals(),
    recentChanges: combineSources(
      sessions.map(({recentChanges}) => recentChanges),
      trails => mergeRecentChanges(trails, members),
    ),
    lastLocalChange: () => undefined,
    transfers: combineSources(
      sessions.map(({transfers}) => transfers),
      lists => lists.flat(),
    ),
    collection,
    query: () => constantSource(oneAccountOnly),
    history: () => undefined,
    samples: {setVisible: () => {}, subscribe: () => () => {}, isFetched: () => false},
    find: (text, atMost) => finder.find(text, atMost),
    change: refuse,
    permissionsKnown: async () => {},
    unpermitted: () => undefined,
    unless: () => 'it is of one account: open the row',
    undo: () => ({changes: [], left: [], passed: []}),
    undoOf: () => 'several accounts are shown: open a resource of the account first',
    runDirectly: refuse,
    traffic: () => sumTraffic(sessions.map(session => session.traffic())),
    // Each account has its own rate limits.
    limits: () => ({}),
    showToast: (text, tone, here) => toasts.show(text, tone, here),
    dismissSeen() {
      toasts.dismissSeen();
      for (const session of sessions) session.dismissSeen();
    },
    evictOldest() {
      toasts.evictOldest();
      for (const session of sessions) session.evictOldest();
    },
    refetchAll() {
      for (const session of sessions) session.refetchAll();
    },
    setFocused(isFocused) {
      for (const session of sessions) session.setFocused(isFocused);
    },
    async close() {
      await Promise.all(sessions.map(session => session.close()));
    },
  };
  return {members, session, families, ownerOf: row => owners.get(row)?.member};
}

const toRowOrigin = ({profile, session}: AccountMember): RowOrigin => ({
  name: profile.name,
  lookup: session.lookup,
  tone() {
    const {liveness} = session.status.get();
    return liveness === 'live' || liveness === 'paused' || liveness === 'connecting' ? undefined : 'attention';
  },
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

/** The origin of a row that belongs to none of the accounts: the row is shown, but has no owner. */
const unknownOrigin = (clock: Clock): RowOrigin => ({name: '?', lookup: emptyLookup(clock)});

const oneAccountOnly: QueryState = {
  value: undefined,
  phase: 'failed',
  validAt: undefined,
  failure: {code: 'merged', words: 'this is of one account: @ shows one', problems: []},
};

const constantSource = <T>(value: T): Source<T> => ({get: () => value, subscribe: () => () => {}});

const minKnown = (values: readonly (number | undefined)[]): number | undefined => {
  const defined = values.filter(value => value !== undefined);
  return defined.length < values.length || defined.length === 0 ? undefined : Math.min(...defined);
};

/** One value from several sources; the same object until one of them changes. */
function combineSources<S, T>(sources: readonly Source<S>[], combine: (values: readonly S[]) => T): Source<T> {
  let from: readonly S[] | undefined;
  let value: T;
  return {
    get() {
      const values = sources.map(source => source.get());
      if (!from || values.some((value, at) => !Object.is(value, from?.[at]))) {
        from = values;
        value = combine(values);
      }
      return value;
    },
    subscribe(listener) {
      const stops = sources.map(source => source.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

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
    complete: recentChanges.every(({complete}) => complete),
    failure: failure === undefined ? undefined : `${nameOf(at)}: ${failure}`,
  };
}

/** From worst to best. */
const livenessFromWorst: readonly Liveness[] = [
  'closed',
  'unauthorised',
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
    get heardAt() {
      return minKnown(states.map(({heardAt}) => heardAt));
    },
    get confirmedAt() {
      return minKnown(states.map(({confirmedAt}) => confirmedAt));
    },
    get lateSince() {
      const late = states.flatMap(({lateSince}) => lateSince ?? []);
      return late.length === 0 ? undefined : Math.min(...late);
    },
    failure: failure && {...failure, words: `${members[at]?.profile.name}: ${failure.words}`},
    get limits() {
      return tightestLimits(states.map(({limits}) => limits));
    },
    account: undefined,
    user: undefined,
    notices: states.reduce((sum, {notices = 0}) => sum + notices, 0),
    // Two accounts of one provider have mismatches in the same fields.
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
function tightestLimits(all: readonly RateLimits[]): RateLimits {
  const tightest: Partial<Record<LimitClass, ClassLimitState>> = {};
  for (const limits of all)
    for (const [name, limit] of Object.entries(limits) as [LimitClass, ClassLimitState][]) {
      const rateLimit = tightest[name];
      if (!rateLimit || limit.remaining / limit.limit < rateLimit.remaining / rateLimit.limit) tightest[name] = limit;
    }
  return tightest;
}
