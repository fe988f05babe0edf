import {expect, test} from 'vitest';
import {createTracedStore} from './traced-store.ts';

test('every change is traced with its name, and an identical state notifies no subscriber', () => {
  const traced: string[] = [];
  const seen: string[] = [];
  const store = createTracedStore('list', 'a', {
    trace: (source, change, value) => traced.push(`${source}: ${change} ${value}`),
  });
  store.subscribe((state, previous) => seen.push(`${previous} → ${state}`));
  store.update('read', 'b');
  store.update('read', 'b');
  expect(traced).toEqual(['list: read b']);
  expect(seen).toEqual(['a → b']);
  expect([store.getInitialState(), store.getState()]).toEqual(['a', 'b']);
});

test('an object is replaced, not merged', () => {
  const store = createTracedStore<{readonly a?: number; readonly b?: number}>('list', {a: 1});
  store.update('read', {b: 2});
  expect(store.getState()).toEqual({b: 2});
});

test('work starts with the first subscriber and stops after the last', () => {
  const calls: string[] = [];
  const store = createTracedStore('list', 0, {
    activate() {
      calls.push('start');
      return () => calls.push('stop');
    },
  });
  expect(store.hasSubscribers).toBe(false);
  const leaves = [store.subscribe(() => {}), store.subscribe(() => {})];
  expect(calls).toEqual(['start']);
  for (const leave of leaves) leave();
  expect(calls).toEqual(['start', 'stop']);
  expect(store.hasSubscribers).toBe(false);
});
