import {expect, test, vi} from 'vitest';
import {records} from '../../../families/domains/records.ts';
import {record} from '../../../families/testing/service-rows.ts';
import {manualClock} from '../../testing/manual-clock.ts';
import {TestAccount} from '../../testing/test-account.ts';
import {createTestSession} from '../../testing/test-session.ts';
import {prepareSteps} from './list-diff.ts';

test('bug: a record was deleted although the record that replaces it was refused', async () => {
  const account = new TestAccount();
  const clock = manualClock();
  account.lists.set('domains.records.list', [record()]);
  const session = createTestSession({account, clock}, {families: [records]});
  const params = {domainId: 801};
  const collection = session.collection('domains.records', params);
  collection.subscribe(() => {});
  await clock.advance(1000);
  const [row] = collection.getState().rows;
  vi.spyOn(session, 'unless').mockImplementation(({action}) => (action === 'create' ? 'never allowed' : undefined));
  const values = {type: 'A', name: 'new', target: '192.0.2.9'};
  const shown = {before: undefined, after: undefined, line: undefined};
  const {steps, skipped} = await prepareSteps(session, {family: records, params}, [
    {key: '0', step: {action: 'create', label: 'A new', row: undefined, values, ...shown}},
    {key: '1', step: {action: 'delete', label: 'A www', row, values: {}, ...shown}},
  ]);
  expect(steps).toEqual([]);
  expect(skipped).toMatchObject([
    {label: 'create A new', message: 'never allowed', canResume: true},
    {label: 'delete A www', canResume: true},
  ]);
});
