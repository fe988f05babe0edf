/**
 * Images: sources of disks, from the platform and from the account (D1 §4.3).
 *
 * More than 300 lines: one resource type with its forms.
 */

import type {Image} from '../../contract/resources/images.ts';
import {unlessInService} from '../catalogue/regions.ts';
import {imageEvents} from '../event-words/storage-events.ts';
import {
  ageCell,
  amountCell,
  type Cell,
  cellFor,
  defineStates,
  listCell,
  momentCell,
  noneCell,
  type State,
  yesNoCell,
} from '../format/cells.ts';
import {countText, joinParts, megabytes, shortSpan, toMillis} from '../format/format.ts';
import {unlessDeployable} from '../instances/forms/deployment.ts';
import {addedLine} from '../shape/added-line.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import {ageColumn, identifierCell} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import {revealSecret} from '../shape/shown-once.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';
import {copyText, replicateAction} from './image-copies.ts';

type Spec = FamilySpec<'images', 'image'>;

const condition = defineStates<Image['status']>({
  creating: {condition: 'busy', word: 'creating'},
  // The image waits for its bytes, and is deleted if none arrive within a day (D1 §4.3).
  pending_upload: {condition: 'attention', word: 'pending upload'},
  available: {condition: 'ok', word: 'available'},
});

const stateOf = (row: Image): State =>
  row.deprecated === true && row.status === 'available'
    ? {condition: 'off', word: 'deprecated'}
    : condition(row.status);

/** Seconds until an upload without bytes is canceled, and the maximum size of an upload (D1 §8). */
const day = 86_400;
const largest = 5 * 1024 ** 3;

/** The time that remains for uploading the bytes of a new image: "23h left". */
function waits({status, created}: Image, {now}: Lookup): Cell | undefined {
  const since = toMillis(created);
  if (status !== 'pending_upload' || since === undefined) return undefined;
  const remainingMs = since + day * 1000 - now;
  return remainingMs > 0
    ? {text: `${shortSpan(remainingMs)} left`, tone: remainingMs < hour ? 'failed' : 'attention'}
    : {text: 'too late', tone: 'failed'};
}
const hour = 3_600_000;

/** For the platform's images, the name of the public catalog. */
const creator = (row: Image, lookup: Lookup): Cell => identifierCell('created-by', row.created_by, lookup, row);

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {field: 'status', title: 'Status', state: true, width: 14},
  {
    field: 'is_public',
    title: 'Visibility',
    priority: 2,
    format: isPublic => (isPublic ? 'public' : {text: 'private', tone: 'accent'}),
  },
  {
    field: 'size',
    title: 'Size',
    align: 'right',
    width: 7,
    kind: 'megabytes',
    format: (size, row, lookup) => waits(row, lookup) ?? amountCell(size, megabytes),
  },
  {field: 'vendor', title: 'Vendor', priority: 3, max: 14},
  {field: 'id', title: 'ID', priority: 2, max: 28, identifier: 'image-or-kernel'},
  {...ageColumn, priority: 3},
  {field: 'created_by', title: 'By', optional: true, max: 20, identifier: 'created-by'},
  {field: 'type', title: 'Created as', optional: true},
  {field: 'tags', title: 'Tags', optional: true, max: 24, format: all => listCell(all)},
  {field: 'regions', title: 'Regions', optional: true, max: 32, format: all => listCell(all.map(copyText), ', ')},
  {
    field: 'total_size',
    title: 'All regions',
    align: 'right',
    optional: true,
    kind: 'megabytes',
    format: size => amountCell(size, megabytes),
  },
  {field: 'description', title: 'Description', optional: true, max: 60},
  {
    field: 'expiry',
    title: 'Expires',
    align: 'right',
    optional: true,
    format: (date, _, lookup) => ageCell(date, lookup.now),
  },
  {
    field: 'eol',
    title: 'End of life',
    align: 'right',
    optional: true,
    format: (date, _, lookup) => ageCell(date, lookup.now),
  },
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Image',
        lines: [
          standard.labelLine,
          {title: 'ID', value: (row, lookup) => identifierCell('image-or-kernel', row.id, lookup)},
          {title: 'Description', value: row => row.description},
          {
            title: 'Upload',
            value: (row, lookup) => waits(row, lookup) ?? null,
            isVisible: row => row.status === 'pending_upload',
          },
          {title: 'Minimum disk', value: row => amountCell(row.size, size => `a disk of ${megabytes(size)}`)},
          {title: 'Vendor', value: row => row.vendor},
          addedLine('Tags', 'tags', all => listCell(all)),
          addedLine('Regions', 'regions', all => listCell(all.map(copyText), ', ')),
          addedLine('Size in all regions', 'total_size', megabytes),
          addedLine('Capabilities', 'capabilities', all => listCell(all, ', ')),
          addedLine('Shared', 'is_shared', shared => (typeof shared === 'boolean' ? yesNoCell(shared) : shared)),
          addedLine('Share groups', 'image_sharing', sharingText),
          {title: 'Public', value: row => yesNoCell(row.is_public)},
          {title: 'Deprecated', value: row => yesNoCell(row.deprecated), isVisible: row => row.is_public !== false},
        ],
      },
      {
        title: 'History',
        lines: [
          {
            title: 'Created as',
            value: row => cellFor(row.type, type => (type === 'automatic' ? 'of a deleted instance' : type)),
          },
          {title: 'By', value: creator},
          standard.createdLine,
          standard.updatedLine,
          {title: 'Expires', value: (row, lookup) => momentCell(row.expiry, lookup.now)},
          {
            title: 'End of life',
            value: (row, lookup) => momentCell(row.eol, lookup.now),
            isVisible: row => row.is_public !== false,
          },
        ],
      },
    ],
  },
  {
    title: 'Share groups',
    list: 'images.imageSharegroups',
    params: row => ({imageId: row.id}),
    unless: unlessShared,
  },
  standard.eventsTab('image'),
];

/** The reason why the image can't be in a share group. */
function unlessShared(row: Image): string | undefined {
  if (row.image_sharing === undefined) return 'your provider does not show share groups';
  if (row.is_public) return 'public images need no share group';
  return row.image_sharing.shared_by ? 'the image belongs to another account' : undefined;
}

function sharingText({shared_by: by, shared_with: others}: NonNullable<Image['image_sharing']>): Cell {
  if (by) return `from ${by.sharegroup_label || by.sharegroup_uuid}`;
  return others ? `with ${countText(others.sharegroup_count, 'group')}` : noneCell;
}

const rowParams = (row: Image) => ({imageId: row.id});
const ifPublic = (row: Image): string | undefined =>
  row.is_public === true ? 'public images belong to the platform' : undefined;

/** "debian-12" for "~/images/debian-12.img.gz" */
const labelOf = (path: unknown): string | undefined =>
  typeof path === 'string' ? /([^/\\]+?)(\.(img|raw|bin|iso))?(\.gz)?$/i.exec(path.trim())?.[1] : undefined;

const description = {title: 'Description', input: 'multiline'} as const;

const imageTags = {...standard.tagsInput, isVisible: mayBeCurrentApi} as const;
const cloudInit = {
  title: 'Reads user data',
  help: 'cloud-init is installed',
  input: 'toggle',
  isVisible: mayBeCurrentApi,
} as const;

const actions: Spec['actions'] = {
  create: {
    title: 'New image of a disk…',
    undo: {action: 'delete'},
    eventActions: ['disk_imagize'],
    busyWord: 'capturing',
    inputs: {instance: {title: 'Instance', input: 'pick', family: 'instances', required: true}},
    form: {
      disk_id: {
        title: 'Disk',
        input: 'pick',
        family: 'instances.disks',
        params: ({values}) => (typeof values.instance === 'number' ? {computeId: values.instance} : undefined),
        unless: ({candidate: disk}) => (disk.status === 'ready' ? undefined : `is ${disk.status}`),
      },
      label: {...standard.labelInput, help: 'Leave empty to use the label of the disk.'},
      description,
      tags: imageTags,
      cloud_init: cloudInit,
    },
  },
  upload: {
    title: 'Upload…',
    undo: {action: 'delete'},
    key: 'U',
    eventActions: ['image_upload'],
    warnings: () => ['Without a finished upload, the image is deleted after 24 hours.'],
    createdRow: response => response.image,
    transfer: ({response, values: {file}}) =>
      file
        ? {
            direction: 'up',
            file: 'file',
            url: response.upload_to,
            seconds: day,
            target: {family: 'images', id: response.image.id},
          }
        : undefined,
    revealedValues: ({response, values: {file}}) => (file ? [] : [revealSecret('Upload address', response.upload_to)]),
    inputs: {
      file: {
        title: 'File',
        help: 'A raw disk image, compressed with gzip. Leave empty to get a URL for other tools.',
        input: 'file',
        fileType: 'gzip',
        maxBytes: largest,
        optional: true,
      },
    },
    form: {
      label: {...standard.labelInput, derivedValue: ({values: {file}}) => labelOf(file)},
      region: {
        title: 'Region',
        help: 'Region to upload to. The image can be deployed in every region.',
        input: 'pick',
        family: 'regions',
        unless: ({candidate}) => unlessInService(candidate),
      },
      description,
      tags: imageTags,
      cloud_init: cloudInit,
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    unless: ({row}) => ifPublic(row),
    eventActions: ['image_update'],
    expectedFields: ({body}) => body,
    undo: {action: 'update', body: sentFields('label', 'description', 'tags')},
    form: {label: standard.labelInput, description, tags: imageTags},
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row}) => ifPublic(row),
    eventActions: ['image_delete'],
    warnings: ({row}) => [`${row.label || 'The image'} is permanently deleted. Instances deployed from it are kept.`],
  },
  replicate: replicateAction,
};

export const images = defineFamily('images', {
  title: 'Images',
  one: 'image',
  group: 'compute',
  aliases: ['image', 'img'],
  entity: 'image',
  identifier: 'image-or-kernel',
  events: ['image'],
  onEvent: imageEvents,
  label: row => row.label,
  state: stateOf,
  stateWords: [...condition.words, 'deprecated'],
  columns,
  detail,
  actions,
  borrowedActions: {
    again: {
      title: 'New upload address…',
      key: 'N',
      on: 'row',
      family: 'images',
      action: 'upload',
      unless: ({row}) => (row?.status === 'pending_upload' ? undefined : 'no pending upload; press U for a new image'),
      presetValues: ({row}) => (row ? {label: row.label, ...(row.description && {description: row.description})} : {}),
    },
    deploy: {
      title: 'Deploy…',
      key: 'D',
      on: 'row',
      family: 'instances',
      action: 'create',
      unless: ({row}) => row && unlessDeployable(row),
      presetValues: ({row}) => (row ? {image: row.id} : {}),
    },
  },
  summary: (row, lookup) =>
    joinParts(lookup.spell('image-or-kernel', row.id), megabytes(row.size), row.deprecated ? 'deprecated' : undefined),
  search: row => `${row.vendor ?? ''} ${row.description ?? ''}`,
});
