/** Waits for the end of a change: first for its event, then for the status of the changed resource. */

import {sleep} from '../../client/core/clock.ts';
import {sentenceText} from '../../families/events/event-sentence.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import type {Connection} from '../../store/api/connection.ts';
import {isEventOf, maxEventWaitMs} from '../../store/changes/send/change-event.ts';
import {rowFromResponse} from '../../store/changes/send/response-row.ts';
import type {Clock} from '../../store/core/clock.ts';
import {accountSource} from '../../store/session/account-state.ts';
import type {Session} from '../../store/session/session.ts';
import type {EventRow} from '../../store/sync/event-log.ts';
import {isRunning} from '../../store/sync/event-log.ts';
import type {NamedAction} from '../args/action-names.ts';
import {until} from '../io/deadline.ts';
import {exitCodes} from '../io/exit-codes.ts';
import {readOne} from '../read/read-lists.ts';
import type {RowRef} from '../read/row-ref.ts';

/** Between two readings of something busy, milliseconds. */
const pollIntervalMs = 2000;

export interface CompletionOptions {
  readonly namedAction: NamedAction;
  readonly ref: RowRef;
  readonly row: AnyRow | undefined;
  readonly session: Session;
  readonly connect: () => Promise<Connection>;
  /** Answer of the API. */
  readonly answer: unknown;
  /** True when the file of the change was uploaded. */
  readonly hasFileArrived: boolean;
  readonly clock: Clock;
  /** The newest event before it was sent. */
  readonly sinceEventId: number;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

export interface Completion {
  readonly code: number;
  /** A sentence that names the resource; undefined if the command had nothing to wait for. */
  readonly words: string | undefined;
}

/** Result after a timeout; the operation continues. @param words its current state */
const timedOut = (words: string): Completion => ({
  code: exitCodes.timeout,
  words: `skydeck: not ended in time: ${words}`,
});

export async function waitForCompletion(options: CompletionOptions): Promise<Completion> {
  const {namedAction, session, clock, sinceEventId, timeoutMs} = options;
  const end = clock.monotonic() + timeoutMs;
  const {tracks = []} = namedAction.action;
  let event: EventRow | undefined;
  if (tracks.length > 0) {
    const isOurs = isAboutTarget(options);
    const ours = (events: readonly EventRow[]) => events.find(event => event.id > sinceEventId && isOurs(event));
    const wait = (test: (events: readonly EventRow[]) => boolean, maxWaitMs = timeoutMs) =>
      until(accountSource(session.account, 'events'), test, {
        clock,
        milliseconds: Math.min(maxWaitMs, end - clock.monotonic()),
      });
    const trackedEvent = ours((await wait(events => ours(events) !== undefined, maxEventWaitMs)) ?? []);
    if (trackedEvent) {
      const finished = await wait(events => events.some(event => event === ours(events) && !isRunning(event)));
      event = finished && ours(finished);
      if (!event)
        return timedOut(sentenceText(ours(session.account.getState().events) ?? trackedEvent, session.lookup));
      if (event.status === 'failed')
        return {code: exitCodes.failed, words: `skydeck: ${sentenceText(event, session.lookup)}`};
    }
  }
  return waitForStatus(options, end, event);
}

/** An event may name the changed row, or the one that was created, such as a clone. */
function isAboutTarget({
  namedAction: {family, action},
  ref: {at},
  row,
  answer,
}: CompletionOptions): (event: EventRow) => boolean {
  const {tracks = []} = action;
  const createdRow = rowFromResponse({family, action}, answer);
  const rows = [row, createdRow].filter(candidate => candidate !== undefined);
  const rowIds = rows.length === 0 ? [undefined] : rows.map(entry => family.key(entry));
  const label = rows[0] === undefined ? '' : family.label(rows[0]);
  return event => rowIds.some(rowId => isEventOf(event, {family, at, tracks, rowId, label}));
}

async function waitForStatus(
  {namedAction: {family, action}, ref, row: target, answer, hasFileArrived, connect, clock, session}: CompletionOptions,
  end: number,
  event: EventRow | undefined,
): Promise<Completion> {
  const createdRow = rowFromResponse({family, action}, answer);
  // For a clone, the new resource counts, and not the original.
  const onRow = (action.on === 'row' && action.undo?.of !== 'made') || family.single;
  const id = onRow ? ref.id : createdRow && String(family.key(createdRow));
  if (!family.state || (id === undefined && !family.single))
    return {code: exitCodes.done, words: event && sentenceText(event, session.lookup)};
  const label = family.label((onRow ? target : createdRow) ?? {});
  // Uploaded bytes are still being processed, and until then the row has the status from before the upload.
  const before = hasFileArrived && createdRow ? family.state(createdRow, session.lookup, ref.at).word : undefined;
  const connection = await connect();
  try {
    for (;;) {
      const row = await readOne(connection, family, {at: ref.at, id});
      if (!row) return {code: exitCodes.done, words: `${label} was deleted`};
      const {is, word} = family.state(row, session.lookup, ref.at);
      const words = `${family.label(row)} is ${word}`;
      if (is === 'failed') return {code: exitCodes.failed, words: `skydeck: ${words}`};
      if (is !== 'busy' && word !== before) return {code: exitCodes.done, words};
      if (clock.monotonic() >= end) return timedOut(words);
      await sleep(clock, Math.min(pollIntervalMs, end - clock.monotonic()));
    }
  } finally {
    await connection.close();
  }
}
