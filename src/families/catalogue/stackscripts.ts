/** StackScripts: scripts that set up a new instance; the account's own and public ones (D2 §2.8, §4.3). */

import type {Contract} from '../../contract/index.ts';
import type {Image} from '../../contract/resources/images.ts';
import type {StackScript, UserDefinedField} from '../../contract/resources/stackscripts.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {stackscriptEvents} from '../event-words/service-events.ts';
import {ageCell, ageOrder, amountCell, type Cell, cellFor, listCell, yesNoCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import type {FormCandidateContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';

type Spec = FamilySpec<'stackscripts', 'stackscript'>;

/** The value for every image. */
const everyImage = 'any/all';

const imageNames = (images: readonly string[], lookup: Lookup): readonly string[] =>
  images.map(id => (id === everyImage ? 'any image' : lookup.spell('image-or-kernel', id)));

/** The reason why a script doesn't support an image; a script that names no images is not checked. */
export const unlessCompatible = (script: StackScript, image: unknown, lookup: Lookup): string | undefined =>
  typeof image !== 'string' || script.images.length === 0 || script.images.some(id => id === everyImage || id === image)
    ? undefined
    : `is not for ${lookup.spell('image-or-kernel', image)}`;

const owner = (row: StackScript): Cell => (row.mine === true ? {text: 'mine', tone: 'accent'} : cellFor(row.username));
const access = (open: boolean): Cell => (open ? 'public' : 'private');

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {field: 'mine', title: 'Owner', width: 8, max: 20, format: (_, row) => owner(row), sortBy: row => (row.mine ? 0 : 1)},
  {field: 'is_public', title: 'Visibility', format: access},
  {field: 'deployments_active', title: 'Active', align: 'right', priority: 2, format: n => amountCell(n)},
  {field: 'deployments_total', title: 'Deployed', align: 'right', priority: 2, format: n => amountCell(n)},
  {
    field: 'images',
    title: 'Images',
    priority: 3,
    max: 28,
    identifier: 'image-or-kernel',
    format: (all, _, lookup) => listCell(imageNames(all, lookup)),
  },
  {...standard.shownUpdatedColumn(3), sortBy: (row, lookup) => ageOrder(row.updated, lookup.now)},
  {field: 'description', title: 'Description', priority: 4, max: 40},
  standard.idColumn,
  {field: 'rev_note', title: 'Revision', optional: true, max: 40},
  {
    field: 'created',
    title: 'Age',
    align: 'right',
    optional: true,
    format: (date, _, lookup) => ageCell(date, lookup.now),
  },
];

const choices = (names: string): string => names.split(',').join(', ');

/** "role: Role · one of web, db · default: web" */
const question = ({name, label, oneOf, manyOf, default: defaultValue, example}: UserDefinedField): string =>
  joinParts(
    `${name ?? '?'}: ${label ?? '?'}`,
    oneOf && `one of ${choices(oneOf)}`,
    manyOf && `any of ${choices(manyOf)}`,
    defaultValue === undefined || defaultValue === null ? 'required' : `default: ${defaultValue || 'empty'}`,
    example && `such as ${example}`,
  );

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'StackScript',
        lines: [
          ...standard.identityLines,
          {title: 'Description', value: row => row.description},
          {title: 'By', value: row => row.username},
          {title: 'Mine', value: row => yesNoCell(row.mine)},
          {title: 'Visibility', value: row => cellFor(row.is_public, access)},
          {
            title: 'Images',
            value: (row, lookup) => imageNames(row.images, lookup),
            link: row => {
              const [id, ...otherImages] = row.images;
              return id === undefined || id === everyImage || otherImages.length > 0
                ? undefined
                : {family: 'images', id};
            },
          },
          {title: 'Questions', value: row => row.user_defined_fields.map(({name}) => cellFor(name))},
          {title: 'Ordinal', value: row => amountCell(row.ordinal), isVisible: row => Boolean(row.ordinal)},
          {title: 'Logo', value: row => row.logo_url, isVisible: row => Boolean(row.logo_url)},
        ],
      },
      {
        title: 'Deployments',
        lines: [
          {title: 'Deployed', value: row => amountCell(row.deployments_total, n => countText(n, 'time'))},
          {title: 'Active', value: row => amountCell(row.deployments_active, n => countText(n, 'instance'))},
        ],
      },
      {
        title: 'History',
        lines: [{title: 'Revision', value: row => row.rev_note}, standard.createdLine, standard.updatedLine],
      },
    ],
  },
  {title: 'Script', text: row => row.script, language: 'script', edits: 'script'},
  {
    title: 'Questions',
    unless: row => (row.user_defined_fields.length === 0 ? 'No questions.' : undefined),
    text: row => row.user_defined_fields.map(question).join('\n'),
  },
  standard.eventsTab('stackscript'),
];

/** The ID is a number in rows, and a text in URLs (D2 §4.3). */
const rowParams = (row: StackScript) => ({stackscriptId: String(row.id)});

const unlessOwn = (row: StackScript): string | undefined =>
  row.mine === false ? `belongs to ${row.username || 'another user'}` : undefined;

/** A script that becomes public stays public (D2 §2.8). */
const publicWarnings = (row: StackScript | undefined, is_public: boolean | undefined): readonly string[] =>
  is_public === true && row?.is_public !== true
    ? ['The StackScript becomes visible to everyone. A public StackScript can’t be made private again or deleted.']
    : [];

const form = {
  label: standard.labelInput,
  description: {title: 'Description', input: 'text'},
  images: {
    title: 'Images',
    help: 'Images that it supports',
    input: 'pickMany',
    family: 'images',
    unless: ({candidate: image}: FormCandidateContext<Image>) =>
      image.is_public === false ? 'is private: StackScripts are for public images' : undefined,
  },
  script: {title: 'Script', help: 'Must start with #! and an interpreter.', input: 'multiline'},
  rev_note: {title: 'Revision note', input: 'text'},
  is_public: {title: 'Public', help: 'Can’t be undone: a public StackScript stays public.', input: 'toggle'},
} as const;

const restored = sentFields<RequestBody<Contract['stackscripts']['update']>>(
  'label',
  'description',
  'images',
  'script',
  'rev_note',
);

const actions: Spec['actions'] = {
  create: {
    title: 'New StackScript…',
    risk: ({body}) => (publicWarnings(undefined, body.is_public).length > 0 ? 'opens' : undefined),
    undo: {action: 'delete'},
    eventActions: ['stackscript_create'],
    warnings: ({body}) => publicWarnings(undefined, body.is_public),
    form: {...form, script: {...form.script, initial: () => '#!/bin/bash\n'}},
  },
  update: {
    title: 'Edit…',
    risk: ({row, body}) => (publicWarnings(row, body?.is_public).length > 0 ? 'opens' : undefined),
    rowParams,
    unless: ({row}) => unlessOwn(row),
    eventActions: ['stackscript_update', 'stackscript_revise', 'stackscript_publicize'],
    warnings: ({row, body}) => publicWarnings(row, body?.is_public),
    expectedFields: ({body}) => body,
    undo: {
      action: 'update',
      // A script that became public stays public. The other fields are not restored either, because a partial undo
      // would mislead.
      body: (before, body) => (publicWarnings(before, body.is_public).length > 0 ? undefined : restored(before, body)),
    },
    form,
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({row}) =>
      unlessOwn(row) ?? (row.is_public === true ? 'a public StackScript cannot be deleted' : undefined),
    eventActions: ['stackscript_delete'],
    warnings: ({row}) => [
      `${row.label || 'The StackScript'} is permanently deleted. Instances deployed from it are kept.`,
    ],
  },
};

export const stackscripts = defineFamily('stackscripts', {
  title: 'StackScripts',
  one: 'StackScript',
  group: 'compute',
  aliases: ['stackscript', 'scripts', 'script'],
  entity: 'stackscript',
  events: ['stackscript'],
  onEvent: stackscriptEvents,
  label: row => row.label,
  sort: 'mine',
  columns,
  detail,
  actions,
  borrowedActions: {
    deploy: {
      title: 'Deploy…',
      key: 'D',
      on: 'row',
      family: 'instances',
      action: 'create',
      presetValues: ({row}) => (row ? {stackscript_id: row.id} : {}),
    },
  },
  summary: row => joinParts(row.username, row.is_public ? 'public' : 'private'),
  search: row => `${row.id} ${row.username ?? ''} ${row.description ?? ''}`,
});
