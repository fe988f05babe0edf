/**
 * Parts that most families share: columns, lines, inputs and actions. Each is valid for every row with the fields that
 * it reads.
 */
import {ageCell, amountCell, type Cell, listCell, momentCell} from '../format/cells.ts';
import type {AnyAction} from './actions.ts';
import type {EntityType, Lookup} from './define-family.ts';

import {sentFields} from './undo-body.ts';

type Moment = string | null | undefined;

const idFacts = {field: 'id', title: 'ID', align: 'right'} as const;
/** The ID, hidden until the user chooses the column. */
export const idColumn = {...idFacts, optional: true} as const;
/** The ID, in every list that is wide enough. */
export const shownIdColumn = <const P extends 2 | 3 | 4>(priority: P) => ({...idFacts, priority}) as const;

const updatedFacts = {
  field: 'updated',
  title: 'Updated',
  align: 'right',
  format: (date: string, _: unknown, {now}: Lookup): Cell => ageCell(date, now),
} as const;
/** The age of the last update, hidden until the user chooses the column. */
export const updatedColumn = {...updatedFacts, optional: true} as const;
/** The age of the last update, in every list that is wide enough. */
export const shownUpdatedColumn = <const P extends 2 | 3 | 4>(priority: P) => ({...updatedFacts, priority}) as const;

/** The cell and the value of a column with a number that isn't a field of the row itself. */
export const numberFacts = <Row>(read: (row: Row) => number | null | undefined) =>
  ({align: 'right', value: (row: Row): Cell => amountCell(read(row)), kind: 'number', measure: read}) as const;

export const tagsColumn = {
  field: 'tags',
  title: 'Tags',
  priority: 4,
  max: 24,
  format: (tags: readonly string[]): Cell => listCell(tags),
} as const;

export const labelLine = {
  title: 'Label',
  value: ({label}: {readonly label: string | null | undefined}) => label,
} as const;
export const idLine = {title: 'ID', value: ({id}: {readonly id: number | null | undefined}) => amountCell(id)} as const;
/** Label and ID, the first lines of most details. */
export const identityLines = [labelLine, idLine] as const;
export const tagsLine = {
  title: 'Tags',
  value: ({tags}: {readonly tags: readonly string[] | null | undefined}) => listCell(tags),
} as const;

export const createdLine = {
  title: 'Created',
  value: ({created}: {readonly created?: Moment}, {now}: Lookup) => momentCell(created, now),
} as const;
export const updatedLine = {
  title: 'Updated',
  value: ({updated}: {readonly updated?: Moment}, {now}: Lookup) => momentCell(updated, now),
} as const;
export const historySection = {title: 'History', lines: [createdLine, updatedLine]} as const;

/** The events of a row, for entities that events identify by their ID. */
export const eventsTab = (type: EntityType) =>
  ({title: 'Events', events: ({id}: {readonly id: number | string}) => ({type, id})}) as const;

/** Charts of the metrics of a monitored service for the row. */
export const metricsTab = (service: string) =>
  ({title: 'Metrics', metricsOf: service, entity: ({id}: {readonly id: number}) => id}) as const;

/** The key of rows without an ID: several fields together. A field with a wrong type counts as empty. */
export const joinedKey = (...fields: readonly unknown[]): string =>
  fields.map(field => (typeof field === 'string' ? field : '')).join('/');

const cloneEnding = '-clone';
/** A proposal for the label of a clone. A long label is shortened before the ending, so that it differs from the original. */
export function cloneLabel(label: string, maxLength: number): string {
  const start = label.slice(0, maxLength - cloneEnding.length);
  // Half a character at the end can't be sent, and the API refuses two hyphens or underscores in sequence.
  return `${start.replace(/[\uD800-\uDBFF]$/, '').replace(/[-_]+$/, '')}${cloneEnding}`;
}

export const labelInput = {title: 'Label', input: 'text'} as const;
export const tagsInput = {title: 'Tags', input: 'tags'} as const;

interface LabelBody {
  readonly label?: string;
}
/** An `update` of only the label. */
export const renameAction = {
  title: 'Rename…',
  expectedFields: ({body: {label}}: {readonly body: LabelBody}) => (label === undefined ? {} : {label}),
  undo: {action: 'update', body: sentFields<LabelBody>('label')},
  form: {label: labelInput},
} as const;

/** A deletion that users confirm with the label. */
export const deleteAction = {
  title: 'Delete',
  confirm: {typing: 'label'},
  busyWord: 'deleting',
} as const satisfies Partial<AnyAction>;
/** The revocation of a credential. */
export const revokeAction = {
  title: 'Revoke',
  confirm: {typing: 'label'},
  busyWord: 'revoking',
} as const satisfies Partial<AnyAction>;
