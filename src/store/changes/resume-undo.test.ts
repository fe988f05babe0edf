import {expect, test} from 'vitest';
import {records} from '../../families/domains/records.ts';
import {managedContacts} from '../../families/managed/contacts-and-credentials.ts';
import {record} from '../../families/testing/service-rows.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {TestAccount} from '../testing/test-account.ts';
import {createTestSession} from '../testing/test-session.ts';
import type {InterruptedBatch, RowOutcome, UndoStep} from './batch/interrupted-batch.ts';
import {neededRowIds, prepareUndo} from './resume-undo.ts';

const params = {domainId: 801};
const edit = (of: number): UndoStep => ({
  action: 'update',
  id: of,
  values: {target: '192.0.2.77'},
  undoneChange: {kind: 'Undo', title: `Edit ${of}`},
});
const recreate = (target: string): UndoStep => ({
  action: 'create',
  id: undefined,
  values: {type: 'A', name: 'api', target},
  undoneChange: {kind: 'Undo', title: 'Delete A api'},
});

const runOf = (steps: readonly UndoStep[], states: readonly (RowOutcome | 'sending')[] = []): InterruptedBatch => ({
  id: 'r',
  at: 1,
  by: [],
  family: 'domains.records',
  action: 'undo',
  title: 'Undo',
  params,
  values: {},
  secrets: [],
  rows: steps.map((undo, id) => ({id: String(id), label: `~ ${id}`, undo})),
  unreadableLines: 0,
  states: new Map(states.map((state, id) => [String(id), state])),
});

async function open() {
  const [account, clock] = [new TestAccount(), manualClock()];
  account.lists.set('domains.records.list', [
    record({id: 1}),
    record({id: 2}),
    record({id: 3, type: 'A', name: 'api', target: '192.0.2.1'}),
  ]);
  const session = createTestSession({account, clock}, {families: [records]});
  session.collection('domains.records', params).subscribe(() => {});
  await clock.advance(1000);
  const prepare = async (batch: InterruptedBatch) => {
    const prepared = prepareUndo(session, batch, records);
    await clock.settle();
    return prepared;
  };
  return {prepare};
}

test('a resumed undo previews unsent steps, and skips sent, already applied and impossible steps', async () => {
  const {prepare} = await open();
  const steps = [edit(1), edit(1), edit(1), edit(2), edit(9), recreate('192.0.2.1'), recreate('192.0.2.5')];
  const {steps: ready, skipped} = await prepare(runOf(steps, ['ok', 'failed', 'sending']));
  expect(ready.map(({key, change}) => [key, change.getState().preview?.method, change.title, change.about])).toEqual([
    ['3', 'PUT', 'Undo', 'Edit 2'],
    ['6', 'POST', 'Undo', 'Delete A api'],
  ]);
  expect(JSON.parse(ready[0]?.change.getState().preview?.body ?? '')).toMatchObject({target: '192.0.2.77'});
  expect(skipped).toEqual([
    {label: '~ 1', message: expect.stringContaining('failed before')},
    {label: '~ 2', message: expect.stringContaining('was sent, but no response came')},
    {label: '~ 4', message: 'deleted meanwhile', canResume: false},
    {label: '~ 5', message: 'already exists', canResume: false},
  ]);
});

test('a resumed undo reads the whole list only if it creates a row again', () => {
  expect(neededRowIds(runOf([edit(1), edit(2)], ['ok']))).toEqual([2]);
  expect(neededRowIds(runOf([edit(1), recreate('192.0.2.1')]))).toBeUndefined();
});

test('a row with nested values is recognized as already existing', async () => {
  const [account, clock] = [new TestAccount(), manualClock()];
  const contact = {name: 'Ada', email: 'ada@example.com', group: null};
  const phone = {primary: '123-456-7890', secondary: null};
  account.lists.set('managed.contacts.list', [{id: 1, ...contact, phone, updated: '2026-01-01T00:00:00'}]);
  const session = createTestSession({account, clock}, {families: [managedContacts]});
  session.collection('managed.contacts').subscribe(() => {});
  await clock.advance(1000);
  const values = (primary: string) => ({...contact, 'phone.primary': primary, 'phone.secondary': null});
  const creation = {action: 'create', id: undefined, undoneChange: {kind: 'Undo', title: 'Delete Ada'}} as const;
  const steps: UndoStep[] = ['123-456-7890', '123-456-0000'].map(primary => ({...creation, values: values(primary)}));
  const prepared = prepareUndo(session, {...runOf(steps), family: 'managed.contacts', params: {}}, managedContacts);
  await clock.settle();
  const {steps: ready, skipped} = await prepared;
  expect(ready.map(({key}) => key)).toEqual(['1']);
  expect(skipped).toEqual([{label: '~ 0', message: 'already exists', canResume: false}]);
});
