import {expect, test} from 'vitest';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, FamilyId, Lookup, PathParams} from '../../families/shape/define-family.ts';
import type {Collection, CollectionState} from '../../store/cache/collection-state.ts';
import {createAccountStore} from '../../store/session/account-store.ts';
import type {Session} from '../../store/session/session.ts';
import {emptyState, januaryLookup} from '../../store/testing/test-collection.ts';
import {testDouble} from '../../store/testing/test-double.ts';
import {prefetchCounts} from './background-prefetch.ts';

const balancer = (id: number): AnyRow => ({id, label: `nb-${id}`});

/** A session that responds to every subscriber at once and records the subscriptions. */
function openSession(
  rows: Readonly<Record<string, readonly AnyRow[]>>,
  absent: readonly string[] = [],
  partlyRead: readonly string[] = [],
  fromLastTime: readonly string[] = [],
) {
  const read: string[] = [];
  const changed = new Set<string>();
  const states = new Map<string, Collection>();
  const collection = (id: FamilyId, params: PathParams = {}): Collection => {
    const key = [id, ...Object.values(params)].join(' ');
    const known = states.get(key);
    if (known) return known;
    let state: CollectionState = {...emptyState, phase: 'idle', isFromSnapshot: fromLastTime.includes(key)};
    const double = testDouble<Collection>({
      family: familyOf(id),
      getState: () => state,
      get hasUnreadChanges() {
        return changed.has(key);
      },
      subscribe(listener) {
        read.push(key);
        changed.delete(key);
        state = {
          ...state,
          phase: 'ready',
          isFromSnapshot: false,
          isComplete: !partlyRead.includes(key),
          rows: rows[key] ?? [],
          isUnsupported: absent.includes(key),
        };
        listener(state, state);
        return () => {};
      },
    });
    states.set(key, double);
    return double;
  };
  const lookup: Lookup = {
    ...januaryLookup,
    rows: ((id: FamilyId, params?: PathParams) => collection(id, params).getState().rows) as Lookup['rows'],
    complete: (id, params) => collection(id, params).getState().isComplete,
  };
  const account = createAccountStore();
  account.update('status', 'refresh', {...account.getState().status, liveness: 'live'});
  return {read, changed, session: testDouble<Session>({collection, lookup, account})};
}

function manualTimers() {
  const due: {at: number; run: () => void}[] = [];
  let now = 0;
  return {
    clock: {
      now: () => now,
      schedule(milliseconds: number, run: () => void) {
        const entry = {at: now + milliseconds, run};
        due.push(entry);
        return () => void due.splice(due.indexOf(entry) >>> 0, 1);
      },
    },
    /** Runs the timers that are due within this time. */
    pass(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        const first = due.toSorted((a, b) => a.at - b.at)[0];
        if (first === undefined || first.at > end) break;
        due.splice(due.indexOf(first), 1);
        now = first.at;
        first.run();
      }
      now = end;
    },
  };
}

test('the lists below rows are read after the rows, and again every five minutes', () => {
  const {session, read} = openSession({nodebalancers: [balancer(1), balancer(2)]});
  const {clock, pass} = manualTimers();
  const counted: (readonly AnyRow[])[] = [];
  prefetchCounts(session, [familyOf('nodebalancers'), familyOf('domains')], clock, rows => counted.push(rows));
  pass(1000);
  expect(read).toEqual([]);
  pass(10_000);
  expect(read).toEqual(['nodebalancers', 'nodebalancers.configs 1', 'nodebalancers.configs 2', 'domains']);
  expect(counted.slice(0, 3).every(rows => rows.length === 2)).toBe(true);
  pass(300_000);
  expect(read.slice(4)).toEqual(['nodebalancers.configs 1', 'nodebalancers.configs 2']);
});

test('bug: the count of a list that is not on the screen ignored events', () => {
  const {session, read, changed} = openSession({domains: [{id: 1, label: 'a'}]});
  const {clock, pass} = manualTimers();
  let countings = 0;
  prefetchCounts(session, [familyOf('domains'), familyOf('images')], clock, () => countings++);
  pass(10_000);
  expect(read).toEqual(['domains', 'images']);
  changed.add('domains');
  pass(20_000);
  expect(read.slice(2)).toEqual(['domains']);
  expect(countings).toBe(3);
  pass(100_000);
  expect(read).toHaveLength(3);
});

test('bug: the sidebar kept a number of the last session with a plus, such as 7+, until the list was opened', () => {
  const {session, read, changed} = openSession({}, [], [], ['stackscripts']);
  const {clock, pass} = manualTimers();
  const shown = ['domains', 'stackscripts', 'objectStorage.buckets'] as const;
  prefetchCounts(session, shown.map(familyOf), clock, () => {});
  pass(10_000);
  expect(read).toEqual(['domains', 'stackscripts']);
  changed.add('stackscripts');
  pass(20_000);
  expect(read.slice(2)).toEqual(['stackscripts']);
});

test('bug: after the events, which are read only in part, no other list was counted', () => {
  const {session, read, changed} = openSession({}, [], ['account.events']);
  const {clock, pass} = manualTimers();
  prefetchCounts(session, [familyOf('account.events'), familyOf('domains')], clock, () => {});
  pass(10_000);
  expect(read).toEqual(['account.events', 'domains']);
  changed.add('domains');
  pass(20_000);
  expect(read.slice(2)).toEqual(['domains']);
});

test('the lists below more than fifty NodeBalancers aren’t read', () => {
  const many = Array.from({length: 51}, (_, id) => balancer(id));
  const {session, read} = openSession({nodebalancers: many});
  const {clock, pass} = manualTimers();
  prefetchCounts(session, [familyOf('nodebalancers')], clock, () => {});
  pass(1_000_000);
  expect(read).toEqual(['nodebalancers']);
});

test('a stopped prefetch reads nothing further', () => {
  const {session, read} = openSession({nodebalancers: [balancer(1)]});
  const {clock, pass} = manualTimers();
  const stop = prefetchCounts(session, [familyOf('nodebalancers')], clock, () => {});
  pass(2000);
  stop();
  pass(1_000_000);
  expect(read).toEqual(['nodebalancers']);
});

test('an API without VPCs isn’t asked for the other lists of the newer API', () => {
  const today = ['images.sharegroups', 'kube.clusters', 'vpcs', 'domains'].map(id => familyOf(id as FamilyId));
  const readOf = (absent: readonly string[]) => {
    const {session, read} = openSession({}, absent);
    const {clock, pass} = manualTimers();
    prefetchCounts(session, today, clock, () => {});
    pass(60_000);
    return read;
  };
  expect(readOf(['vpcs', 'kube.clusters', 'images.sharegroups'])).toEqual(['vpcs', 'domains']);
  // A beta list can be missing although the API has VPCs.
  expect(readOf(['images.sharegroups'])).toEqual(['vpcs', 'images.sharegroups', 'kube.clusters', 'domains']);
});
