import {expect, test} from 'vitest';
import {ipAddressesIn, runSsh, serialArgv, sshArgv} from './ssh.ts';

test('the ssh command contains the address, the user and the jump host', () => {
  expect(sshArgv({}, '192.0.2.7')).toEqual(['ssh', 'root@192.0.2.7']);
  expect(sshArgv({user: 'admin', jump: 'ops@bastion'}, '192.0.2.7')).toEqual([
    'ssh',
    '-J',
    'ops@bastion',
    'admin@192.0.2.7',
  ]);
  expect(sshArgv({command: ['ssh', '-J', '{jump}', 'admin@{address}'], jump: 'bastion'}, '2001:db8::1')).toEqual([
    'ssh',
    '-J',
    'bastion',
    'admin@2001:db8::1',
  ]);
  expect(sshArgv({command: ['mosh']}, '192.0.2.7')).toEqual(['mosh', '192.0.2.7']);
});

test('a text that isn’t an IP address never reaches the command line', () => {
  for (const hostile of ['-oProxyCommand=sh', 'example.com', '192.0.2.7;ls', '', '192.0.2.7 -v']) {
    expect(sshArgv({}, hostile)).toBeUndefined();
  }
});

test('addresses are classified as public, private or IPv6', () => {
  expect(ipAddressesIn(['192.0.2.7', '192.168.1.2', '172.15.0.1', '172.16.0.1', '2001:db8::1/128', 'x', null])).toEqual(
    [
      {kind: 'public', address: '192.0.2.7'},
      {kind: 'private', address: '192.168.1.2'},
      {kind: 'public', address: '172.15.0.1'},
      {kind: 'private', address: '172.16.0.1'},
      {kind: 'ipv6', address: '2001:db8::1'},
    ],
  );
});

test('the serial console has the region in its host and the label as its command', () => {
  const target = 'ann@console-{region}.example.com';
  expect(serialArgv(target, {region: 'us-east', label: 'web-01'})).toEqual([
    'ssh',
    '-t',
    'ann@console-us-east.example.com',
    'web-01',
  ]);
  expect(serialArgv('ann@console.example.com', {region: 'us-east', label: 'db.example_1'})?.[2]).toBe(
    'ann@console.example.com',
  );
});

test('an unsafe label or region never reaches the serial console', () => {
  for (const label of ['-oProxyCommand=sh', 'web; reboot', '$(id)', 'web 01', ''])
    expect(serialArgv('ann@console.example.com', {region: 'us-east', label}), label).toBeUndefined();
  for (const region of ['x.example.org/', 'us east', '-l', ''])
    expect(serialArgv('ann@{region}.example.com', {region, label: 'web-01'}), region).toBeUndefined();
});

test('an ssh program that can’t start is reported with its reason', async () => {
  expect(await runSsh(['/nowhere/ssh'])).toEqual({
    failed: '/nowhere/ssh: not found in PATH. Install it, or change ssh in the settings.',
  });
  expect(await runSsh(['ssh', 'x'.repeat(2 ** 20)])).toEqual({failed: 'ssh: too many or too long arguments'});
});
