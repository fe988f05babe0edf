import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {findId} from '../harness/find-id.ts';

test('Skydeck starts with the instances of the account, their number and the state of the connection', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [160, 45]});
  screen.expectText('Instances  42');
  screen.expectText(/skydeck {2}demo ▸ Acme/);
  expect(screen.row(0)).toContain('● live');
});

test('the tabs of an instance are opened from the list by their number', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [160, 45]});
  await screen.filter('web-01');
  await screen.press('5');
  screen.expectText('Volumes of the instance');
  await screen.press('7');
  screen.expectText(/CPU +now/);
});

test('the overview shows how long an instance is stopped, and its first line opens', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [160, 45]});
  await screen.command('overview');
  screen.expectText('EVERYTHING');
  screen.expectText(/Volumes +18/);
  screen.expectText(/stopped +for \d+h/);
  await screen.press('enter');
  expect(screen.context.navigation.current.getState()?.destination).toMatchObject({family: 'volumes'});
  screen.expectText(/│ vol-db +◐ resizing/);
});

test('an account that is offline keeps its rows on the screen, and is read again afterwards', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account});
  screen.expectText('Instances  42');
  account.intercept(() => ({status: 0, headers: {}, body: undefined}));
  await screen.advance(60_000);
  screen.expectText(/✗ offline|▲ stale/);
  screen.expectText('web-');
  account.intercept(undefined);
  await screen.advance(60_000);
  screen.expectText('● live');
});

test('a reboot is previewed, shown in its row and above the footer, and listed in the events', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40]});
  await screen.filter('web-05');
  await screen.press('O');
  screen.expectText(/POST \/v4\/compute\/instances\/\d+\/reboot/);
  await screen.confirm();
  await screen.advance(3000);
  screen.expectText(/◐ rebooting/);
  screen.expectText(/◐ web-05 rebooting [■□]+ \d+%/);
  await screen.advance(60_000);
  screen.expectText(/web-05 +● running/);
  await screen.command('events');
  screen.expectText('web-05 rebooted');
});

test('a volume is attached to an instance of its own region', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'volumes'});
  await screen.filter('scratch-free');
  await screen.press('A');
  screen.expectText('Attach: batch-scratch-free');
  await screen.press('enter');
  screen.expectText(/web-01 +in us-east/);
  await screen.pick('batch-6');
  screen.expectText(/Attach to \* +batch-6/);
  await screen.press('ctrl-o');
  screen.expectText(/POST \/v4\/volumes\/\d+\/attach/);
  screen.expectText(/Attach to +none → batch-6/);
  screen.expectFooter('y confirm');
  await screen.confirm();
  screen.expectRecentText(/◐ attaching/);
  await screen.advance(30_000);
  screen.expectText(/batch-scratch-free +● active.*batch-6/);
});

test('a volume is attached to a config of its instance', async () => {
  const account = openAccount({accounts: 'demo'});
  const computeId = await findId(account, '/v4/compute/instances', 'batch-6');
  const path = `/v4/compute/instances/${computeId}/configs`;
  await account.call(`POST ${path}`, {label: 'second config', devices: {}});
  const screen = await openConsole({account, size: [140, 40], view: 'volumes'});
  await screen.filter('scratch-free');
  await screen.press('A', 'enter');
  await screen.pick('batch-6');
  await screen.press('tab', 'tab', 'enter');
  await screen.pick('second config');
  await screen.press('ctrl-o');
  await screen.confirm();
  const volumeId = await findId(account, '/v4/volumes', 'batch-scratch-free');
  screen.expectRequest(`POST /v4/volumes/${volumeId}/attach`, {
    compute_id: computeId,
    config_id: await findId(account, path, 'second config'),
  });
});

test('an attachment is undone by detaching the volume', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'volumes'});
  await screen.filter('scratch-free');
  await screen.press('A', 'enter');
  await screen.pick('batch-6');
  await screen.press('ctrl-o');
  await screen.confirm();
  await screen.advance(30_000);
  await screen.press('u');
  screen.expectText('─ Undo: Attach batch-scratch-free');
  screen.expectText(/POST \/v4\/volumes\/\d+\/detach/);
  await screen.confirm();
  screen.expectRecentText(/Undo: Attach batch-scratch-free: under way/);
  await screen.advance(30_000);
  screen.expectText(/batch-scratch-free +● active +20 GB +[\w-]+ +—/);
});

test('a refusal of the API is shown beside its field, and the typed value is kept', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'domains'});
  await screen.filter('acme-cdn');
  await screen.press('e', 'ctrl-u');
  await screen.type('no dots');
  await screen.press('ctrl-o');
  screen.expectText(/PUT \/v4\/domains\/\d+/);
  await screen.confirm();
  screen.expectText(/│ +✗ /);
  screen.expectText(/▌Domain \*? +no dots/);
});

test('a value out of bounds is reported before anything is sent', async () => {
  const screen = await openConsole({view: 'volumes', size: [140, 40]});
  await screen.press('e', 'ctrl-u', 'ctrl-o');
  screen.expectText('✗ must be 1 to 32 characters');
  screen.expectNoText('PUT /v4/volumes');
  screen.expectNoChanges();
});

test('a read-only profile shows the account and changes nothing', async () => {
  const screen = await openConsole({size: [140, 40], readOnly: true});
  screen.expectText('web-01');
  expect(screen.row(0)).toContain('READ-ONLY');
  await screen.press('O');
  screen.expectText(/▲ .*read-only/);
  screen.expectNoChanges();
});

test('bug: resources that another program created were not counted in the sidebar', async () => {
  const account = openAccount({accounts: 'demo'});
  const screen = await openConsole({account, size: [160, 45]});
  await screen.advance(20_000);
  screen.expectText(/ Domains +24 /);
  await account.call('POST /v4/domains', {domain: 'new.example', type: 'master', soa_email: 'ada@new.example'});
  await screen.advance(60_000);
  screen.expectText(/ Domains +25 /);
});
