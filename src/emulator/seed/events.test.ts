import {afterAll, beforeAll, expect, it} from 'vitest';
import {Events} from '../engine/events.ts';
import {openAccount, type TestAccount} from '../testing.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await openAccount({accounts: 'demo'});
});
afterAll(() => account.close());

it('has a past in which things took as long as what runs at the start: the time left is learned from it', () => {
  const running = account.db.all(Events).filter(({status}) => status === 'started' || status === 'scheduled');
  expect(running.map(({action}) => action).toSorted()).toEqual(['compute_boot', 'volume_resize']);
  account.pass(600);
  const all = account.db.all(Events);
  for (const {id, action} of running) {
    const took = all.find(event => event.id === id)?.duration ?? 0;
    const past = all.flatMap(event =>
      event.action === action && event.id < id && event.status === 'finished' ? [event.duration ?? 0] : [],
    );
    const usual = past.toSorted((a, b) => a - b)[past.length >> 1] ?? 0;
    expect(took / usual, action).toBeGreaterThan(0.85);
    expect(took / usual, action).toBeLessThan(1.15);
  }
});
