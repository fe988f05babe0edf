/** Secrets never reach a file of the account: neither the cache nor the audit nor the drafts. */

import {appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {contract} from '../../src/contract/index.ts';
import {openTestAccount, type TestAccount} from '../../src/emulator/testing/test-account.ts';
import {families, familyOf} from '../../src/families/registry.ts';
import type {AnyRow, FamilyId} from '../../src/families/shape/define-family.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {planBatch} from '../../src/store/changes/batch/plan-batch.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import type {Session} from '../../src/store/session/session.ts';
import {testDouble} from '../../src/store/testing/test-double.ts';
import type {Preferences} from '../../src/ui/context/console-types.ts';
import {toggleBookmark} from '../../src/ui/screens/menus/bookmarks.ts';
import {openProfileStorage} from '../../src/ui/state/profile-storage.ts';
import {bareEnv, runCommandLine} from '../support/cli.ts';

let account: TestAccount;
let folder: string;
beforeEach(async () => {
  account = await openTestAccount({accounts: 'demo', limits: 'none'});
  folder = mkdtempSync(join(tmpdir(), 'skydeck-secrets-'));
});
afterEach(async () => {
  await account.close();
  rmSync(folder, {recursive: true, force: true});
});

/** Everything that the session wrote, with the names of its files. */
const written = (): string =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(entry => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
    .join('\n');

/** Distinctive values, so that they are recognized in any file. */
const canary = {card: '4242424242424242', cvv: '7391', draft: 'canary-of-a-draft'};

async function open() {
  const memory = await openProfileStorage('test', {XDG_STATE_HOME: folder});
  const session = createSession({
    families,
    connect: createConnect({baseUrl: account.url, token: () => account.token}),
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'test', production: false, readOnly: false},
    ...memory.sessionOptions,
  });
  /** The list, when it is read. */
  const list = async (family: FamilyId): Promise<readonly AnyRow[]> => {
    const collection = session.collection(family);
    await new Promise<void>(resolve => {
      const look = (): void => void (collection.getState().isComplete && resolve());
      collection.subscribe(look);
      look();
    });
    return collection.getState().rows;
  };
  const close = async (): Promise<void> => {
    await session.close();
    await memory.close();
  };
  return {session, list, close, runs: memory.sessionOptions.batchJournals};
}

interface Doing {
  readonly row?: AnyRow;
  readonly values?: AnyRow;
}

async function form(session: Session, family: FamilyId, action: string, {row, values = {}}: Doing) {
  const change = session.change({family, action, row});
  change.subscribe(() => {});
  await change.whenReady;
  for (const [path, value] of Object.entries(values)) change.set(path, value);
  return change;
}

/** Runs an action and returns the values that were shown once. */
async function done(session: Session, family: FamilyId, action: string, doing: Doing = {}): Promise<string[]> {
  const change = await form(session, family, action, doing);
  await change.toPreview();
  // As `c` copies it, and `w` writes it.
  appendFileSync(join(folder, 'requests.sh'), `${change.getState().preview?.curl}\n`);
  await change.send();
  const {outcome, fields, refusal} = change.getState();
  const problems = fields.flatMap(({problems}) => problems);
  expect([action, outcome?.message, problems, refusal?.message]).toEqual([
    action,
    expect.stringMatching(/: done$/),
    [],
    undefined,
  ]);
  const revealed = outcome?.revealed?.filter(({secret}) => secret).map(({value}) => value) ?? [];
  change.close();
  return revealed;
}

test('secrets that were shown once, typed or read with a list are in no file', async () => {
  await account.ok(contract.profile.tfa.disable);
  const {session, list, close} = await open();
  const [, tokens, transfers, instances] = await Promise.all([
    list('account.oauthClients'),
    list('profile.tokens'),
    list('account.serviceTransfers'),
    list('instances'),
    list('account.paymentMethods'),
  ]);
  // A card that is still good.
  const year = new Date().getUTCFullYear() + 5;
  const bastion = instances.find(({label}) => label === 'bastion');
  const [profile] = await list('profile');
  const [client] = await list('account.oauthClients');
  if (!profile || !client || !bastion) throw new Error('the demo account has changed');

  const revealed = [
    await done(session, 'account.oauthClients', 'create', {
      values: {label: 'Grafana', redirect_uri: 'https://grafana.example/callback'},
    }),
    await done(session, 'account.oauthClients', 'resetSecret', {row: client}),
    await done(session, 'profile.tokens', 'create', {values: {label: 'ci', scopes: 'volumes:read_only'}}),
    await done(session, 'account.serviceTransfers', 'create', {values: {'entities.computes': [bastion.id]}}),
    await done(session, 'objectStorage.keys', 'create', {values: {label: 'backup', opens: 'every bucket'}}),
    await done(session, 'profile', 'tfa.enable', {row: profile}),
  ];
  // Each of them has a value that only its answer contains.
  expect(revealed.map(({length}) => length)).toEqual([1, 1, 1, 1, 1, 1]);
  await done(session, 'account.paymentMethods', 'create', {
    values: {
      'data.card_number': canary.card,
      'data.expiry_month': 12,
      'data.expiry_year': year,
      'data.cvv': canary.cvv,
    },
  });
  const [pending] = (await list('account.serviceTransfers')).filter(
    ({status, is_sender}) => status === 'pending' && is_sender === true,
  );
  await done(session, 'account.serviceTransfers', 'delete', {row: pending ?? {}});
  // A draft keeps its values except for secrets.
  const left = await form(session, 'account.paymentMethods', 'create', {
    values: {'data.card_number': canary.draft, 'data.expiry_year': year + 1},
  });
  left.close();
  await close();

  const text = written();
  for (const file of ['test.audit.ndjson', 'test.drafts.json', 'test.snapshot.json']) expect(text).toContain(file);
  for (const operation of ['account.oauthClients.resetSecret', 'profile.tfa.enable', 'account.serviceTransfers.delete'])
    expect(text).toContain(`"${operation}"`);
  expect(text).toContain(String(year + 1));
  expect(text).toContain('Deploy bot');
  const secrets = [
    ...revealed.flat(),
    canary.card,
    canary.draft,
    ...tokens.map(({token}) => String(token)),
    ...transfers.map(({token}) => String(token)),
    account.token,
  ];
  expect(secrets.length).toBeGreaterThan(12);
  expect(secrets.filter(secret => text.includes(secret))).toEqual([]);
  // Between other digits, as in a time of day, these four digits are not a card number.
  expect(text).not.toMatch(new RegExp(`(?<!\\d)${canary.cvv}(?!\\d)`));
});

test('the tokens of child accounts and of share groups are in no file', async () => {
  await account.close();
  account = await openTestAccount({accounts: 'demo', dialect: 'today', limits: 'none'});
  const {session, list, close} = await open();
  const [child] = await list('account.childAccounts');
  const [group] = await list('images.sharegroups');
  if (!child || !group) throw new Error('the demo account has changed');
  const revealed = [
    await done(session, 'account.childAccounts', 'token', {row: child}),
    await done(session, 'images.sharegroups.tokens', 'create', {
      values: {valid_for_sharegroup_uuid: group.uuid, label: 'for a test'},
    }),
  ].flat();
  await list('images.sharegroups.tokens');
  await close();
  expect(revealed).toEqual([expect.stringMatching(/[\da-f]{64}/), expect.stringMatching(/[\da-f]{64}/)]);
  const text = written();
  for (const file of ['test.audit.ndjson', 'test.snapshot.json']) expect(text).toContain(file);
  expect(text).toContain('"images.sharegroups.tokens.create"');
  expect(revealed.filter(secret => text.includes(secret))).toEqual([]);
});

test('a batch with secrets leaves none of them in its journal, from the console and from a command', async () => {
  const {session, list, close, runs} = await open();
  const root = 'Canary-of-root-4711!';
  const context = {session, clock: realClock};
  const family = familyOf('instances');
  const rows = (await list('instances')).filter(
    row => session.unless({family: 'instances', action: 'rebuild', row}) === undefined,
  );
  const plan = planBatch(context, {family, name: 'rebuild', rows: rows.slice(0, 3), params: {}});
  await plan?.lead.whenReady;
  plan?.set('image', 'compute/debian12');
  plan?.set('root_pass', root);
  plan?.set('stackscript_data', {db_word: `${root}-udf`});
  await plan?.toPreview();
  appendFileSync(join(folder, 'requests.sh'), `${(await plan?.curls())?.join('\n')}\n`);
  const sending = plan?.send();
  plan?.run.stop();
  await sending;
  plan?.close();
  expect(await runs?.listInterrupted()).toMatchObject([
    {action: 'rebuild', values: {image: 'compute/debian12'}, secrets: ['root_pass', 'stackscript_data']},
  ]);

  // A transfer is known by its token alone, so no file names it.
  const free = rows.filter(({label}) => label === 'bastion' || label === 'cache-01');
  for (const {id} of free) {
    await done(session, 'account.serviceTransfers', 'create', {values: {'entities.computes': [id]}});
  }
  const transfers = (await list('account.serviceTransfers')).filter(
    row => session.unless({family: 'account.serviceTransfers', action: 'delete', row}) === undefined,
  );
  expect(transfers.length).toBeGreaterThan(1);
  const transferFamily = familyOf('account.serviceTransfers');
  const withdrawal = planBatch(context, {family: transferFamily, name: 'delete', rows: transfers, params: {}});
  const withdrawing = withdrawal?.send();
  withdrawal?.run.stop();
  await withdrawing;
  withdrawal?.close();
  const patched: unknown[] = [];
  const preferences = {
    ...createStore(() => testDouble<Preferences>({bookmarks: []})),
    setState: (patch: unknown) => void patched.push(patch),
  };
  toggleBookmark(testDouble<Parameters<typeof toggleBookmark>[0]>({session, preferences, say: () => {}}), {
    family: transferFamily,
    rows: transfers,
    params: {},
  });
  expect(patched).toEqual([{bookmarks: []}]);
  await close();

  const said: string[] = [];
  const script = async (...line: string[]) => {
    const {code, out, err} = await runCommandLine(['do', ...line], bareEnv(folder, account));
    said.push(out, err);
    return code;
  };
  const ids = rows.slice(3, 5).map(({id}) => String(id));
  const line = ['instances.rebuild', ...ids, '--image', 'compute/debian12', '--root-pass', `${root}-cli`];
  expect(await script(...line, '--dry-run', '--curl')).toBe(0);
  expect(await script(...line, '--yes', '--confirm', '2')).toBe(0);
  const text = `${written()}\n${said.join('')}`;
  expect(text).toContain('instances.rebuild');
  expect(
    [root, account.token, ...transfers.map(({token}) => String(token))].filter(secret => text.includes(secret)),
  ).toEqual([]);
});
