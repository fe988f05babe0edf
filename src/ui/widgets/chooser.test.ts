import {expect, test} from 'vitest';
import {realClock} from '../../store/core/clock.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import {createOverlayStack} from '../context/overlay-stack.ts';
import {type Surface, stripStyles} from '../terminal/index.ts';
import {createSkin} from '../theme/skin.ts';
import {type Choice, openChooser} from './chooser.ts';

/** A chooser whose search for `slow…` runs until it is released, with its output. */
function setup() {
  const taken: string[] = [];
  const state = {steps: 0, let: false};
  let painted = 0;
  const surface = {repaint: () => painted++} as unknown as Surface;
  const skin = createSkin('mono', false);
  const overlays = createOverlayStack(
    () => surface,
    () => [],
  );
  const context = {overlays, skin: () => skin, say() {}} as unknown as ConsoleContext;
  const choice = (text: string): Choice => ({text, run: () => taken.push(text)});
  function* choices(typed: string): Generator<void, readonly Choice[]> {
    while (typed.startsWith('slow') && !state.let) {
      state.steps++;
      // A caller that waits for the end gets it soon.
      if (state.steps > 1_000_000) break;
      yield;
    }
    return typed === 'nothing' ? [] : [choice(`${typed} 1`), choice(`${typed} 2`)];
  }
  const chooser = openChooser(context, {
    title: 'Find',
    prompt: ' ',
    choices,
    nothing: typed => `nothing is called ${typed}`,
  });
  const shown = () =>
    chooser.overlay
      .paint(60, 10)
      .slice(2)
      .map(line => stripStyles(line).trim());
  return {chooser, state, taken, shown, overlays, context, paints: () => painted};
}

test('what is found soon is shown with the key', () => {
  const {chooser, shown} = setup();
  chooser.type('web');
  expect(shown()).toEqual(['web 1', 'web 2']);
  chooser.type('nothing');
  expect(shown()).toEqual(['nothing is called nothing']);
});

test('what takes long is looked for between the keys, and shown when it is found', async () => {
  const {chooser, state, shown, paints} = setup();
  chooser.type('nothing');
  chooser.type('slow');
  const {steps} = state;
  // The search has not shown yet if anything matches.
  expect([steps > 0, shown()]).toEqual([true, []]);
  const before = paints();
  while (state.steps === steps) await realClock.yieldToLoop();
  expect(shown()).toEqual([]);
  state.let = true;
  while (paints() === before) await realClock.yieldToLoop();
  expect(shown()).toEqual(['slow 1', 'slow 2']);
});

test('who takes a choice takes one that fits what was typed', () => {
  const {chooser, taken} = setup();
  chooser.type('web');
  chooser.type('slow');
  chooser.choose();
  expect(taken).toEqual(['slow 1']);
});

test('who moves down moves among those that fit what was typed', () => {
  const {chooser, taken} = setup();
  chooser.type('slow');
  chooser.move(1);
  chooser.choose();
  expect(taken).toEqual(['slow 2']);
});

test.each(['typing on', 'leaving'])('%s ends the looking', async how => {
  const {chooser, state, shown} = setup();
  chooser.type('slow');
  if (how === 'leaving') chooser.overlay.close();
  else chooser.type('web');
  const {steps} = state;
  for (let turn = 0; turn < 5; turn++) await realClock.yieldToLoop();
  expect(state.steps).toBe(steps);
  if (how === 'typing on') expect(shown()).toEqual(['web 1', 'web 2']);
});

test('the head of a list to choose from shows its counter once', () => {
  const {overlays, context} = setup();
  const chooser = openChooser(context, {
    title: 'Many',
    prompt: ' ',
    choices: () => Array.from({length: 19}, (_, at) => ({text: `row ${at}`, run() {}})),
    nothing: () => '',
  });
  const head = chooser.overlay.paint(60, 10).slice(0, 2).map(stripStyles).join('\n');
  expect(head.match(/1 of 19/g)).toHaveLength(1);
  expect(overlays.stack.get()).toContain(chooser.overlay);
});
