/** Backups of an instance: automatic ones, and one snapshot, which the next snapshot replaces (D2 §2.2). */

import type {InstanceBackup} from '../../../contract/instances/backups.ts';
import {
  amountCell,
  type Cell,
  cellFor,
  defineStates,
  listCell,
  momentCell,
  noneCell,
  type State,
  yesNoCell,
} from '../../format/cells.ts';
import {countText, joinParts, megabytes} from '../../format/format.ts';
import {addedLine} from '../../shape/added-line.ts';
import {ageColumn} from '../../shape/column.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../../shape/define-family.ts';
import * as standard from '../../shape/standard.ts';

type Spec = FamilySpec<'instances.backups', never>;
type ListParams = ListParamsOf<'instances.backups'>;

const condition = defineStates<InstanceBackup['status']>({
  pending: {condition: 'busy', word: 'pending'},
  running: {condition: 'busy', word: 'running'},
  needsPostProcessing: {condition: 'busy', word: 'being finished'},
  successful: {condition: 'ok', word: 'good'},
  paused: {condition: 'attention', word: 'paused'},
  failed: {condition: 'failed', word: 'failed'},
  userAborted: {condition: 'off', word: 'canceled'},
});
const stateOf = (row: InstanceBackup): State => condition(row.status);

const kinds: Readonly<Record<string, string>> = {auto: 'automatic', snapshot: 'snapshot'};
const kindOf = (type: string): string => (Object.hasOwn(kinds, type) ? (kinds[type] ?? type) : type);

/** The MB that the disks use. */
const sizeOf = (row: InstanceBackup): number => row.disks.reduce((sum, {size}) => sum + size, 0);
const size = (row: InstanceBackup): Cell => (row.disks.length === 0 ? noneCell : amountCell(sizeOf(row), megabytes));

const columns: Spec['columns'] = [
  {field: 'type', title: 'Type', width: 10, format: kindOf},
  {field: 'status', title: 'Status', state: true, width: 15},
  {field: 'label', title: 'Label', grow: true, width: 12},
  ageColumn,
  {
    id: 'size',
    title: 'Size',
    align: 'right',
    priority: 2,
    value: size,
    kind: 'megabytes',
    measure: row => (row.disks.length === 0 ? null : sizeOf(row)),
  },
  {field: 'disks', title: 'Disks', priority: 3, max: 40, format: disks => listCell(disks.map(diskName), ', ')},
  {field: 'configs', title: 'Configs', priority: 4, max: 40, format: configs => listCell(configs, ', ')},
  {field: 'id', title: 'ID', align: 'right', priority: 3, kind: 'number'},
];

function diskName({label}: InstanceBackup['disks'][number]): string {
  return label || '?';
}

/** "Debian root · 40 GB · ext4" */
const diskLines = (row: InstanceBackup): Cell =>
  row.disks.length === 0
    ? noneCell
    : row.disks
        .map(disk =>
          joinParts(diskName(disk), typeof disk.size === 'number' ? megabytes(disk.size) : '?', disk.filesystem),
        )
        .join('\n');

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Backup',
        lines: [
          {title: 'Type', value: row => cellFor(row.type, kindOf)},
          {title: 'Label', value: row => row.label, isVisible: row => row.type !== 'auto'},
          standard.idLine,
          {title: 'Status', value: row => condition(row.status).word},
          addedLine('Restorable', 'available', yesNoCell),
        ],
      },
      {
        title: 'Contents',
        lines: [
          {title: 'Disks', value: diskLines},
          {title: 'Configs', value: row => listCell(row.configs, '\n')},
        ],
      },
      {
        title: 'Progress',
        lines: [
          standard.createdLine,
          standard.updatedLine,
          {title: 'Finished', value: (row, lookup) => momentCell(row.finished, lookup.now)},
        ],
      },
    ],
  },
];

const instanceOf = (lookup: Lookup, params: ListParams) => lookup.find('instances', params.computeId);
const unlessEnabled = (lookup: Lookup, params: ListParams): string | undefined =>
  instanceOf(lookup, params)?.backups.enabled === false ? 'backups are off; enable them first' : undefined;

/** A warning that a snapshot replaces the previous one. */
function replaces(lookup: Lookup, params: ListParams): readonly string[] {
  const before = lookup
    .rows('instances.backups', params)
    .find(({type, status}) => type === 'snapshot' && status === 'successful');
  return before ? [`The current snapshot ${before.label || before.id} is deleted.`] : [];
}

const actions: Spec['actions'] = {
  takeSnapshot: {
    title: 'Take a snapshot…',
    risk: ({lookup, params}) => (replaces(lookup, params).length > 0 ? 'destroys' : undefined),
    key: 'T',
    unless: ({lookup, params}) => unlessEnabled(lookup, params),
    eventActions: ['compute_snapshot'],
    busyWord: 'taking a snapshot',
    invalidates: ['instances.backups'],
    warnings: ({lookup, params}) => replaces(lookup, params),
    form: {label: standard.labelInput},
  },
  enable: {
    title: 'Enable backups',
    risk: 'charges',
    undo: {action: 'cancel'},
    key: 'A',
    unless: ({lookup, params}) =>
      instanceOf(lookup, params)?.backups.enabled === true ? 'backups are already on' : undefined,
    already: ({lookup, params}) =>
      instanceOf(lookup, params)?.backups.enabled === true ? 'Backups are already on' : undefined,
    confirm: 'ask',
    eventActions: ['backups_enable'],
    invalidates: ['instances.backups', 'instances'],
    warnings: () => ['Backups are billed in addition to the plan.'],
  },
  cancel: {
    title: 'Cancel backups',
    risk: 'destroys',
    key: 'O',
    unless: ({lookup, params}) => unlessEnabled(lookup, params),
    already: ({lookup, params}) =>
      instanceOf(lookup, params)?.backups.enabled === false ? 'Backups are already off' : undefined,
    confirm: {typing: 'label'},
    eventActions: ['backups_cancel'],
    invalidates: ['instances.backups', 'instances'],
    warnings: ({lookup, params}) => {
      const count = lookup.rows('instances.backups', params).length;
      const deletion = lookup.complete('instances.backups', params)
        ? `${countText(count, 'backup')} permanently deleted.`
        : 'All existing backups are permanently deleted.';
      return [
        ...(count === 0 && lookup.complete('instances.backups', params) ? [] : [deletion]),
        'Billing for backups stops.',
      ];
    },
  },
  restore: {
    title: 'Restore…',
    risk: 'destroys',
    key: 'I',
    rowParams: row => ({backupId: row.id}),
    unless: ({row}) =>
      row.status === 'successful' ? undefined : `needs a successful backup: this one is ${condition(row.status).word}`,
    confirm: {typing: 'label'},
    eventActions: ['backups_restore'],
    invalidates: ['instances.disks', 'instances.configs', 'instances'],
    warnings: ({row, lookup, body}) => {
      const target = lookup.find('instances', body.compute_id)?.label ?? 'the instance';
      return body.overwrite
        ? [`All disks and configs of ${target} are deleted first, with all data.`, `${target} is off afterwards.`]
        : [`Disks and configs are added to ${target}. It must have ${megabytes(sizeOf(row))} of free disk space.`];
    },
    form: {
      compute_id: {
        title: 'To instance',
        input: 'pick',
        family: 'instances',
        // In most cases users restore the instance itself.
        initial: ({params}) => (params as ListParams).computeId,
        unless: ({candidate}) =>
          candidate.status === 'running' || candidate.status === 'offline' ? undefined : `is ${candidate.status}`,
      },
      overwrite: {
        title: 'Overwrite disks',
        help: 'Deletes all disks and configs first. If off, the backup needs free space.',
        input: 'toggle',
      },
    },
  },
};

export const backups = defineFamily('instances.backups', {
  title: 'Backups',
  one: 'backup',
  // The response isn't paged: it contains the automatic backups, the current snapshot and the one in progress.
  rows: ({automatic, snapshot}) =>
    [snapshot.in_progress, snapshot.current, ...automatic].filter(backup => backup !== null && backup !== undefined),
  label: row => row.label || (row.type === 'auto' ? `automatic ${row.id}` : ''),
  state: stateOf,
  stateWords: condition.words,
  columns,
  detail,
  actions,
  reconcileSeconds: 300,
  summary: row => joinParts(kindOf(row.type), row.status),
});
