import {describe, expect, it} from 'vitest';
import {manualClock} from '../testing/manual-clock.ts';
import {createDisposableClock} from './clock.ts';

describe('a disposable clock', () => {
  it('behaves like the clock that it wraps until its disposal', async () => {
    const innerClock = manualClock(1000);
    const clock = createDisposableClock(innerClock);
    const ran: string[] = [];
    clock.schedule(10, () => ran.push('first'));
    clock.schedule(10, () => ran.push('canceled'))();
    await innerClock.advance(10);
    expect([clock.now(), ran]).toEqual([1010, ['first']]);
  });

  it('clears its timers at its disposal and sets no further ones', async () => {
    const innerClock = manualClock();
    const clock = createDisposableClock(innerClock);
    const ran: string[] = [];
    clock.schedule(10, () => ran.push('before'));
    clock.dispose();
    clock.schedule(10, () => ran.push('after'));
    expect(innerClock.timers).toBe(0);
    await innerClock.advance(20);
    expect(ran).toEqual([]);
  });
});
