/** Disks of an instance; sizes in MB. */

import type {Disk} from '../../../contract/instances/disks.ts';
import {diskEvents} from '../../event-words/instance-events.ts';
import {amountCell, defineStates} from '../../format/cells.ts';
import {joinParts, megabytes} from '../../format/format.ts';
import {addedLine} from '../../shape/added-line.ts';
import {ageColumn} from '../../shape/column.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../../shape/define-family.ts';
import * as standard from '../../shape/standard.ts';
import {deployment, deprecatedImageWarnings} from '../forms/deployment.ts';

type Spec = FamilySpec<'instances.disks', 'disk'>;
type ListParams = ListParamsOf<'instances.disks'>;

const condition = defineStates<Disk['status']>({
  ready: {condition: 'ok', word: 'ready'},
  'not ready': {condition: 'busy', word: 'not ready'},
  deleting: {condition: 'busy', word: 'deleting'},
});

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {field: 'status', title: 'Status', state: true, width: 12},
  {
    field: 'size',
    title: 'Size',
    align: 'right',
    width: 7,
    format: mb => amountCell(mb, megabytes),
    kind: 'megabytes',
  },
  {field: 'filesystem', title: 'File system', priority: 2},
  {...ageColumn, priority: 3},
  standard.shownIdColumn(4),
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Disk',
        lines: [
          ...standard.identityLines,
          {title: 'Size', value: row => amountCell(row.size, megabytes)},
          {title: 'File system', value: row => row.filesystem},
          addedLine('Encryption', 'disk_encryption'),
          standard.createdLine,
          standard.updatedLine,
        ],
      },
    ],
  },
];

const instanceOf = (lookup: Lookup, params: ListParams) => lookup.find('instances', params.computeId);

/** A disk in use can't be resized or deleted, and its password can't be set; refused only if the use is known. */
const unlessOff = (lookup: Lookup, params: ListParams): string | undefined => {
  const status = instanceOf(lookup, params)?.status;
  return status === undefined || status === 'offline' ? undefined : 'needs the instance to be off: shut it down first';
};
const unlessReady = (row: Disk): string | undefined =>
  row.status === 'ready' ? undefined : `the disk is ${condition(row.status).word}`;

/** Unallocated MB of the plan; undefined while the disks or the plan are not loaded. */
function availableMb(lookup: Lookup, params: ListParams): number | undefined {
  const total = instanceOf(lookup, params)?.specs.disk;
  if (total === undefined || !lookup.complete('instances.disks', params)) return undefined;
  return total - lookup.rows('instances.disks', params).reduce((sum, disk) => sum + disk.size, 0);
}
const unlessRoom = (requiredMb: number, lookup: Lookup, params: ListParams): string | undefined => {
  const remainingMb = availableMb(lookup, params);
  if (remainingMb === undefined || remainingMb >= requiredMb) return undefined;
  return remainingMb > 0
    ? `needs ${megabytes(requiredMb)}; ${megabytes(remainingMb)} of the plan remaining`
    : 'the disks take all of the plan: shrink one, or resize the instance';
};

/** The remaining space of the plan, or the missing amount. */
function capacityWarnings(requestedMb: number, remainingMb: number | undefined): readonly string[] {
  if (remainingMb === undefined) return ['Couldn’t read the free disk space of the plan.'];
  return requestedMb > remainingMb
    ? [
        `The plan has ${megabytes(requestedMb - remainingMb)} too little free disk space. The API will reject the request.`,
      ]
    : [`${megabytes(remainingMb - requestedMb)} of the plan remain free.`];
}

const rowParams = (row: Disk) => ({diskId: row.id});

const actions: Spec['actions'] = {
  create: {
    title: 'New disk…',
    undo: {action: 'delete'},
    eventActions: ['disk_create'],
    unless: ({lookup, params}) => unlessRoom(1, lookup, params),
    warnings: ({lookup, params, body}) => [
      ...capacityWarnings(body.size, availableMb(lookup, params)),
      ...deprecatedImageWarnings(body.image, lookup),
      ...(body.image ? [] : ['The disk is blank. Install a system before you boot from it.']),
    ],
    form: {
      label: standard.labelInput,
      size: {
        title: 'Size',
        unit: 'MB',
        input: 'number',
        // Most disks are created with all remaining space.
        initial: ({lookup, params}) => availableMb(lookup, params as ListParams),
      },
      filesystem: {title: 'File system', input: 'choice', isVisible: ({values}) => !values.image},
      image: {...deployment.image, help: 'Leave empty for a blank disk.'},
      root_pass: deployment.root_pass,
      authorized_keys: deployment.authorized_keys,
      authorized_users: deployment.authorized_users,
      stackscript_id: deployment.stackscript_id,
      stackscript_data: deployment.stackscript_data,
    },
  },
  update: {
    ...standard.renameAction,
    rowParams,
    eventActions: ['disk_update'],
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({lookup, params}) => unlessOff(lookup, params),
    eventActions: ['disk_delete'],
    expectedFields: () => ({status: 'deleting'}),
    warnings: ({row}) => [`All data on ${row.label || 'the disk'} is permanently deleted.`],
  },
  clone: {
    title: 'Clone',
    undo: {action: 'delete', target: 'created'},
    key: 'K',
    rowParams,
    unless: ({row, lookup, params}) => unlessReady(row) ?? unlessRoom(row.size, lookup, params),
    confirm: 'ask',
    warnings: ({row, lookup, params}) => capacityWarnings(row.size, availableMb(lookup, params)),
    eventActions: ['disk_duplicate'],
    busyWord: 'cloning',
  },
  resetPassword: {
    title: 'Reset root password…',
    risk: 'interrupts',
    key: 'W',
    rowParams,
    unless: ({row, lookup, params}) => (row.filesystem === 'swap' ? 'swap has no password' : unlessOff(lookup, params)),
    confirm: 'ask',
    eventActions: ['password_reset'],
    form: {password: {title: 'New root password', input: 'secret'}},
  },
  resize: {
    title: 'Resize…',
    risk: 'interrupts',
    undo: {action: 'resize', body: ({size}) => ({size})},
    key: 'Z',
    rowParams,
    unless: ({row, lookup, params}) => unlessOff(lookup, params) ?? unlessReady(row),
    confirm: 'ask',
    eventActions: ['disk_resize'],
    busyWord: 'resizing',
    warnings: ({row, lookup, params, body}) => {
      const remainingMb = availableMb(lookup, params);
      return [
        ...(body.size < row.size ? ['The data on the disk must fit the smaller size.'] : []),
        ...capacityWarnings(body.size - row.size, remainingMb),
      ];
    },
    form: {size: {title: 'New size', unit: 'MB', input: 'number'}},
  },
};

export const disks = defineFamily('instances.disks', {
  title: 'Disks',
  one: 'disk',
  aliases: ['disk'],
  events: ['disk'],
  onEvent: diskEvents,
  label: row => row.label,
  state: row => condition(row.status),
  stateWords: condition.words,
  columns,
  detail,
  actions,
  borrowedActions: {
    image: {
      title: 'Create image…',
      key: 'I',
      on: 'row',
      family: 'images',
      action: 'create',
      unless: ({row}) => row && unlessReady(row),
      // The disk is shown by its label, which needs the instance for the lookup.
      presetValues: ({row, params}) => (row ? {disk_id: row.id, instance: params.computeId} : {}),
      initialValues: ({row}) => ({label: row?.label ?? ''}),
    },
  },
  summary: row => joinParts(megabytes(row.size), row.filesystem),
});
