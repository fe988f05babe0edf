import {expect, test} from 'vitest';
import {contract} from '../../../contract/index.ts';
import {familyOf} from '../../../families/registry.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import type {PollResult} from '../../sync/event-poller.ts';
import {manualClock} from '../../testing/manual-clock.ts';
import type {PendingChanges} from './pending-changes.ts';
import {type OutcomeCheckHost, resolveOutcome, type UnknownChange} from './unknown-outcome.ts';

const before = {id: 1, label: 'data', size: 20};
const edit = {rowId: 1};
const hour = 3_600_000;

interface Account {
  /** The present row in the API, or undefined after its deletion. */
  readonly row?: AnyRow | undefined;
  readonly rows?: readonly AnyRow[];
  /** Status of the event that names the change. */
  readonly event?: 'finished' | 'failed';
  /** The number of failing reads before the first successful one. */
  readonly failures?: number;
  /** The result of each poll of events, by default successful. */
  readonly polled?: PollResult;
  /** The events that the change causes. */
  readonly eventActions?: readonly string[];
  /** True if the newest event was read right before the request. */
  readonly hasReadEvents?: boolean;
  /** The label of what the change creates. */
  readonly label?: string;
  /** True if the dates of rows are those of the change. */
  readonly isAfter?: boolean;
}

/** The verdict on a change without a response, and the number of times that the API was read. */
async function verdictOf(
  {rowId, ...change}: Partial<UnknownChange> & {readonly rowId?: number | undefined},
  {
    row,
    rows = [],
    event,
    failures = 0,
    polled = 'read',
    eventActions = ['volume_update'],
    hasReadEvents = false,
    label = 'data',
    isAfter = true,
  }: Account,
) {
  const clock = manualClock();
  let reads = 0;
  const failUntilRecovery = () => {
    if (reads <= failures) throw new Error('no answer');
  };
  const collection = {
    family: familyOf('volumes'),
    getState: () => ({rows}),
    fetchOrThrow: async () => failUntilRecovery(),
    async fetchRow() {
      failUntilRecovery();
      return row;
    },
  };
  const host = {
    clock,
    pendingChanges: {findEvent: () => event && {status: event}, isAfter: () => isAfter} as unknown as PendingChanges,
    poll: async () => (++reads <= failures ? 'failed' : polled),
    isClosed: () => false,
  } satisfies OutcomeCheckHost;
  const intent = {collection, patch: undefined, label, eventActions};
  const pending = {intent, rowsBefore: [before], isListComplete: true, rowId, hasReadEvents};
  const verdict = resolveOutcome(
    {
      pending: pending as unknown as UnknownChange['pending'],
      endpoint: contract.volumes.update,
      deletes: false,
      before,
      body: {size: 40},
      ...change,
    },
    host,
  );
  for (let turn = 0; turn < 20; turn++) {
    await clock.advance(hour);
    await new Promise(resolve => setImmediate(resolve));
  }
  return [await verdict, reads];
}

test('an edit is considered done if the row has the values that were sent', async () => {
  expect(await verdictOf(edit, {row: {...before, size: 40}})).toEqual(['done', 1]);
});

test('an edit is considered not done after four reads with the previous values', async () => {
  expect(await verdictOf(edit, {row: before})).toEqual(['not done', 4]);
});

test('a deletion is considered done if the row no longer exists, and an edit is not', async () => {
  expect(await verdictOf({...edit, deletes: true}, {row: undefined})).toEqual(['done', 1]);
  expect(await verdictOf({...edit, deletes: true}, {row: before})).toEqual(['not done', 4]);
  expect(await verdictOf(edit, {row: undefined})).toEqual(['not done', 4]);
});

test('an event takes precedence over the values of the row', async () => {
  expect(await verdictOf(edit, {row: before, event: 'finished'})).toEqual(['done', 1]);
  expect(await verdictOf(edit, {row: before, event: 'failed'})).toEqual(['not done', 4]);
});

test('a failed read does not count', async () => {
  expect(await verdictOf(edit, {row: {...before, size: 40}, failures: 3})).toEqual(['done', 4]);
  expect(await verdictOf(edit, {row: before, failures: 3})).toEqual(['not done', 7]);
});

test('an edit to the present values of the row is recognized only by its event', async () => {
  expect(await verdictOf({...edit, body: {size: 20}}, {row: before})).toEqual(['not done', 4]);
  expect(await verdictOf({...edit, body: {size: 20}}, {row: before, event: 'finished'})).toEqual(['done', 1]);
});

test('an edit to the present values of the row that causes no event stays unknown', async () => {
  expect(await verdictOf({...edit, body: {size: 20}}, {row: before, eventActions: []})).toEqual(['not known', 4]);
});

test('while events cannot be read, a change is found done by the values of the row, and never not done', async () => {
  const changed = {...before, size: 40};
  expect(await verdictOf(edit, {row: changed, polled: 'failed'})).toEqual(['done', 1]);
  expect(await verdictOf(edit, {row: changed, polled: 'forbidden'})).toEqual(['done', 1]);
  expect(await verdictOf(edit, {row: before, polled: 'forbidden'})).toEqual(['not known', 4]);
});

/** The amount is the only value that is sent, and a row has it as a number. */
const payment = {
  rowId: undefined,
  endpoint: contract.account.payments.create,
  before: undefined,
  body: {usd: '5.00'},
};
const paymentFacts = {eventActions: ['payment_submitted']};

test('a payment without a response is never considered not done: its row can’t be recognized', async () => {
  expect(await verdictOf(payment, paymentFacts)).toEqual(['not known', 4]);
  expect(await verdictOf(payment, {...paymentFacts, event: 'finished', hasReadEvents: true})).toEqual(['done', 1]);
});

test('bug: a payment was found done by the event of another payment, seconds before it', async () => {
  expect(await verdictOf(payment, {...paymentFacts, event: 'finished'})).toEqual(['not known', 4]);
});

test('a creation is considered done if the list has a new row with the requested values', async () => {
  const creation = {rowId: undefined, endpoint: contract.volumes.create, before: undefined};
  const rows = [before, {id: 2, label: 'new', size: 40}];
  expect(await verdictOf({...creation, body: {label: 'new', size: 40}}, {rows})).toEqual(['done', 1]);
  expect(await verdictOf({...creation, body: {label: 'other', size: 40}}, {rows})).toEqual(['not done', 4]);
  // A row that was there before the request is not the new one.
  expect(await verdictOf({...creation, body: {label: 'data', size: 20}}, {rows})).toEqual(['not done', 4]);
});

test('a record without a response is found done by an event and a new row with its values', async () => {
  const record = {
    rowId: undefined,
    endpoint: contract.domains.records.create,
    before: undefined,
    body: {type: 'A', name: 'www'},
  };
  const facts = {eventActions: ['domain_record_create'], label: ''};
  const rows = [{id: 2, type: 'A', name: 'www'}];
  expect(await verdictOf(record, {...facts, rows, event: 'finished'})).toEqual(['done', 1]);
  // The event may be that of another record, and the row that of another program.
  expect(await verdictOf(record, {...facts, event: 'finished'})).toEqual(['not known', 4]);
  expect(await verdictOf(record, {...facts, rows})).toEqual(['not known', 4]);
});

test('bug: a creation without a response was found done by a resource that another program created before', async () => {
  const another = {id: 2, label: 'ci', created: '2026-01-15T10:00:00'};
  const verdict = (isAfter: boolean) =>
    verdictOf({body: {label: 'ci'}}, {rows: [before, another], label: 'ci', isAfter});
  expect(await verdict(false)).toEqual(['not done', 4]);
  expect(await verdict(true)).toEqual(['done', 1]);
});
