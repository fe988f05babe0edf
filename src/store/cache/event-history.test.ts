import {beforeEach, expect, it} from 'vitest';
import {manualClock} from '../testing/manual-clock.ts';
import {event, instanceEntity, TestAccount} from '../testing/test-account.ts';
import {openSession} from '../testing/test-session.ts';
import type {EntityHistory} from './event-history.ts';

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
});

const booted = (id: number, type = 'compute') => event({action: 'compute_boot', entity: {...instanceEntity(id), type}});

/** The events of instance 1 in the session after a request for them. */
async function read(): Promise<EntityHistory | undefined> {
  const {session} = openSession({account, clock});
  const source = session.history('compute', 1);
  const leave = source?.subscribe(() => {});
  await clock.settle();
  const value = source?.getState().value as EntityHistory | undefined;
  leave?.();
  await session.close();
  return value;
}

it('the history of an instance includes events of its parts, and counts older events', async () => {
  account.events = [
    ...Array.from({length: 130}, () => booted(1)),
    booted(1, 'disks'),
    ...Array.from({length: 300}, () => booted(2)),
    booted(1, 'volume'),
  ];
  const history = await read();
  expect(history?.events).toHaveLength(100);
  expect(history?.events[0]?.entity).toMatchObject({id: 1, type: 'disks'});
  expect(history?.older).toBe(31);
});

it('the history of an entity has no count of older events if the API ignored the filter', async () => {
  account.events = [booted(1), booted(2)];
  account.filters = 'unread';
  const history = await read();
  expect(history?.events).toHaveLength(1);
  expect(history?.older).toBeUndefined();
});

it('the history of an entity is unavailable if its ID is ambiguous', () => {
  const {session} = openSession({account, clock});
  expect(session.history('user', 'ada')).toBeUndefined();
  expect(session.history('account', 'account')).toBeUndefined();
  expect(session.history('volume', 7)).toBeDefined();
});
