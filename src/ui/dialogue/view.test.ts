import {expect, test} from 'vitest';
import {manualClock} from '../../store/core/clock.ts';
import {createTracedStore} from '../../store/core/traced-store.ts';
import type {View} from '../context/navigation.ts';
import type {DialogueContext} from './dialogue-context.ts';
import {showView} from './view.ts';

/** A page that shows these words while it is loading. */
function reading(words: string) {
  const clock = manualClock();
  const changes = createTracedStore('changes', 0);
  const said: string[] = [];
  const stir = () => changes.update('changed', changes.getState() + 1);
  let isLoading = true;
  const dialogue = {
    context: {clock},
    announcer: {changes, notify: stir},
    say: (...lines: readonly string[]) => void said.push(...lines),
    waitFor: (source: typeof changes, test: (value: number) => boolean) =>
      new Promise<void>(resolve => {
        const look = () => test(source.getState()) && resolve();
        source.subscribe(look);
        look();
      }),
  } as unknown as DialogueContext;
  const view = {
    ...{kind: 'overview', title: () => 'Overview', store: {subscribe: () => () => {}}},
    ...{setArea() {}, repaint() {}, texts: () => [words], isLoading: () => isLoading},
  } as unknown as View;
  const arrive = () => {
    isLoading = false;
    stir();
  };
  return {
    clock,
    said,
    arrive,
    shown: showView(dialogue, view, {page: 0, tab: 0, isRevealed: false, wasReadOut: false}),
  };
}

test('a page is read out when it has loaded, even if its text contains “loading…”', async () => {
  const {clock, said, arrive, shown} = reading('the batch is loading…');
  await clock.settle();
  expect(said).toEqual([]);
  arrive();
  await shown;
  expect(said).toEqual(['Overview:', 'the batch is loading…']);
});

test('a page that takes too long is read out with the data known so far', async () => {
  const {clock, said, shown} = reading('Volumes: unknown');
  await clock.advance(5000);
  await shown;
  expect(said).toEqual(['Overview:', 'Volumes: unknown']);
});
