/**
 * What became of a change whose answer never came: found out by reading, never by sending it again.
 *
 * It was done when the row says what was sent, when the row is gone that was to be deleted, or when an event tells. It
 * was not when the API was read a few times and none of that is so.
 */
import {sleep} from '../../client/clock.ts';
import type {Endpoint} from '../../contract/endpoint.ts';
import type {AnyRow} from '../../families/define.ts';
import type {Clock} from '../clock.ts';
import {equal} from '../equal.ts';
import type {Pending, Tracking} from './tracking.ts';

export type Verdict = 'done' | 'not done' | 'not known';

/** After so many milliseconds each; readings that fail do not count, an outage may last. */
const waits = [1000, 3000, 6000, 12_000];
const longestWait = 60_000;
/** Attempts in all, about a day of outage. */
const attempts = 1500;

export interface CheckingHost {
  readonly clock: Clock;
  readonly tracking: Tracking;
  /** Reads the newest events. */
  poll(): Promise<void>;
  /** The session was closed. */
  closed(): boolean;
}

export interface Doubt {
  readonly pending: Pending;
  readonly endpoint: Endpoint;
  /** The row is gone when it was done. */
  readonly deletes: boolean;
  /** The row as it was; undefined for one that was to be made. */
  readonly before: AnyRow | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export async function findOut(doubt: Doubt, host: CheckingHost): Promise<Verdict> {
  let read = 0;
  for (let attempt = 0; attempt < attempts && !host.closed(); attempt++) {
    await sleep(host.clock, waits[Math.min(read, waits.length - 1)] ?? longestWait);
    try {
      if (await isDone(doubt, host)) return 'done';
      read++;
    } catch {
      // Not reachable: it tells nothing. What fails is shown by the header, which polls beside this.
      await sleep(host.clock, Math.min(longestWait, 2000 * attempt));
    }
    if (read === waits.length) return 'not done';
  }
  return 'not known';
}

async function isDone(
  {pending, endpoint, deletes, before, body}: Doubt,
  {tracking, poll}: CheckingHost,
): Promise<boolean> {
  const {collection, patch, label} = pending.intent;
  await poll();
  const event = tracking.event(pending);
  if (event) return event.status !== 'failed';
  if (pending.row === undefined) {
    // Not those of now: somebody may have read the list meanwhile, to see whether it was done.
    const known = new Set(pending.before.map(row => collection.family.key(row)));
    await collection.readThrough();
    const made = collection.get().rows.find(row => !known.has(collection.family.key(row)) && isLike(row, body, label));
    if (made) pending.row = collection.family.key(made);
    return made !== undefined;
  }
  const row = await collection.readRow(pending.row);
  if (!row || deletes) return !row && deletes;
  const wanted = {...(endpoint.method === 'PUT' ? body : {}), ...patch};
  const names = Object.keys(wanted).filter(name => name in row && !equal(before?.[name], wanted[name]));
  // Where nothing would differ, only an event could have told.
  return names.length > 0 && names.every(name => equal(row[name], wanted[name]));
}

/** What was made has the label that was asked for, or everything else that was. */
function isLike(row: AnyRow, body: Readonly<Record<string, unknown>> | undefined, label: string): boolean {
  if (body?.label !== undefined) return row.label === body.label;
  const shared = Object.keys(body ?? {}).filter(name => name in row);
  return label !== '' && shared.length > 0 && shared.every(name => equal(row[name], body?.[name]));
}
