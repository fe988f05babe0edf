/** The recorded past in the console: `:since`, `:at`, the changes of fields beside the events, and a line at the start. */
import {expect, test} from 'vitest';
import {memoryHistoryFile} from '../../src/store/history/history-file.ts';
import {defaultHistoryLimits} from '../../src/store/history/history-types.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {findId} from '../harness/find-id.ts';

const minute = 60_000;

/** A console that has recorded the volumes for some minutes, in which one of them got another label. */
async function openRecorded(size: readonly [number, number] = [120, 40]) {
  const account = openAccount({accounts: 'demo'});
  const history = memoryHistoryFile(defaultHistoryLimits);
  const screen = await openConsole({account, size, view: 'volumes', storedData: {history}});
  await screen.advance(2 * minute);
  const id = await findId(account, '/v4/volumes', 'crm-archive-2014');
  await account.call(`PUT /v4/volumes/${id}`, {label: 'crm-archive-2015'});
  await screen.advance(2 * minute);
  screen.expectText('crm-archive-2015');
  return {screen, account, history};
}

test(':at shows the recorded list, marks it, and dims every change with the reason', async () => {
  const {screen} = await openRecorded();
  await screen.press(':', ...'at 150s ago', 'enter');
  screen.expectText(/AS IT WAS 2m ago, .* UTC: Volumes\. Can’t be changed\./);
  screen.expectText(/│ Exact/);
  screen.expectText(/│ {3}crm-archive-2014/);
  screen.expectNoText('crm-archive-2015');
  for (const key of ['a', 'n', 'e', 'x']) {
    await screen.press(key);
    screen.expectText('shown as it was; esc returns to now');
  }
  screen.expectNoChanges();
  await screen.press('esc');
  screen.expectText('crm-archive-2015');
});

test('a recorded resource shows all of its fields, :at changes the time, and :now returns', async () => {
  const {screen} = await openRecorded();
  await screen.press(':', ...'at 150s ago', 'enter');
  await screen.moveTo('crm-archive-2014');
  await screen.press('enter');
  screen.expectText(/label +crm-archive-2014/);
  await screen.press(':', ...'at 1m ago', 'enter');
  screen.expectText(/label +crm-archive-2015/);
  await screen.press(':', ...'now', 'enter');
  expect(screen.context.navigation.current.getState()?.destination).toMatchObject({family: 'volumes'});
});

test('a time without a record is unavailable, and an invalid time is refused', async () => {
  const {screen} = await openRecorded();
  await screen.press(':', ...'at yesterday 15:00', 'enter');
  screen.expectText('Unavailable: the list wasn’t recorded at this time.');
  screen.expectNoText('crm-archive');
  await screen.press('esc', ':', ...'at soon', 'enter');
  screen.expectText('"soon" isn’t a time.');
});

test(':since lists the changes, and a change opens its resource', async () => {
  const {screen} = await openRecorded();
  await screen.press(':', ...'since 1h', 'enter');
  screen.expectText(/1h: 1 changed, 1 resized, 1 booted, by \w+/);
  screen.expectText(/Not recorded: /);
  screen.expectText(/volume +crm-archive-2015 +changed by \w+\n/);
  screen.expectText(/ {4}label: crm-archive/);
  await screen.moveTo('crm-archive-2015');
  await screen.press('enter');
  expect(screen.context.navigation.current.getState()?.destination).toMatchObject({family: 'volumes'});
});

test('a change of a type that this version doesn’t have shows its ID, and opens nothing', async () => {
  const {screen, history} = await openRecorded();
  const {sql} = await history.open();
  sql.exec("UPDATE lists SET family = 'volumes.later' WHERE family = 'volumes'");
  await screen.press(':', ...'since 1h', 'enter');
  screen.expectText(/volumes\.later +\d+ +changed by \w+/);
});

test('the events tab of a resource shows its field changes above the events', async () => {
  const {screen} = await openRecorded();
  await screen.press('/', ...'crm-archive', 'enter', 'enter');
  await screen.press('2');
  await screen.advance(1000);
  screen.expectText('FIELD CHANGES');
  screen.expectText(/label: crm-archive-2014 → crm-archive-2015 by \w+, \d{4}-/);
});

test('at a start after an absence, one message sums up the changes', async () => {
  const {screen, account, history} = await openRecorded();
  await screen.advance(minute);
  await screen.session.close();
  const id = await findId(account, '/v4/volumes', 'crm-archive-2015');
  await account.call(`PUT /v4/volumes/${id}`, {label: 'crm-archive-2016'});
  await account.clock.advance(3 * 60 * minute, async () => {});
  const next = await openConsole({account, view: 'volumes', storedData: {history}});
  await next.advance(11_000);
  next.expectRecentText(/3h: \d+ \w+.*, by .*:since shows them/);
});
