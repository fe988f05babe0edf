/** A change and its undo: the object has its earlier values, except for the update time. Against the emulator. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {startEmulator} from '../src/emulator/server/start-server.ts';
import {families, familyOf} from '../src/families/registry.ts';
import type {AnyRow, FamilyId, PathParams, RowId} from '../src/families/shape/define-family.ts';
import {createConnect} from '../src/store/api/connect-client.ts';
import type {Connection} from '../src/store/api/connection.ts';
import type {Collection} from '../src/store/cache/collection-state.ts';
import type {Change} from '../src/store/changes/change.ts';
import {realClock} from '../src/store/core/clock.ts';
import {createSession} from '../src/store/session/create-session.ts';
import type {Session} from '../src/store/session/session.ts';
import {editCases, elsewhere, hasValidTags, listCases, word} from './support/undo-cases.ts';

type Dialect = 'documents' | 'today';
interface Opened {
  readonly account: Awaited<ReturnType<typeof startEmulator>>;
  readonly session: Session;
  readonly connection: Connection;
}

const opened = new Map<Dialect, Opened>();
let session: Session;
let connection: Connection;

async function open(dialect: Dialect): Promise<Opened> {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none', dialect});
  const connect = createConnect({baseUrl: account.url, token: () => account.token});
  const session = createSession({
    families,
    connect,
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'test', production: false, readOnly: false},
  });
  return {account, session, connection: await connect()};
}

beforeAll(async () => {
  for (const dialect of ['documents', 'today'] as const) opened.set(dialect, await open(dialect));
});
afterAll(async () => {
  for (const {account, session: open, connection: toClose} of opened.values()) {
    await open.close();
    await toClose.close();
    await account.close();
  }
});

/** Takes the account whose API has the family. */
function chooseAccount(family: FamilyId): void {
  const account = opened.get(familyOf(family).today ? 'today' : 'documents');
  if (!account) throw new Error('no account is open');
  ({session, connection} = account);
}

const firstOf = async (list: string, name: string, params: PathParams = {}): Promise<PathParams> => {
  const endpoint = connection.operation(list);
  const page = endpoint && (await connection.page(endpoint, {params, priority: 'user'}));
  return {[name]: Number(page?.items[0]?.id)};
};

test.each(
  editCases.map(one => [`${one.family}.${one.action ?? 'update'}`, one] as const),
)('%s and its undo restore the resource', async (_, one) => {
  const {family: id, action = 'update', isSubject: which = () => true, values, exceptions: but} = one;
  chooseAccount(id);
  const params = (await one.params?.(firstOf)) ?? {};
  const collection = session.collection(id, params);
  const stop = collection.subscribe(() => {});
  const {family} = collection;
  await complete(collection);
  const row = (await existingRows(collection)).find(
    row => hasValidTags(row) && which(row) && session.unless({family: id, action, row, params}) === undefined,
  );
  if (row === undefined) throw new Error(`no row of ${id} can be changed`);
  const key = family.key(row);
  const before = await truth(id, key, params, but);
  const whole = await truth(id, key, params);
  const change = session.change({family: id, action, row, params}, {isDraftable: false});
  for (const [path, value] of Object.entries(values(row))) change.set(path, value);
  await sent(change);
  expect(await truth(id, key, params)).not.toEqual(whole);
  const {changes, skipped} = session.undo();
  expect(skipped).toEqual([]);
  expect(changes).toHaveLength(1);
  for (const back of changes) {
    await sent(back);
    // Only this program changed the resource, even if the API returns values in another form than they were sent.
    expect(back.getState().preview?.changedSince).toEqual([]);
  }
  expect(await truth(id, key, params, but)).toEqual(before);
  stop();
});

/** Fields that differ in a resource that is created again: its ID, its age and its secret. */
const another = ['id', 'created', 'updated', 'token', 'transfer'];

test.each(
  listCases.map(one => [`${one.family}.${one.action}`, one] as const),
)('%s and its undo restore the list', async (_, {
  family: id,
  action = '',
  values,
  isSubject: which = () => true,
  exceptions: but = [],
  ...one
}) => {
  chooseAccount(id);
  const params = (await one.params?.(firstOf)) ?? {};
  const collection = session.collection(id, params);
  const stop = collection.subscribe(() => {});
  await complete(collection);
  const list = async () =>
    (await all(id, params))
      .map(row => Object.entries(row).filter(([name]) => ![...another, ...but].includes(name)))
      .map(entries => JSON.stringify(entries.toSorted()))
      .toSorted();
  const before = await list();
  const onRow = familyOf(id).actions[action]?.on === 'row';
  const rows = await existingRows(collection);
  const row = rows.find(row => which(row) && session.unless({family: id, action, row, params}) === undefined);
  const change = session.change({family: id, action, row: onRow ? row : undefined, params}, {isDraftable: false});
  for (const [path, value] of Object.entries(values({}))) change.set(path, value);
  await sent(change);
  expect(await list()).not.toEqual(before);
  const {changes, skipped} = session.undo();
  expect(skipped).toEqual([]);
  for (const back of changes) await sent(back);
  expect(await list()).toEqual(before);
  stop();
});

test('every action with an undo has an undo case, or a reason for its absence', () => {
  const undone = new Set([...editCases, ...listCases].map(({family, action = 'update'}) => `${family}.${action}`));
  const all = families.flatMap(({id, actions}) =>
    Object.entries(actions).flatMap(([name, {undo, elsewhere}]) => (undo && !elsewhere ? [`${id}.${name}`] : [])),
  );
  const untested = all.filter(action => !undone.has(action) && !elsewhere[action]);
  expect(untested, 'add each of them to test/support/undo-cases.ts').toEqual([]);
  expect(Object.keys(elsewhere).filter(action => undone.has(action) || !all.includes(action))).toEqual([]);
});

test('a batch is undone as a whole in reverse order, and can be redone', async () => {
  chooseAccount('volumes');
  const collection = session.collection('volumes');
  const stop = collection.subscribe(() => {});
  await complete(collection);
  const rows = collection.getState().rows.filter(hasValidTags).slice(0, 3);
  const tags = () => Promise.all(rows.map(async row => (await truth('volumes', Number(row.id), {})).tags));
  const before = await tags();
  const plan = Symbol('tags');
  for (const row of rows) {
    const change = session.change({family: 'volumes', action: 'update', row}, {isDraftable: false, batch: plan});
    change.set('tags', ['together']);
    await sent(change);
  }
  expect(await tags()).toEqual(rows.map(() => ['together']));
  const back = session.undo();
  expect(back.changes.map(({row}) => row?.id)).toEqual(rows.map(({id}) => id).reverse());
  for (const change of back.changes) await sent(change);
  expect(await tags()).toEqual(before);
  const again = session.undo('Redo');
  expect(again.changes).toHaveLength(3);
  for (const change of again.changes) await sent(change);
  expect(await tags()).toEqual(rows.map(() => ['together']));
  stop();
});

test('undoing a clone deletes the clone, never its source', async () => {
  chooseAccount('domains');
  const collection = session.collection('domains');
  const stop = collection.subscribe(() => {});
  await complete(collection);
  const source = collection
    .getState()
    .rows.find(row => session.unless({family: 'domains', action: 'clone', row}) === undefined);
  const change = session.change({family: 'domains', action: 'clone', row: source}, {isDraftable: false});
  change.set('domain', `${word()}.example`);
  await sent(change);
  const [back] = session.undo().changes;
  expect(back?.name).toBe('delete');
  expect(back?.row?.id).not.toBe(source?.id);
  expect(String(back?.row?.domain)).toMatch(/^undo-/);
  if (back) await sent(back);
  const ids = (await all('domains', {})).map(({id}) => id);
  expect([ids.includes(back?.row?.id), ids.includes(source?.id)]).toEqual([false, true]);
  stop();
});

test('a change that can’t be undone shows the reason, in its preview and at the undo', async () => {
  chooseAccount('volumes');
  const collection = session.collection('volumes');
  const stop = collection.subscribe(() => {});
  await complete(collection);
  const rows = collection.getState().rows.filter(hasValidTags);
  const row = rows.find(row => session.unless({family: 'volumes', action: 'resize', row}) === undefined);
  const edit = session.change({family: 'volumes', action: 'update', row: rows[0]}, {isDraftable: false});
  edit.set('label', word());
  await sent(edit);
  const change = session.change({family: 'volumes', action: 'resize', row}, {isDraftable: false});
  change.set('size', Number(row?.size) + 10);
  await previewed(change);
  expect(change.getState().preview?.final).toBe('A volume can’t be made smaller.');
  await change.send();
  // The undo skips this change, reports that, and undoes the change before it.
  const {changes, skipped, irreversible} = session.undo();
  expect(irreversible).toMatchObject([{label: row?.label, message: 'A volume can’t be made smaller.'}]);
  expect([changes.map(({about}) => about?.split(' ')[0]), skipped]).toEqual([['Edit'], []]);
  for (const back of changes) back.close();
  stop();
});

/** The rows of a list that the API still has: another test may have deleted one a moment ago. */
async function existingRows(collection: Collection): Promise<readonly AnyRow[]> {
  const {family, params} = collection;
  const keys = new Set((await all(family.id, params)).map(row => family.key(row)));
  return collection.getState().rows.filter(row => keys.has(family.key(row)));
}

async function previewed(change: Change): Promise<void> {
  change.subscribe(() => {});
  await change.whenReady;
  await change.toPreview();
  const {step, fields, outcome} = change.getState();
  const problems = fields.flatMap(({path, problems}) => problems.map(message => `${path} ${message}`));
  expect({step, problems, message: outcome?.message}).toEqual({step: 'preview', problems: [], message: undefined});
}

async function sent(change: Change): Promise<void> {
  await previewed(change);
  await change.send();
  const {outcome, refusal} = change.getState();
  expect(refusal).toBeUndefined();
  expect(outcome?.status).toMatch(/^(done|started)$/);
  change.close();
}

/** Fields that change without a request, because network transfer continues. */
const moving = ['updated', 'transfer'];

/** A row as the API has it now, without the fields that every change touches, and without `but`. */
async function truth(id: FamilyId, key: RowId, params: PathParams, but: readonly string[] = []): Promise<AnyRow> {
  const row = (await all(id, params)).find(row => familyOf(id).key(row) === key) ?? {};
  return Object.fromEntries(Object.entries(row).filter(([name]) => ![...moving, ...but].includes(name)));
}

/** A list as the API has it now. */
async function all(id: FamilyId, params: PathParams): Promise<AnyRow[]> {
  const family = familyOf(id);
  const endpoint = connection.operation(family.source);
  if (!endpoint) throw new Error(`No operation ${family.source}`);
  const rows: AnyRow[] = [];
  const request = {params, priority: 'user'} as const;
  if (family.rows) rows.push(...family.rows(await connection.call(endpoint, request)));
  else if (family.single) rows.push((await connection.call(endpoint, request)) as AnyRow);
  else await connection.pages(endpoint, request, ({items}) => rows.push(...items));
  return rows;
}

async function complete(collection: Collection): Promise<void> {
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  const look = (): void => {
    const {isComplete, failure} = collection.getState();
    if (isComplete) resolve();
    else if (failure) reject(new Error(failure.message));
  };
  const stop = collection.subscribe(look);
  look();
  await promise;
  stop();
}
