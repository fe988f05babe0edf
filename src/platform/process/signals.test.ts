import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {onTerminationSignal, terminationSignals} from './signals.ts';

function createHost() {
  const actions: string[] = [];
  const emitter = new EventEmitter();
  const host = Object.assign(emitter, {
    pid: 7,
    kill: (pid: number, signal: string) => actions.push(`kill ${pid} ${signal} ${emitter.listenerCount(signal)}`),
    exit: (code: number) => actions.push(`exit ${code}`),
  });
  return {actions, host, emit: (signal: string) => emitter.emit(signal, signal)};
}

test.each([
  'SIGHUP',
  'SIGTERM',
  'SIGINT',
  'SIGUSR2',
  'SIGALRM',
])('%s: leaves, and ends with the same signal after everything is saved', signal => {
  const {actions, host, emit} = createHost();
  // A library may add its own listener.
  host.on(signal, () => {});
  const end = onTerminationSignal(() => actions.push('leave'), {host});
  emit(signal);
  expect(actions.splice(0)).toEqual(['leave']);
  end();
  expect(actions).toEqual([`kill 7 ${signal} 0`, expect.stringMatching(/^exit 1[2-6]\d$/)]);
});

test.each(['SIGQUIT', 'SIGXCPU', 'SIGABRT'])('%s: leaves, and exits without a core dump', signal => {
  const {actions, host, emit} = createHost();
  const end = onTerminationSignal(() => actions.push('leave'), {host});
  emit(signal);
  end();
  expect(actions).toEqual(['leave', expect.stringMatching(/^exit 1[2-6]\d$/)]);
});

test('a second signal ends the program at once, but a repeated SIGHUP doesn’t', () => {
  const {actions, host, emit} = createHost();
  onTerminationSignal(() => actions.push('leave'), {host});
  emit('SIGHUP');
  emit('SIGHUP');
  expect(actions.splice(0)).toEqual(['leave']);
  emit('SIGTERM');
  expect(actions).toEqual(['kill 7 SIGTERM 0', 'exit 143']);
});

test('a signal with two names counts once', () => {
  const {actions, host, emit} = createHost();
  onTerminationSignal(() => actions.push('leave'), {host});
  emit('SIGABRT');
  emit('SIGIOT');
  expect(actions).toEqual(['leave']);
});

test('a program that ends normally isn’t killed, and removes its signal listeners', () => {
  const {actions, host} = createHost();
  onTerminationSignal(() => actions.push('leave'), {host})();
  expect(actions).toEqual([]);
  for (const signal of terminationSignals) expect(host.listenerCount(signal)).toBe(0);
});
