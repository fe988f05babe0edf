/** Waits for the end of a change: first for its event, then for a final status of the changed resource. */

import {sentenceText} from '../../families/events/event-sentence.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import type {Connection} from '../../store/api/connection.ts';
import {isEventOf, maxEventWaitMs} from '../../store/changes/send/change-event.ts';
import {rowFromResponse} from '../../store/changes/send/response-row.ts';
import {accountPart} from '../../store/session/account-state.ts';
import type {Session} from '../../store/session/session.ts';
import type {EventRow} from '../../store/sync/event-log.ts';
import {isRunning} from '../../store/sync/event-log.ts';
import type {NamedAction} from '../args/action-names.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {type Reading, tolerateOutages, type Waiting} from '../io/waiting.ts';
import {readOne} from '../read/read-lists.ts';
import type {RowRef} from '../read/row-ref.ts';

/** The interval between two reads of a busy resource, milliseconds. */
const pollIntervalMs = 2000;

export interface CompletionOptions {
  readonly namedAction: NamedAction;
  readonly ref: RowRef;
  readonly row: AnyRow | undefined;
  readonly session: Session;
  /** Shared by all waits of a command, so that they keep the rate limit together; the caller closes it. */
  readonly connect: () => Promise<Connection>;
  /** The response of the API. */
  readonly response: unknown;
  /** True if the file of the change was uploaded. */
  readonly hasFileArrived: boolean;
  readonly waiting: Waiting;
  /** Prints a line about an outage, during which the wait continues. */
  readonly onOutage: (message: string) => void;
  /** The newest event before the change was sent. */
  readonly sinceEventId: number;
}

export interface Completion {
  readonly code: number;
  /** A sentence that names the resource; undefined if the change needs no wait. */
  readonly message: string | undefined;
  /** The changed or created row after the wait, if it was read. */
  readonly row?: AnyRow;
}

/**
 * The result after a timeout; the operation continues.
 * @param message its current state
 */
const timedOut = (message: string): Completion => ({
  code: exitCodes.timeout,
  message: `skydeck: not ended in time: ${message}`,
});

export async function waitForCompletion(options: CompletionOptions): Promise<Completion> {
  const {namedAction, session, waiting, sinceEventId} = options;
  const {eventActions = []} = namedAction.action;
  let event: EventRow | undefined;
  if (eventActions.length > 0) {
    const isOfChange = isAboutTarget(options);
    const eventOfChange = (events: readonly EventRow[]) =>
      events.find(event => event.id > sinceEventId && isOfChange(event));
    const source = accountPart(session.account, 'events');
    const started = await waiting.untilValue(source, events => eventOfChange(events) !== undefined, maxEventWaitMs);
    const trackedEvent = eventOfChange(started ?? []);
    if (trackedEvent) {
      const finished = await waiting.untilValue(source, events => {
        const current = eventOfChange(events);
        return current !== undefined && !isRunning(current);
      });
      event = finished && eventOfChange(finished);
      if (!event)
        return timedOut(sentenceText(eventOfChange(session.account.getState().events) ?? trackedEvent, session.lookup));
      if (event.status === 'failed')
        return {code: exitCodes.failed, message: `skydeck: ${sentenceText(event, session.lookup)}`};
    }
  }
  return waitForStatus(options, event);
}

/** An event may name the changed row or the created row, such as a clone. */
function isAboutTarget({
  namedAction: {family, action},
  ref: {params},
  row,
  response,
}: CompletionOptions): (event: EventRow) => boolean {
  const {eventActions = []} = action;
  const createdRow = rowFromResponse({family, action}, response);
  const rows = [row, createdRow].filter(candidate => candidate !== undefined);
  const rowIds = rows.length === 0 ? [undefined] : rows.map(entry => family.key(entry));
  const label = rows[0] === undefined ? '' : family.label(rows[0]);
  return event => rowIds.some(rowId => isEventOf(event, {family, params, eventActions, rowId, label}));
}

async function waitForStatus(
  {
    namedAction: {family, action},
    ref,
    row: target,
    response,
    hasFileArrived,
    connect,
    waiting,
    onOutage,
    session,
  }: CompletionOptions,
  event: EventRow | undefined,
): Promise<Completion> {
  const createdRow = rowFromResponse({family, action}, response);
  // For a clone, the wait is for the new resource, not for the original.
  const onRow = (action.on === 'row' && action.undo?.target !== 'created') || family.single;
  const id = onRow ? ref.id : createdRow && String(family.key(createdRow));
  const {state} = family;
  if (!state || (id === undefined && !family.single))
    return {code: exitCodes.done, message: event && sentenceText(event, session.lookup)};
  const label = family.label((onRow ? target : createdRow) ?? {});
  // The uploaded bytes are still being processed; meanwhile the row has the status from before the upload.
  const before = hasFileArrived && createdRow ? state(createdRow, session.lookup, ref.params).word : undefined;
  const connection = await connect();
  const end = await waiting.untilRead(async (): Promise<Reading<Completion, string>> => {
    const read = await tolerateOutages(async () => ({
      row: await readOne(connection, family, {params: ref.params, id}),
    }));
    if ('message' in read) {
      onOutage(read.message);
      return {pending: `the state of ${label} is unknown`, pauseMs: pollIntervalMs};
    }
    const {row} = read;
    if (!row) return {result: {code: exitCodes.done, message: `${label} was deleted`}};
    const {condition, word} = state(row, session.lookup, ref.params);
    const message = `${family.label(row)} is ${word}`;
    if (condition === 'failed') return {result: {code: exitCodes.failed, message: `skydeck: ${message}`, row}};
    if (condition !== 'busy' && word !== before) return {result: {code: exitCodes.done, message, row}};
    return {pending: message, pauseMs: pollIntervalMs};
  });
  return 'result' in end ? end.result : timedOut(end.pending);
}
