/** For tests: a family with a minimum of every part, and rows of it. */
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {instance as instanceRow} from '../../families/testing/rows.ts';

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
  now: (_, lookup) => lookup.now,
  idText: row => String(row.id),
  valueIn: ({field}, row) => row[field],
  state: ({status}) => {
    const word = String(status);
    if (word === 'running') return {condition: 'ok', word};
    return {condition: busyWords.includes(word) ? 'busy' : word === 'failed' ? 'failed' : 'off', word};
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
  borrowedActions: {},
  reconcileSeconds: 600,
};

function memoryOf(row: AnyRow): number {
  return (row.specs as {readonly memory: number}).memory;
}

/** The date of rows for which a test sets no other date. */
const newYear = '2026-01-01T00:00:00';

export const instance = (id: number, facts: AnyRow = {}): AnyRow => ({
  ...instanceRow({
    id,
    label: `web-${id}`,
    tags: ['prod'],
    ipv4: [`192.0.2.${id % 256}`],
    created: newYear,
    updated: newYear,
  }),
  ...facts,
});

export const instancesOf = (count: number, from = 1): AnyRow[] =>
  Array.from({length: count}, (_, index) => instance(from + index));
