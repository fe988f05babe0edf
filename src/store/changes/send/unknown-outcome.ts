/**
 * Finds the outcome of a change that got no response, by reading, never by sending it again.
 *
 * The change was done if the row has the sent values, if the row that was to be deleted no longer exists, or if an
 * event reports it. It was not done if several reads of the API, including its events, show none of these.
 */
import {sleep} from '../../../client/core/clock.ts';
import type {Event} from '../../../contract/account/events.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import {entityOf, entityRef} from '../../../families/events/event-entities.ts';
import type {AnyRow, RowId} from '../../../families/shape/define-family.ts';
import type {LiveCollection} from '../../cache/collection.ts';
import type {Clock} from '../../core/clock.ts';
import {jsonEqual} from '../../core/json-equal.ts';
import type {PollResult} from '../../sync/event-poller.ts';
import type {PendingChanges, TrackedChange} from './pending-changes.ts';

export type Verdict = 'done' | 'not done' | 'not known';

/**
 * The delays between attempts, milliseconds: the first ones are short, because most changes are visible within seconds.
 * Failed reads don't count, because an outage may last.
 */
const checkDelaysMs = [1000, 2000, 4000, 8000];
const maxCheckDelayMs = 60_000;
/** The maximum number of attempts, about a day of outage. */
const maxAttempts = 1500;

export interface OutcomeCheckHost {
  readonly clock: Clock;
  readonly pendingChanges: PendingChanges;
  /** Reads the newest events. */
  poll(): Promise<PollResult>;
  /** True if the session was closed. */
  isClosed(): boolean;
}

export interface UnknownChange {
  readonly pending: TrackedChange;
  readonly endpoint: Endpoint;
  /** True if a success deletes the row. */
  readonly deletes: boolean;
  /** The row before the change; undefined for a row that was to be created. */
  readonly before: AnyRow | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The list of another resource type in which the change creates a row, as a reply to a ticket; if there is one. */
  readonly createdIn?: LiveCollection | undefined;
}

export async function resolveOutcome(change: UnknownChange, host: OutcomeCheckHost): Promise<Verdict> {
  let checks = 0;
  for (let attempt = 0; attempt < maxAttempts && !host.isClosed(); attempt++) {
    await sleep(host.clock, checkDelaysMs[Math.min(checks, checkDelaysMs.length - 1)] ?? maxCheckDelayMs);
    let verdict: Verdict | undefined;
    try {
      verdict = await check(change, host);
    } catch {
      // A failed read proves nothing. The poller keeps running, so the header shows the failure.
    }
    if (verdict === 'done') return 'done';
    if (verdict === undefined) await sleep(host.clock, Math.min(maxCheckDelayMs, 2000 * attempt));
    else if (++checks === checkDelaysMs.length) return verdict;
  }
  return 'not known';
}

/** Reads the events and the row; undefined if the events could not be read and the row shows no change. */
async function check(change: UnknownChange, {pendingChanges, poll}: OutcomeCheckHost): Promise<Verdict | undefined> {
  const {pending} = change;
  const polled = await poll();
  const found = pendingChanges.findEvent(pending);
  const isOfChange = found && (isRecognizable(change) || (await isCreated(change, pendingChanges, {hasEvent: true})));
  const event = isOfChange ? found : undefined;
  if (event?.status === 'failed') return 'not done';
  if (event) {
    await readCreatedRow(change, event);
    return 'done';
  }
  const isDone = await isApplied(change, pendingChanges);
  if (isDone) return 'done';
  if (polled === 'failed') return undefined;
  // Values can change back before a check, as after a reboot: without a read of its events, a change is never "not
  // done". A new row that can't be recognized may exist before its event, as for a payment.
  const canTell = isDone !== undefined || (change.before !== undefined && pending.intent.eventActions.length > 0);
  return polled === 'read' && canTell ? 'not done' : 'not known';
}

/** Reads the row that the event of a creation names, so that the result can name it. */
async function readCreatedRow({pending}: UnknownChange, event: Event): Promise<void> {
  const {collection} = pending.intent;
  const ref = entityRef(entityOf(event));
  if (pending.rowId !== undefined || ref?.family !== collection.family.id) return;
  // The event proves the change even if its row can't be read.
  const row = await collection.fetchRow(ref.id).catch(() => undefined);
  if (row) pending.rowId = collection.family.key(row);
}

/** True if a list or the row shows the change; undefined if it would look the same without the change. */
function isApplied(change: UnknownChange, pendingChanges: PendingChanges): Promise<boolean | undefined> {
  const {pending, createdIn} = change;
  if (createdIn) return isCreatedIn(createdIn, change, pendingChanges);
  return pending.rowId === undefined ? isCreated(change, pendingChanges) : hasExpectedValues(change, pending.rowId);
}

/** True if another list has a row with the sent values that was created after the change was sent. */
async function isCreatedIn(
  list: LiveCollection,
  {pending, body = {}}: UnknownChange,
  pendingChanges: PendingChanges,
): Promise<boolean> {
  await list.fetchOrThrow();
  const isSent = (row: AnyRow): boolean => Object.keys(body).every(name => jsonEqual(row[name], body[name]));
  return list.getState().rows.some(row => isSent(row) && pendingChanges.isAfter(String(row.created), pending));
}

/**
 * True if an event can be recognized as that of the change. Without a row and a label only its place tells: it must come
 * after the newest event right before the request. Its date isn't enough, because another payment may be a second older.
 */
const isRecognizable = ({pending, body}: UnknownChange): boolean =>
  pending.rowId !== undefined || body?.label !== undefined || pending.hasReadEvents;

/**
 * True if the list has the created row; undefined if the request names no label to recognize it by, or if its label may
 * be that of an older row.
 * @param options `hasEvent`: an event may be that of the change; then the values of a row suffice
 */
async function isCreated(
  {pending, body}: UnknownChange,
  pendingChanges: PendingChanges,
  {hasEvent = false}: {readonly hasEvent?: boolean} = {},
): Promise<boolean | undefined> {
  const {collection, label} = pending.intent;
  // The rows before the change, not the current rows: another screen may have read the list meanwhile.
  const keysBefore = new Set(pending.rowsBefore.map(row => collection.family.key(row)));
  await collection.fetchOrThrow();
  const rowsAlike = collection
    .getState()
    .rows.filter(
      row => !keysBefore.has(collection.family.key(row)) && isLikeRequested(row, body, hasEvent || label !== ''),
    );
  // The list may have been read long before the request, or not at all, so the date tells an older row with the same
  // label.
  const isNew = ({created}: AnyRow): boolean =>
    typeof created === 'string' ? pendingChanges.isAfter(created, pending) : pending.isListComplete;
  const createdRow = rowsAlike.find(isNew);
  if (createdRow) pending.rowId = collection.family.key(createdRow);
  if (createdRow) return true;
  return body?.label === undefined || rowsAlike.length > 0 ? undefined : false;
}

/** True if the row has the values that were sent, or was deleted; undefined if both outcomes would look the same. */
async function hasExpectedValues(
  {pending, endpoint, deletes, before, body}: UnknownChange,
  rowId: RowId,
): Promise<boolean | undefined> {
  const {collection, patch} = pending.intent;
  const row = await collection.fetchRow(rowId);
  if (!row || deletes) return !row && deletes;
  const expected = {...(endpoint.method === 'PUT' ? body : {}), ...patch};
  const names = Object.keys(expected).filter(name => name in row && !jsonEqual(before?.[name], expected[name]));
  return names.length === 0 ? undefined : names.every(name => jsonEqual(row[name], expected[name]));
}

/** True if a new row has the requested label, or, without a label, all other requested values, if these suffice. */
function isLikeRequested(row: AnyRow, body: UnknownChange['body'], canMatchValues: boolean): boolean {
  if (body?.label !== undefined) return row.label === body.label;
  const shared = Object.keys(body ?? {}).filter(name => name in row);
  return canMatchValues && shared.length > 0 && shared.every(name => isSameValue(row[name], body?.[name]));
}

/** The API stores some texts in another spelling: the service `sip` of an SRV record as `_sip.` */
const isSameValue = (value: unknown, sent: unknown): boolean =>
  typeof value === 'string' && typeof sent === 'string' ? spelling(value) === spelling(sent) : jsonEqual(value, sent);

const spelling = (text: string): string => text.replace(/^_|\.$/g, '');
