import {expect, it} from 'vitest';
import {Turns} from './turns.ts';

it('has large answers read one in a turn of the event loop, small ones at once', async () => {
  const turns = new Turns();
  expect(turns.next(2000)).toBeUndefined();
  const order: string[] = [];
  const large = [1, 2, 3].map(async number => {
    await turns.next(100_000);
    order.push(`answer ${number}`);
    // What came in meanwhile has its turn before the next answer.
    setImmediate(() => order.push(`turn after ${number}`));
  });
  await Promise.all(large);
  await new Promise(resolve => setImmediate(resolve));
  expect(order).toEqual(['answer 1', 'turn after 1', 'answer 2', 'turn after 2', 'answer 3', 'turn after 3']);
});
