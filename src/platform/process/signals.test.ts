import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {onTerminationSignal, terminationSignals} from './signals.ts';

function opened() {
  const done: string[] = [];
  const emitter = new EventEmitter();
  const host = Object.assign(emitter, {
    pid: 7,
    kill: (pid: number, signal: string) => done.push(`kill ${pid} ${signal} ${emitter.listenerCount(signal)}`),
    exit: (code: number) => done.push(`exit ${code}`),
  });
  return {done, host, ask: (signal: string) => emitter.emit(signal, signal)};
}

test.each([
  'SIGHUP',
  'SIGTERM',
  'SIGINT',
  'SIGUSR2',
  'SIGALRM',
])('%s: leaves, and ends with the same signal after everything is saved', signal => {
  const {done, host, ask} = opened();
  // A library that listens, too.
  host.on(signal, () => {});
  const end = onTerminationSignal(() => done.push('leave'), {host});
  ask(signal);
  expect(done.splice(0)).toEqual(['leave']);
  end();
  expect(done).toEqual([`kill 7 ${signal} 0`, expect.stringMatching(/^exit 1[2-6]\d$/)]);
});

test.each(['SIGQUIT', 'SIGXCPU', 'SIGABRT'])('%s: leaves, and exits without a core dump', signal => {
  const {done, host, ask} = opened();
  const end = onTerminationSignal(() => done.push('leave'), {host});
  ask(signal);
  end();
  expect(done).toEqual(['leave', expect.stringMatching(/^exit 1[2-6]\d$/)]);
});

test('a second signal ends the program at once, but a repeated SIGHUP doesn’t', () => {
  const {done, host, ask} = opened();
  onTerminationSignal(() => done.push('leave'), {host});
  ask('SIGHUP');
  ask('SIGHUP');
  expect(done.splice(0)).toEqual(['leave']);
  ask('SIGTERM');
  expect(done).toEqual(['kill 7 SIGTERM 0', 'exit 143']);
});

test('a signal with two names counts once', () => {
  const {done, host, ask} = opened();
  onTerminationSignal(() => done.push('leave'), {host});
  ask('SIGABRT');
  ask('SIGIOT');
  expect(done).toEqual(['leave']);
});

test('a program that ends normally isn’t killed, and removes its signal listeners', () => {
  const {done, host} = opened();
  onTerminationSignal(() => done.push('leave'), {host})();
  expect(done).toEqual([]);
  for (const signal of terminationSignals) expect(host.listenerCount(signal)).toBe(0);
});
