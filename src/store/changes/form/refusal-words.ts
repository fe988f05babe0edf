/** The text of a refusal. It numbers entries of lists as the form does, not by the index of the API. */
import {humanize} from '../../../families/format/format.ts';
import {nounInSentence} from '../../../families/format/nouns.ts';
import type {Failure} from '../../api/failure.ts';
import type {Identifiers} from '../../api/identifiers.ts';
import {isIndex, toDottedPath} from '../../core/dotted-paths.ts';
import {entryTitle} from '../../core/entry-title.ts';
import {eachField} from '../../core/field-tree.ts';
import type {FieldState} from './field-state.ts';

/** "Inbound rule 3 (ssh)": with the label of the entry, or its summary. */
function entryName(list: FieldState, index: number): string {
  const entry = list.items?.entries[index];
  const label = entry?.fields.find(({name}) => name === 'label')?.value;
  const name = typeof label === 'string' && label !== '' ? label : entry?.about;
  return name === undefined ? entryTitle(list, index) : `${entryTitle(list, index)} (${name})`;
}

const withEntries = (fields: readonly FieldState[]): readonly FieldState[] =>
  [...eachField(fields)].map(({field}) => field);

interface NestedName {
  /** "Inbound rule 3 (ssh)", or the group of the field. */
  readonly place: string;
  /** "ports"; empty for a problem of the entry as a whole. */
  readonly field: string;
}

/** The name of a nested field; undefined for a field of the form itself. */
function nestedName(path: string, fields: readonly FieldState[], identifiers: Identifiers): NestedName | undefined {
  const parts = path.split('.');
  if (parts.length < 2) return undefined;
  const known = new Map(withEntries(fields).map(field => [field.path, field]));
  const entries: string[] = [];
  let names: string[] = [];
  for (const [at, part] of parts.entries()) {
    const list = known.get(parts.slice(0, at).join('.'));
    const field = known.get(parts.slice(0, at + 1).join('.'));
    if (isIndex(part) && list?.items) {
      entries.push(entryName(list, Number(part)));
      // The title of the entry names its list, so the group around the list is left out.
      names = [];
    } else if (isIndex(part)) names.push(`entry ${Number(part) + 1}`);
    else names.push(field?.title ?? humanize(identifiers.fieldName(part)));
  }
  const [first = '', ...rest] = entries.length > 0 ? entries : names.slice(0, 1);
  const inner = entries.length > 0 ? names : names.slice(1);
  return {place: [first, ...rest.map(nounInSentence)].join(', '), field: inner.map(nounInSentence).join(' ')};
}

/** "Inbound rule 3 (ssh)" and "ports"; undefined for a path outside the form's list entries. */
export function entryFieldName(
  path: string,
  fields: readonly FieldState[],
  identifiers: Identifiers,
): NestedName | undefined {
  const isEntry = withEntries(fields).some(
    ({path: list, items}) =>
      items !== undefined && path.startsWith(`${list}.`) && /^\d/.test(path.slice(list.length + 1)),
  );
  return isEntry ? nestedName(path, fields, identifiers) : undefined;
}

/** "Inbound rule 3 (ssh): ports are required", where the API names "inbound.2.ports". */
export function refusalWords(
  {code, message, fieldErrors, providerErrors = fieldErrors}: Failure,
  fields: readonly FieldState[],
  identifiers: Identifiers,
): string {
  if (code !== 'rejected') return message;
  return fieldErrors.reduce((text, {field, reason}, index) => {
    const name = field === null ? undefined : nestedName(toDottedPath(field), fields, identifiers);
    if (name === undefined) return text;
    // A reason such as "must be a port" continues its field; a sentence stands alone.
    const continued = /^[a-z]/.test(reason) ? ' ' : ': ';
    const named = `${name.place}: ${name.field === '' ? '' : `${name.field}${continued}`}`;
    return text.replace(`${providerErrors[index]?.field ?? field}: `, () => named);
  }, message);
}
