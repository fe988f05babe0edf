/** Alerts on services: their list, their rules, and their changes. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const openToday = (view: 'monitor.alertDefinitions' | 'monitor.services'): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [150, 46], view});

test('all alerts are in one list, the most severe first, and open with their rules', async () => {
  const screen = await openToday('monitor.alertDefinitions');
  screen.expectText('Alert definitions  3');
  screen.expectRow('Disk nearly full', 'enabled', '0: severe', 'Databases', 'user');
  screen.expectRow('High CPU usage', '1: medium', 'system');
  await screen.moveTo('Disk nearly full');
  await screen.press('enter');
  await screen.advance(5_000);
  screen.expectText(/All of +average Disk usage above *\n.*│ +90%/);
  screen.expectText('On call');
});

test('an alert is deleted from the list of all alerts', async () => {
  const screen = await openToday('monitor.alertDefinitions');
  await screen.moveTo('Disk nearly full');
  await screen.press('x');
  await screen.confirm();
  screen.expectRequest('DELETE /v4beta/monitor/services/dbaas/alert-definitions/20002');
});

test('a service shows its alerts, metrics and dashboards', async () => {
  const screen = await openToday('monitor.services');
  await screen.moveTo('Databases');
  await screen.press('enter', '2');
  screen.expectRow('High CPU usage', 'enabled');
  await screen.press('3');
  screen.expectRow('CPU usage', 'cpu_usage');
  await screen.press('4');
  screen.expectRow('Databases overview', 'dbaas');
});

test('the resources of an alert are picked among those of its service', async () => {
  const screen = await openToday('monitor.services');
  await screen.moveTo('Databases');
  await screen.press('enter', '2');
  await screen.moveTo('Disk nearly full');
  await screen.press('e', 'shift-tab', 'enter');
  await screen.advance(5_000);
  screen.expectText('shop-mysql');
});

test('commands create, change and delete an alert', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const create = [
    ...['do', 'monitor.services.alertDefinitions.create', 'dbaas', '--label', 'Busy', '--severity', '1'],
    ...['--channel-ids', '10001', '--trigger-conditions.criteria-condition', 'ALL', '--yes'],
    ...['--rule-criteria.rules', '{"metric":"cpu_usage","aggregate_function":"avg","operator":"gt","threshold":90}'],
  ];
  expect(await line.run(create)).toMatchObject({code: 0});
  const update = ['do', 'monitor.services.alertDefinitions.update', 'dbaas', 'Busy', '--status', 'disabled', '--yes'];
  expect(await line.run(update)).toMatchObject({code: 0});
  const listed = await line.run(['get', 'alert-definitions', '--filter', 'status:disabled', '--columns', 'label']);
  expect(listed.out).toContain('Busy');
  expect(await line.run(['do', 'monitor.services.alertDefinitions.delete', 'dbaas', 'Busy', '--yes'])).toMatchObject({
    code: 0,
  });
  const token = await line.run(['do', 'monitor.services.token', 'dbaas', '--entity-ids', '2201', '--yes']);
  expect(token).toMatchObject({code: 0});
  expect(`${token.out}${token.err}`).toMatch(/[\da-f]{32}/);
  const refused = ['do', 'monitor.services.alertDefinitions.delete', 'dbaas', 'High CPU usage', '--yes'];
  expect((await line.run(refused)).err).toContain('an alert of your provider');
  await line.close();
});

test('the list of alerts reports an API without alerts', async () => {
  const screen = await openConsole({account: openAccount({accounts: 'demo'}), view: 'monitor.alertDefinitions'});
  screen.expectText('Your provider’s API has no alert definitions.');
});
