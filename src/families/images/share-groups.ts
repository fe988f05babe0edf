/** Share groups of images: the groups of the account, and the groups of one image. The API of today has them. */

import type {ShareGroup} from '../../contract/resources/image-sharing.ts';
import type {Image} from '../../contract/resources/images.ts';
import {amountCell, formatIfKnown, momentCell, type State} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import type {FormCandidateContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'images.sharegroups', never>;

const states: Readonly<Record<'active' | 'suspended', State>> = {
  active: {condition: 'ok', word: 'active'},
  suspended: {condition: 'attention', word: 'suspended'},
};
export const groupState = ({is_suspended: isSuspended}: {readonly is_suspended: boolean}): State =>
  typeof isSuspended === 'boolean'
    ? states[isSuspended ? 'suspended' : 'active']
    : {condition: 'unknown', word: 'unknown'};

/** The reason why an image can't be shared. */
export function unlessShareable(image: Image): string | undefined {
  if (image.is_public) return 'public images belong to the platform';
  if (image.image_sharing?.shared_by) return 'belongs to another account';
  return image.status === 'available' ? undefined : 'is not available yet';
}

const unlessShared = ({candidate}: FormCandidateContext<Image>): string | undefined => unlessShareable(candidate);

/** Images to share, each with a separate label and description. */
export const sharedImagesInput = {
  title: 'Images',
  input: 'rows',
  one: 'image',
  inputs: {
    id: {title: 'Image', input: 'pick', family: 'images', unless: unlessShared},
    label: {title: 'Label', help: 'Leave empty to use the label of the image.', input: 'text'},
    description: {title: 'Description', input: 'text'},
  },
} as const;

/** The values are copies, which the members see. */
export const copiesNote = 'Members see copies of label and description. Later changes of the image don’t change them.';

/** "2 images · 1 member" */
const contentText = ({images_count: images, members_count: members}: ShareGroup): string =>
  joinParts(
    formatIfKnown(images, count => countText(count, 'image')),
    formatIfKnown(members, count => countText(count, 'member')),
  );

const rowParams = (row: ShareGroup) => ({sharegroupId: row.id});

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {
    field: 'is_suspended',
    title: 'Status',
    state: true,
    width: 12,
    format: (_, row) => groupState(row).word,
  },
  {field: 'images_count', title: 'Images', align: 'right'},
  {field: 'members_count', title: 'Members', align: 'right'},
  {field: 'description', title: 'Description', priority: 3, max: 40},
  {field: 'uuid', title: 'UUID', priority: 4, max: 36},
  {...ageColumn, priority: 3},
  standard.shownIdColumn(2),
];

const actions: Spec['actions'] = {
  create: {
    title: 'New share group…',
    undo: {action: 'delete'},
    invalidates: ['images'],
    warnings: ({body: {images}}) => (images && images.length > 0 ? [copiesNote] : []),
    form: {
      label: standard.labelInput,
      description: {title: 'Description', input: 'text'},
      images: sharedImagesInput,
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    expectedFields: ({body}) => body,
    undo: {action: 'update', body: sentFields('label', 'description')},
    form: {label: standard.labelInput, description: {title: 'Description', input: 'text'}},
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    invalidates: ['images'],
    warnings: () => ['The images themselves are kept.'],
  },
};

export const shareGroups = defineFamily('images.sharegroups', {
  title: 'Share groups',
  one: 'share group',
  name: 'share-groups',
  group: 'compute',
  today: true,
  aliases: ['share-groups', 'share-group'],
  label: row => row.label,
  state: groupState,
  stateWords: Object.values(states).map(({word}) => word),
  sort: 'label',
  columns,
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Share group',
          lines: [
            ...standard.identityLines,
            {title: 'UUID', value: row => row.uuid},
            {title: 'Description', value: row => row.description},
            {title: 'Status', value: row => ({text: groupState(row).word, tone: groupState(row).condition})},
            {title: 'Images', value: row => amountCell(row.images_count)},
            {title: 'Members', value: row => amountCell(row.members_count)},
          ],
        },
        {
          title: 'History',
          lines: [
            standard.createdLine,
            standard.updatedLine,
            {title: 'Expires', value: (row, lookup) => momentCell(row.expiry, lookup.now)},
          ],
        },
      ],
    },
    {title: 'Images', list: 'images.sharegroups.images', params: rowParams},
    {title: 'Members', list: 'images.sharegroups.members', params: rowParams},
  ],
  actions,
  summary: row => contentText(row),
  search: row => joinParts(String(row.id), row.uuid, row.description ?? undefined),
});

export const groupsOfImage = defineFamily('images.imageSharegroups', {
  title: 'Share groups of the image',
  one: 'share group',
  name: 'image-share-groups',
  aliases: ['image-share-groups'],
  today: true,
  label: row => row.label,
  state: groupState,
  stateWords: Object.values(states).map(({word}) => word),
  columns: columns.filter(({title}) => title !== 'UUID'),
  detail: [],
  actions: {},
  represents: row => ({ref: {family: 'images.sharegroups', id: row.id}, row}),
  summary: row => contentText(row),
});
