import {expect, test} from 'vitest';
import type {HistoryReader} from '../../store/history/history-reader.ts';
import type {Session} from '../../store/session/session.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {testDouble} from '../../store/testing/test-double.ts';
import {announceChanges} from './changes-since-last-session.ts';

/** Reads fail, as of a file that another program has locked. */
const locked = (): never => {
  throw new Error('database is locked');
};

test('bug: a console whose history was locked ended 10 seconds after its start', async () => {
  const clock = manualClock();
  const reader = testDouble<HistoryReader>({changesOf: locked, lastRecordBefore: locked});
  const session = testDouble<Session>({openHistory: async () => reader});
  const said: string[] = [];
  announceChanges({session, clock, say: text => said.push(text)});
  await clock.advance(10_000);
  expect(said).toEqual([]);
});
