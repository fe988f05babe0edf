import {expect, it} from 'vitest';
import {yieldBeforeReading, yieldTurn} from './cooperative-yield.ts';

/** Runs these waits at the same time. @returns the work after each wait and the turns of the event loop, in order */
async function orderOf(waits: readonly (() => Promise<void> | undefined)[]): Promise<string[]> {
  const order: string[] = [];
  const all = waits.map(async (wait, index) => {
    await wait();
    order.push(`work ${index}`);
    // Input and timers run before the next piece of work.
    setImmediate(() => order.push(`turn after ${index}`));
  });
  await Promise.all(all);
  await new Promise(resolve => setImmediate(resolve));
  return order;
}

const oneWorkPerTurn = ['work 0', 'turn after 0', 'work 1', 'turn after 1', 'work 2', 'turn after 2'];

it('reads large answers in separate turns of the event loop, and small ones at once', async () => {
  expect(yieldBeforeReading(2000)).toBeUndefined();
  const read = () => yieldBeforeReading(100_000);
  expect(await orderOf([read, read, read])).toEqual(oneWorkPerTurn);
});

it('gives each turn to a single caller, for yields and for large answers', async () => {
  expect(await orderOf([yieldTurn, () => yieldBeforeReading(100_000), yieldTurn])).toEqual(oneWorkPerTurn);
});

it('queues a caller that yields again behind the others', async () => {
  const order: string[] = [];
  const work = async (name: string) => {
    for (let step = 1; step <= 2; step++) {
      await yieldTurn();
      order.push(name + step);
    }
  };
  await Promise.all([work('a'), work('b')]);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2']);
});
