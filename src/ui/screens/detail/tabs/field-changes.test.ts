import {expect, test} from 'vitest';
import {familyOf} from '../../../../families/registry.ts';
import type {HistoryReader} from '../../../../store/history/history-reader.ts';
import type {Session} from '../../../../store/session/session.ts';
import {manualClock} from '../../../../store/testing/manual-clock.ts';
import {testDouble} from '../../../../store/testing/test-double.ts';
import {createSkin} from '../../../theme/skin.ts';
import {createFieldChanges} from './field-changes.ts';

/** Reads fail, as of a file that another program has locked. */
const locked = (): never => {
  throw new Error('database is locked');
};
const reader = testDouble<HistoryReader>({changesOf: locked, lastRecordBefore: locked});
const session = testDouble<Session>({openHistory: async () => reader});

// An error that is not caught is a failure of the test run, and ended the console.
test('bug: the history of a row ended the console if the file was locked', async () => {
  const context = {session, skin: () => createSkin('dark')};
  const changes = createFieldChanges(context, familyOf('volumes'), {id: 1}, {});
  changes.load(() => expect.unreachable());
  await manualClock().settle();
  expect(changes.lines()).toEqual([]);
});
