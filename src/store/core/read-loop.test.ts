import {expect, test} from 'vitest';
import type {Priority} from '../api/connection.ts';
import {ReadLoop} from './read-loop.ts';

/** A loop whose reads a test ends one by one. */
function readLoop() {
  const priorities: Priority[] = [];
  const ends: {resolve: () => void; reject: (error: Error) => void}[] = [];
  const state = {isOutdated: false};
  const loop = new ReadLoop({
    read: priority => {
      priorities.push(priority);
      state.isOutdated = false;
      const {promise, resolve, reject} = Promise.withResolvers<void>();
      ends.push({resolve, reject});
      return promise;
    },
    isOutdated: () => state.isOutdated,
  });
  const settle = () => new Promise(resolve => setImmediate(resolve));
  const end = async () => {
    ends.shift()?.resolve();
    await settle();
  };
  const fail = async () => {
    ends.shift()?.reject(new Error('a subscriber failed'));
    await settle();
  };
  return {loop, state, priorities, end, fail};
}

test('a background read joins a running read, and a read for the user follows it as such', async () => {
  const {loop, priorities, end} = readLoop();
  const reads = [loop.read('background'), loop.read('background'), loop.read('user'), loop.read('screen')];
  expect(priorities).toEqual(['background']);
  await end();
  expect(priorities).toEqual(['background', 'user']);
  await end();
  await Promise.all(reads);
  expect([priorities.length, loop.isRunning]).toEqual([2, false]);
});

test('a read that must follow for a change does not lower the priority of the user', async () => {
  const {loop, priorities, end} = readLoop();
  void loop.read('screen');
  void loop.read('user');
  void loop.readAgain('background');
  await end();
  await end();
  expect(priorities).toEqual(['screen', 'user']);
});

test('data that changed during its read is read again once', async () => {
  const {loop, state, priorities, end} = readLoop();
  const read = loop.read('screen');
  state.isOutdated = true;
  await end();
  await end();
  await read;
  expect(priorities).toEqual(['screen', 'background']);
});

test('work that throws, as a subscriber may, ends no later reads', async () => {
  const {loop, priorities, end, fail} = readLoop();
  const more = loop.run(() => Promise.reject(new Error('a subscriber failed')));
  await expect(more).rejects.toThrow('a subscriber failed');
  const read = loop.read('screen');
  const failure = expect(read).rejects.toThrow('a subscriber failed');
  await fail();
  await failure;
  expect(loop.isRunning).toBe(false);
  void loop.read('background');
  await end();
  expect(priorities).toEqual(['screen', 'background']);
});

test('a read that is requested during other work follows it', async () => {
  const {loop, priorities, end} = readLoop();
  const {promise, resolve} = Promise.withResolvers<void>();
  const more = loop.run(() => promise);
  void loop.read('user');
  expect(priorities).toEqual([]);
  resolve();
  await end();
  await end();
  await more;
  expect(priorities).toEqual(['user']);
});
