/** Another program deletes a resource while the user prepares its change. */
import {expect, test} from 'vitest';
import {Volumes} from '../../src/emulator/families/volumes/volume-kinds.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {volume} from '../harness/fleet.ts';

const openVolumes = async (filter: string): Promise<TestConsole> => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [120, 40], view: 'volumes'});
  await screen.filter(filter);
  return screen;
};

/** Another program deletes a volume, and the next poll reports it. */
async function deleteElsewhere(screen: TestConsole, label: string): Promise<void> {
  const {data} = (await screen.account.call('GET /v4/volumes')) as {data: {id: number; label: string}[]};
  const id = data.find(volume => volume.label === label)?.id;
  await screen.account.call(`DELETE /v4/volumes/${id}`);
  await screen.advance(20_000);
}

test('bug: the preview of a resource that was deleted elsewhere stayed the same', async () => {
  const screen = await openVolumes('batch-scratch-free');
  await screen.press('e');
  await screen.type('new');
  await screen.press('ctrl-o');
  screen.expectText(/Label +batch-scratch-free → /);
  await deleteElsewhere(screen, 'batch-scratch-free');
  screen.expectText('The volume batch-scratch-free was deleted meanwhile.');
  screen.expectNoText(/Label +batch-scratch-free → /);
  await screen.press('y', 'enter');
  screen.expectNoChanges();
});

test('bug: a form of a resource that was deleted elsewhere showed that only at its preview', async () => {
  const screen = await openVolumes('batch-scratch-free');
  await screen.press('e');
  await screen.type('new');
  screen.expectText(/Label .*batch-scratch-freenew/);
  screen.expectNoText('deleted meanwhile');
  await deleteElsewhere(screen, 'batch-scratch-free');
  screen.expectText('✗ The volume batch-scratch-free was deleted meanwhile.');
  // The typed text stays, and can be copied or typed further.
  await screen.type('er');
  screen.expectText(/Label .*batch-scratch-freenewer/);
});

test('the form of several resources names those that were deleted elsewhere', async () => {
  const {screen} = await openBatch();
  await screen.press('esc', 'e');
  screen.expectText('Edit: 3 volumes');
  await deleteElsewhere(screen, 'old-2');
  screen.expectText('✗ The volume old-2 was deleted meanwhile.');
  await deleteElsewhere(screen, 'old-3');
  screen.expectText('✗ The 2 volumes were deleted meanwhile.');
});

test('a form of a resource that was deleted elsewhere shows no preview', async () => {
  const screen = await openVolumes('batch-scratch-free');
  await screen.press('e');
  await screen.type('new');
  await deleteElsewhere(screen, 'batch-scratch-free');
  await screen.press('ctrl-o');
  screen.expectText('The volume batch-scratch-free was deleted meanwhile.');
  screen.expectNoChanges();
});

/** Opens the preview that deletes three unattached volumes. */
async function openBatch(): Promise<{readonly screen: TestConsole; readonly labels: readonly string[]}> {
  const account = openAccount({accounts: 'demo'});
  const labels = ['old-1', 'old-2', 'old-3'];
  account.put(
    Volumes,
    labels.map((label, index) => volume(9001 + index, {label})),
  );
  const screen = await openConsole({account, size: [120, 40], view: 'volumes'});
  await screen.filter('old-');
  await screen.press('*', 'x');
  screen.expectText('for 3 volumes: old-1, old-2, old-3');
  screen.expectText('Type 3 to confirm');
  return {screen, labels};
}

test.each(['old-1', 'old-2'])('bug: a batch still counted a resource that was deleted elsewhere: %s', async label => {
  const {screen} = await openBatch();
  await deleteElsewhere(screen, label);
  screen.expectText(`not ${label}: deleted meanwhile`);
  screen.expectText('for 2 volumes: ');
  screen.expectText('Type 2 to confirm');
  await screen.confirm('2');
  await screen.advance(5000);
  expect(screen.changes().map(({method}) => method)).toEqual(['DELETE', 'DELETE']);
});

test('the preview of a batch whose resources were all deleted elsewhere can’t be confirmed', async () => {
  const {screen, labels} = await openBatch();
  for (const label of labels) await deleteElsewhere(screen, label);
  screen.expectText('The 3 volumes were deleted meanwhile.');
  await screen.confirm('0');
  screen.expectNoChanges();
});

test('bug: the answer that a resource isn’t found was shown under the first field of the form', async () => {
  const screen = await openVolumes('batch-scratch-free');
  await screen.press('e');
  await screen.type('new');
  await screen.press('ctrl-o');
  screen.account.answerNext('PUT /v4/volumes/4411', 404, {errors: [{reason: 'Not found'}]});
  await screen.press('y');
  screen.expectText('Not found. It may be deleted.');
  screen.expectNoText('Label: Not found');
  screen.expectNoText(/Label \*/);
});

test('the action menu of a resource that was deleted elsewhere runs no action', async () => {
  const screen = await openVolumes('batch-scratch-free');
  await screen.press('a');
  await deleteElsewhere(screen, 'batch-scratch-free');
  screen.expectText('The volume batch-scratch-free was deleted meanwhile.');
  await screen.press('e');
  screen.expectText('Actions: batch-scratch-free');
  screen.expectNoText('Edit: batch-scratch-free');
});

test('the action menu of several resources leaves out those that were deleted elsewhere', async () => {
  const {screen} = await openBatch();
  await screen.press('esc', 'a');
  screen.expectText('Actions: 3 volumes');
  await deleteElsewhere(screen, 'old-2');
  screen.expectText('Actions: 2 volumes');
  await screen.type('delete');
  await screen.press('enter');
  screen.expectText('for 2 volumes: old-1, old-3');
});
