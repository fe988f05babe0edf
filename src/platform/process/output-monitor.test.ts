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
  const watch = monitorOutput(streams as unknown as Parameters<typeof monitorOutput>[0]);
  const fail = (code: string) => stdout.emit('error', Object.assign(new Error(`${code}: no use`), {code}));
  return {watch, exits, fail, stderr, said: () => output};
}

test('a reading command exits with 0 when the reader closes the pipe', () => {
  const {watch, exits, fail, said} = open();
  watch.endWithReader();
  fail('EPIPE');
  expect([exits, said()]).toEqual([[0], '']);
});

test('a change continues after the reader closes the pipe, and exits with its own code', async () => {
  const {watch, exits, fail, said} = open();
  fail('EPIPE');
  fail('EPIPE');
  expect([exits, watch.isLost(), said()]).toEqual([[], true, '']);
  await expect(watch.ended(0)).resolves.toBe(0);
  await expect(watch.ended(3)).resolves.toBe(3);
});

test('a full disk is reported once, and the exit code is never 0', async () => {
  const {watch, exits, fail, said} = open();
  const code = watch.ended(0);
  fail('ENOSPC');
  fail('ENOSPC');
  await expect(code).resolves.toBe(1);
  await expect(watch.ended(2)).resolves.toBe(2);
  expect([exits, said()]).toEqual([[], 'skydeck: the output could not be written: ENOSPC: no use\n']);
  watch.endWithReader();
  expect(exits).toEqual([1]);
});

test('a closed stderr doesn’t end the program', () => {
  const {stderr, exits} = open();
  stderr.emit('error', new Error('EPIPE'));
  expect(exits).toEqual([]);
});
