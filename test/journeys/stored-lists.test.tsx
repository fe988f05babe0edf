/** The next session has only the stored data of the last one until the first response: it must show every list. */
import {expect, test} from 'vitest';
import {families} from '../../src/families/registry.ts';
import {memoryStateFiles, type StateFiles} from '../../src/platform/files/state-files.ts';
import {openSnapshots} from '../../src/store/cache/snapshot.ts';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import type {SharedClock} from '../harness/shared-clock.ts';

const named = families.filter(({group, byName}) => group !== undefined || byName);

const snapshotsIn = (files: StateFiles, clock: SharedClock) =>
  openSnapshots({
    files,
    path: 'snapshot.json',
    clock,
    onFailure: error => {
      throw error;
    },
  });

/** Reads every list that has a place of its own, and keeps the lists in `files`. */
async function keepAll(files: StateFiles): Promise<TestConsole> {
  const account = openAccount({accounts: 'demo'});
  const kept = {snapshots: snapshotsIn(files, account.clock)};
  const screen = await openConsole({account, size: [120, 40], storedData: kept});
  const collections = named.map(({id}) => screen.session.collection(id, {}));
  const stops = collections.map(collection => collection.subscribe(() => {}));
  await screen.advance(5000);
  for (const collection of collections) {
    const {phase, validAt, failure} = collection.getState();
    expect(failure !== undefined || (phase !== 'loading' && validAt !== undefined), collection.family.title).toBe(true);
  }
  for (const stop of stops) stop();
  await screen.session.close();
  return screen;
}

/** Goes through every list, its first row and each of its tabs; returns those with rows. */
async function walk(screen: TestConsole): Promise<string[]> {
  const shown: string[] = [];
  for (const family of named) {
    screen.context.overlays.closeAll();
    await screen.command(family.title);
    const {rows} = screen.session.collection(family.id, {}).getState();
    if (rows.length === 0) continue;
    shown.push(family.id);
    for (const _ of family.detail) {
      expect(screen.text(), family.id).not.toMatch(/undefined|NaN|Skydeck hit a bug/);
      await screen.press(']');
    }
  }
  return shown;
}

test('the tokens of service transfers are not in the snapshot file', async () => {
  const files = memoryStateFiles();
  const {session} = await keepAll(files);
  const transfers = session.collection('account.serviceTransfers').getState().rows;
  expect(transfers.length).toBeGreaterThan(0);
  const text = (await files.read('snapshot.json')) ?? '';
  expect(text).not.toBe('');
  for (const {token} of transfers) expect(text).not.toContain(token);
});

test('every list of one session is shown in the next one, even without an answer of the API', async () => {
  const files = memoryStateFiles();
  const {session} = await keepAll(files);
  const account = openAccount();
  account.intercept(() => 'silence');
  const cachedLists = await snapshotsIn(files, account.clock).load();
  const shown = await walk(await openConsole({account, size: [120, 40], storedData: {cachedLists}}));
  const filled = named.map(({id}) => id).filter(id => session.collection(id).getState().rows.length > 0);
  expect(filled.length).toBeGreaterThan(30);
  // Transfers are known by their token, which is in no file.
  const unstored = ['account.serviceTransfers', 'account.entityTransfers'];
  expect(filled).toEqual(expect.arrayContaining(unstored));
  expect(shown).toEqual(filled.filter(id => !unstored.includes(id)));
});
