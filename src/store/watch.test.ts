import {expect, test} from 'vitest';
import type {State} from '../families/cells.ts';
import type {AnyRow, Family} from '../families/define.ts';
import {manualClock} from './clock.ts';
import {TestAccount} from './testing/account.ts';
import {instances, instancesOf} from './testing/families.ts';
import {sessionOn} from './testing/session.ts';
import {type Shift, Watch} from './watch.ts';

test('what follows from a list that is read later was no change of it', async () => {
  const [account, clock] = [new TestAccount(), manualClock()];
  account.lists.set('instances.list', instancesOf(2));
  let isRead = false;
  const state = ({status}: AnyRow): State =>
    isRead ? {is: status === 'running' ? 'ok' : 'failed', word: String(status)} : {is: 'unknown', word: 'unknown'};
  const family: Family = {...instances, state};
  const session = sessionOn({account, clock}, {families: [family]});
  const shifts: Shift[] = [];
  new Watch(session, [family], clock.now).follow(found => shifts.push(...found));
  const readAs = async (status: string) => {
    account.lists.set('instances.list', [
      {...instancesOf(2)[0], label: `${status}-1`, status},
      ...instancesOf(2).slice(1),
    ]);
    session.collection('instances').refresh();
    await clock.advance(1000);
  };
  await clock.advance(1000);
  isRead = true;
  await readAs('running');
  await readAs('booting');
  expect(shifts).toMatchObject([{id: 1, before: {word: 'running'}, after: {word: 'booting'}}]);
});
