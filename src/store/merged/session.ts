/**
 * Several accounts read as one. Lists are merged; everything that is about a row is done in the session of its account,
 * which `ownerOf` tells: nothing here sends a change, and no account hears of another's.
 */
import type {ClassLimitState} from '../../client/budget.ts';
import type {LimitClass} from '../../contract/endpoint.ts';
import type {AnyRow, Family, FamilyId} from '../../families/define.ts';
import type {Clock} from '../clock.ts';
import type {Limits} from '../connection.ts';
import {memoryDrafts} from '../drafts.ts';
import {createFinder} from '../find.ts';
import {contractIdentifiers} from '../identifiers.ts';
import {emptyLook} from '../look.ts';
import {memoryRuns} from '../runs.ts';
import type {SessionProfile} from '../session.ts';
import {Toasts} from '../toasts.ts';
import type {TrailState} from '../trail.ts';
import type {AnswerState, Liveness, Operation, Session, Source, Status, Toast} from '../types.ts';
import {MergedCollection} from './collection.ts';
import {isMergeable, mergedFamily, type Origin} from './family.ts';
import {sumOf} from './traffic.ts';

/** An account among several. */
export interface Member {
  readonly profile: SessionProfile;
  readonly session: Session;
}

export interface Merged {
  readonly members: readonly Member[];
  readonly session: Session;
  /** Those that have lists of their own, with a column for the profile. */
  readonly families: readonly Family[];
  /** The account that a row of a merged list is of. */
  ownerOf(row: AnyRow): Member | undefined;
}

export interface MergedOptions {
  readonly members: readonly Member[];
  readonly families: readonly Family[];
  readonly clock: Clock;
}

export function mergeSessions({members, families: all, clock}: MergedOptions): Merged {
  const owners = new WeakMap<AnyRow, {readonly origin: Origin; readonly member: Member}>();
  const stranger = nobody(clock);
  const originOf = (row: AnyRow): Origin => owners.get(row)?.origin ?? stranger;
  const families = all.filter(isMergeable).map(family => mergedFamily(family, originOf));
  const parts = members.map(member => ({member, origin: madeOrigin(member)}));
  const collections = new Map<FamilyId, MergedCollection>();
  const toasts = new Toasts(clock, undefined);
  const sessions = members.map(({session}) => session);
  const named = <T>(of: (session: Session) => Source<readonly T[]>, as: (name: string, one: T) => T) =>
    combined(sessions.map(of), lists =>
      lists.flatMap((list, at) => list.map(one => as(members[at]?.profile.name ?? '', one))),
    );
  const theirs = named<Toast>(
    session => session.toasts,
    (name, toast) => ({...toast, text: `${name}: ${toast.text}`}),
  );

  function collection(id: FamilyId): MergedCollection {
    const known = collections.get(id);
    if (known) return known;
    const family = families.find(candidate => candidate.id === id) ?? below(id);
    const made = new MergedCollection(
      family,
      parts.map(({member, origin}) => ({origin, collection: member.session.collection(id)})),
      (row, origin) => {
        const part = parts.find(candidate => candidate.origin === origin);
        if (part && !owners.has(row)) owners.set(row, {origin, member: part.member});
      },
    );
    collections.set(id, made);
    return made;
  }
  /** Looked at for the sake of a column, and no list of its own. */
  function below(id: FamilyId): Family {
    const family = all.find(candidate => candidate.id === id);
    if (!family) throw new Error(`there is no family ${id}`);
    return mergedFamily(family, originOf);
  }
  const look = emptyLook(clock);
  const finder = createFinder(() => collections.values(), look);
  const refuse = (): never => {
    throw new Error('a change is of one account');
  };
  const session: Session = {
    look,
    // Each row is spelled by its own account.
    identifiers: contractIdentifiers,
    whenSpelled: run => sessions.reduceRight((next, one) => () => one.whenSpelled(next), run)(),
    status: combined(
      sessions.map(({status}) => status),
      states => statusOf(states, members),
    ),
    pulse: combined(
      sessions.map(({pulse}) => pulse),
      pulses => ({beats: pulses.reduce((sum, {beats}) => sum + beats, 0), at: least(pulses.map(({at}) => at))}),
    ),
    counted: combined(
      sessions.map(({counted}) => counted),
      counts => counts.reduce((sum, count) => sum + count, 0),
    ),
    operations: named<Operation>(session => session.operations, toldOperation),
    events: still([]),
    toasts: combined<readonly Toast[], readonly Toast[]>([toasts.source, theirs], ([own = [], others = []]) => [
      ...others,
      ...own,
    ]),
    drafts: memoryDrafts(clock.now),
    runs: memoryRuns(),
    trail: combined(
      sessions.map(({trail}) => trail),
      trails => trailOf(trails, members),
    ),
    lastFromHere: () => undefined,
    transfers: combined(
      sessions.map(({transfers}) => transfers),
      lists => lists.flat(),
    ),
    collection,
    answer: () => still(ofOne),
    history: () => undefined,
    samples: {want: () => {}, subscribe: () => () => {}, isRead: () => false},
    find: (typed, atMost) => finder.find(typed, atMost),
    change: refuse,
    permits: async () => {},
    unpermitted: () => undefined,
    unless: () => 'it is of one account: open the row',
    undo: () => ({changes: [], left: [], passed: []}),
    undoOf: () => 'several accounts are shown: open a resource of the account first',
    act: refuse,
    traffic: () => sumOf(sessions.map(one => one.traffic())),
    // Each account has limits of its own.
    limits: () => ({}),
    say: (text, tone, here) => toasts.say(text, tone, here),
    hush() {
      toasts.hush();
      for (const one of sessions) one.hush();
    },
    giveWay() {
      toasts.giveWay();
      for (const one of sessions) one.giveWay();
    },
    refreshAll() {
      for (const one of sessions) one.refreshAll();
    },
    focus(looking) {
      for (const one of sessions) one.focus(looking);
    },
    async close() {
      await Promise.all(sessions.map(one => one.close()));
    },
  };
  return {members, session, families, ownerOf: row => owners.get(row)?.member};
}

const madeOrigin = ({profile, session}: Member): Origin => ({
  name: profile.name,
  look: session.look,
  tone() {
    const {liveness} = session.status.get();
    return liveness === 'live' || liveness === 'paused' || liveness === 'connecting' ? undefined : 'attention';
  },
});

/** One of an account's, told with its name. How far it is, it goes on telling by itself. */
const toldOperation = (name: string, one: Operation): Operation => ({
  id: `${name} ${one.id}`,
  label: `${name}/${one.label}`,
  target: undefined,
  word: one.word,
  by: one.by,
  ...(one.transfer && {transfer: one.transfer}),
  get percent() {
    return one.percent;
  },
  get startedAt() {
    return one.startedAt;
  },
  get secondsLeft() {
    return one.secondsLeft;
  },
});

/** A row that came from elsewhere: it is shown, and is nobody's. */
const nobody = (clock: Clock): Origin => ({name: '?', look: emptyLook(clock)});

const ofOne: AnswerState = {
  value: undefined,
  phase: 'failed',
  trueAt: undefined,
  failure: {code: 'merged', words: 'this is of one account: @ shows one', problems: []},
};

const still = <T>(value: T): Source<T> => ({get: () => value, subscribe: () => () => {}});

const least = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter(value => value !== undefined);
  return known.length < values.length || known.length === 0 ? undefined : Math.min(...known);
};

/** One value of several, the same until one of them is another. */
function combined<S, T>(sources: readonly Source<S>[], combine: (values: readonly S[]) => T): Source<T> {
  let from: readonly S[] | undefined;
  let value: T;
  return {
    get() {
      const values = sources.map(source => source.get());
      if (!from || values.some((one, at) => !Object.is(one, from?.[at]))) {
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

/** What was done from here in any of them, the newest first; each record says in which. */
function trailOf(trails: readonly TrailState[], members: readonly Member[]): TrailState {
  const nameOf = (at: number): string => members[at]?.profile.name ?? '';
  const at = trails.findIndex(({failure}) => failure !== undefined);
  const failure = trails[at]?.failure;
  return {
    records: trails
      .flatMap(({records}, at) => records.map(record => ({...record, profile: nameOf(at)})))
      .sort((left, right) => right.at - left.at),
    complete: trails.every(({complete}) => complete),
    failure: failure === undefined ? undefined : `${nameOf(at)}: ${failure}`,
  };
}

/** From the worst to the best. */
const order: readonly Liveness[] = ['closed', 'unauthorised', 'offline', 'stale', 'connecting', 'live', 'paused'];

/** As bad as the worst of them, as old as the oldest. */
function statusOf(states: readonly Status[], members: readonly Member[]): Status {
  const worst = order.find(liveness => states.some(state => state.liveness === liveness)) ?? 'connecting';
  const at = states.findIndex(({failure}) => failure !== undefined);
  const failure = states[at]?.failure;
  return {
    liveness: worst,
    get heardAt() {
      return least(states.map(({heardAt}) => heardAt));
    },
    get confirmedAt() {
      return least(states.map(({confirmedAt}) => confirmedAt));
    },
    get lateSince() {
      const late = states.flatMap(({lateSince}) => lateSince ?? []);
      return late.length === 0 ? undefined : Math.min(...late);
    },
    failure: failure && {...failure, words: `${members[at]?.profile.name}: ${failure.words}`},
    get limits() {
      return tightestOf(states.map(({limits}) => limits));
    },
    account: undefined,
    user: undefined,
    notices: states.reduce((sum, {notices = 0}) => sum + notices, 0),
    // Two accounts of one provider break the contract in the same fields.
    get mismatches() {
      const all = new Map(
        states.flatMap(({mismatches}) => mismatches.map(one => [`${one.operation} ${one.field}`, one] as const)),
      );
      return [...all.values()];
    },
  };
}

/** Of each class, the limit of which the smallest share is left: each account has limits of its own. */
function tightestOf(all: readonly Limits[]): Limits {
  const tightest: Partial<Record<LimitClass, ClassLimitState>> = {};
  for (const limits of all)
    for (const [name, limit] of Object.entries(limits) as [LimitClass, ClassLimitState][]) {
      const known = tightest[name];
      if (!known || limit.remaining / limit.limit < known.remaining / known.limit) tightest[name] = limit;
    }
  return tightest;
}
