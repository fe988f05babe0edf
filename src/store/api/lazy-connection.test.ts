import {expect, test} from 'vitest';
import {TestAccount} from '../testing/test-account.ts';
import type {Connection} from './connection.ts';
import {LazyConnection} from './lazy-connection.ts';

/** A lazy connection whose attempts to connect end when the test settles them. */
function openLazily() {
  const started: PromiseWithResolvers<Connection>[] = [];
  const opened: Connection[] = [];
  const closed: Connection[] = [];
  const lazy = new LazyConnection({
    open() {
      const opening = Promise.withResolvers<Connection>();
      started.push(opening);
      return opening.promise;
    },
    onOpened: connection => opened.push(connection),
  });
  const connection = (): Connection => {
    const created: Connection = {...new TestAccount().connection, close: async () => void closed.push(created)};
    return created;
  };
  return {lazy, started, opened, closed, old: connection(), current: connection()};
}

test('bug: an opening that was discarded replaced the newer connection', async () => {
  const {lazy, started, opened, closed, old, current} = openLazily();
  const early = lazy.connect();
  lazy.discard();
  const late = lazy.connect();
  started[1]?.resolve(current);
  expect(await late).toBe(current);
  started[0]?.resolve(old);
  expect(await early).toBe(current);
  expect(lazy.connection).toBe(current);
  expect(opened).toEqual([current]);
  expect(closed).toEqual([old]);
});

test('bug: the failure of a discarded opening made the next caller open a third connection', async () => {
  const {lazy, started, current} = openLazily();
  const early = lazy.connect();
  lazy.discard();
  const late = lazy.connect();
  started[0]?.reject(new Error('no token'));
  await expect(early).rejects.toThrow('no token');
  const next = lazy.connect();
  started[1]?.resolve(current);
  expect([await late, await next]).toEqual([current, current]);
  expect(started).toHaveLength(2);
});
