import {expect, test} from 'vitest';
import {realClock} from '../../store/core/clock.ts';
import {createOverlayStack} from '../context/overlay-stack.ts';
import type {Choice} from '../context/prompt-types.ts';
import {openSelectList} from './select-list.ts';

/** A select list whose search for `slow…` runs until it is released, with its output. */
function setup() {
  const chosen: string[] = [];
  const state = {steps: 0, let: false};
  const overlays = createOverlayStack();
  const context = {overlays, say() {}};
  const choice = (text: string): Choice => ({text, run: () => chosen.push(text)});
  function* choices(typed: string): Generator<void, readonly Choice[]> {
    while (typed.startsWith('slow') && !state.let) {
      state.steps++;
      // A caller that waits for the end must not wait forever.
      if (state.steps > 1_000_000) break;
      yield;
    }
    return typed === 'nothing' ? [] : [choice(`${typed} 1`), choice(`${typed} 2`)];
  }
  const list = openSelectList(context, {
    title: 'Find',
    prompt: ' ',
    choices,
    nothing: typed => `nothing is called ${typed}`,
  });
  /** The texts that the view shows. */
  const shown = (): readonly string[] => list.store.getState().choices.map(({text}) => text);
  return {list, state, chosen, shown, overlays};
}

test('a quick search shows its matches at the key press', () => {
  const {list, shown} = setup();
  list.type('web');
  expect(shown()).toEqual(['web 1', 'web 2']);
  list.type('nothing');
  expect(shown()).toEqual([]);
  expect(list.store.getState().isSearching).toBe(false);
});

test('a long search runs between key presses, and shows its matches at its end', async () => {
  const {list, state, shown} = setup();
  list.type('nothing');
  list.type('slow');
  const {steps} = state;
  // The list shows no result until the search has ended.
  expect([steps > 0, list.store.getState().isSearching, shown()]).toEqual([true, true, []]);
  while (state.steps === steps) await realClock.yieldToLoop();
  expect(shown()).toEqual([]);
  const {promise, resolve} = Promise.withResolvers<void>();
  list.store.subscribe(() => resolve());
  state.let = true;
  await promise;
  expect([list.store.getState().isSearching, shown()]).toEqual([false, ['slow 1', 'slow 2']]);
});

test('choosing takes a match of the text typed last', () => {
  const {list, chosen} = setup();
  list.type('web');
  list.type('slow');
  list.choose();
  expect(chosen).toEqual(['slow 1']);
});

test('moving down selects among the matches of the typed text', () => {
  const {list, chosen} = setup();
  list.type('slow');
  list.move(1);
  list.choose();
  expect(chosen).toEqual(['slow 2']);
});

test.each(['further typing', 'closing the list'])('%s ends the search', async how => {
  const {list, state, shown} = setup();
  list.type('slow');
  if (how === 'closing the list') list.close();
  else list.type('web');
  const {steps} = state;
  for (let turn = 0; turn < 5; turn++) await realClock.yieldToLoop();
  expect(state.steps).toBe(steps);
  if (how === 'further typing') expect(shown()).toEqual(['web 1', 'web 2']);
});
