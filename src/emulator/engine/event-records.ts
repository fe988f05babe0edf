/**
 * Events, finished and running (D3 §6).
 *
 * The progress of a running event is computed from the time when the event is read. No progress is stored, and a list
 * of finished events is sent as it is stored.
 */
import type {Event} from '../../contract/account/events.ts';
import {defineKind} from './storage/kind.ts';
import type {Store} from './storage/store.ts';
import {days, formatTimestamp, seconds} from './time/clock.ts';
import type {JobRow} from './time/job-rows.ts';

export type EventAction = Event['action'];
export type EventEntity = NonNullable<Event['entity']>;
export type SecondaryEntity = NonNullable<Event['secondary_entity']>;

export const Events = defineKind<Event>('event', {
  firstId: 1000,
  isNewestFirst: true,
  columns: {at: 'created', parent: 'entity.id'},
});

/** The content of a new event. */
export interface EventNotice {
  readonly action: EventAction;
  readonly entity?: EventEntity | null | undefined;
  readonly secondary?: SecondaryEntity | null | undefined;
  readonly message?: string | undefined;
}

/** Retention time of events (D3 §4.6 r2). */
export const eventRetentionMs = 90 * days;

/** A stored event; an event without a duration has the status `notification`. */
export const buildEvent = (
  {id, now, username}: {id: number; now: number; username: string},
  notice: EventNotice,
  status: 'started' | 'finished' | 'notification',
): Event => ({
  id,
  action: notice.action,
  // Whole seconds, and never before the request: tools look for events since the time of their request.
  created: formatTimestamp(Math.ceil(now / seconds) * seconds),
  duration: status === 'started' ? null : 0,
  entity: notice.entity ?? null,
  secondary_entity: notice.secondary ?? null,
  percent_complete: {started: 0, finished: 100, notification: null}[status],
  rate: null,
  read: false,
  seen: false,
  status,
  time_remaining: status === 'started' ? '00:00:00' : null,
  username,
  message: notice.message ?? null,
});

type EventSpan = Pick<JobRow, 'since' | 'due'>;

/** Running events, by ID. */
export function runningEvents(db: Store): Map<number, EventSpan> {
  const rows = db.many<EventSpan & {event: number}>('SELECT event, since, due FROM job WHERE event IS NOT NULL');
  return new Map(rows.map(row => [row.event, row]));
}

/** The event with its current progress. */
export function eventProgress(event: Event, {since, due}: EventSpan, now: number): Event {
  const duration = Math.max(1, due - since);
  const elapsed = Math.min(duration, Math.max(0, now - since));
  return {
    ...event,
    status: elapsed < seconds && duration > 2 * seconds ? 'scheduled' : 'started',
    // Only the end of the event reports 100.
    percent_complete: Math.min(99, Math.floor((100 * elapsed) / duration)),
    time_remaining: clockTime(due - since - elapsed),
  };
}

const clockTime = (time: number) => {
  const remaining = Math.ceil(time / seconds);
  const parts = [Math.floor(remaining / 3600), Math.floor(remaining / 60) % 60, remaining % 60];
  return parts.map(part => String(part).padStart(2, '0')).join(':');
};
