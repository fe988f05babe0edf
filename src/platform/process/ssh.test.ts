import {expect, test} from 'vitest';
import {ipAddressesIn, sshArgv} from './ssh.ts';

test('the address takes its place in the command', () => {
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

test('what is no address never reaches a command line', () => {
  for (const hostile of ['-oProxyCommand=sh', 'example.com', '192.0.2.7;ls', '', '192.0.2.7 -v']) {
    expect(sshArgv({}, hostile)).toBeUndefined();
  }
});

test('addresses are told apart', () => {
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
