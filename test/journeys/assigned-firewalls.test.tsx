/** Firewalls that are set from the list of an instance or a NodeBalancer. */
import {expect, test} from 'vitest';
import {openCommandLine} from '../support/cli.ts';

test('the firewalls of an instance are replaced, and the preview names the lost ones', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const shown = await line.run([
    'do',
    'instances.firewalls.update',
    'web-01',
    '--firewall-ids',
    'databases',
    '--dry-run',
  ]);
  expect(shown.out).toContain('These firewalls no longer protect the instance: web.');
  expect(shown.out).toContain('These firewalls are added: databases.');
  expect(shown.out).toContain('To restore the former firewalls, set them again.');
  const set = ['do', 'instances.firewalls.update', 'web-01', '--firewall-ids', 'databases', '--yes'];
  expect(await line.run(set)).toMatchObject({code: 0});
  const left = (await line.run(['get', 'instances.firewalls', 'web-01', '--json'])).out;
  expect((JSON.parse(left) as {label: string}[]).map(({label}) => label)).toEqual(['databases']);
  expect(await line.run(['do', 'instances.firewalls.apply', 'web-01', '--yes'])).toMatchObject({code: 0});
  await line.close();
});

test('a NodeBalancer gets a firewall, and shows its VPC', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const set = ['do', 'nodebalancers.firewalls.update', 'front', '--firewall-ids', 'web', '--yes'];
  expect(await line.run(set)).toMatchObject({code: 0});
  expect((await line.run(['get', 'nodebalancers.firewalls', 'front'])).out).toMatch(/web +enabled/);
  expect((await line.run(['get', 'nodebalancers.vpcs', 'front'])).out).toMatch(/production +web +10\.0\.0\.16\/30/);
  await line.close();
});

test('bug: the list of firewalls counted NodeBalancers as instances', async () => {
  const line = await openCommandLine({accounts: 'demo', dialect: 'today'});
  const set = ['do', 'nodebalancers.firewalls.update', 'front', '--firewall-ids', 'databases', '--yes'];
  const shown = () => line.run(['get', 'networking.firewalls', '--columns', 'label,behind']);
  const count = async (): Promise<number> => Number(/^databases +(\d+)$/m.exec((await shown()).out)?.[1]);
  const before = await count();
  expect(await line.run(set)).toMatchObject({code: 0});
  expect(await count()).toBe(before + 1);
  expect((await shown()).out).toMatch(/^LABEL +DEVICES$/m);
  await line.close();
});

test('a command that an older API does not have is refused before a change is sent', async () => {
  const methods = new Set<string>();
  const line = await openCommandLine({accounts: 'demo', onRequest: ({method}) => methods.add(method)});
  const refused = await line.run(['do', 'instances.firewalls.apply', 'web-01', '--yes']);
  expect(refused.err).toContain('your provider’s API can’t do this');
  expect([...methods]).toEqual(['GET']);
  await line.close();
});
