import {expect, test} from 'vitest';
import {type BatchItem, sendBatch} from './send-batch.ts';

test('bug: the interrupt handler remained after a change that failed', async () => {
  let handlers = 0;
  const interrupted = () => {
    handlers++;
    return () => {
      handlers--;
    };
  };
  const items = ['one', 'two'].map(label => ({label, key: label}) as unknown as BatchItem);
  const sending = sendBatch(items, {
    context: {onInterrupt: interrupted, err: () => {}},
    journal: {journal: undefined, begin: async () => undefined},
    send() {
      expect(handlers).toBe(1);
      throw new Error('broken');
    },
    print: () => {},
  });
  await expect(sending).rejects.toThrow('broken');
  expect(handlers).toBe(0);
});
