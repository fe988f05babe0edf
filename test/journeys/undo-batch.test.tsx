/** The change log undoes the whole batch of an earlier session, as `u` does in the session that made it. */
import {expect, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {type AuditLog, memoryAuditLog} from '../../src/store/changes/audit-log.ts';
import {openAccount, type TestAccount} from '../harness/account.ts';
import {openConsole, openSharedConsole, type TestConsole} from '../harness/console.ts';
import {volume} from '../harness/fleet.ts';

const labels = ['old-1', 'old-2', 'old-3'];

/** Gives three volumes a tag. */
async function tagAll(screen: TestConsole): Promise<void> {
  await screen.filter('old-');
  await screen.press('*', 'e', 'enter');
  await screen.type('mine');
  await screen.press('enter', 'ctrl-o');
  screen.expectText('for 3 volumes');
  await screen.press('y');
  await screen.advance(5000);
  await screen.press('enter');
}

interface Scene {
  readonly screen: TestConsole;
  readonly account: TestAccount;
  readonly auditLog: AuditLog;
}

/** A console whose change log has the batch of an earlier session. */
async function openLater(size: readonly [number, number] = [120, 40]): Promise<Scene> {
  const account = openAccount({accounts: 'demo'});
  account.put(
    Volumes,
    labels.map((label, index) => volume(9001 + index, {label})),
  );
  const auditLog = memoryAuditLog({host: 'desk', user: 'ops'});
  const first = await openSharedConsole({
    account: {...account, close: () => {}},
    view: 'volumes',
    storedData: {auditLog},
  });
  await tagAll(first.screen);
  await first.close();
  const screen = await openConsole({account, size, view: 'volumes', storedData: {auditLog}});
  return {screen, account, auditLog};
}

/** The account chooses the ID. */
const pathOf = async (account: TestAccount, label: string): Promise<string> => {
  const {data} = (await account.call('GET /v4/volumes')) as {data: {id: number; label: string}[]};
  return `/v4/volumes/${data.find(row => row.label === label)?.id}`;
};

const tagsOf = async (account: TestAccount): Promise<readonly string[]> => {
  const {data} = (await account.call('GET /v4/volumes')) as {data: {label: string; tags: string[]}[]};
  return data.filter(({label}) => labels.includes(label)).map(({label, tags}) => `${label}: ${tags.join(' ')}`);
};

test('the change log undoes the whole batch of an earlier session, the last change first', async () => {
  const {screen, account} = await openLater([80, 24]);
  await screen.command('audit');
  screen.expectFooter('undo batch');
  await screen.press('U');
  screen.expectText('Undo: Edit 3 volumes');
  screen.expectText('0 added, 3 changed, 0 deleted');
  screen.expectText(/old-3(.|\n)*old-2(.|\n)*old-1/);
  const sent = screen.changes().length;
  await screen.press('y');
  await screen.advance(5000);
  expect(
    screen
      .changes()
      .slice(sent)
      .map(({method, path}) => `${method} ${path}`),
  ).toEqual(await Promise.all(labels.toReversed().map(async label => `PUT ${await pathOf(account, label)}`)));
  expect(await tagsOf(account)).toEqual(['old-1: ', 'old-2: ', 'old-3: ']);
  await screen.press('enter');
  await screen.command('audit');
  await screen.moveTo('old-1   Edit');
  await screen.press('U');
  screen.expectText('already undone');
  await screen.press('esc');
  // One redo applies the whole batch again.
  await screen.press('ctrl-r');
  screen.expectText('Redo: Edit 3 volumes');
});

test('the undo of an earlier batch names changes and deletions of other programs', async () => {
  const {screen, account} = await openLater();
  await account.call(`PUT ${await pathOf(account, 'old-1')}`, {tags: ['theirs']});
  await account.call(`DELETE ${await pathOf(account, 'old-2')}`);
  await screen.advance(20_000);
  await screen.command('audit');
  await screen.press('U');
  screen.expectText(/▲ old-1: changed since then: Tags .*mine → theirs/);
  screen.expectText('0 added, 2 changed, 0 deleted');
  screen.expectText(/old-2.*deleted meanwhile/);
  expect(screen.focusedButton()).toBe('Cancel');
});

test('the undo of an earlier batch names the step that fails, and undoes the others', async () => {
  const {screen, account} = await openLater();
  await screen.command('audit');
  await screen.press('U');
  screen.expectText('0 added, 3 changed, 0 deleted');
  screen.account.answerNext(`PUT ${await pathOf(account, 'old-2')}`, 400, {errors: [{reason: 'Try later'}]});
  await screen.press('y');
  await screen.advance(5000);
  screen.expectText(/old-2.*Try later/);
  expect(await tagsOf(account)).toEqual(['old-1: ', 'old-2: mine', 'old-3: ']);
  await screen.press('enter');
  await screen.command('audit');
  await screen.moveTo('old-1   Edit');
  await screen.press('U');
  screen.expectText(/Undo: Edit old-2/);
});

test('a line of the change log without a batch is undone alone', async () => {
  const {screen, auditLog} = await openLater();
  const earlier = memoryAuditLog({host: 'desk', user: 'ops'});
  for (const {batch, ...record} of (await auditLog.read()).toReversed()) {
    expect(batch).toBeDefined();
    earlier.write(record as never);
  }
  const other = await openConsole({account: screen.account, view: 'volumes', storedData: {auditLog: earlier}});
  await other.command('audit');
  await other.press('U');
  other.expectText('not part of a batch');
  await other.press('u');
  other.expectText('Undo: Edit old-3');
});

test('bug: u offered a change again that the change log had undone in the same session', async () => {
  const account = openAccount({accounts: 'demo'});
  account.put(
    Volumes,
    labels.map((label, index) => volume(9001 + index, {label})),
  );
  const screen = await openConsole({account, size: [120, 40], view: 'volumes'});
  await tagAll(screen);
  await screen.command('audit');
  await screen.press('U');
  screen.expectText('Undo: Edit 3 volumes');
  await screen.press('y');
  await screen.advance(5000);
  await screen.press('enter');
  await screen.press('u');
  screen.expectRecentText('Nothing to undo in this session.');
});

/** Opens the undo of a batch in the session that made it. */
async function openUndo(size: readonly [number, number]): Promise<TestConsole> {
  const account = openAccount({accounts: 'demo'});
  account.put(
    Volumes,
    labels.map((label, index) => volume(9001 + index, {label})),
  );
  const screen = await openConsole({account, size, view: 'volumes'});
  await tagAll(screen);
  await screen.press('u');
  screen.expectText('Undo: Edit 3 volumes');
  return screen;
}

/** Another program deletes a volume, and the next poll reports it. */
async function deleteElsewhere(screen: TestConsole, label: string): Promise<void> {
  await screen.account.call(`DELETE ${await pathOf(screen.account, label)}`);
  await screen.advance(20_000);
}

test.each(labels)('bug: an undo of several changes still counted %s, which was deleted elsewhere', async label => {
  const screen = await openUndo([80, 24]);
  await deleteElsewhere(screen, label);
  screen.expectText('0 added, 2 changed, 0 deleted');
  screen.expectText('2 requests');
  screen.expectText(`not ${label}: deleted meanwhile`);
  const sent = screen.changes().length;
  await screen.press('y');
  await screen.advance(5000);
  expect(screen.changes().slice(sent)).toHaveLength(2);
  screen.expectRecentText('accepted for 2 volumes');
});

test('an undo of several changes whose resources were all deleted elsewhere sends nothing', async () => {
  const screen = await openUndo([80, 24]);
  const sent = screen.changes().length;
  for (const label of labels) await deleteElsewhere(screen, label);
  screen.expectNoText('[Undo]');
  for (const label of labels) screen.expectText(new RegExp(`${label}: deleted meanwhile`));
  await screen.press('y', 'enter');
  expect(screen.changes().slice(sent)).toHaveLength(0);
});
