/** VPCs: on an account whose API has them, and on one whose API is older. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const openToday = (view: 'vpcs' | 'instances' = 'vpcs'): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [140, 40], view});

test('a VPC is created, and another is deleted with its subnets', async () => {
  const screen = await openToday();
  screen.expectText('VPCs  2');
  screen.expectRow('production', 'us-east', /2 +1 /);
  await screen.press('n');
  await screen.type('lab');
  await screen.press('tab');
  await screen.pick('us-central');
  await screen.press('ctrl-o');
  screen.expectText('POST /v4/vpcs');
  await screen.confirm();
  screen.expectRequest('POST /v4/vpcs', {label: 'lab', region: 'us-central'});
  screen.expectText('VPCs  3');

  await screen.moveTo('staging');
  await screen.press('x');
  screen.expectText('1 subnet will be deleted with it: all (172.16.0.0/16)');
  await screen.confirm();
  expect(screen.changes().map(({method}) => method)).toEqual(['POST', 'DELETE']);
  await screen.advance(30_000);
  screen.expectText('VPCs  2');
  screen.expectNoText(/│▌? +staging /);
});

test('esc in a new subnet returns to the form with the subnet, and its missing range', async () => {
  const screen = await openToday();
  await screen.press('n', 'tab', 'tab', 'tab');
  screen.expectText('▌  + add a subnet');
  await screen.press('enter');
  await screen.type('web');
  await screen.press('esc');
  screen.expectText(/▌ +1 +web/);
  screen.expectText('✗ Range: is required');
  await screen.press('enter');
  await screen.type('10.0.0.0/24');
  await screen.press('esc');
  screen.expectText(/▌ +1 +web +10\.0\.0\.0\/24/);
  screen.expectNoText('is required');
});

test('a VPC with an instance can’t be deleted, and the reason names the instance', async () => {
  const screen = await openToday();
  await screen.moveTo('production');
  await screen.press('enter');
  await screen.press('2');
  screen.expectRow('web', '10.0.0.0/24', 'web-01');
  screen.expectRow('databases', '10.0.1.0/24');
  await screen.press('3');
  screen.expectRow('10.0.0.2', 'web-01');
  screen.expectRow('10.0.4.0/28', 'web-01');
  await screen.press('4');
  screen.expectText('web-01');
  await screen.press('1', 'x');
  screen.expectRecentText('it is used by web-01: remove the interfaces first');
  screen.expectNoChanges();
});

test('the sidebar shows VPCs once the API is known to have them', async () => {
  const screen = await openToday('instances');
  screen.expectNoText('VPCs');
  await screen.advance(30_000);
  screen.expectText(/VPCs +2/);
});

test('the sidebar never shows VPCs if the API has none', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 50], view: 'instances'});
  await screen.advance(30_000);
  screen.expectText('VLANs');
  screen.expectNoText('VPCs');
});

test('bug: the command bar offered resource types of today where the API has none', async () => {
  const older = await openConsole({account: openAccount({accounts: 'demo'}), view: 'instances'});
  await older.press(':');
  for (const typed of ['vpc', 'plan-av']) {
    await older.type(typed);
    older.expectNoText(/go +(VPC|Plan availability)/);
    await older.press('ctrl-u');
  }
  const screen = await openToday('instances');
  await screen.advance(30_000);
  await screen.press(':');
  await screen.type('vpc');
  screen.expectText(/go +VPC addresses/);
});

test('a list that the API does not have is reported, and no resource can be created in it', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), size: [140, 40], view: 'vpcs'});
  screen.expectText('Your provider’s API has no VPCs.');
  screen.expectNoText(/retry|Not found/);
  await screen.press('n');
  screen.expectRecentText('your provider’s API has no VPCs');
  screen.expectNoChanges();
});

test('commands report an API without VPCs, and the overview leaves them out', async () => {
  const older = await openCommandLine();
  const listed = await older.run(['get', 'vpcs']);
  expect(listed).toMatchObject({code: 1, out: ''});
  expect(listed.err).toContain('Your provider’s API has no VPCs.');
  const overview = await older.run(['overview']);
  expect(overview.code).toBe(0);
  expect(overview.out).toContain('VLANs');
  expect(overview.out).not.toContain('VPCs');
  await older.close();
  const newer = await openCommandLine({accounts: 'demo', dialect: 'today'});
  expect((await newer.run(['get', 'vpcs'])).out).toMatch(/production +us-east/);
  expect((await newer.run(['overview'])).out).toMatch(/VPCs +2/);
  const refused = await newer.run([
    'do',
    'vpcs.subnets.create',
    'production',
    '--label',
    'x',
    '--ipv4',
    '10.0.0.0/25',
    '--yes',
  ]);
  expect(refused.err).toContain('overlaps with 10.0.0.0/24');
  const created = await newer.run(['do', 'vpcs.create', '--label', 'lab', '--region', 'us-east', '--yes']);
  expect(created).toMatchObject({code: 0});
  await newer.close();
});
