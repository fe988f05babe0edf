/** The fleets: web in Newark, databases in London, batch in Singapore, and single instances beside them. */
import {days, hours, minutes} from '../../engine/time/clock.ts';
import {Addresses, Configs, Instances} from '../../families/instances/instance-kinds.ts';
import {boot} from '../../families/instances/lifecycle/power.ts';
import {grantToUser} from '../account/users-seed.ts';
import {buildInstance, type InstanceSeed, loadInstanceParts} from '../core/build-instance.ts';
import type {SeedContext, Seeder} from '../core/seed-context.ts';

/** Number of the first private address. Lower numbers are public addresses, higher ones are allocated later. */
const closedFrom = 150;

type Fleet = Omit<InstanceSeed, 'label' | 'open'> & {readonly labels: readonly string[]; readonly open: number};

const numberedLabels = (name: string, count: number, width = 1) =>
  Array.from({length: count}, (_, index) => `${name}-${String(index + 1).padStart(width, '0')}`);

const fleets: readonly Fleet[] = [
  {
    labels: numberedLabels('web', 12, 2),
    region: 'us-east',
    type: 'g6-standard-2',
    image: 'compute/debian12',
    status: 'running',
    age: 3 * days,
    tags: ['prod', 'web'],
    open: 8,
    closed: closedFrom,
  },
  {
    labels: numberedLabels('db', 5, 2),
    region: 'eu-west',
    type: 'g6-standard-6',
    image: 'compute/ubuntu22.04',
    status: 'running',
    age: 41 * days,
    tags: ['prod', 'database'],
    open: 38,
    closed: closedFrom + 30,
    hasBackups: true,
    vlan: 'db-net',
  },
  {
    labels: numberedLabels('cache', 3, 2),
    region: 'us-east',
    type: 'g7-highmem-1',
    image: 'compute/debian12',
    status: 'running',
    age: 20 * days,
    tags: ['prod', 'cache'],
    open: 50,
    closed: closedFrom + 40,
  },
  {
    labels: numberedLabels('batch', 12),
    region: 'ap-south',
    type: 'g6-nanode-1',
    image: 'compute/alpine3.19',
    status: 'running',
    age: 9 * hours,
    tags: ['batch'],
    open: 69,
  },
  {
    labels: numberedLabels('ci-runner', 3),
    region: 'us-east',
    type: 'g6-dedicated-4',
    image: 'compute/ubuntu24.04',
    status: 'running',
    age: 12 * days,
    tags: ['build', '自動化'],
    open: 90,
  },
];

const singles: readonly InstanceSeed[] = [
  {
    label: 'bastion',
    region: 'us-east',
    type: 'g6-nanode-1',
    image: 'compute/alpine3.19',
    status: 'running',
    age: 700 * days,
    tags: ['prod', 'infra'],
    group: 'infra',
    open: 100,
    closed: closedFrom + 60,
    hasBackups: true,
  },
  {
    label: 'monitor.eu',
    region: 'eu-west',
    type: 'g6-standard-1',
    image: 'compute/debian12',
    status: 'running',
    age: 212 * days,
    tags: ['infra'],
    group: 'infra',
    open: 101,
  },
  {
    label: 'staging-web',
    region: 'us-east',
    type: 'g6-standard-1',
    image: 'compute/debian12',
    status: 'running',
    age: 30 * days,
    tags: ['staging', 'web'],
    open: 102,
  },
  {
    label: 'staging-db',
    region: 'eu-west',
    type: 'g6-standard-2',
    image: 'compute/ubuntu22.04',
    status: 'offline',
    age: 30 * days,
    tags: ['staging', 'database'],
    open: 103,
  },
  {
    label: 'legacy-crm_2014.old',
    region: 'us-east',
    type: 'g5-standard-2',
    image: 'compute/centos7',
    status: 'running',
    age: 1400 * days,
    tags: ['legacy', 'מורשת'],
    group: 'legacy',
    open: 104,
  },
  {
    // A label of the maximum length.
    label: 'analytics-warehouse-loader-for-the-quarterly-reports-of-finance0',
    region: 'eu-west',
    type: 'g6-standard-8',
    image: 'compute/ubuntu24.04',
    status: 'running',
    age: 6 * days,
    tags: ['analytics', '📈 reports'],
    open: 105,
  },
  {
    label: 'gpu-train-1',
    region: 'ap-south',
    type: 'g1-gpu-rtx6000-1',
    image: null,
    status: 'offline',
    age: 2 * days,
    tags: ['research'],
    open: 106,
  },
];

/** Instances that differ from the rest of their fleet. */
const oddities: Readonly<Record<string, Partial<InstanceSeed>>> = {
  'db-01': {type: 'g6-standard-8'},
  'batch-7': {status: 'offline'},
  'batch-11': {status: 'offline'},
  'batch-12': {status: 'stopped'},
};

function* demoMachines(): Generator<InstanceSeed> {
  for (const {labels, open, closed, age, ...fleet} of fleets)
    for (const [index, label] of labels.entries())
      yield {
        ...fleet,
        label,
        open: open + index,
        closed: closed === undefined ? undefined : closed + index,
        // The instances of a fleet were created one after the other.
        age: age - index * 7 * minutes,
        ...oddities[label],
      };
  yield* singles;
}

function demo(context: SeedContext): void {
  const {db} = context;
  const parts = loadInstanceParts(context);
  const ids = new Map<string, number>();
  for (const seed of demoMachines()) ids.set(seed.label, buildInstance(context, parts, db.nextId(Instances), seed).id);
  const grantsFor = (labels: readonly string[], level: 'read_only' | 'read_write') =>
    labels.map(label => [String(ids.get(label)), level] as const);
  // The intern may read the web fleet and change two batch instances.
  grantToUser(db, 'intern', {
    global: {add_volumes: true},
    entities: {
      compute: Object.fromEntries([
        ...grantsFor(numberedLabels('web', 4, 2), 'read_only'),
        ...grantsFor(['batch-1', 'batch-2'], 'read_write'),
      ]),
    },
  });
}

/** Regions and plans of an account with many instances, by weight. */
const spread = ['us-east', 'us-east', 'us-east', 'eu-west', 'eu-west', 'ap-south', 'us-central', 'eu-central'] as const;
const plans = [
  'g6-nanode-1',
  'g6-nanode-1',
  'g6-standard-1',
  'g6-standard-2',
  'g6-standard-2',
  'g6-standard-4',
] as const;
const roles = ['web', 'web', 'app', 'app', 'db', 'cache', 'batch', 'batch', 'queue'] as const;

/** Tags have at least three characters (rule 119). */
const tagOf = (role: (typeof roles)[number]): string => (role === 'db' ? 'database' : role);

function insertMany(context: SeedContext, count: number): void {
  const {db, random} = context;
  const parts = loadInstanceParts(context);
  const counters = new Map<string, number>();
  for (let index = 0; index < count; index++) {
    const role = random.pick(roles);
    const number = (counters.get(role) ?? 0) + 1;
    counters.set(role, number);
    buildInstance(context, parts, db.nextId(Instances), {
      label: `${role}-${number}`,
      region: random.pick(spread),
      type: random.pick(plans),
      image: random.chance(0.5) ? 'compute/debian12' : 'compute/ubuntu22.04',
      status: random.chance(0.93) ? 'running' : 'offline',
      age: Math.floor(random.next() * 900 * days),
      tags: random.chance(0.6) ? ['prod', tagOf(role)] : [tagOf(role)],
      open: index,
    });
  }
  db.reserve(Addresses, count);
}

export const instancesSeed: Seeder = {
  demo,
  many: insertMany,
  begin(work) {
    const instance = work.db.byKey(Instances, 'web-02')?.doc;
    const config = instance && work.db.all(Configs, instance.id)[0];
    // The usual duration of earlier boots, from which clients estimate the remaining time.
    if (instance && config) boot(work, instance, config, {seconds: 20});
  },
};
