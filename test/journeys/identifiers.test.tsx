/** With an ID prefix, the screen shows the provider's identifiers, and none that only Skydeck uses. */
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, beforeEach, expect, test} from 'vitest';
import {families} from '../../src/families/registry.ts';
import type {AnyRow, Family, FamilyId, PathParams} from '../../src/families/shape/define-family.ts';
import {selectedText} from '../../src/ui/models/change/chosen-label.ts';
import {openAccount} from '../harness/account.ts';
import {openSharedConsole, type TestConsole} from '../harness/console.ts';
import {type PlacedRow, readAllRows} from '../support/demo-rows.ts';
import {fakeEditor} from '../support/editor.ts';

/** The console on a documented account, and in a test of a type that only today's API has, on an account of today. */
let screen: TestConsole;
interface Account {
  readonly screen: TestConsole;
  readonly rows: ReadonlyMap<FamilyId, readonly PlacedRow[]>;
}
const accounts: Account[] = [];
const folder = mkdtempSync(join(tmpdir(), 'skydeck-identifiers-'));
beforeAll(async () => {
  const stops: (() => Promise<void>)[] = [];
  for (const dialect of ['documents', 'today'] as const) {
    const account = openAccount({accounts: 'demo', dialect, brand: 'acme', acronym: 'ake'});
    const opened = await openSharedConsole({account, size: [200, 60], folder});
    stops.push(opened.close);
    accounts.push({screen: opened.screen, rows: await readAllRows(opened.screen.context.session)});
  }
  return async () => {
    for (const stop of stops) await stop();
    rmSync(folder, {recursive: true});
  };
});
beforeEach(() => void onAccountOf('instances'));

/** Continues on the first account with a row of this type, or else on the first one; returns the rows. */
function onAccountOf(id: FamilyId): readonly PlacedRow[] {
  const [documented] = accounts;
  if (!documented) throw new Error('no account is open');
  const account = accounts.find(({rows}) => rows.get(id)?.length) ?? documented;
  screen = account.screen;
  return account.rows.get(id) ?? [];
}

/**
 * Labels and host names may contain any word; the demo account has these, and a user with such a name, whose
 * StackScripts are public. A heading of the sidebar isn't an identifier, and Kubernetes with its kubeconfig is a product
 * of its own.
 */
const data =
  /compute-old-mail|compute-\d+-[\w.-]+|[\w.@-]+[.@]compute\.[\w.-]*|computers?\b|compute · public|belongs to compute|^ COMPUTE |kube\d{4}-[\w-]+|[\w.-]+\.kube\.[\w.]*|kubeconfig/gim;
const foreign = (text: string): readonly string[] =>
  text
    .replaceAll(data, '')
    .split('\n')
    .filter(line => /compute|kube(?!rnetes)/i.test(line));

const read = async (family: FamilyId, params: PathParams = {}): Promise<readonly AnyRow[]> => {
  const collection = screen.context.session.collection(family, params);
  const stop = collection.subscribe(() => {});
  await screen.settle();
  stop();
  expect(collection.getState().phase).toBe('ready');
  return collection.getState().rows;
};

const named = families.filter(({group, byName}) => group !== undefined || byName);

/** Types without a row in the demo accounts, whose details and actions aren't tried. */
const unreached: readonly FamilyId[] = [
  'networking.ipv6.ranges',
  'nodebalancers.firewalls',
  'databases.postgresql',
  'databases.postgresql.backups',
];

test.each(
  named.map(family => [family.id, family] as const),
)('%s shows only identifiers of the provider', async (id, family) => {
  const wrong: string[] = [];
  const look = (where: string): void => {
    const text = id === 'stackscripts' ? screen.text().replaceAll(/ compute {2,}| compute$/gm, ' ') : screen.text();
    for (const line of foreign(text)) wrong.push(`${where}: ${line.trim()}`);
  };
  const [placed] = onAccountOf(id);
  expect(placed === undefined).toBe(unreached.includes(id));
  screen.context.overlays.closeAll();
  screen.context.navigation.go({family: id});
  const [row] = await read(id);
  await screen.settle();
  look('list');
  if (row) {
    await screen.press('y');
    look('JSON');
    await screen.press('esc');
    await screen.press('c');
    look('copy');
    await screen.press('esc');
    await screen.press('a');
    look('actions');
    if (screen.context.overlays.stack.getState().length > 0) await screen.press('esc');
    await screen.press('enter');
    for (const [index] of family.detail.entries()) {
      if (index > 0) await screen.press(']');
      if (screen.text().includes('loading…')) await screen.advance(2000);
      screen.expectNoText('loading…');
      look(`tab ${index + 1}`);
    }
    await screen.press('esc');
  }
  expect(wrong).toEqual([]);
});

/** All texts of a change, at each of its steps. */
async function said(family: Family, name: string, row: AnyRow | undefined, params: PathParams): Promise<string> {
  const change = screen.context.session.change({family: family.id, action: name, row, params});
  const stop = change.subscribe(() => {});
  await change.whenReady;
  await change.toPreview();
  const state = change.getState();
  // The path of a difference and the type of an impact are not on the screen.
  const shown = state.preview && {
    ...state.preview,
    differences: state.preview.differences.map(part => ({...part, path: ''})),
    impact: state.preview.impact.map(part => ({...part, family: ''})),
  };
  const texts: unknown[] = [change.title, shown, state.outcome, state.confirmText];
  const seen = [...state.fields];
  for (const field of seen) {
    const {title, help, note, bounds, valueLabel, problems, options = [], items} = field;
    texts.push(title, help, note, bounds, valueLabel, problems);
    for (const {text, detail, cells, unless} of options) texts.push(text, detail, cells, unless);
    for (const entry of items?.entries ?? []) seen.push(...entry.fields);
  }
  stop();
  change.close();
  return JSON.stringify(texts, null, 1);
}

test.each(
  families.map(family => [family.id, family] as const),
)('the actions of %s show only identifiers of the provider', async (_, family) => {
  const wrong: string[] = [];
  const [{row, params} = {row: undefined, params: {}}] = onAccountOf(family.id);
  expect(row === undefined).toBe(unreached.includes(family.id));
  for (const [name, action] of Object.entries(family.actions)) {
    if (action.elsewhere !== undefined || (action.on === 'row' && !row)) continue;
    const text = await said(family, name, action.on === 'row' ? row : undefined, params);
    for (const line of foreign(text)) wrong.push(`${name}: ${line.trim()}`);
  }
  expect(wrong).toEqual([]);
});

const copied = (): string => {
  const [, text = ''] = /\x1b\]52;c;([^\x07]+)\x07/.exec(screen.takeBytes()) ?? [];
  return Buffer.from(text, 'base64').toString();
};

/** The response at this path that any other client of the API reads. */
const raw = (path: string): Promise<unknown> => screen.account.call(`GET /v4${path}`);

async function on(family: FamilyId, filter: string): Promise<void> {
  screen.context.overlays.closeAll();
  screen.context.navigation.go({family, filter});
  await read(family);
  await screen.settle();
}

test('copies and exports have the identifiers of the API', async () => {
  await on('images', 'id=acme/debian12');
  screen.expectText('1 of ');
  screen.takeBytes();
  await screen.press('c', 'i');
  expect(copied()).toBe('acme/debian12');
  await screen.press('c', 'j');
  expect(JSON.parse(copied())).toEqual(await raw('/images/acme%2Fdebian12'));
  await screen.press('y', 'C');
  expect(JSON.parse(copied())).toEqual(await raw('/images/acme%2Fdebian12'));
  await on('volumes', 'acme_label:web-01');
  const file = join(folder, 'volumes.ndjson');
  await screen.command('export ndjson volumes.ndjson');
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  const volume = JSON.parse(line) as {readonly id: number};
  expect(volume).toEqual(await raw(`/volumes/${volume.id}`));
});

test('a filter accepts both spellings, and completes the one on the screen', async () => {
  for (const filter of ['id:acme/debian', 'id:compute/debian']) {
    await on('images', filter);
    screen.expectText(/Images {2}\d+ of \d+/);
    screen.expectText('acme/debian12');
  }
  for (const filter of ['acme_label=web-01', 'compute_label=web-01']) {
    await on('volumes', filter);
    screen.expectNoText('no field');
    screen.expectText(/Volumes {2}\d+ of \d+/);
  }
  await on('images', '');
  await screen.press('/');
  await screen.type('id:acme/debian1');
  await screen.press('tab');
  screen.expectText('/id:acme/debian1');
  await screen.press('esc');
});

test('a picker finds an image by the ID of the provider', async () => {
  await on('instances', 'label=web-01');
  await screen.press('I', 'enter');
  screen.expectText('─ Image ─');
  await screen.type('acme/alma');
  screen.expectText('AlmaLinux 9');
  await screen.press('enter');
  screen.expectText(/Image \* +AlmaLinux 9 ▾ +acme\/almalinux9/);
  screen.context.overlays.closeAll();
});

test('the scopes of a token have the provider’s names', async () => {
  const change = screen.context.session.change({family: 'profile.tokens', action: 'create'});
  await change.whenReady;
  change.set('scopes', 'compute:read_only volumes:read_write');
  const field = change.getState().fields.find(({path}) => path === 'scopes');
  expect(field && selectedText(field)).toBe('acmes:read_only volumes:read_write');
  change.set('label', 'ci');
  await change.toPreview();
  expect(change.getState().preview?.body).toContain('acmes:read_only volumes:read_write');
  expect(JSON.stringify(change.getState().preview?.differences)).toContain('acmes:read_only');
  expect(JSON.stringify(change.getState().preview)).not.toContain('compute');
  change.close();
});

test('the text in the editor has the provider’s names, and accepts both', async () => {
  const [first = '', second = ''] = (await read('kernels'))
    .map(({id}) => String(id))
    .filter(id => id !== 'compute/latest-64bit');
  const set = (id: string) => `sed -i -e "s#^kernel: .*#kernel: ${id}#" "$1"`;
  const editor = fakeEditor(set(first.replace('compute/', 'acme/')), set(second));
  for (const id of [first, second]) {
    await on('instances', 'label=web-01');
    await screen.press('enter', '2');
    if (screen.text().includes('loading…')) await screen.advance(2000);
    await screen.press('E');
    screen.expectText(/─ Edit .*\? ─/);
    screen.expectText('acme/latest-64bit');
    screen.expectText('→ ');
    screen.expectText(id.replace('compute/', 'acme/'));
    screen.context.overlays.closeAll();
  }
  const [text = ''] = editor.contents();
  expect(text).toMatch(/^kernel: acme\/latest-64bit$/m);
  expect(editor.contents().flatMap(foreign)).toEqual([]);
});
