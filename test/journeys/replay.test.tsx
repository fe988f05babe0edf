/** The console on recordings of accounts: every list, its first row and the tabs, then again after a restart. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {type EmulatorOptions, startEmulator} from '../../src/emulator/server/start-server.ts';
import {families} from '../../src/families/registry.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {Identifiers, type ProviderNames} from '../../src/store/api/identifiers.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import {openProfileStorage} from '../../src/ui/state/profile-storage.ts';
import {altered} from '../replay/altered.ts';
import {record} from '../replay/record.ts';
import {parseRecording, type Recorded} from '../replay/recording.ts';
import {type Replay, replay} from '../replay/server.ts';
import {type Walked, walk} from '../replay/walk.ts';
import {renderConsole} from '../support/console.tsx';

/** Two walks through the console; a machine may be busy. */
const timeout = 300_000;

async function recorded(options: EmulatorOptions): Promise<readonly Recorded[]> {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none', ...options});
  const {brand, acronym} = options;
  const from = {baseUrl: account.url, token: account.token, brand, acronym};
  try {
    // The console sorts lists in its own way: any row may be the first one.
    return await record({...from, rows: 1000, maxRequests: 10_000, pause: async () => {}});
  } finally {
    await account.close();
  }
}

/** One session of the console, from its start to its end. */
async function session({url}: Replay, names: ProviderNames, folder: string): Promise<Walked> {
  const memory = await openProfileStorage('replayed', {XDG_STATE_HOME: folder});
  const provider = {...names, baseUrl: url};
  const profile = {name: 'replayed', production: false, readOnly: true, identifiers: new Identifiers(provider)};
  const opened = createSession({
    families,
    connect: createConnect({...provider, token: () => 'any', readOnly: true}),
    clock: realClock,
    random: () => 0.5,
    profile,
    ...memory.sessionOptions,
  });
  const screen = await renderConsole(opened, {clock: realClock, profile, columns: 120, rows: 40});
  const walked = await walk(screen);
  const mismatches = opened.account.getState().status.mismatches;
  const wrong = mismatches.map(({operation, field, reason}) => `${operation} ${field}: ${reason}`);
  await screen.close();
  await opened.close();
  await memory.close();
  return {...walked, wrong: [...walked.wrong, ...wrong], rows: walked.rows, tabs: walked.tabs};
}

/** Opens every view, quits, and opens every view again with the stored data. */
async function twice(answers: readonly Recorded[], names: ProviderNames = {}) {
  const server = await replay(answers);
  onTestFinished(server.close);
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-replay-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const first = await session(server, names, folder);
  expect(first.wrong).toEqual([]);
  const second = await session(server, names, folder);
  expect(second.wrong).toEqual([]);
  expect([...second.rows]).toEqual([...first.rows]);
  expect([...second.tabs]).toEqual([...first.tabs]);
  expect([...server.refused.keys()]).toEqual([]);
  return {server, ...first};
}

/** Lists of which the account of the emulator has no row. */
const emptyLists = ['networking.ipv6.ranges', 'databases.postgresql'];
/** `enter` on a row opens another list, or the resource that the row names. */
const leadingElsewhere = ['objectStorage.buckets', 'databases.instances', 'account.events'];

const spoken = [{dialect: 'documents'}, {brand: 'acme', acronym: 'ake'}] satisfies EmulatorOptions[];
test.each(spoken)('a recording of %o is opened in every place, and again after a restart', {timeout}, async options => {
  const answers = await recorded(options);
  const {server, rows, tabs} = await twice(answers, options);
  expect([...server.missing.keys()]).toEqual([]);
  expect([...rows].filter(([, ids]) => ids.length === 0).map(([id]) => id)).toEqual(emptyLists);
  const closed = families.filter(
    ({id, detail}) =>
      rows.has(id) && !emptyLists.includes(id) && !detail.every(({title}) => tabs.has(`${id} › ${title}`)),
  );
  expect(closed.map(({id}) => id)).toEqual(leadingElsewhere);
});

const own = process.env.SKYDECK_REPLAY;
test.runIf(own)(
  'the recording of SKYDECK_REPLAY is opened in every place, and again after a restart',
  {timeout},
  async () => {
    const file = own ?? '';
    await twice(parseRecording(readFileSync(file, 'utf8'), file), {brand: process.env.SKYDECK_BRAND});
  },
);

const seeds = (process.env.SKYDECK_SEEDS ?? '5').split(',').map(Number);
test.each(seeds)('an account with unknown fields and values, and with nulls, is opened in every place (seed %i)', {
  timeout,
}, async seed => {
  await twice(altered(await recorded({dialect: 'provider'}), seed));
});
