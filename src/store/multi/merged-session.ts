/**
 * Several accounts read as one. Lists are merged. Every action on a row runs in the session of its account, which
 * `ownerOf` returns: this module sends no change, and no account receives data of another account.
 */
import {createStore} from 'zustand/vanilla';
import type {AnyRow, Family, FamilyId, PathParams} from '../../families/shape/define-family.ts';
import {contractIdentifiers} from '../api/identifiers.ts';
import {type Collection, listOfToday} from '../cache/collection-state.ts';
import type {QueryState} from '../cache/query-spec.ts';
import {memoryBatchJournals} from '../changes/batch/batch-journal.ts';
import {memoryDraftStore} from '../changes/draft-store.ts';
import type {Clock} from '../core/clock.ts';
import {emptyLookup} from '../core/lookup.ts';
import type {ReadonlyStore} from '../core/traced-store.ts';
import {memoryPastForecasts} from '../cost/past-forecasts.ts';
import {createFinder} from '../list/finder.ts';
import {createAccountStore} from '../session/account-store.ts';
import type {Session} from '../session/session.ts';
import {Toasts} from '../session/toasts.ts';
import {type AccountMember, mergeAccountStores} from './merged-account.ts';
import {MergedCollection} from './merged-collection.ts';
import {isMergeable, mergedFamily, parseQualifiedParams, type RowOrigin} from './merged-family.ts';
import {sumTraffic} from './merged-traffic.ts';

export interface MergedSession {
  readonly members: readonly AccountMember[];
  readonly session: Session;
  /** Families of top-level lists, with a column for the profile. */
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
  const ownAccount = createAccountStore();
  const toasts = new Toasts(clock, ownAccount);
  const sessions = members.map(({session}) => session);

  /** The list of all accounts, or a child list of the account that its parameters name. */
  function collection(id: FamilyId, params: PathParams = {}): Collection {
    const child = parseQualifiedParams(params);
    const owner = child && members.find(({profile}) => profile.name === child.profile);
    if (owner) return owner.session.collection(id, child.params);
    const existing = collections.get(id);
    if (existing) return existing;
    const family = families.find(candidate => candidate.id === id) ?? childFamily(id);
    const combined = new MergedCollection(
      family,
      parts.map(({member: {session}, origin}) => ({
        origin,
        collection: session.collection(id),
        isLacking: () => family.today === true && session.collection(listOfToday).getState().isUnsupported === true,
      })),
      (row, origin) => {
        const part = parts.find(candidate => candidate.origin === origin);
        if (part && !owners.has(row)) owners.set(row, {origin, member: part.member});
      },
    );
    collections.set(id, combined);
    return combined;
  }
  /** A family that only columns read, without a top-level list. */
  function childFamily(id: FamilyId): Family {
    const family = all.find(candidate => candidate.id === id);
    if (!family) throw new Error(`No family ${id}`);
    return mergedFamily(family, originOf);
  }
  const lookup = emptyLookup(clock);
  const finder = createFinder(() => collections.values(), lookup);
  const refuse = (): never => {
    throw new Error('a change is of one account');
  };
  const session: Session = {
    lookup,
    // Accounts differ in their spelling, which each account's session applies.
    identifiers: contractIdentifiers,
    whenSpelled: run => sessions.reduceRight((next, session) => () => session.whenSpelled(next), run)(),
    account: mergeAccountStores(members, ownAccount),
    draftStore: memoryDraftStore(clock.now),
    forecasts: memoryPastForecasts(),
    batchJournals: memoryBatchJournals(),
    loadRecentChanges(options) {
      for (const session of sessions) session.loadRecentChanges(options);
    },
    lastLocalChange: () => undefined,
    unansweredChange: () => sessions.map(session => session.unansweredChange()).find(change => change !== undefined),
    collection,
    query: () => constantStore(oneAccountOnly),
    history: () => undefined,
    metric: undefined,
    openHistory: undefined,
    samples: {setVisible: () => {}, subscribe: () => () => {}, isFetched: () => false},
    find: (text, atMost) => finder.find(text, atMost),
    change: refuse,
    whenPermissionsLoaded: async () => {},
    operationRefusal: () => undefined,
    unless: () => 'belongs to one account; open the row',
    undo: () => ({changes: [], skipped: [], irreversible: []}),
    undoOf: () => 'several accounts are shown: open a resource of the account first',
    runDirectly: refuse,
    traffic: () => sumTraffic(sessions.map(session => session.traffic())),
    // Rate limits belong to single accounts.
    limits: () => ({}),
    showToast: (text, tone, options) => toasts.show(text, tone, options),
    dismissSeen() {
      toasts.dismissSeen();
      for (const session of sessions) session.dismissSeen();
    },
    dismissForDialog() {
      toasts.dismissForDialog();
      for (const session of sessions) session.dismissForDialog();
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
  hasChildLists: true,
  tone() {
    const {liveness} = session.account.getState().status;
    return liveness === 'live' || liveness === 'paused' || liveness === 'connecting' ? undefined : 'attention';
  },
});

/** The origin of a row that belongs to no known account: the row is shown, but has no owner. */
const unknownOrigin = (clock: Clock): RowOrigin => ({name: '?', lookup: emptyLookup(clock)});

const oneAccountOnly: QueryState = {
  value: undefined,
  phase: 'failed',
  validAt: undefined,
  failure: {code: 'merged', message: 'this is of one account: @ shows one', fieldErrors: []},
};

const constantStore = <T>(value: T): ReadonlyStore<T> => createStore(() => value);
