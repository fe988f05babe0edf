/** Disks of an instance; sizes in MB. */
import type {Disk} from '../../../contract/instances/disks.ts';
import {diskEvents} from '../../event-words/instance-events.ts';
import {amountCell, defineStates, momentCell} from '../../format/cells.ts';
import {joinParts, megabytes} from '../../format/format.ts';
import {ageColumn} from '../../shape/column.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../../shape/define-family.ts';
import {sentFields} from '../../shape/undo-body.ts';
import {deployment} from '../forms/deployment.ts';

type Spec = FamilySpec<'instances.disks', 'disk'>;
type At = ListParamsOf<'instances.disks'>;

const condition = defineStates<Disk['status']>({
  ready: {is: 'ok', word: 'ready'},
  'not ready': {is: 'busy', word: 'not ready'},
  deleting: {is: 'busy', word: 'deleting'},
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
  {field: 'id', title: 'ID', align: 'right', priority: 4},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Disk',
        lines: [
          {title: 'Label', value: row => row.label},
          {title: 'ID', value: row => amountCell(row.id)},
          {title: 'Size', value: row => amountCell(row.size, megabytes)},
          {title: 'File system', value: row => row.filesystem},
          {title: 'Created', value: (row, look) => momentCell(row.created, look.now)},
          {title: 'Updated', value: (row, look) => momentCell(row.updated, look.now)},
        ],
      },
    ],
  },
];

const instanceOf = (look: Lookup, at: At) => look.find('instances', at.computeId);

/** A disk in use cannot be resized or removed, nor its password set; refused only when that is known. */
const unlessOff = (look: Lookup, at: At): string | undefined => {
  const status = instanceOf(look, at)?.status;
  return status === undefined || status === 'offline' ? undefined : 'needs the instance to be off: shut it down first';
};
const unlessReady = (row: Disk): string | undefined =>
  row.status === 'ready' ? undefined : `the disk is ${condition(row.status).word}`;

/** MB of the plan that no disk takes yet; undefined while the disks or the plan are not known. */
function room(look: Lookup, at: At): number | undefined {
  const total = instanceOf(look, at)?.specs.disk;
  if (total === undefined || !look.complete('instances.disks', at)) return undefined;
  return total - look.rows('instances.disks', at).reduce((sum, disk) => sum + disk.size, 0);
}
const ifNoRoom = (needed: number, look: Lookup, at: At): string | undefined => {
  const left = room(look, at);
  if (left === undefined || left >= needed) return undefined;
  return left > 0
    ? `needs ${megabytes(needed)}: ${megabytes(left)} of the plan are left`
    : 'the disks take all of the plan: shrink one, or resize the instance';
};

/** What would be left of the plan, or by how much it is too little. */
function ifOver(more: number, left: number | undefined): readonly string[] {
  if (left === undefined) return ['How much of the plan is left is unknown.'];
  return more > left
    ? [`That is ${megabytes(more - left)} more than the plan has left: it will be refused.`]
    : [`${megabytes(left - more)} of the plan are left then.`];
}

const params = (row: Disk) => ({diskId: row.id});

const actions: Spec['actions'] = {
  create: {
    title: 'New disk…',
    undo: {action: 'delete'},
    tracks: ['disk_create'],
    unless: (_, look, at) => ifNoRoom(1, look, at),
    warns: (_, look, at, body) => [
      ...ifOver(body.size, room(look, at)),
      ...(body.image ? [] : ['It is blank: nothing boots from it before a system is put on it.']),
    ],
    form: {
      label: {title: 'Label', input: 'text'},
      size: {
        title: 'Size',
        unit: 'MB',
        input: 'number',
        // All that is left is what most disks are made of.
        initial: (_, look, {at}) => room(look, at as At),
      },
      filesystem: {title: 'File system', input: 'choice', when: values => !values.image},
      image: {...deployment.image, help: 'left empty, the disk is blank'},
      root_pass: deployment.root_pass,
      authorized_keys: deployment.authorized_keys,
      authorized_users: deployment.authorized_users,
      stackscript_id: deployment.stackscript_id,
      stackscript_data: deployment.stackscript_data,
    },
  },
  update: {
    title: 'Rename…',
    params,
    tracks: ['disk_update'],
    expects: (_, body) => (body.label === undefined ? {} : {label: body.label}),
    undo: {action: 'update', body: sentFields('label')},
    form: {label: {title: 'Label', input: 'text'}},
  },
  delete: {
    title: 'Delete',
    params,
    unless: (_, look, at) => unlessOff(look, at),
    confirm: {typing: 'label'},
    tracks: ['disk_delete'],
    busy: 'deleting',
    expects: () => ({status: 'deleting'}),
    warns: row => [`All data on ${row.label || 'the disk'} is lost for good.`],
  },
  clone: {
    title: 'Copy',
    undo: {action: 'delete', of: 'made'},
    key: 'K',
    params,
    unless: (row, look, at) => unlessReady(row) ?? ifNoRoom(row.size, look, at),
    confirm: 'ask',
    warns: (row, look, at) => ifOver(row.size, room(look, at)),
    tracks: ['disk_duplicate'],
    busy: 'copying',
  },
  resetPassword: {
    title: 'Reset root password…',
    risk: 'interrupts',
    key: 'W',
    params,
    unless: (row, look, at) => (row.filesystem === 'swap' ? 'swap has no password' : unlessOff(look, at)),
    confirm: 'ask',
    tracks: ['password_reset'],
    form: {password: {title: 'New root password', input: 'secret'}},
  },
  resize: {
    title: 'Resize…',
    risk: 'interrupts',
    undo: {action: 'resize', body: ({size}) => ({size})},
    key: 'Z',
    params,
    unless: (row, look, at) => unlessOff(look, at) ?? unlessReady(row),
    confirm: 'ask',
    tracks: ['disk_resize'],
    busy: 'resizing',
    warns: (row, look, at, body) => {
      const left = room(look, at);
      return [
        ...(body.size < row.size ? ['What is on the disk must fit the smaller size.'] : []),
        ...ifOver(body.size - row.size, left),
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
  borrows: {
    image: {
      title: 'Make an Image…',
      key: 'I',
      on: 'row',
      family: 'images',
      action: 'create',
      unless: row => row && unlessReady(row),
      // The disk is shown by its name, which is looked up in the list of the instance.
      fills: (row, _, at) => (row ? {disk_id: row.id, instance: at.computeId} : {}),
      asks: row => ({label: row?.label ?? ''}),
    },
  },
  summary: row => joinParts(megabytes(row.size), row.filesystem),
});
