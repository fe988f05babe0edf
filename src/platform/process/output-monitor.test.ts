import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {monitorOutput} from './output-monitor.ts';

function open() {
  const exits: number[] = [];
  let output = '';
  const stdout = new EventEmitter();
  const stderr = Object.assign(new EventEmitter(), {
    write(text: string) {
      output += text;
    },
  });
  const streams = {stdout, stderr, exit: (code: number) => void exits.push(code)};
  const monitor = monitorOutput(streams as unknown as Parameters<typeof monitorOutput>[0]);
  const fail = (code: string) => stdout.emit('error', Object.assign(new Error(`${code}: no use`), {code}));
  return {monitor, exits, fail, stderr, stderrText: () => output};
}

test('a reading command exits with 0 when the reader closes the pipe', () => {
  const {monitor, exits, fail, stderrText} = open();
  monitor.endWithReader();
  fail('EPIPE');
  expect([exits, stderrText()]).toEqual([[0], '']);
});

test('a change continues after the reader closes the pipe, and exits with its own code', async () => {
  const {monitor, exits, fail, stderrText} = open();
  fail('EPIPE');
  fail('EPIPE');
  expect([exits, monitor.isLost(), stderrText()]).toEqual([[], true, '']);
  await expect(monitor.exitCodeAfter(0)).resolves.toBe(0);
  await expect(monitor.exitCodeAfter(3)).resolves.toBe(3);
});

test('a full disk is reported once, and the exit code is never 0', async () => {
  const {monitor, exits, fail, stderrText} = open();
  const code = monitor.exitCodeAfter(0);
  fail('ENOSPC');
  fail('ENOSPC');
  await expect(code).resolves.toBe(1);
  await expect(monitor.exitCodeAfter(2)).resolves.toBe(2);
  expect([exits, stderrText()]).toEqual([[], 'skydeck: the output could not be written: ENOSPC: no use\n']);
  monitor.endWithReader();
  expect(exits).toEqual([1]);
});

test('a closed stderr doesn’t end the program', () => {
  const {stderr, exits} = open();
  stderr.emit('error', new Error('EPIPE'));
  expect(exits).toEqual([]);
});
