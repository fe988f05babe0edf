import {expect, test} from 'vitest';
import {manualClock} from '../../store/core/clock.ts';
import {createObservable} from '../../store/core/observable.ts';
import {startTypingIdle} from './typing-idle.ts';

function open() {
  const clock = manualClock();
  const listeners = new Set<() => void>();
  const dialogs = createObservable<readonly string[]>('dialogs', []);
  const keyboard = {
    onStroke(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const rest = startTypingIdle(keyboard, dialogs, clock);
  const type = () => {
    for (const listener of listeners) listener();
  };
  let isResting = false;
  const come = () =>
    void rest.whenIdle().then(() => {
      isResting = true;
    });
  return {clock, dialogs, listeners, rest, type, come, isResting: () => isResting};
}

test('where nobody types, nothing waits', async () => {
  const {clock, come, isResting} = open();
  come();
  await clock.settle();
  expect(isResting()).toBe(true);
});

test('who types is let go on until they pause', async () => {
  const {clock, type, come, isResting} = open();
  type();
  come();
  for (let key = 0; key < 10; key++) {
    await clock.advance(250);
    type();
  }
  expect(isResting()).toBe(false);
  await clock.advance(299);
  expect(isResting()).toBe(false);
  await clock.advance(1);
  expect(isResting()).toBe(true);
});

test('a dialog does not wait', async () => {
  const {clock, dialogs, type, come, isResting} = open();
  type();
  come();
  dialogs.set('opened', ['menu']);
  await clock.settle();
  expect(isResting()).toBe(true);
});

test('who leaves is not kept, and nothing stays behind', async () => {
  const {clock, listeners, rest, type, come, isResting} = open();
  type();
  come();
  rest.stop();
  await clock.settle();
  expect(isResting()).toBe(true);
  expect(listeners.size).toBe(0);
});
