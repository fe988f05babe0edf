/** The console on recordings of accounts: every list, its first row and the tabs, then again after a restart. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {WireResponse} from '../../src/emulator/engine/engine.ts';
import {answerRequest} from '../../src/emulator/server/http-server.ts';
import {families} from '../../src/families/registry.ts';
import {openProfileStorage} from '../../src/ui/state/profile-storage.ts';
import {type AccountOptions, jsonResponse, openAccount, type TestAccount} from '../harness/account.ts';
import {openSharedConsole} from '../harness/console.ts';
import {messageOf} from '../harness/emulator-dispatcher.ts';
import {altered} from '../replay/altered.ts';
import {record} from '../replay/record.ts';
import {parseRecording, type Recorded} from '../replay/recording.ts';
import {Shelf} from '../replay/shelf.ts';
import {type Walked, walk} from '../replay/walk.ts';

/** The recording of an account, and the account, which is answered from the recording from then on. */
async function openRecorded(
  options: AccountOptions,
  alter: (answers: readonly Recorded[]) => readonly Recorded[] = answers => answers,
) {
  const account = openAccount({accounts: 'demo', seed: 1, ...options});
  const answers = await record({
    ...account.names,
    token: account.token,
    // The console sorts lists in its own way: any row may be the first one.
    rows: 1000,
    maxRequests: 10_000,
    pause: async () => {},
    send: sendTo(account),
  });
  return replayed(account, alter(answers));
}

/** Sends a request of the recorder to the account. */
function sendTo({emulator}: TestAccount) {
  return async (target: string, {headers}: RequestInit): Promise<Response> => {
    const {pathname, search} = new URL(target);
    const request = {method: 'GET', path: pathname + search, headers: headers as Record<string, string>};
    const {
      status,
      headers: received,
      body,
    } = await answerRequest(emulator.http, messageOf({...request, body: Buffer.alloc(0)}));
    return new Response(body as string, {status, headers: received as Record<string, string>});
  };
}

/** Answers every request to the account from a recording, and counts those without an answer. */
function replayed(account: TestAccount, answers: readonly Recorded[]) {
  const shelf = new Shelf(answers);
  const missing = new Set<string>();
  const refused = new Set<string>();
  account.intercept(({method, path: target, headers}) => {
    const [path = '', query = ''] = target.split('?', 2);
    if (method !== 'GET') refused.add(`${method} ${target}`);
    const found = method === 'GET' ? shelf.find({path, query, filter: headers['x-filter']}) : undefined;
    if (found) return responseOf(found);
    missing.add(`${method} ${target}`);
    return jsonResponse(404, {errors: [{field: null, reason: 'The recording has no answer to this request.'}]});
  });
  return {account, missing, refused};
}

const responseOf = ({status, headers, body, bytes}: Recorded): WireResponse => ({
  status,
  headers: {'content-type': 'application/json', ...headers},
  body: bytes === undefined ? JSON.stringify(body ?? {}) : Buffer.from(bytes, 'base64'),
});

/** One session of the console, from its start to its end. */
async function session(account: TestAccount, folder: string): Promise<Walked> {
  const memory = await openProfileStorage('replayed', {XDG_STATE_HOME: folder});
  const {screen, close} = await openSharedConsole({
    account,
    readOnly: true,
    storedData: memory.sessionOptions,
    size: [120, 40],
  });
  const walked = await walk(screen);
  const {mismatches} = screen.session.account.getState().status;
  const wrong = mismatches.map(({operation, field, reason}) => `${operation} ${field}: ${reason}`);
  await close();
  await memory.close();
  return {wrong: [...walked.wrong, ...wrong], rows: walked.rows, tabs: walked.tabs};
}

/** Opens every view, quits, and opens every view again with the stored data. */
async function expectSameTwice({account, refused}: ReturnType<typeof replayed>): Promise<Walked> {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-replay-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const first = await session(account, folder);
  expect(first.wrong).toEqual([]);
  const second = await session(account, folder);
  expect(second.wrong).toEqual([]);
  expect([...second.rows]).toEqual([...first.rows]);
  expect([...second.tabs]).toEqual([...first.tabs]);
  expect([...refused]).toEqual([]);
  return first;
}

/** Lists of which the account of the emulator has no row, or which its API does not have. */
const emptyLists = [
  'images.sharegroups',
  'images.sharegroups.tokens',
  'placement.groups',
  'kube.clusters',
  'kube.versions',
  'kube.types',
  'objectStorage.quotas',
  'networking.firewalls.settings',
  'networking.firewalls.templates',
  'networking.ipv6.ranges',
  'vpcs',
  'vpcs.allIps',
  'databases.postgresql',
  'monitor.alertDefinitions',
  'monitor.alertChannels',
  'monitor.services',
  'monitor.dashboards',
  'account.childAccounts',
  'betas',
  'account.betas',
  'account.availability',
  'volumes.types',
  'objectStorage.endpoints',
  'objectStorage.types',
  'regions.availability',
  'nodebalancers.types',
  'longview.types',
  'maintenance.policies',
  'networkTransfer.prices',
];
/** `enter` on a row opens another list, or the resource that the row names. */
const leadingElsewhere = ['objectStorage.buckets', 'databases.instances', 'account.events'];

const dialects = [{dialect: 'documents'}, {brand: 'acme', acronym: 'ake'}] satisfies AccountOptions[];
// All lists and tabs, twice: slow on a busy machine.
const walkTimeout = {timeout: 180_000};
test.each(dialects)('a recording of %o opens in every view, and again after a restart', walkTimeout, async options => {
  const recorded = await openRecorded(options);
  const {rows, tabs} = await expectSameTwice(recorded);
  expect([...recorded.missing]).toEqual([]);
  expect([...rows].filter(([, ids]) => ids.length === 0).map(([id]) => id)).toEqual(emptyLists);
  const closed = families.filter(
    ({id, detail}) =>
      rows.has(id) && !emptyLists.includes(id) && !detail.every(({title}) => tabs.has(`${id} › ${title}`)),
  );
  expect(closed.map(({id}) => id)).toEqual(leadingElsewhere);
});

const own = process.env.SKYDECK_REPLAY;
test.runIf(own)('the recording of SKYDECK_REPLAY opens in every view, and again after a restart', async () => {
  const file = own ?? '';
  const account = openAccount({brand: process.env.SKYDECK_BRAND});
  await expectSameTwice(replayed(account, parseRecording(readFileSync(file, 'utf8'), file)));
});

const seeds = (process.env.SKYDECK_SEEDS ?? '5').split(',').map(Number);
test.each(seeds)(
  'an account with unknown fields and values, and with nulls, opens in every view (seed %i)',
  walkTimeout,
  async seed => {
    await expectSameTwice(await openRecorded({dialect: 'provider'}, answers => altered(answers, seed)));
  },
);
