import {afterAll, beforeAll, expect, it} from 'vitest';
import {Events} from '../../engine/event-records.ts';
import {manualClock, parseTimestamp} from '../../engine/time/clock.ts';
import {Logins} from '../../families/account/account-kinds.ts';
import {Domains} from '../../families/domains/domain-kinds.ts';
import {Instances} from '../../families/instances/instance-kinds.ts';
import {openTestAccount, type TestAccount} from '../../testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount({accounts: 'demo'});
});
afterAll(() => account.close());

it('has past events with the same durations as the running actions, for estimates of the remaining time', () => {
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

it('bug: a domain of the demo account was updated before the last change of its records', () => {
  const domains = account.db.all(Domains);
  const changes = account.db.all(Events).filter(({action}) => action.startsWith('dns_record_'));
  let comparedCount = 0;
  for (const {created, entity} of changes) {
    const domain = domains.find(({id}) => id === entity?.id);
    if (domain === undefined) continue;
    comparedCount++;
    expect(parseTimestamp(domain.updated)).toBeGreaterThanOrEqual(parseTimestamp(created));
  }
  expect(comparedCount).toBeGreaterThan(0);
});

it('bug: batch instances of the demo account were rebooted before their creation', () => {
  const createdTimes = new Map(account.db.all(Instances).map(({id, created}) => [id, parseTimestamp(created)]));
  const events = account.db.all(Events).filter(({entity}) => entity?.type === 'compute');
  for (const {created, entity} of events)
    expect(parseTimestamp(created)).toBeGreaterThanOrEqual(createdTimes.get(Number(entity?.id)) ?? 0);
  const isDeleted = ({entity}: (typeof events)[number]): boolean => !createdTimes.has(Number(entity?.id));
  expect(events.filter(isDeleted).map(({entity}) => entity?.label)).toContain('batch-12');
});

/** Ten start times: hours of the day and night, weekdays and weekends, ends of months and years, and a leap day. */
const starts = [
  '2026-11-24T18:30:00Z',
  '2026-11-24T20:50:00Z',
  '2026-11-24T22:34:17Z',
  '2026-11-25T03:05:59Z',
  '2026-11-28T11:00:00.750Z',
  '2026-11-29T23:59:59.999Z',
  '2026-12-31T23:30:00Z',
  '2027-01-01T00:00:00Z',
  '2028-02-29T08:15:30Z',
  '2025-06-02T12:00:00Z',
].map(text => Date.parse(text));

/** The history with the age of each entry at the start. Payments are left out, because they follow the calendar. */
async function storyAt(start: number): Promise<string[]> {
  const {db, close} = await openTestAccount({accounts: 'demo', clock: manualClock(start)});
  const end = Math.floor(start / 1000) * 1000;
  const ageOf = (text: string) => (end - parseTimestamp(text)) / 1000;
  const texts = [
    ...db
      .all(Events)
      .filter(({action, created}) => action !== 'payment_submitted' && parseTimestamp(created) < end)
      .map(({id, created, ...event}) => ({age: ageOf(created), ...event})),
    ...db.all(Logins).map(({datetime, ...login}) => ({age: ageOf(datetime), ...login})),
    ...db.all(Instances).map(({created, updated, ...rest}) => ({
      age: ageOf(created),
      updated: ageOf(updated),
      ...rest,
      backups: rest.backups.enabled,
    })),
  ];
  await close();
  return texts.map(row => JSON.stringify(row));
}

it('generates the same history for any hour, weekday and date of the start', async () => {
  const [first = [], ...others] = await Promise.all(starts.map(storyAt));
  expect(first.length).toBeGreaterThan(3000);
  for (const [index, other] of others.entries())
    expect(other, new Date(starts[index + 1] ?? 0).toISOString()).toEqual(first);
});
