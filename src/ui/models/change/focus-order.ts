/** The stops of a form's focus: its fields, and for list fields the entries and the line that adds an entry. */
import type {FieldEntry, FieldState} from '../../../store/changes/form/field-state.ts';
import {fieldProblems} from '../../../store/core/field-tree.ts';
import {inputKind} from './field-inputs.ts';

export interface FocusStop {
  /** The path of the field or the entry. */
  readonly id: string;
  /** The field, or the list field of the entry. */
  readonly field: FieldState;
  /** The index of the entry, or of the entry that would be added, from 0. */
  readonly index?: number;
  readonly entry?: FieldEntry;
}

/** The line that adds an entry. */
export const addEntryId = ({path}: FieldState): string => `${path}.+`;

export function focusStops(fields: readonly FieldState[]): readonly FocusStop[] {
  return fields.flatMap((field): FocusStop[] => {
    if (inputKind(field) === 'group') return [];
    const {items} = field;
    if (items === undefined) return [{id: field.path, field}];
    if (hasLevels(field)) return items.entries.length === 0 ? [] : [{id: field.path, field}];
    const entries = items.entries.map((entry, index) => ({id: entry.path, field, index, entry}));
    const adder = {id: addEntryId(field), field, index: entries.length};
    return items.isFixed ? entries : [...entries, adder];
  });
}

/** Fields with a picker, which enter opens. */
const pickerKinds: ReadonlySet<string> = new Set(['choose', 'chooseMany', 'scopes']);
export const isPicked = (field: FieldState): boolean => pickerKinds.has(inputKind(field)) || hasLevels(field);

/** True for an empty line with proposed values, which enter opens. */
export const hasProposals = (field: FieldState): boolean =>
  field.input === 'text' && (field.value ?? '') === '' && (field.options ?? []).length > 0;

/** True for entries with only a level: one picker shows all of them, so that users can search them. */
export const hasLevels = ({items}: FieldState): boolean =>
  items?.isFixed === true &&
  items.entries.every(({fields: [only, ...others]}) => only && others.length === 0 && inputKind(only) === 'choose');

/**
 * The initial focus of a form: its first field. An optional picker is skipped while another field is required, because
 * text that the user types at once would become the picker's search. Typed fields come before picked ones.
 */
export function firstStop(stops: readonly FocusStop[]): FocusStop | undefined {
  const [first] = stops;
  const canSearch = ({field}: FocusStop): boolean => isPicked(field);
  if (first === undefined || first.field.isRequired || !canSearch(first)) return first;
  const required = stops.filter(({field}) => field.isRequired);
  if (required.length === 0) return first;
  return required.find(stop => !canSearch(stop)) ?? stops.find(stop => !canSearch(stop)) ?? required[0];
}

export interface FoundProblem {
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** The first problem of a form, and its stop. */
export function firstProblem(stops: readonly FocusStop[], fields: readonly FieldState[]): FoundProblem | undefined {
  for (const field of fields) {
    const [message] = field.problems;
    const stop = stops.find(({id}) => id === field.path || id.startsWith(`${field.path}.`)) ?? stops[0];
    if (message !== undefined && stop) return {id: stop.id, title: field.title, message};
    for (const entry of field.items?.entries ?? []) {
      const [problem] = fieldProblems(entry.fields);
      if (problem) return {...problem, id: hasLevels(field) ? field.path : entry.path};
    }
  }
  return undefined;
}
