/** Ninety days of what people did: told last, about everything that the other chapters made. */
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
  /** Seconds it took; none for what was over at once. */
  readonly seconds?: number;
  readonly failed?: boolean;
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

/** So many of a kind take part at most: of 100,000 machines the others have quiet days. */
const mostSubjects = 4000;

/** Every nth of a kind, as few as are needed. */
function some<D extends object>({db}: SeedContext, kind: Kind<D>): D[] {
  const step = Math.max(1, Math.ceil(db.count(kind) / mostSubjects));
  return db.where(kind, {sql: 'id % ? = 0', values: [step]}).map(({doc}) => doc);
}

function eventActors(story: SeedContext): EventActors {
  const since = (doc: {readonly created: string}) => parseTimestamp(doc.created);
  const machines = some(story, Instances).map(doc => ({entity: instanceEntity(doc), since: since(doc)}));
  return {
    machines,
    batch: machines.filter(({entity}) => entity.label?.startsWith('batch')),
    volumes: some(story, Volumes).map(doc => ({entity: volumeEntity(doc), since: since(doc)})),
    domains: some(story, Domains).map(doc => ({entity: domainEntity(doc), since: since(doc)})),
  };
}

/** What an ordinary hour brings, by weight. */
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
const whole = routines.reduce((sum, [weight]) => sum + weight, 0);

function routineOf(random: Random): Routine {
  let left = random.next() * whole;
  for (const routine of routines) {
    left -= routine[0];
    if (left < 0) return routine;
  }
  return routines[0];
}

/** One thing that somebody did to something that was there at the time; nothing when it was not. */
function ordinary({random}: SeedContext, cast: EventActors, time: number): PastEvent | undefined {
  const [, of, action, fastest, slowest] = routineOf(random);
  const subjects = cast[of];
  if (subjects.length === 0) return undefined;
  const {entity, since} = random.pick(subjects);
  // Fleets are replaced all the time: what is younger stands in for the machine that had its name before.
  if (since > time && of !== 'batch') return undefined;
  const username =
    action === 'lassie_reboot' ? '' : random.pick(['wsmith', 'wsmith', owner, of === 'batch' ? 'intern' : owner]);
  if (slowest === 0) return {time, action, entity, username};
  return {time, action, entity, username, seconds: random.int(fastest, slowest), failed: random.chance(0.01)};
}

/** People work by day, and less at weekends. */
function moment(story: SeedContext): number {
  const {now, random} = story;
  for (;;) {
    const time = now - Math.floor(random.next() * span);
    const busy = isOfficeWeekend(story, time) ? 0.3 : 1;
    const hour = officeDate(story, time).getUTCHours();
    if (random.chance(busy * (hour > 7 && hour < 19 ? 1 : 0.25))) return time;
  }
}

/** How everything that is there came to be. */
function beginnings({db, now}: SeedContext): PastEvent[] {
  const created = (doc: {readonly created: string}) => parseTimestamp(doc.created);
  const recent = {sql: `json_extract(doc, '$.created')>=?`, values: [formatTimestamp(now - span)]};
  const machines = db.where(Instances, recent).flatMap(({doc}): PastEvent[] => {
    const entity = instanceEntity(doc);
    const image = doc.image === null ? undefined : db.byKey(Images, doc.image)?.doc;
    const config = db.all(Configs, doc.id)[0];
    const made: PastEvent = {
      time: created(doc),
      action: 'compute_create',
      entity,
      secondary: image && imageEntity(image),
      username: owner,
      seconds: 24,
    };
    if (!config) return [made];
    const secondary = {
      id: config.id,
      label: config.label,
      type: 'compute_config',
      url: `${entity.url}/configs/${config.id}`,
    };
    return [
      made,
      {time: created(doc) + 24000, action: 'compute_boot', entity, secondary, username: owner, seconds: 19},
    ];
  });
  const volumes = db.where(Volumes, recent).flatMap(({doc}): PastEvent[] => {
    const made: PastEvent = {
      time: created(doc),
      action: 'volume_create',
      entity: volumeEntity(doc),
      username: owner,
      seconds: 6,
    };
    return doc.compute_id === null
      ? [made]
      : [made, {...made, time: made.time + 60000, action: 'volume_attach', seconds: 4}];
  });
  const images = db.where(Images, recent).flatMap(({doc}): PastEvent[] =>
    doc.is_public
      ? []
      : [
          {
            time: created(doc),
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

function insertPastEvent(story: SeedContext, past: readonly PastEvent[]): void {
  const {db, now, random} = story;
  const changed: PastEvent = {
    time: now - 33 * days,
    action: 'account_update',
    entity: accountEntity(getAccount(db)),
    username: owner,
  };
  const all = [...past, changed]
    .filter(({time}) => time < now && time > now - span)
    .toSorted((a, b) => a.time - b.time);
  for (const [index, one] of all.entries()) {
    const id = Events.first + index;
    const running = one.seconds !== undefined;
    const event = buildEvent(id, one.time, one.username, one, running ? 'finished' : 'notification');
    const seen = one.time < now - 6 * hours;
    // Payments follow the calendar: they must not shift what chance decides about the rest.
    const isRead = seen && (one.action === 'payment_submitted' || random.chance(0.4));
    const outcome: Partial<Event> = running
      ? {status: one.failed ? 'failed' : 'finished', duration: one.seconds ?? 0}
      : {};
    db.place(Events, id, {...event, ...outcome, created: formatTimestamp(one.time), seen, read: isRead});
  }
  db.reserve(Events, Events.first + all.length);
}

function tell(story: SeedContext, count: number): void {
  const cast = eventActors(story);
  const past = beginnings(story);
  for (let index = 0; index < count; index++) {
    const one = ordinary(story, cast, moment(story));
    if (one) past.push(one);
  }
  insertPastEvent(story, past);
}

export const eventsSeed: Seeder = {
  demo: story => tell(story, 4000),
  many: (story, count) => tell(story, Math.min(count, 150_000)),
};
