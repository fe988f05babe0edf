/** Tokens for share groups of other accounts: the member's side. The owner of a group adds the token as a member. */
import type {ShareGroupToken} from '../../contract/resources/image-sharing.ts';
import {ageCell, cellFor, defineStates, momentCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import {revealSecret, shownOnceWarning} from '../shape/shown-once.ts';
import * as standard from '../shape/standard.ts';
import {groupState} from './share-groups.ts';

type Spec = FamilySpec<'images.sharegroups.tokens', never>;

const states = defineStates<ShareGroupToken['status']>({
  // The owner of the group has not added the token yet.
  pending: {condition: 'attention', word: 'pending'},
  active: {condition: 'ok', word: 'active'},
  revoked: {condition: 'off', word: 'revoked'},
  expired: {condition: 'off', word: 'expired'},
});

const rowParams = (row: ShareGroupToken) => ({tokenUuid: row.token_uuid});
const unlessJoined = ({status}: ShareGroupToken): string | undefined =>
  status === 'active'
    ? undefined
    : status === 'pending'
      ? 'the owner of the group hasn’t added the token yet'
      : `the token is ${status}`;

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 14},
  {field: 'status', title: 'Status', state: true, width: 12},
  {field: 'sharegroup_label', title: 'Share group', width: 12, max: 32},
  {field: 'valid_for_sharegroup_uuid', title: 'For UUID', priority: 4, max: 36},
  {field: 'token_uuid', title: 'Token UUID', optional: true, max: 36},
  {
    field: 'expiry',
    title: 'Expires',
    align: 'right',
    priority: 3,
    format: (date, _, {now}) => ageCell(date, now),
  },
  {...ageColumn, priority: 2},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Token',
        lines: [
          standard.labelLine,
          {title: 'Token UUID', value: row => row.token_uuid},
          {title: 'Status', value: row => ({text: states(row.status).word, tone: states(row.status).condition})},
          {title: 'For group UUID', value: row => row.valid_for_sharegroup_uuid},
          {title: 'Share group', value: row => cellFor(row.sharegroup_label || null)},
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
  {
    title: 'Images',
    list: 'images.sharegroups.tokens.sharegroup.images',
    params: rowParams,
    unless: unlessJoined,
  },
  {
    title: 'Share group',
    operation: 'images.sharegroups.tokens.sharegroup.get',
    params: rowParams,
    refreshSeconds: 300,
    unless: unlessJoined,
    content: {
      sections: [
        {
          title: 'Share group of another account',
          lines: [
            standard.labelLine,
            {title: 'UUID', value: row => row.uuid},
            {title: 'Description', value: row => row.description},
            {title: 'Status', value: row => ({text: groupState(row).word, tone: groupState(row).condition})},
            standard.createdLine,
            standard.updatedLine,
          ],
        },
      ],
    },
  },
];

const actions: Spec['actions'] = {
  create: {
    title: 'New token…',
    undo: {action: 'delete'},
    warnings: () => [shownOnceWarning('token'), 'Send it to the owner of the group, who adds you as a member.'],
    // The row without the token, which must not be stored.
    createdRow: ({token: _, ...row}) => row,
    secretName: 'token',
    revealedValues: ({response}) => [revealSecret('Token', response.token)],
    form: {
      valid_for_sharegroup_uuid: {
        title: 'Group UUID',
        help: 'the UUID that the owner of the share group gave you',
        input: 'text',
      },
      label: standard.labelInput,
    },
  },
  update: {
    ...standard.renameAction,
    rowParams,
    undo: {action: 'update', body: row => (row.label === null ? undefined : {label: row.label})},
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    warnings: ({row}) => [
      row.status === 'active'
        ? 'You leave the share group, and lose access to its images.'
        : 'The owner of the group can’t add the token afterwards.',
    ],
  },
};

export const shareTokens = defineFamily('images.sharegroups.tokens', {
  title: 'Share group tokens',
  one: 'share group token',
  name: 'share-tokens',
  group: 'compute',
  today: true,
  aliases: ['share-tokens', 'share-group-tokens'],
  key: row => row.token_uuid,
  label: row => row.label ?? '',
  state: row => states(row.status),
  stateWords: states.words,
  columns,
  detail,
  actions,
  summary: row => joinParts(states(row.status).word, row.sharegroup_label ?? undefined),
  search: row => joinParts(row.token_uuid, row.valid_for_sharegroup_uuid),
});
