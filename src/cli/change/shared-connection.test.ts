import {expect, test} from 'vitest';
import type {Connection} from '../../store/api/connection.ts';
import {withSharedConnection} from './shared-connection.ts';

function openings(error?: Error) {
  const calls: string[] = [];
  const connect = async () => {
    calls.push('open');
    if (error) throw error;
    return {close: async () => void calls.push('close')} as unknown as Connection;
  };
  return {calls, connect};
}

test('bug: each resource of “do --wait” opened a connection of its own, with its own rate limit', async () => {
  const {calls, connect} = openings();
  const ends = await withSharedConnection(connect, shared =>
    Promise.all([1, 2, 3].map(async id => (await shared()) && id)),
  );
  expect(ends).toEqual([1, 2, 3]);
  expect(calls).toEqual(['open', 'close']);
});

test('without a need, no connection is opened', async () => {
  const {calls, connect} = openings();
  expect(await withSharedConnection(connect, async () => 'done')).toBe('done');
  expect(calls).toEqual([]);
});

test('a failure to connect is reported once, to the wait', async () => {
  const {connect} = openings(new Error('refused'));
  await expect(withSharedConnection(connect, async shared => shared())).rejects.toThrow('refused');
});
