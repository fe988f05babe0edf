/** Events of ninety days. Runs last, because events refer to the rows of all other seeders. */
import type {Event} from '../../../contract/account/events.ts';
import {buildEvent, type EventEntity, type EventNotice, Events} from '../../engine/event-records.ts';
import type {Kind} from '../../engine/storage/kind.ts';
import {days, formatTimestamp, hours, parseTimestamp} from '../../engine/time/clock.ts';
import type {Random} from '../../engine/time/random.ts';
import {accountEntity, getAccount, Payments} from '../../families/account/account-kinds.ts';
import {Domains, domainEntity} from '../../families/domains/domain-kinds.ts';
import {Images, imageEntity} from '../../families/images/image-kinds.ts';
import {Configs, Instances, instanceEntity} from '../../families/instances/instance-kinds.ts';
import {Volumes, volumeEntity} from '../../families/volumes/volume-kinds.ts';
import {isOfficeWeekend, officeDate, type SeedContext, type Seeder} from '../core/seed-context.ts';
import {owner} from './users-seed.ts';

interface PastEvent extends EventNotice {
  readonly time: number;
  readonly username: string;
  /** Duration in seconds; absent for an event without a duration. */
  readonly seconds?: number;
  readonly hasFailed?: boolean;
}

interface Subject {
  readonly entity: EventEntity;
  readonly since: number;
}

interface EventActors {
  readonly machines: readonly Subject[];
  readonly batch: readonly Subject[];
  readonly volumes: readonly Subject[];
  readonly domains: readonly Subject[];
}

const span = 90 * days;

/** Maximum number of entities of a kind with random events; of 100,000 instances the others have none. */
const mostSubjects = 4000;

/** Every nth entity of a kind, so that at most `mostSubjects` remain. */
function some<D extends object>({db}: SeedContext, kind: Kind<D>): D[] {
  const step = Math.max(1, Math.ceil(db.count(kind) / mostSubjects));
  return db.where(kind, {sql: 'id % ? = 0', values: [step]}).map(({doc}) => doc);
}

function eventActors(context: SeedContext): EventActors {
  const since = (doc: {readonly created: string}) => parseTimestamp(doc.created);
  const machines = some(context, Instances).map(doc => ({entity: instanceEntity(doc), since: since(doc)}));
  return {
    machines,
    batch: machines.filter(({entity}) => entity.label?.startsWith('batch')),
    volumes: some(context, Volumes).map(doc => ({entity: volumeEntity(doc), since: since(doc)})),
    domains: some(context, Domains).map(doc => ({entity: domainEntity(doc), since: since(doc)})),
  };
}

/** Random events by weight, with the shortest and the longest duration. */
type Routine = readonly [weight: number, of: keyof EventActors, action: string, fastest: number, slowest: number];
const routines: readonly [Routine, ...Routine[]] = [
  [22, 'batch', 'compute_boot', 15, 25],
  [20, 'batch', 'compute_shutdown', 8, 14],
  [10, 'batch', 'compute_reboot', 25, 36],
  [8, 'machines', 'compute_reboot', 24, 38],
  [6, 'machines', 'compute_update', 0, 0],
  [4, 'machines', 'compute_config_update', 0, 0],
  [4, 'machines', 'compute_snapshot', 40, 300],
  [1, 'machines', 'compute_resize', 120, 900],
  [1, 'machines', 'lassie_reboot', 15, 25],
  [4, 'volumes', 'volume_detach', 3, 5],
  [4, 'volumes', 'volume_attach', 3, 6],
  [2, 'volumes', 'volume_resize', 60, 64],
  [2, 'volumes', 'volume_update', 0, 0],
  [8, 'domains', 'dns_record_update', 0, 0],
  [3, 'domains', 'dns_record_create', 0, 0],
];
const totalWeight = routines.reduce((sum, [weight]) => sum + weight, 0);

function routineOf(random: Random): Routine {
  let remaining = random.next() * totalWeight;
  for (const routine of routines) {
    remaining -= routine[0];
    if (remaining < 0) return routine;
  }
  return routines[0];
}

/** A deleted instance with the same label. Its ID is below those of all existing instances. */
const deletedInstance = ({id, label}: EventEntity): EventEntity =>
  instanceEntity({id: 1 + (Number(id) % (Instances.firstId - 1)), label: label ?? ''});

/** A random action of a user on an entity; undefined if the entity did not exist at the time. */
function ordinary({random}: SeedContext, actors: EventActors, time: number): PastEvent | undefined {
  const [, actorKey, action, fastest, slowest] = routineOf(random);
  const subjects = actors[actorKey];
  if (subjects.length === 0) return undefined;
  const picked = random.pick(subjects);
  if (picked.since > time && actorKey !== 'batch') return undefined;
  // Batch instances are replaced often: an earlier event belongs to a deleted instance with the same label.
  const entity = picked.since > time ? deletedInstance(picked.entity) : picked.entity;
  const username =
    action === 'lassie_reboot' ? '' : random.pick(['wsmith', 'wsmith', owner, actorKey === 'batch' ? 'intern' : owner]);
  if (slowest === 0) return {time, action, entity, username};
  return {time, action, entity, username, seconds: random.int(fastest, slowest), hasFailed: random.chance(0.01)};
}

/** A random time, mostly in office hours on workdays. */
function moment(context: SeedContext): number {
  const {now, random} = context;
  for (;;) {
    const time = now - Math.floor(random.next() * span);
    const busy = isOfficeWeekend(context, time) ? 0.3 : 1;
    const hour = officeDate(context, time).getUTCHours();
    if (random.chance(busy * (hour > 7 && hour < 19 ? 1 : 0.25))) return time;
  }
}

/** Creation events of all existing entities. */
function beginnings({db, now}: SeedContext): PastEvent[] {
  const createdTime = (doc: {readonly created: string}) => parseTimestamp(doc.created);
  const recent = {sql: `json_extract(doc, '$.created')>=?`, values: [formatTimestamp(now - span)]};
  const machines = db.where(Instances, recent).flatMap(({doc}): PastEvent[] => {
    const entity = instanceEntity(doc);
    const image = doc.image === null ? undefined : db.byKey(Images, doc.image)?.doc;
    const config = db.all(Configs, doc.id)[0];
    const event: PastEvent = {
      time: createdTime(doc),
      action: 'compute_create',
      entity,
      secondary: image && imageEntity(image),
      username: owner,
      seconds: 24,
    };
    if (!config) return [event];
    const secondary = {
      id: config.id,
      label: config.label,
      type: 'compute_config',
      url: `${entity.url}/configs/${config.id}`,
    };
    return [
      event,
      {time: createdTime(doc) + 24000, action: 'compute_boot', entity, secondary, username: owner, seconds: 19},
    ];
  });
  const volumes = db.where(Volumes, recent).flatMap(({doc}): PastEvent[] => {
    const event: PastEvent = {
      time: createdTime(doc),
      action: 'volume_create',
      entity: volumeEntity(doc),
      username: owner,
      seconds: 6,
    };
    return doc.compute_id === null
      ? [event]
      : [event, {...event, time: event.time + 60000, action: 'volume_attach', seconds: 4}];
  });
  const images = db.where(Images, recent).flatMap(({doc}): PastEvent[] =>
    doc.is_public
      ? []
      : [
          {
            time: createdTime(doc),
            action: doc.size === 0 ? 'image_upload' : 'disk_imagize',
            entity: imageEntity(doc),
            username: doc.created_by,
          },
        ],
  );
  const account = accountEntity(getAccount(db));
  const payments = db.all(Payments).map(
    ({date}): PastEvent => ({
      time: parseTimestamp(date),
      action: 'payment_submitted',
      entity: account,
      username: owner,
    }),
  );
  return [...machines, ...volumes, ...images, ...payments];
}

function insertPastEvent(context: SeedContext, events: readonly PastEvent[]): void {
  const {db, now, random} = context;
  const changed: PastEvent = {
    time: now - 33 * days,
    action: 'account_update',
    entity: accountEntity(getAccount(db)),
    username: owner,
  };
  const all = [...events, changed]
    .filter(({time}) => time < now && time > now - span)
    .toSorted((a, b) => a.time - b.time);
  for (const [index, one] of all.entries()) {
    const id = Events.firstId + index;
    const isOperation = one.seconds !== undefined;
    const event = buildEvent(
      {id, now: one.time, username: one.username},
      one,
      isOperation ? 'finished' : 'notification',
    );
    const isSeen = one.time < now - 6 * hours;
    // The number of payments depends on the calendar, so they draw no random number.
    const isRead = isSeen && (one.action === 'payment_submitted' || random.chance(0.4));
    const outcome: Partial<Event> = isOperation
      ? {status: one.hasFailed ? 'failed' : 'finished', duration: one.seconds ?? 0}
      : {};
    db.insertWithId(Events, id, {...event, ...outcome, created: formatTimestamp(one.time), seen: isSeen, read: isRead});
  }
  db.reserve(Events, Events.firstId + all.length);
  updateDomains(context, all);
}

/** Sets `updated` of each domain to the last change of its records. */
function updateDomains({db}: SeedContext, events: readonly PastEvent[]): void {
  const times = new Map<number, number>();
  for (const {action, entity, time} of events)
    if (action.startsWith('dns_record_') && entity) times.set(Number(entity.id), time);
  for (const {id, updated} of db.all(Domains)) {
    const time = times.get(id);
    if (time !== undefined && time > parseTimestamp(updated)) db.update(Domains, id, {updated: formatTimestamp(time)});
  }
}

function insertHistory(context: SeedContext, count: number): void {
  const actors = eventActors(context);
  const events = beginnings(context);
  for (let index = 0; index < count; index++) {
    const one = ordinary(context, actors, moment(context));
    if (one) events.push(one);
  }
  insertPastEvent(context, events);
}

export const eventsSeed: Seeder = {
  demo: context => insertHistory(context, 4000),
  many: (context, count) => insertHistory(context, Math.min(count, 150_000)),
};
