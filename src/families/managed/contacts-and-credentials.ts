/** Contacts that the staff may call, and credentials that it may use (D3 §2.4, §4.4). */

import type {Contract} from '../../contract/index.ts';
import type {ManagedContact, ManagedCredential} from '../../contract/monitoring/managed.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {ageCell, ageOrder, momentCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import type {FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {restoringBody, sentFields} from '../shape/undo-body.ts';

type Contacts = FamilySpec<'managed.contacts', never>;
type NewContact = NonNullable<RequestBody<Contract['managed']['contacts']['create']>>;

/** The groups that have contacts. */
export const groupsIn = (lookup: Lookup): readonly string[] =>
  [...new Set(lookup.rows('managed.contacts').flatMap(({group}) => group ?? []))].sort();

/** The groups as a hint in a form. */
export function groupsHint({lookup}: FormContext): string | undefined {
  const groups = groupsIn(lookup);
  return groups.length === 0 ? undefined : `known: ${groups.join(', ')}`;
}

const contactForm = {
  name: {title: 'Name', input: 'text'},
  email: {title: 'Email', input: 'text'},
  phone: {
    title: 'Phone',
    input: 'group',
    inputs: {
      primary: {title: 'First number', input: 'text'},
      secondary: {title: 'Second number', input: 'text'},
    },
  },
  group: {title: 'Group', help: 'Services select contacts by this name.', input: 'text', note: groupsHint},
} as const;

const contactParams = (row: ManagedContact) => ({contactId: row.id});

const contactActions: Contacts['actions'] = {
  create: {title: 'New contact…', undo: {action: 'delete'}, form: contactForm},
  update: {
    title: 'Edit…',
    rowParams: contactParams,
    undo: {action: 'update', body: sentFields<NewContact>('name', 'email', 'phone', 'group')},
    form: contactForm,
  },
  delete: {
    ...standard.deleteAction,
    rowParams: contactParams,
    // The entry can be created again with the same data.
    confirm: 'ask',
    warnings: ({row}) => [`Support staff no longer calls ${row.name || 'the contact'}.`],
    undo: {action: 'create', body: row => restoringBody<NewContact>(row, 'name', 'email', 'phone', 'group')},
  },
};

export const managedContacts = defineFamily('managed.contacts', {
  title: 'Managed contacts',
  one: 'contact',
  byName: true,
  aliases: ['contacts', 'contact'],
  label: row => row.name,
  sort: 'name',
  columns: [
    {field: 'name', title: 'Name', grow: true, width: 14},
    {field: 'group', title: 'Group', width: 10, max: 24},
    {field: 'email', title: 'Email', priority: 2, max: 40},
    {field: 'phone', title: 'Phone', width: 12, max: 20, format: phone => phone.primary ?? phone.secondary ?? '—'},
    standard.shownUpdatedColumn(3),
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Contact',
          lines: [
            {title: 'Name', value: row => row.name},
            {title: 'Group', value: row => row.group},
            {title: 'Email', value: row => row.email},
            {title: 'First number', value: row => row.phone.primary},
            {title: 'Second number', value: row => row.phone.secondary},
            standard.idLine,
            standard.updatedLine,
          ],
        },
      ],
    },
  ],
  actions: contactActions,
  summary: row => joinParts(row.group, row.email),
  search: row => [row.email, row.phone.primary, row.phone.secondary].filter(Boolean).join(' '),
});

type Credentials = FamilySpec<'managed.credentials', never>;

const credentialParams = (row: ManagedCredential) => ({credentialId: row.id});

const credentialActions: Credentials['actions'] = {
  create: {
    title: 'New credential…',
    undo: {action: 'revoke'},
    warnings: () => ['Support staff can log in with this credential. You can replace it, but not read it.'],
    form: {
      label: {...standard.labelInput, help: 'Name of the system this login is for'},
      username: {title: 'User name', input: 'text'},
      password: {title: 'Password', input: 'secret'},
    },
  },
  update: {
    ...standard.renameAction,
    rowParams: credentialParams,
  },
  updateLogin: {
    title: 'Replace user name and password…',
    key: 'W',
    rowParams: credentialParams,
    confirm: 'ask',
    warnings: () => ['The former login is replaced.'],
    form: {
      username: {title: 'User name', input: 'text', initial: () => undefined},
      password: {title: 'Password', input: 'secret'},
    },
  },
  revoke: {
    title: 'Revoke',
    risk: 'interrupts',
    rowParams: credentialParams,
    confirm: {typing: 'label'},
    busyWord: 'revoking',
    invalidates: ['managed.credentials', 'managed.services'],
    warnings: ({row, lookup}) => {
      const users = lookup.rows('managed.services').filter(({credentials}) => credentials.includes(row.id));
      return [
        'The credential is permanently deleted.',
        ...(users.length > 0 ? [`Removed from ${users.map(({label}) => label).join(', ')}.`] : []),
      ];
    },
  },
};

export const managedCredentials = defineFamily('managed.credentials', {
  title: 'Managed credentials',
  one: 'credential',
  byName: true,
  aliases: ['credentials', 'credential'],
  label: row => row.label,
  sort: 'label',
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 16},
    {
      field: 'last_decrypted',
      title: 'Last used',
      align: 'right',
      format: (date, _, lookup) => ageCell(date, lookup.now),
      sortBy: (row, lookup) => ageOrder(row.last_decrypted, lookup.now),
    },
    standard.shownIdColumn(2),
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Credential',
          lines: [
            ...standard.identityLines,
            {title: 'Password', value: () => ({text: 'stored, never shown', tone: 'dim'})},
            {title: 'Last used', value: (row, lookup) => momentCell(row.last_decrypted, lookup.now)},
          ],
        },
      ],
    },
    {
      title: 'SSH key of staff',
      operation: 'managed.sshKey.get',
      params: () => ({}),
      refreshSeconds: 3600,
      content: {text: ({ssh_key}) => ssh_key},
    },
  ],
  actions: credentialActions,
});
