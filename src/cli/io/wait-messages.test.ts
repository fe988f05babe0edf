import {expect, it} from 'vitest';
import type {Connection} from '../../store/api/connection.ts';
import {manualClock} from '../../store/core/clock.ts';
import {TestAccount} from '../../store/testing/test-account.ts';
import {withWaitMessages} from './wait-messages.ts';

/** A connection whose next answer is held back, and the messages that it shows in the meantime. */
function waiting({
  isTerminal = true,
  limits = {},
}: {
  isTerminal?: boolean;
  limits?: ReturnType<Connection['limits']>;
} = {}) {
  const clock = manualClock();
  const account = new TestAccount();
  const lines: string[] = [];
  const held = Promise.withResolvers<void>();
  account.beforeAnswer = () => held.promise;
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
  return {clock, lines, ask, answer: () => held.resolve(), connection, account};
}

it('bug: a terminal showed nothing while an answer stalled', async () => {
  const {clock, lines, ask, answer, connection} = waiting();
  const asked = ask();
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
  await asked;
  expect(lines).toEqual(['']);
  expect(clock.timers).toBe(0);
  await connection.close();
});

it('bug: a wait for the rate limit was silent', async () => {
  const clock = manualClock();
  const general = {limit: 1600, remaining: 0, resetAt: clock.now() + 9000, waiting: 1, announced: true};
  const {lines, ask, answer, clock: own} = waiting({limits: {general}});
  const asked = ask();
  await own.advance(3000);
  expect(lines).toEqual([
    'Waiting for the rate limit (API requests), 7s…',
    'Waiting for the rate limit (API requests), 6s…',
  ]);
  answer();
  await asked;
});

it('a pipe gets one line for each wait, and none for background requests', async () => {
  const {clock, lines, ask, answer} = waiting({isTerminal: false});
  const background = ask('events');
  await clock.advance(60_000);
  expect([lines, clock.timers]).toEqual([[], 0]);
  const asked = ask();
  await clock.advance(60_000);
  expect(lines).toEqual(['Waiting for the API, no answer for 5s…\n']);
  answer();
  await Promise.all([asked, background]);
  expect(clock.timers).toBe(0);
});
