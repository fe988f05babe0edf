import {expect, it} from 'vitest';
import type {Connection} from '../../store/api/connection.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {TestAccount} from '../../store/testing/test-account.ts';
import {withWaitMessages} from './wait-messages.ts';

/** A connection whose answers wait for `answer()`, and the messages that appear during the wait. */
function openStalledConnection({
  isTerminal = true,
  limits = {},
}: {
  isTerminal?: boolean;
  limits?: ReturnType<Connection['limits']>;
} = {}) {
  const clock = manualClock();
  const account = new TestAccount();
  const lines: string[] = [];
  const release = Promise.withResolvers<void>();
  account.beforeAnswer = () => release.promise;
  const connection = withWaitMessages(
    {...account.connection, limits: () => limits},
    {
      clock,
      progress: isTerminal ? line => void (lines.at(-1) === line || lines.push(line)) : undefined,
      err: text => void lines.push(text),
    },
  );
  const list = connection.operation('instances.list');
  if (!list) throw new Error('the contract has no instances');
  const ask = (priority: 'user' | 'events' = 'user') => connection.page(list, {priority});
  return {clock, lines, ask, answer: () => release.resolve(), connection, account};
}

it('bug: a terminal showed nothing while an answer stalled', async () => {
  const {clock, lines, ask, answer, connection} = openStalledConnection();
  const reading = ask();
  await clock.advance(1999);
  expect(lines).toEqual([]);
  await clock.advance(3001);
  expect(lines.splice(0)).toEqual([
    'Waiting for the API, no answer for 2s…',
    'Waiting for the API, no answer for 3s…',
    'Waiting for the API, no answer for 4s…',
    'Waiting for the API, no answer for 5s…',
  ]);
  answer();
  await reading;
  expect(lines).toEqual(['']);
  expect(clock.timers).toBe(0);
  await connection.close();
});

it('bug: a wait for the rate limit showed no message', async () => {
  const clock = manualClock();
  const general = {limit: 1600, remaining: 0, resetAt: clock.now() + 9000, waiting: 1, isAnnounced: true};
  const {lines, ask, answer, clock: own} = openStalledConnection({limits: {general}});
  const reading = ask();
  await own.advance(3000);
  expect(lines).toEqual([
    'Waiting for the rate limit (API requests), 7s…',
    'Waiting for the rate limit (API requests), 6s…',
  ]);
  answer();
  await reading;
});

it('a pipe gets one line for each wait, and none for background requests', async () => {
  const {clock, lines, ask, answer} = openStalledConnection({isTerminal: false});
  const background = ask('events');
  await clock.advance(60_000);
  expect([lines, clock.timers]).toEqual([[], 0]);
  const reading = ask();
  await clock.advance(60_000);
  expect(lines).toEqual(['Waiting for the API, no answer for 5s…\n']);
  answer();
  await Promise.all([reading, background]);
  expect(clock.timers).toBe(0);
});
