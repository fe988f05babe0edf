/** Actions that guards refuse are dim with a reason before they are tried. */
import {expect, onTestFinished, test} from 'vitest';
import {startEmulator} from '../../src/emulator/server/start-server.ts';
import {families} from '../../src/families/registry.ts';
import {parseFreeze} from '../../src/profiles/freeze-window.ts';
import {type GuardRules, noGuards} from '../../src/profiles/guard-rules.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {Guards} from '../../src/store/api/guards.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import {renderConsole} from '../support/console.tsx';
import {fakeEditor} from '../support/editor.ts';
import {openPlainMode} from '../support/plain-mode.ts';

/** The console on the demo account; its guards can change. */
async function openUnder(rules: Partial<GuardRules>, now = realClock.now) {
  const account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none'});
  const asked: string[] = [];
  const guards = new Guards({...noGuards, ...rules}, {now});
  const profile = {name: 'test', production: false, readOnly: false, guards};
  const session = createSession({
    families,
    connect: createConnect({
      baseUrl: account.url,
      token: () => account.token,
      guards,
      observe: ({method, path}) => void (method !== 'GET' && asked.push(`${method} ${path}`)),
    }),
    clock: realClock,
    random: () => 0.5,
    profile,
  });
  const screen = await renderConsole(session, {columns: 130, rows: 40, clock: realClock, profile});
  onTestFinished(async () => {
    await screen.close();
    await session.close();
    await account.close();
  });
  return {screen, session, asked, guards};
}

test('each key of an action that is never allowed shows the reason', async () => {
  const {screen, asked} = await openUnder({never: ['instances.*']});
  await screen.expectText('Instances  42');
  for (const key of ['n', 'e', 'x']) {
    await screen.press(key);
    await screen.expectText('never allowed: instances.* (guards)');
  }
  expect(asked).toEqual([]);
});

test('changes of a protected resource and of its disks are refused, and other resources are free', async () => {
  const {screen, session, asked} = await openUnder({protectedTags: ['prod']});
  await screen.expectText('Instances  42');
  const {rows} = session.collection('instances').getState();
  const [isProtected, isFree] = [true, false].map(has =>
    rows.find(({tags}) => (tags as readonly string[]).includes('prod') === has),
  );
  const words = 'protected by the tag prod (guards)';
  expect(session.unless({family: 'instances', action: 'delete', row: isProtected})).toBe(words);
  expect(session.unless({family: 'instances', action: 'delete', row: isFree})).toBeUndefined();
  const below = {computeId: isProtected?.id as number};
  expect(session.unless({family: 'instances.disks', action: 'create', params: below})).toBe(words);
  expect(
    session.unless({family: 'instances.disks', action: 'create', params: {computeId: isFree?.id as number}}),
  ).not.toBe(words);
  await screen.filter('tag:prod');
  await screen.press('x');
  await screen.expectText(words);
  expect(asked).toEqual([]);
});

test('a zone is not opened as text when all changes of its domain are refused', async () => {
  const editor = fakeEditor('true');
  const {screen, asked, guards} = await openUnder({});
  await screen.command('domains');
  await screen.expectText(/Domains {2}\d/);
  for (const [rules, words] of [
    [{problem: 'the guards file has a mistake (line 1)'}, 'the guards file has a mistake (line 1)'],
    [{never: ['domains.*']}, 'never allowed: domains.* (guards)'],
  ] as const) {
    guards.update({...noGuards, ...rules});
    await screen.press('Z');
    await screen.expectText(words);
  }
  expect(editor.names()).toEqual([]);
  expect(asked).toEqual([]);
});

test('a freeze window that starts while a preview is open refuses the change', async () => {
  const window = parseFreeze('Fri 18:00', 'Mon 08:00', 'UTC');
  let now = Date.parse('2026-11-27T17:59:59Z');
  const {screen, asked} = await openUnder({freeze: window ? [window] : []}, () => now);
  await screen.command('volumes');
  await screen.expectText(/Volumes {2}\d/);
  await screen.press('e');
  await screen.expectText('Edit');
  await screen.type('-new');
  await screen.press('ctrl-o');
  await screen.expectText('PUT /v4/volumes/');
  now += 1000;
  await screen.press('enter');
  await screen.expectText('frozen until Mon 08:00 UTC (guards)');
  await screen.press('esc');
  await screen.press('x');
  await screen.expectText('frozen until Mon 08:00 UTC (guards)');
  expect(asked).toEqual([]);
});

test('a selection above the maximum of one change is refused', async () => {
  const {screen, asked} = await openUnder({maxResources: 2});
  await screen.command('volumes');
  await screen.expectText(/Volumes {2}\d/);
  for (let count = 0; count < 3; count++) await screen.press('space');
  await screen.press('x');
  await screen.expectText('at most 2 resources per change (guards)');
  expect(asked).toEqual([]);
});

test('a change that costs more than allowed is refused at its preview', async () => {
  const {screen, session, asked, guards} = await openUnder({maxMonthlyIncrease: 1});
  await screen.expectText('Instances  42');
  const row = session
    .collection('instances')
    .getState()
    .rows.find(
      one =>
        one.type === 'g6-nanode-1' && session.unless({family: 'instances', action: 'resize', row: one}) === undefined,
    );
  const resize = async () => {
    const change = session.change({family: 'instances', action: 'resize', row}, {isDraftable: false});
    onTestFinished(change.subscribe(() => {}));
    await change.whenReady;
    change.set('type', 'g6-standard-6');
    await change.toPreview();
    return change;
  };
  const refused = await resize();
  await expect
    .poll(() => refused.getState().outcome?.message)
    .toMatch(/^\$[\d.]+\/mo more; limit is \$1\.00\/mo \(guards\)$/);
  // A limit that becomes smaller while the preview is open applies to it.
  guards.update({...noGuards, maxMonthlyIncrease: 1000});
  const allowed = await resize();
  await expect.poll(() => allowed.getState().preview?.isLoading).toBe(false);
  expect(allowed.getState().preview?.monthlyIncrease).toBeGreaterThan(1);
  guards.update({...noGuards, maxMonthlyIncrease: 1});
  await allowed.send();
  expect(allowed.getState().outcome?.message).toContain('limit is $1.00/mo (guards)');
  expect(asked).toEqual([]);
});

test('a guard that appears while a preview is open refuses the change', async () => {
  const {screen, asked, guards} = await openUnder({});
  await screen.command('volumes');
  await screen.expectText(/Volumes {2}\d/);
  await screen.press('e');
  await screen.expectText('Edit');
  await screen.type('-new');
  await screen.press('ctrl-o');
  await screen.expectText('PUT /v4/volumes/');
  guards.update({...noGuards, never: ['volumes.update']});
  await screen.press('enter');
  await screen.expectText('never allowed: volumes.update (guards)');
  expect(asked).toEqual([]);
});

test('plain mode reports a guard before any question, and sends nothing', async () => {
  const guards = new Guards({...noGuards, never: ['volumes.delete', 'volumes.create']}, {now: realClock.now});
  const other = openPlainMode({name: 'team', production: false, readOnly: false, guards});
  const transcript = await other.run({family: 'volumes'}, 'delete 1', 'new', 'quit');
  expect(transcript).toContain('Delete cannot be done now: never allowed: volumes.delete (guards).\n');
  expect(transcript).toContain('New volume cannot be done now: never allowed: volumes.create (guards).\n');
  expect(other.account.requests.filter(({method}) => method !== 'GET')).toEqual([]);
  other.close();
});
