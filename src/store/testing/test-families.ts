/** For tests: a family with just enough of everything, and rows for it. */
import type {AnyRow, Family} from '../../families/shape/define-family.ts';

const busyWords = ['booting', 'rebooting', 'provisioning', 'shutting_down', 'resizing'];

export const instances: Family = {
  id: 'instances',
  name: 'instances',
  source: 'instances.list',
  single: false,
  title: 'Instances',
  one: 'Instance',
  aliases: [],
  entity: 'compute',
  key: row => row.id as number,
  label: row => String(row.label),
  spelled: (row, lookup) => lookup.spelled('instances', row),
  idText: row => String(row.id),
  valueIn: ({field}, row) => row[field],
  state: ({status}) => {
    const word = String(status);
    if (word === 'running') return {is: 'ok', word};
    return {is: busyWords.includes(word) ? 'busy' : word === 'failed' ? 'failed' : 'off', word};
  },
  columns: [
    {field: 'label', title: 'Label'},
    {field: 'status', title: 'Status', state: true},
    {field: 'region', title: 'Region'},
    {
      id: 'memory',
      title: 'RAM',
      value: row => `${memoryOf(row)} MB`,
      kind: 'number',
      measure: memoryOf,
    },
    {field: 'created', title: 'Created'},
  ],
  events: [],
  onEvent: {},
  detail: [],
  actions: {},
  borrows: {},
  reconcile: 600,
};

function memoryOf(row: AnyRow): number {
  return (row.specs as {readonly memory: number}).memory;
}

export const instance = (id: number, facts: AnyRow = {}): AnyRow => ({
  id,
  label: `web-${id}`,
  status: 'running',
  region: 'us-east',
  type: 'g6-standard-2',
  image: 'compute/debian12',
  tags: ['prod'],
  ipv4: [`192.0.2.${id % 256}`],
  specs: {disk: 81920, memory: 4096, vcpus: 2, transfer: 4000},
  created: '2026-01-01T00:00:00',
  updated: '2026-01-01T00:00:00',
  ...facts,
});

export const instancesOf = (count: number, from = 1): AnyRow[] =>
  Array.from({length: count}, (_, index) => instance(from + index));
