/** Events of the last 90 days (D3 §4.6 r2). */
import type {Event} from '../../../contract/account/events.ts';
import type {Contract} from '../../../contract/index.ts';
import type {Actor} from '../../engine/access/actors.ts';
import type {Handlers} from '../../engine/call.ts';
import {Events, eventProgress, eventRetentionMs, runningEvents} from '../../engine/event-records.ts';
import {forbidden, notFound} from '../../engine/http/refusal.ts';
import type {GrantKind} from '../../engine/storage/kind.ts';
import type {Clause} from '../../engine/storage/selection.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';

/**
 * Entity types that can be granted; events of other types are visible to unrestricted users and to the user who caused
 * them.
 */
const grantable: readonly GrantKind[] = [
  'compute',
  'domain',
  'image',
  'longview',
  'nodebalancer',
  'stackscript',
  'volume',
];

/**
 * Time of the oldest event in the list. The bound is constant between prunings, so that the cached list can be reused.
 */
const oldestShownAt = (db: Store, now: number): number =>
  db.one<{at: number | null}>(`SELECT MIN(at) AS at FROM entity WHERE kind='event' AND at>=?`, now - eventRetentionMs)
    ?.at ?? now - eventRetentionMs;

/** Events that a user may see, according to the grants (D3 §4.6 r2). */
function visibleTo(actor: Actor, db: Store, now: number): Clause {
  const recent: Clause = {sql: 'at>=?', values: [oldestShownAt(db, now)]};
  if (!actor.isRestricted) return recent;
  const entities = grantable.flatMap(kind =>
    Object.keys(actor.granted.entities[kind] ?? {}).map(id => `${kind}:${kind === 'image' ? `private/${id}` : id}`),
  );
  const entity = `json_extract(doc, '$.entity.type') || ':' || json_extract(doc, '$.entity.id')`;
  return {
    sql: `${recent.sql} AND (json_extract(doc, '$.username')=? OR ${entity} IN (SELECT value FROM json_each(?)))`,
    values: [...recent.values, actor.username, JSON.stringify(entities)],
  };
}

function concerns(event: Event, actor: Actor): boolean {
  if (!actor.isRestricted || event.username === actor.username) return true;
  const {type, id} = event.entity ?? {};
  const grants = actor.granted.entities[type as GrantKind];
  return grants?.[String(id).replace('private/', '')] !== undefined;
}

export const events: Handlers<Contract['account']['events']> = {
  list(call) {
    const running = runningEvents(call.db);
    // Pruning runs every hour. If events are older than the retention time, a condition hides them until then.
    const stale = call.db.one(`SELECT 1 FROM entity WHERE kind='event' AND at<? LIMIT 1`, call.now - eventRetentionMs);
    const clause = call.actor.isRestricted || stale ? visibleTo(call.actor, call.db, call.now) : undefined;
    const revise = (text: string, id: number) => {
      const span = running.get(id);
      return span ? JSON.stringify(eventProgress(JSON.parse(text), span, call.now)) : text;
    };
    return call.page(Events, {where: clause, ...(running.size > 0 ? {revise} : {})});
  },

  get(call) {
    const event = call.find(Events, call.params.eventId);
    if (event.created < formatTimestamp(call.now - eventRetentionMs)) throw notFound();
    if (!concerns(event, call.actor)) throw forbidden();
    const span = runningEvents(call.db).get(event.id);
    return span ? eventProgress(event, span, call.now) : event;
  },

  markRead(call) {
    const event = call.find(Events, call.params.eventId);
    if (!concerns(event, call.actor)) throw forbidden();
    call.db.update(Events, event.id, {read: true});
    return {};
  },

  markSeen(call) {
    const event = call.find(Events, call.params.eventId);
    if (!concerns(event, call.actor)) throw forbidden();
    const unseenClause = {sql: `id<=? AND json_extract(doc, '$.seen')=0`, values: [event.id]};
    for (const {id, doc} of call.db.where(Events, unseenClause))
      if (concerns(doc, call.actor)) call.db.update(Events, id, {seen: true});
    return {};
  },
};
