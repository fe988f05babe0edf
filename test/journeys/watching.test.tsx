/** What is watched from afar, and tells when something happens to it. */
import {expect, test} from 'vitest';
import {event} from '../../src/families/testing/rows.ts';
import {instance, openDemo} from '../support/console.tsx';

test('what is watched tells when it changes', async () => {
  const screen = await openDemo();
  await screen.press('w');
  expect(screen.text()).toContain('watching web-00');
  const rows = screen.session.collection('instances').get().rows;
  screen.session.setRows('instances', [instance(0, {status: 'offline'}), ...rows.slice(1)]);
  await screen.settled();
  expect(screen.text()).toContain('web-00 is offline');
  expect(screen.takeBytes()).toContain('\x07');
  await screen.close();
});

test('what is watched tells what was done to it, where its condition stays as it is', async () => {
  const screen = await openDemo({initialDestination: {family: 'volumes'}});
  const entity = {id: 4401, label: 'vol-1', type: 'volume', url: '/v4/volumes/4401'} as const;
  const attaching = event({id: 7, action: 'volume_attach', status: 'started', percent_complete: 25, entity});
  const old = event({id: 6, action: 'volume_detach', status: 'finished', percent_complete: 100, entity});
  screen.session.events.set([old]);
  await screen.moveTo('vol-1');
  await screen.press('w');
  screen.session.events.set([attaching, old]);
  await screen.settled();
  screen.takeBytes();
  screen.session.events.set([{...attaching, status: 'finished', percent_complete: 100}, old]);
  await screen.settled();
  expect(screen.text()).toContain('vol-1 was attached');
  expect(screen.text()).not.toContain('detached');
  expect(screen.takeBytes()).toContain('\x07');
  await screen.close();
});

test('what hangs from another resource is watched and bookmarked where it is', async () => {
  const params = {instanceId: 101};
  const screen = await openDemo({initialDestination: {family: 'instances.disks', params}});
  const disk = {id: 7, label: 'swap', status: 'ready', size: 512, filesystem: 'swap', created: null, updated: null};
  screen.session.setRows('instances.disks', [disk], {complete: true}, params);
  await screen.settled();
  await screen.press('w', 'b');
  screen.session.setRows('instances.disks', [{...disk, status: 'deleting'}], {complete: true}, params);
  await screen.settled();
  expect(screen.text()).toContain('swap is deleting');
  await screen.type(':bookmarks');
  await screen.press('enter');
  expect(screen.text()).toMatch(/disk swap +deleting, was ready/);
  await screen.press('enter');
  expect(screen.deck.navigation.current.get()?.destination).toMatchObject({family: 'instances.disks', id: 7, params});
  await screen.close();
});
