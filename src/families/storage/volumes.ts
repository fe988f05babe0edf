/**
 * Volumes: block storage that can be attached to any instance in its region (D1 §4.1).
 */

import type {Region} from '../../contract/resources/regions.ts';
import type {Volume} from '../../contract/resources/volumes.ts';
import {unlessCapable, unlessInService} from '../catalogue/regions.ts';
import {resourcePriceColumn} from '../cost/price-column.ts';
import {volumeEvents} from '../event-words/storage-events.ts';
import {amountCell, cellFor, defineStates, noneCell, type State, yesNoCell} from '../format/cells.ts';
import {gigabytes, joinParts} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {addedLine} from '../shape/added-line.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Ref} from '../shape/define-family.ts';
import type {FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';
import {openTicketAction} from '../support/ticket-subject.ts';

type Spec = FamilySpec<'volumes', 'volume'>;

const condition = defineStates<Volume['status']>({
  creating: {condition: 'busy', word: 'creating'},
  active: {condition: 'ok', word: 'active'},
  resizing: {condition: 'busy', word: 'resizing'},
  key_rotating: {condition: 'busy', word: 'rotating its key'},
});

export const volumeStateWords = condition.words;
export const volumeState = (row: Volume): State => condition(row.status);

const instanceOf = (row: Volume): Ref | undefined =>
  row.compute_id === null || row.compute_id === undefined ? undefined : {family: 'instances', id: row.compute_id};
const holder = (row: Volume): string => row.compute_label ?? `instance ${row.compute_id}`;
const attachedTo = (row: Volume) => (row.compute_id === null ? noneCell : cellFor(row.compute_id, () => holder(row)));

const unlessDetached = (row: Volume): string | undefined =>
  instanceOf(row) && `the volume is attached to ${holder(row)}: detach it first`;
const unlessActive = (row: Volume): string | undefined =>
  row.status === 'active' ? undefined : `needs an active Volume: it is ${condition(row.status).word}`;

/** A volume can be attached while it is being created. */
const unlessAttachable = (row: Volume): string | undefined =>
  row.status === 'creating' ? undefined : unlessActive(row);

/**
 * The reason why an instance can't attach the volume: it is in another region, or it isn't running and no config is
 * chosen (D1 §3; D1 §4.1 r4).
 */
function unlessInstanceAccepts(
  volume: Pick<Volume, 'region'>,
  instance: {readonly region: string; readonly status: string},
  isPersistent: unknown,
): string | undefined {
  if (instance.region !== volume.region) return `in ${instance.region}`;
  if (isPersistent === false && instance.status !== 'running')
    return 'is not running, and the volume is not kept across boots';
  return undefined;
}

/** The reason why a volume can't be created: its region has no Block Storage or is out of order. */
const unlessBlockStorage = (region: Region | undefined): string | undefined =>
  region && (unlessCapable(region, 'Block Storage') ?? unlessInService(region));

const instanceParams = ({values}: FormContext) =>
  typeof values.compute_id === 'number' ? {computeId: values.compute_id} : undefined;
/** With a single config the choice is unnecessary; if none is loaded yet, the list must be read first. */
const choosesConfig = (context: FormContext): boolean => {
  const {values, lookup} = context;
  const params = instanceParams(context);
  if (!params || values.persist_across_boots === false) return false;
  return !lookup.complete('instances.configs', params) || lookup.rows('instances.configs', params).length > 1;
};

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 12},
  {field: 'status', title: 'Status', state: true, width: 10},
  {field: 'size', title: 'Size', align: 'right', width: 6, format: size => amountCell(size, gigabytes)},
  {field: 'region', title: 'Region', priority: 2, max: 14},
  {id: 'attached', title: 'Attached to', priority: 1, width: 12, max: 32, value: attachedTo, link: instanceOf},
  {field: 'hardware_type', title: 'Disk', priority: 4},
  {...ageColumn, priority: 3},
  standard.tagsColumn,
  resourcePriceColumn('volumes'),
  standard.idColumn,
  {field: 'filesystem_path', title: 'Path', optional: true, max: 60},
  {id: 'encryption', title: 'Encryption', optional: true, value: row => cellFor(row.encryption)},
  standard.updatedColumn,
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Volume',
        lines: [
          ...standard.identityLines,
          {title: 'Size', value: row => amountCell(row.size, gigabytes)},
          regionLine,
          {title: 'Disk', value: row => row.hardware_type},
          addedLine('Encryption', 'encryption'),
          standard.tagsLine,
        ],
      },
      {
        title: 'Attachment',
        lines: [
          {title: 'Attached to', value: attachedTo, link: instanceOf},
          {title: 'Path', value: row => row.filesystem_path},
          addedLine('Ready for IO', 'io_ready', yesNoCell),
        ],
      },
      standard.historySection,
    ],
  },
  standard.eventsTab('volume'),
];

const rowParams = (row: Volume) => ({volumeId: row.id});

const actions: Spec['actions'] = {
  create: {
    title: 'New volume…',
    undo: {action: 'delete'},
    eventActions: ['volume_create'],
    form: {
      label: standard.labelInput,
      compute_id: {
        title: 'Attach to',
        help: 'attached immediately; the volume is created in the region of the instance',
        input: 'pick',
        family: 'instances',
        unless: ({candidate, lookup}) => unlessBlockStorage(lookup.find('regions', candidate.region)),
      },
      region: {
        title: 'Region',
        input: 'pick',
        family: 'regions',
        required: true,
        isVisible: ({values}) => values.compute_id === undefined || values.compute_id === null,
        unless: ({candidate}) => unlessBlockStorage(candidate),
      },
      encryption: {
        title: 'Encryption',
        help: 'can’t be changed later',
        input: 'choice',
        labels: {enabled: 'enabled', disabled: 'disabled'},
        isVisible: mayBeCurrentApi,
      },
      config_id: {
        title: 'Config',
        help: 'config to add the volume to',
        input: 'pick',
        family: 'instances.configs',
        params: instanceParams,
        isVisible: choosesConfig,
      },
      size: {title: 'Size', input: 'number', help: 'you can increase it later, but not decrease it'},
      tags: standard.tagsInput,
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    eventActions: ['volume_update'],
    expectedFields: ({body}) => body,
    undo: {action: 'update', body: sentFields('label', 'tags')},
    form: {label: standard.labelInput, tags: standard.tagsInput},
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row}) => unlessDetached(row),
    eventActions: ['volume_delete'],
    warnings: ({row}) => [
      `All data on ${row.label || 'the volume'} is permanently deleted.`,
      'Billing stops; the time used is still billed.',
    ],
  },
  attach: {
    title: 'Attach…',
    key: 'A',
    rowParams,
    unless: ({row}) => unlessDetached(row) ?? unlessAttachable(row),
    already: ({row, body: {compute_id}}) =>
      compute_id !== undefined && row.compute_id === compute_id ? `is already attached to ${holder(row)}` : undefined,
    confirm: 'ask',
    eventActions: ['volume_attach'],
    busyWord: 'attaching',
    expectedFields: ({lookup, body}) => ({
      compute_id: body.compute_id,
      compute_label: lookup.find('instances', body.compute_id)?.label ?? null,
    }),
    undo: {action: 'detach'},
    invalidates: ['instances.volumes'],
    form: {
      compute_id: {
        title: 'Attach to',
        input: 'pick',
        family: 'instances',
        unless: ({candidate, values, row}) =>
          unlessInstanceAccepts({region: String(row?.region)}, candidate, values.persist_across_boots),
      },
      persist_across_boots: {
        title: 'Attach on boot',
        help: 'adds the volume to the config, so it is attached again after a reboot',
        input: 'toggle',
      },
      config_id: {
        title: 'Config',
        input: 'pick',
        family: 'instances.configs',
        params: instanceParams,
        isVisible: choosesConfig,
      },
    },
  },
  detach: {
    title: 'Detach',
    risk: 'interrupts',
    key: 'D',
    rowParams,
    unless: ({row}) => (instanceOf(row) ? undefined : 'the volume is not attached'),
    already: ({row}) => (row.compute_id === null ? 'is already detached' : undefined),
    confirm: 'ask',
    eventActions: ['volume_detach'],
    busyWord: 'detaching',
    expectedFields: () => ({compute_id: null, compute_label: null}),
    comparisons: ({row}) => [{title: 'Attached to', before: holder(row), after: 'nothing'}],
    warnings: ({row}) => [
      `Unmount the volume on ${holder(row)} first. Unwritten data is lost.`,
      'The volume and its data are kept, and billed until you delete the volume.',
    ],
    undo: {
      action: 'attach',
      body: before => (before.compute_id === null ? undefined : {compute_id: before.compute_id}),
    },
    invalidates: ['instances.volumes'],
  },
  clone: {
    title: 'Clone…',
    undo: {action: 'delete', target: 'created'},
    key: 'K',
    rowParams,
    unless: ({row}) => unlessActive(row),
    eventActions: ['volume_clone'],
    busyWord: 'cloning',
    form: {
      label: {
        title: 'Label of the clone',
        input: 'text',
        initial: ({row}) => row && standard.cloneLabel(row.label, 32),
      },
    },
  },
  resize: {
    title: 'Resize…',
    key: 'Z',
    rowParams,
    unless: ({row}) => unlessActive(row),
    confirm: 'ask',
    eventActions: ['volume_resize'],
    busyWord: 'resizing',
    expectedFields: ({body}) => ({size: body.size, status: 'resizing'}),
    problems: ({row, body: {size}}) =>
      size <= row.size ? [{field: 'size', reason: `must be more than the ${row.size} GB that it has`}] : [],
    warnings: ({row, body}) => [
      'A volume can grow, never shrink. The file system on it is not resized.',
      ...(body.size > row.size ? [`Billing for ${row.label} increases by ${body.size - row.size} GB.`] : []),
    ],
    form: {size: {title: 'New size', help: 'You can only increase the size.', input: 'number'}},
  },
};

export const volumes = defineFamily('volumes', {
  title: 'Volumes',
  one: 'volume',
  group: 'storage',
  aliases: ['volume', 'vol', 'vols'],
  entity: 'volume',
  events: ['volume'],
  onEvent: volumeEvents,
  label: row => row.label,
  state: volumeState,
  stateWords: volumeStateWords,
  sort: 'label',
  columns,
  detail,
  actions,
  borrowedActions: {ticket: openTicketAction('volume_id')},
  summary: row => joinParts(gigabytes(row.size), row.region),
});
