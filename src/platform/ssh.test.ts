import {expect, test} from 'vitest';
import {defaultSsh, sshArgv} from './ssh.ts';

test('the address takes its place in the command', () => {
  expect(sshArgv(defaultSsh, '192.0.2.7')).toEqual(['ssh', 'root@192.0.2.7']);
  expect(sshArgv(['ssh', '-J', 'bastion', 'admin@{address}'], '2001:db8::1')).toEqual([
    'ssh',
    '-J',
    'bastion',
    'admin@2001:db8::1',
  ]);
  expect(sshArgv(['mosh'], '192.0.2.7')).toEqual(['mosh', '192.0.2.7']);
});

test('what is no address never reaches a command line', () => {
  for (const hostile of ['-oProxyCommand=sh', 'example.com', '192.0.2.7;ls', '', '192.0.2.7 -v']) {
    expect(sshArgv(defaultSsh, hostile)).toBeUndefined();
  }
});
