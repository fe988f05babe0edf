/** Interfaces of instances themselves: shown, added, and upgraded to. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const openToday = (): Promise<TestConsole> =>
  openConsole({account: openAccount({accounts: 'demo', dialect: 'today'}), size: [150, 46], view: 'instances'});

async function openInterfaces(screen: TestConsole): Promise<void> {
  await screen.moveTo('batch-11');
  await screen.press('enter');
  // The last tab.
  await screen.press('left');
  await screen.advance(5_000);
}

test('an instance shows its own interfaces, and gets another one in a VLAN', async () => {
  const screen = await openToday();
  await openInterfaces(screen);
  screen.expectRow('eth0', 'public', '192.0.2.81');
  screen.expectRow('eth1', 'VLAN batch', '10.20.0.11/24');
  await screen.press('n');
  screen.expectText('New interface');
  await screen.press('enter');
  await screen.pick('VLAN');
  await screen.press('tab');
  await screen.type('jobs');
  await screen.press('ctrl-o');
  await screen.confirm();
  screen.expectRequest('POST /v4beta/compute/instances/131/interfaces', {vlan: {vlan_label: 'jobs'}});
  screen.expectRow('eth2', 'VLAN jobs');
});

test('an upgrade of interfaces starts as a dry run, and must be confirmed with the instance’s label', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const dryRun = await line.run(['do', 'instances.upgradeInterfaces', 'web-01', '--yes']);
  expect(dryRun).toMatchObject({code: 0});
  expect(dryRun.out).toContain('Upgrade interfaces web-01: dry run, nothing was changed');
  expect(dryRun.out).toContain('Interface 1: public');
  const name = ['do', 'instances.upgradeInterfaces', 'web-01', '--no-field.dry-run', '--yes'];
  const refused = await line.run(name);
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('This can’t be undone. Pass --confirm');
  const upgraded = await line.run([...name, '--confirm', 'web-01']);
  expect(upgraded).toMatchObject({code: 0});
  expect(upgraded.err).toContain('1 NodeBalancer will lose a backend at its private address: front');
  const list = await line.run(['get', 'instances.interfaces', 'web-01']);
  expect(list.out).toMatch(/eth0 +public .*\neth1 +VPC production, subnet web +10\.0\.0\.2/);
  await line.close();
});

test('commands add, edit and delete an interface of an instance that is off', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const add = ['do', 'instances.interfaces.create', 'batch-11', '--yes'];
  expect(await line.run([...add, '--vlan.vlan-label', 'jobs'])).toMatchObject({code: 0});
  const edit = [
    'do',
    'instances.interfaces.update',
    'batch-11',
    'jobs',
    '--vlan.ipam-address',
    '10.30.0.1/24',
    '--yes',
  ];
  expect(await line.run(edit)).toMatchObject({code: 0});
  expect((await line.run(['get', 'instances.interfaces', 'batch-11'])).out).toMatch(/VLAN jobs +10\.30\.0\.1\/24/);
  const remove = ['do', 'instances.interfaces.delete', 'batch-11', 'jobs', '--yes', '--confirm', 'jobs'];
  expect(await line.run(remove)).toMatchObject({code: 0});
  const onRunning = await line.run(['do', 'instances.interfaces.create', 'web-02', '--yes', '--network', 'public']);
  expect(onRunning.err).toContain('the interfaces of the instance are in its configs');
  await line.close();
});

test('a command for the interfaces of an instance is refused for an older API', async () => {
  const line = await openCommandLine({accounts: 'demo'});
  const refused = await line.run(['do', 'instances.upgradeInterfaces', 'web-01', '--no-field.dry-run', '--dry-run']);
  expect(refused.err).toContain('your provider’s API has no interfaces of instances');
  await line.close();
});
