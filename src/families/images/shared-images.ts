/** Images in share groups: images that the account shares, and images that it uses as a member. */
import type {SharedImage} from '../../contract/resources/image-sharing.ts';
import {amountCell, defineStates, listCell} from '../format/cells.ts';
import {joinParts, megabytes} from '../format/format.ts';
import {ageColumn, identifierCell} from '../shape/column.ts';
import {type Column, defineFamily, type FamilySpec, type Ref, type Tab} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';
import {copyText} from './image-copies.ts';
import {copiesNote, sharedImagesInput} from './share-groups.ts';

type Spec = FamilySpec<'images.sharegroups.images', never>;

const states = defineStates<SharedImage['status']>({
  creating: {condition: 'busy', word: 'creating'},
  pending_upload: {condition: 'attention', word: 'pending upload'},
  available: {condition: 'ok', word: 'available'},
});

const sourceOf = ({image_sharing: sharing}: SharedImage): string | undefined =>
  sharing?.shared_by?.source_image_id ?? undefined;
const opensSource = (row: SharedImage): Ref | undefined => {
  const id = sourceOf(row);
  return id === undefined ? undefined : {family: 'images', id};
};

const columns: readonly Column<SharedImage, unknown>[] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {field: 'status', title: 'Status', state: true, width: 14},
  {
    field: 'size',
    title: 'Size',
    align: 'right',
    width: 7,
    kind: 'megabytes',
    format: size => amountCell(size, megabytes),
  },
  {field: 'id', title: 'ID', priority: 2, max: 28, identifier: 'image-or-kernel'},
  {field: 'tags', title: 'Tags', optional: true, max: 24, format: all => listCell(all)},
  {field: 'description', title: 'Description', priority: 3, max: 40},
  {...ageColumn, priority: 3},
];

const overview: Tab<SharedImage, unknown> = {
  title: 'Overview',
  sections: [
    {
      title: 'Shared image',
      lines: [
        standard.labelLine,
        {title: 'ID', value: (row, lookup) => identifierCell('image-or-kernel', row.id, lookup)},
        {title: 'Description', value: row => row.description},
        {
          title: 'Shared from',
          value: (row, lookup) => {
            const id = sourceOf(row);
            return id === undefined ? null : (lookup.find('images', id)?.label ?? id);
          },
          link: opensSource,
          isVisible: row => sourceOf(row) !== undefined,
        },
        {title: 'Share group', value: row => row.image_sharing?.shared_by?.sharegroup_label},
        {title: 'Minimum disk', value: row => amountCell(row.size, size => `a disk of ${megabytes(size)}`)},
        {title: 'Regions', value: row => listCell(row.regions?.map(copyText), ', ')},
        {title: 'Capabilities', value: row => listCell(row.capabilities, ', ')},
        standard.tagsLine,
      ],
    },
    standard.historySection,
  ],
};

const shared = {
  one: 'shared image',
  today: true,
  identifier: 'image-or-kernel',
  label: (row: SharedImage) => row.label,
  state: (row: SharedImage) => states(row.status),
  stateWords: states.words,
  summary: (row: SharedImage) => joinParts(row.id, megabytes(row.size)),
} as const;

const rowParams = (row: SharedImage) => ({imageId: row.id});
const edits = {label: standard.labelInput, description: {title: 'Description', input: 'text'}} as const;

const actions: Spec['actions'] = {
  create: {
    title: 'Share images…',
    invalidates: ['images.sharegroups', 'images'],
    risk: 'opens',
    sentence({lookup, params: {sharegroupId}, body: {images}}) {
      const labels = images.map(({id, label}) => label || lookup.find('images', id)?.label || id);
      return `Share ${labels.join(', ')} with ${lookup.find('images.sharegroups', sharegroupId)?.label ?? 'the group'}`;
    },
    warnings: () => ['All members of the group can deploy the images.', copiesNote],
    problems: ({body: {images}}) =>
      Array.isArray(images) && images.length === 0 ? [{field: 'images', reason: 'needs at least one image'}] : [],
    form: {images: sharedImagesInput},
  },
  update: {
    title: 'Edit…',
    rowParams,
    expectedFields: ({body}) => body,
    undo: {action: 'update', body: sentFields('label', 'description')},
    form: edits,
  },
  delete: {
    title: 'Remove',
    rowParams,
    confirm: {typing: 'label'},
    busyWord: 'removing',
    invalidates: ['images.sharegroups', 'images'],
    warnings: () => ['All members lose access to the image immediately.', 'The image itself is kept.'],
  },
};

export const groupImages = defineFamily('images.sharegroups.images', {
  ...shared,
  title: 'Images of the group',
  name: 'group-images',
  aliases: ['group-images'],
  columns,
  detail: [overview],
  actions,
});

export const joinedImages = defineFamily('images.sharegroups.tokens.sharegroup.images', {
  ...shared,
  title: 'Shared images',
  name: 'shared-images',
  aliases: ['shared-images'],
  columns,
  detail: [overview],
  actions: {},
  borrowedActions: {
    deploy: {
      title: 'Deploy…',
      key: 'D',
      on: 'row',
      family: 'instances',
      action: 'create',
      unless: ({row}) => (row && row.status !== 'available' ? 'is not available yet' : undefined),
      presetValues: ({row}) => (row ? {image: row.id} : {}),
    },
  },
});
