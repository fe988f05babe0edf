import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import {jobControl, type SuspendHost} from './suspend.ts';

test('a stop while the terminal can’t be lent is ignored, and the next one stops the console', async () => {
  const signals = new EventEmitter();
  const stops: string[] = [];
  const host: SuspendHost = {
    pid: 1,
    kill: (_, signal) => stops.push(signal),
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
  };
  let canLend = false;
  const handOver = async (child: () => void): Promise<void> => {
    if (!canLend) throw new Error('Ink is unmounting');
    child();
  };
  jobControl(handOver, () => {}, host);
  signals.emit('SIGTSTP');
  // An uncaught rejection is reported at the end of the turn.
  await new Promise(resolve => setImmediate(resolve));
  expect(stops).toEqual([]);
  canLend = true;
  signals.emit('SIGTSTP');
  expect(stops).toEqual(['SIGTSTP']);
});
