/** Members of a share group: other accounts, identified by the tokens that they gave to the owner. */
import type {ShareGroupMember} from '../../contract/resources/image-sharing.ts';
import {ageCell, defineStates, momentCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

type Spec = FamilySpec<'images.sharegroups.members', never>;

const states = defineStates<ShareGroupMember['status']>({
  active: {condition: 'ok', word: 'active'},
  revoked: {condition: 'off', word: 'revoked'},
});

const rowParams = (row: ShareGroupMember) => ({tokenUuid: row.token_uuid});
const unlessActive = ({status}: ShareGroupMember): string | undefined =>
  status === 'revoked' ? 'already revoked' : undefined;

const actions: Spec['actions'] = {
  create: {
    title: 'Add member…',
    risk: 'opens',
    sentence: ({lookup, params: {sharegroupId}, body: {label}}) =>
      `Add member ${label} to ${lookup.find('images.sharegroups', sharegroupId)?.label ?? 'the group'}`,
    invalidates: ['images.sharegroups'],
    warnings: () => ['The account of the token can deploy all images of the group.'],
    form: {
      label: {...standard.labelInput, help: 'Name of the account or person that gave you the token'},
      token: {title: 'Token', help: 'a token that the member made for the UUID of this group', input: 'secret'},
    },
  },
  update: {...standard.renameAction, rowParams, undo: {action: 'update', body: row => ({label: row.label})}},
  delete: {
    ...standard.revokeAction,
    rowParams,
    unless: ({row}) => unlessActive(row),
    invalidates: ['images.sharegroups', 'images.sharegroups.members'],
    warnings: () => ['The member loses access to the images of the group immediately.'],
  },
};

export const shareMembers = defineFamily('images.sharegroups.members', {
  title: 'Members of the group',
  one: 'member',
  name: 'share-members',
  aliases: ['share-members'],
  today: true,
  key: row => row.token_uuid,
  label: row => row.label,
  state: row => states(row.status),
  stateWords: states.words,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 14},
    {field: 'status', title: 'Status', state: true, width: 12},
    {field: 'token_uuid', title: 'Token UUID', priority: 3, max: 36},
    {
      field: 'expiry',
      title: 'Expires',
      align: 'right',
      priority: 3,
      format: (date, _, {now}) => ageCell(date, now),
    },
    {...ageColumn, priority: 2},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Member',
          lines: [
            standard.labelLine,
            {title: 'Token UUID', value: row => row.token_uuid},
            {title: 'Status', value: row => ({text: states(row.status).word, tone: states(row.status).condition})},
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
  ],
  actions,
  summary: row => joinParts(states(row.status).word, row.token_uuid),
});
