import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import type {Lookup} from '../../../families/shape/define-family.ts';
import type {Annotation} from '../../../store/cache/annotations.ts';
import type {Collection, CollectionState} from '../../../store/cache/collection-state.ts';
import {countConditions} from '../../../store/cache/row-condition.ts';
import type {ListModelState} from '../../../store/list/list-model.ts';
import {createAccountStore} from '../../../store/session/account-store.ts';
import type {Session} from '../../../store/session/session.ts';
import {emptyState} from '../../../store/testing/test-collection.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {instance, instances} from '../../../store/testing/test-families.ts';
import {ageFacts, stateCountWords, titleSpans} from './list-title.ts';

const volumes = familyOf('volumes');
const now = Date.parse('2026-01-01T12:00:00Z');

/** A list without a filter, whose rows are all shown. */
const shownAsIs = {filter: '', problemsOnly: false, isFuzzy: false, hint: undefined, isSearching: false};
const viewOf = (...ids: readonly string[]): ListModelState =>
  testDouble<ListModelState>({...shownAsIs, selection: new Set(), ids});

const collectionWith = (facts: Partial<Collection>): Collection =>
  testDouble<Collection>({family: instances, params: {}, getState: () => emptyState, ...facts});

/** The title of a list whose data was confirmed this number of seconds ago. */
function title(
  seconds: number,
  failure?: string,
  isUnconfirmed?: boolean,
  facts: Partial<CollectionState> = {},
): string {
  const state: CollectionState = {
    ...emptyState,
    rows: [{}, {}],
    phase: 'ready',
    isComplete: true,
    validAt: now - seconds * 1000,
    failure: failure === undefined ? undefined : {code: 'ECONNREFUSED', message: failure, fieldErrors: []},
    ...facts,
  };
  const view = viewOf('a', 'b');
  return titleSpans({family: volumes, params: {}, state, view}, {now, ...(isUnconfirmed && {isUnconfirmed})})
    .map(({text}) => text)
    .join('');
}

test('the age of a list comes before its error, so that 80 columns show it', () => {
  const reason = 'staging-us: 127.0.0.1:48202 refused the connection (ECONNREFUSED), tried again in 8 seconds';
  for (const message of [reason, `${reason}.`]) expect(title(90, message)).toBe(` Volumes  2 · 1m old · ${reason}`);
});

test('the age is shown after 15 minutes, or sooner while changes are unconfirmed', () => {
  expect(title(14 * 60)).toBe(' Volumes  2');
  expect(title(16 * 60)).toBe(' Volumes  2 · 16m old');
  expect(title(20, undefined, true)).toBe(' Volumes  2');
  expect(title(120, undefined, true)).toBe(' Volumes  2 · 2m old');
});

test('bug: rows that the token may not read were announced as not yet confirmed', () => {
  const failure = {code: 'unauthorized' as const, message: 'You don’t have permission.', fieldErrors: []};
  const unconfirmed = {isFromSnapshot: true, validAt: undefined};
  expect(title(0, undefined, false, unconfirmed)).toBe(' Volumes  2 · from last time, not yet confirmed');
  expect(title(0, undefined, false, {...unconfirmed, failure})).toBe(
    ' Volumes  2 · from last time · You don’t have permission',
  );
});

test('bug: the title of a refetching list showed "16m old" below the header "live"', () => {
  const isRefetching = {isRefetching: true};
  expect(title(16 * 60, undefined, false, isRefetching)).toBe(' Volumes  2 · reading…');
  expect(title(16 * 60, undefined, true, isRefetching)).toBe(' Volumes  2 · 16m old');
  expect(title(16 * 60, 'refused', false, isRefetching)).toBe(' Volumes  2 · 16m old · refused');
});

test('bug: the title showed "55s old" below the header "offline 1m"', () => {
  const state: CollectionState = {...emptyState, rows: [{}], phase: 'ready', isComplete: true, validAt: now - 55_000};
  const view = viewOf('a');
  const text = titleSpans(
    {family: volumes, params: {}, state, view},
    {now, isUnconfirmed: true, confirmedAt: now - 62_000},
  )
    .map(({text}) => text)
    .join('');
  expect(text).toBe(' Volumes  1 · 1m old');
});

test('the title shows the same age as the header, in the console and in plain mode', () => {
  const account = createAccountStore();
  const {status} = account.getState();
  account.update('status', 'refresh', {...status, liveness: 'offline', confirmedAt: now - 62_000});
  const clock = {now: () => now, schedule: () => () => {}};
  const facts = ageFacts({clock, session: testDouble<Session>({account}), accounts: undefined});
  const state: CollectionState = {...emptyState, rows: [{}], phase: 'ready', isComplete: true, validAt: now - 55_000};
  const text = titleSpans({family: volumes, params: {}, state, view: viewOf('a')}, facts)
    .map(({text}) => text)
    .join('');
  expect(text).toBe(' Volumes  1 · 1m old');
});

test('rows beyond a gap in the list are counted separately', () => {
  expect(title(0, undefined, false, {isComplete: false, detachedCount: 1})).toBe(' Volumes  2+ · 1 beyond a gap');
});

test('a row counts by its running operation first, and then by its status from the API', () => {
  const annotations: Record<number, Annotation> = {2: {busy: {word: 'resizing', percent: 3}}, 3: {isChanged: true}};
  const collection = collectionWith({annotation: id => annotations[Number(id)], isSettled: () => false});
  const rows = [1, 2, 3].map(id => instance(id, id === 2 ? {status: 'migrating'} : {}));
  expect(stateCountWords(countConditions(collection, rows, {} as Lookup))).toBe('2 running · 1 resizing');
});

test('equally frequent states keep their order when the rows are reordered', () => {
  const rows = [instance(1, {status: 'offline'}), instance(2, {status: 'booting'}), instance(3)];
  const collection = collectionWith({isSettled: () => true});
  for (const order of [rows, rows.toReversed()])
    expect(stateCountWords(countConditions(collection, order, {} as Lookup))).toBe('1 booting · 1 offline · 1 running');
});

test('states beyond the first four are counted as others', () => {
  const states = ['running', 'running', 'booting', 'offline', 'rebooting', 'cloning', 'migrating'];
  const rows = states.map((status, index) => instance(index, {status}));
  const collection = collectionWith({isSettled: () => true});
  const words = (count: number) => stateCountWords(countConditions(collection, rows.slice(0, count), {} as Lookup));
  expect(words(5)).not.toContain('other');
  expect(words(6)).toMatch(/^2 running( · 1 \w+){3} · 1 other$/);
  expect(words(7)).toMatch(/^2 running( · 1 \w+){3} · 2 others$/);
});
