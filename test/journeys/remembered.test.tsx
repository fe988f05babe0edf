/** The next session has only the stored data of the last one until the first response: it must show every list. */
import {expect, test} from 'vitest';
import {families} from '../../src/families/registry.ts';
import {memoryStateFiles} from '../../src/platform/files/state-files.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {openSnapshots} from '../../src/store/cache/snapshot.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import type {Session} from '../../src/store/session/session.ts';
import {type ConsoleScreen, openConsole} from '../support/console.tsx';
import {openLive} from '../support/live.tsx';

const named = families.filter(({group, byName}) => group !== undefined || byName);

/** Reads every list that has a place of its own. */
async function readAll(screen: ConsoleScreen, session: Session): Promise<void> {
  for (const {id, title} of named) {
    const collection = session.collection(id, {});
    const leave = collection.subscribe(() => {});
    await screen.until(() => {
      const {phase, validAt, failure} = collection.get();
      return failure !== undefined || (phase !== 'loading' && validAt !== undefined);
    }, title);
    leave();
  }
}

/** Goes through every list, its first row and each of its tabs. */
async function walk(screen: ConsoleScreen, session: Session): Promise<string[]> {
  const shown: string[] = [];
  for (const family of named) {
    screen.deck.overlays.closeAll();
    await screen.command(family.title);
    const {rows} = session.collection(family.id, {}).get();
    if (rows.length === 0) continue;
    shown.push(family.id);
    for (const _ of family.detail) {
      expect(screen.text(), family.id).not.toMatch(/undefined|NaN|Skydeck hit a bug/);
      await screen.press(']');
    }
  }
  return shown;
}

test('every list of one session is on the screen of the next, though nothing answers there', {
  timeout: 120_000,
}, async () => {
  const files = memoryStateFiles();
  const snapshots = openSnapshots({
    files,
    path: 'snapshot.json',
    clock: realClock,
    onFailure: error => {
      throw error;
    },
  });
  const first = await openLive({columns: 120, rows: 40, speed: 1, snapshots});
  await readAll(first, first.deck.session);
  const transfers = first.deck.session.collection('account.serviceTransfers').get().rows;
  expect(transfers.length).toBeGreaterThan(0);
  await first.close();
  const text = (await files.read('snapshot.json')) ?? '';
  for (const {token} of transfers) expect(text).not.toContain(token);

  const session = createSession({
    families,
    connect: createConnect({baseUrl: first.account.url, token: () => 'any', readOnly: false}),
    clock: realClock,
    random: Math.random,
    profile: {name: 'prod', production: false, readOnly: false},
    cachedLists: await snapshots.load(),
  });
  const second = await openConsole(session, {columns: 120, rows: 40});
  const shown = await walk(second, session);
  expect(shown.length).toBeGreaterThan(30);
  // They are known by their token, which is in no file.
  expect(shown).not.toContain('account.serviceTransfers');
  await second.close();
  await session.close();
});
