/** SSH keys of the acting user, which can be added to new instances. */

import type {Contract} from '../../contract/index.ts';
import type {SshKey} from '../../contract/profile/ssh-keys.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {type Cell, cellFor} from '../format/cells.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {restoringBody} from '../shape/undo-body.ts';

type Spec = FamilySpec<'profile.sshKeys', never>;
type Create = NonNullable<RequestBody<Contract['profile']['sshKeys']['create']>>;

/** A part of "ssh-ed25519 AAAA… ops@acme": kind, key, or comment. */
const part =
  (index: 0 | 2) =>
  (row: SshKey): Cell =>
    cellFor(row.ssh_key, key => key.trim().split(/\s+/)[index] ?? {text: '—', tone: 'dim'});
const kind = part(0);
const comment = part(2);

const rowParams = (row: SshKey) => ({sshKeyId: row.id});

const actions: Spec['actions'] = {
  create: {
    title: 'New SSH key…',
    eventActions: ['user_ssh_key_add'],
    undo: {action: 'delete'},
    form: {
      label: {...standard.labelInput, help: 'Name of the person or machine'},
      ssh_key: {title: 'Public key', help: 'Line from the .pub file', input: 'multiline'},
    },
  },
  update: {
    ...standard.renameAction,
    rowParams,
    eventActions: ['user_ssh_key_update'],
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    // The key can be added again with the same data.
    confirm: 'ask',
    eventActions: ['user_ssh_key_delete'],
    warnings: () => ['Instances that have this key keep it. The key is no longer offered for new ones.'],
    undo: {action: 'create', body: row => restoringBody<Create>(row, 'label', 'ssh_key')},
  },
};

export const sshKeys = defineFamily('profile.sshKeys', {
  title: 'SSH keys',
  one: 'SSH key',
  byName: true,
  aliases: ['ssh', 'sshkeys'],
  entity: 'user_ssh_key',
  label: row => row.label,
  sort: 'label',
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 16},
    {id: 'kind', title: 'Type', width: 11, max: 24, value: kind},
    {id: 'comment', title: 'Comment', priority: 2, max: 30, value: comment},
    {...ageColumn, priority: 2},
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'SSH key',
          lines: [
            ...standard.identityLines,
            {title: 'Type', value: kind},
            {title: 'Comment', value: comment},
            standard.createdLine,
          ],
        },
      ],
    },
    {title: 'Key', text: row => row.ssh_key},
  ],
  actions,
  search: row => row.ssh_key,
});
