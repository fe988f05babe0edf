import {describe, expect, it} from 'vitest';
import {createDisposableClock, manualClock} from './clock.ts';

describe('a disposable clock', () => {
  it('behaves like the clock that it wraps until its disposal', async () => {
    const beneath = manualClock(1000);
    const clock = createDisposableClock(beneath);
    const ran: string[] = [];
    clock.schedule(10, () => ran.push('first'));
    clock.schedule(10, () => ran.push('called off'))();
    await beneath.advance(10);
    expect([clock.now(), ran]).toEqual([1010, ['first']]);
  });

  it('clears its timers at its disposal and sets no further ones', async () => {
    const beneath = manualClock();
    const clock = createDisposableClock(beneath);
    const ran: string[] = [];
    clock.schedule(10, () => ran.push('before'));
    clock.dispose();
    clock.schedule(10, () => ran.push('after'));
    expect(beneath.timers).toBe(0);
    await beneath.advance(20);
    expect(ran).toEqual([]);
  });
});
