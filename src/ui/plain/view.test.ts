import {expect, test} from 'vitest';
import {createTracedStore} from '../../store/core/traced-store.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import type {View} from '../context/navigation.ts';
import type {PlainContext} from './plain-context.ts';
import {showView} from './view.ts';

/** A page that shows these words while the page is loading. */
function showLoadingPage(message: string) {
  const clock = manualClock();
  const changes = createTracedStore('changes', 0);
  const lines: string[] = [];
  const notify = () => changes.update('changed', changes.getState() + 1);
  let isLoading = true;
  const plain = {
    context: {clock},
    announcer: {changes, notify},
    say: (...texts: readonly string[]) => void lines.push(...texts),
    waitFor: (source: typeof changes, test: (value: number) => boolean) =>
      new Promise<void>(resolve => {
        const check = () => test(source.getState()) && resolve();
        source.subscribe(check);
        check();
      }),
  } as unknown as PlainContext;
  const view = {
    ...{kind: 'overview', title: () => 'Overview', store: {subscribe: () => () => {}}},
    ...{setArea() {}, repaint() {}, texts: () => [message], isLoading: () => isLoading},
  } as unknown as View;
  const arrive = () => {
    isLoading = false;
    notify();
  };
  return {
    clock,
    lines,
    arrive,
    shown: showView(plain, view, {page: 0, tab: 0, isRevealed: false, wasReadOut: false}),
  };
}

test('a page is read out when it has loaded, even if its text contains “loading…”', async () => {
  const {clock, lines, arrive, shown} = showLoadingPage('the batch is loading…');
  await clock.settle();
  expect(lines).toEqual([]);
  arrive();
  await shown;
  expect(lines).toEqual(['Overview:', 'the batch is loading…']);
});

test('a page that takes too long is read out with the data known so far', async () => {
  const {clock, lines, shown} = showLoadingPage('Volumes: unknown');
  await clock.advance(5000);
  await shown;
  expect(lines).toEqual(['Overview:', 'Volumes: unknown']);
});
