/** Interfaces of a config, one by one: shown, ordered, added and deleted. */
import {expect, test} from 'vitest';
import {openAccount} from '../harness/account.ts';
import {openConsole, type TestConsole} from '../harness/console.ts';
import {openCommandLine} from '../support/cli.ts';

const openConfigs = (dialect: 'today' | 'provider'): Promise<TestConsole> =>
  openConsole({
    account: openAccount({accounts: 'demo', dialect}),
    size: [150, 46],
    view: {family: 'instances.configs', params: {computeId: 101}},
  });

async function openInterfaces(screen: TestConsole): Promise<void> {
  await screen.moveTo('My Debian 12 Disk Profile');
  await screen.press('enter');
  // The last tab.
  await screen.press('left');
  await screen.advance(5_000);
}

test('a config lists its interfaces, and an interface is moved up', async () => {
  const screen = await openConfigs('today');
  await openInterfaces(screen);
  screen.expectRow('eth0', 'public');
  screen.expectRow('eth1', 'VPC production', '10.0.0.2');
  await screen.moveTo('eth1');
  await screen.press('K');
  screen.expectText('public, vpc → vpc, public');
  await screen.confirm();
  await screen.advance(5_000);
  screen.expectRow('eth0', 'VPC production');
  expect(screen.changes().map(({path, body}) => [path, JSON.parse(body.toString())])).toEqual([
    ['/v4/compute/instances/101/configs/9001/interfaces/order', {ids: [90_011, 90_010]}],
  ]);
});

test('the subnet of a new interface is picked among those in the region of the instance', async () => {
  const screen = await openConfigs('today');
  await openInterfaces(screen);
  await screen.press('n', 'enter');
  await screen.pick('VPC');
  await screen.press('tab', 'enter');
  await screen.advance(5_000);
  screen.expectRow('web of production', '10.0.0.0/24');
  screen.expectRow('of staging', 'is in eu-central');
});

test('a config of an older API has no list of interfaces', async () => {
  const screen = await openConfigs('provider');
  await openInterfaces(screen);
  screen.expectText('the overview lists them');
});

test('commands add, edit, order and delete an interface', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const config = ['staging-db', 'My Ubuntu 22.04 LTS Disk Profile'];
  const change = (action: string, ...more: readonly string[]) =>
    line.run(['do', `instances.configs.interfaces.${action}`, ...config, ...more, '--yes']);
  const read = async () => (await line.run(['get', 'config-interfaces', ...config])).out;
  expect(await change('create', '--purpose', 'vlan', '--label', 'jobs')).toMatchObject({code: 0});
  expect(await read()).toMatch(/eth0 +public.*\neth1 +VLAN staging +10\.40\.0\.5\/24.*\neth2 +VLAN jobs/);
  expect(await change('update', 'public', '--primary')).toMatchObject({code: 0});
  expect(await read()).toMatch(/eth0 +public +— +default/);
  const [first, ...others] = JSON.parse(
    (await line.run(['get', 'config-interfaces', ...config, '--json'])).out,
  ) as readonly {readonly id: number}[];
  const ids = [...others, first].map(row => row?.id);
  expect(await change('order', '--ids', ids.join(','))).toMatchObject({code: 0});
  expect(await read()).toMatch(/eth0 +VLAN staging.*\neth1 +VLAN jobs.*\neth2 +public/);
  const partial = await change('order', '--ids', String(ids[0]));
  expect(partial.err).toContain('must name each interface of the config once');
  expect(await change('delete', 'jobs')).toMatchObject({code: 0});
  expect(await read()).not.toContain('jobs');
  const active = await line.run(['do', 'instances.configs.interfaces.delete', 'web-01', '9001', 'public', '--yes']);
  expect(active.err).toContain('it is active: shut the instance down first');
  await line.close();
});
