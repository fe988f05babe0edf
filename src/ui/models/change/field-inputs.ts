/**
 * The typed texts of a form's fields, separate from their values, so that a text keeps its cursor while values change.
 */

import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {readPairs, writePairs} from '../../../store/changes/form/pair-lines.ts';
import {parseNumber} from '../../../store/changes/form/parse-number.ts';
import {areaText, editArea, moveShown, type TextArea, textArea} from '../../widgets/text-area.ts';
import {type EditStroke, editLine, type InputLine, inputLine} from '../../widgets/text-input.ts';

export type InputKind = 'line' | 'area' | 'toggle' | 'choose' | 'chooseMany' | 'scopes' | 'group' | 'rows';

const inputKinds: Readonly<Record<string, InputKind>> = {
  text: 'line',
  secret: 'line',
  number: 'line',
  multiline: 'area',
  lines: 'area',
  pairs: 'area',
  json: 'area',
  rows: 'rows',
  toggle: 'toggle',
  choice: 'choose',
  pick: 'choose',
  pickAny: 'choose',
  pickMany: 'chooseMany',
  tags: 'chooseMany',
  scopes: 'scopes',
  group: 'group',
};

export const inputKind = ({input}: FieldState): InputKind => inputKinds[input] ?? 'line';

/** The typed texts of a form by the path of their field, each with its cursor. */
export interface InputState {
  readonly lines: ReadonlyMap<string, InputLine>;
  readonly areas: ReadonlyMap<string, TextArea>;
  /** The first known value of each field. */
  readonly initial: ReadonlyMap<string, unknown>;
}

export const NO_INPUTS: InputState = {lines: new Map(), areas: new Map(), initial: new Map()};

/** The state with the first values of new fields. */
export function withInitialValues(state: InputState, fields: readonly FieldState[]): InputState {
  const added = fields.filter(({path}) => !state.initial.has(path));
  if (added.length === 0) return state;
  return {...state, initial: new Map([...state.initial, ...added.map(({path, value}) => [path, value] as const)])};
}

/** The typed line of a field. A value from another source, such as a draft or a picker, replaces the typed text. */
export function lineOf(state: InputState, field: FieldState): InputLine {
  const existing = state.lines.get(field.path);
  if (existing !== undefined && same(lineValue(state, field, existing.text), field.value)) return existing;
  return inputLine(textOf(field.value));
}

/** The typed long text of a field. */
export function areaOf({areas}: InputState, field: FieldState): TextArea {
  const existing = areas.get(field.path);
  if (existing !== undefined && same(fieldValue(field, areaText(existing)), field.value)) return existing;
  return textArea(fieldText(field));
}

/** An empty line means no value if the field had none initially; otherwise it means an empty text. */
function lineValue({initial}: InputState, field: FieldState, text: string): unknown {
  if (text === '') return isBlank(initial.get(field.path)) || field.input === 'number' ? undefined : '';
  return field.input === 'number' ? parseNumber(text, field.unit) : text;
}

/** True for a proposed number that the user has not edited: the first digit replaces it. */
export const isProposed = ({lines}: InputState, field: FieldState): boolean =>
  field.input === 'number' && !field.isTyped && !lines.has(field.path) && !isBlank(field.value);

export interface TypedInput {
  readonly state: InputState;
  /** The value of the field. */
  readonly value: unknown;
}

/** The text of a field after a key stroke; undefined if the stroke doesn't edit. */
export function typeInto(state: InputState, field: FieldState, stroke: EditStroke): TypedInput | undefined {
  const {path} = field;
  if (inputKind(field) === 'area') {
    const area = editArea(areaOf(state, field), stroke);
    return area && {state: withArea(state, path, area), value: fieldValue(field, areaText(area))};
  }
  const isReplaced = isProposed(state, field) && stroke.text !== undefined;
  const line = editLine(isReplaced ? inputLine() : lineOf(state, field), stroke);
  if (line === undefined) return undefined;
  return {state: {...state, lines: new Map(state.lines).set(path, line)}, value: lineValue(state, field, line.text)};
}

/** The state after a move by a line in a long text of this width; undefined without such a line. */
export function moveInArea(state: InputState, field: FieldState, by: 1 | -1, columns: number): InputState | undefined {
  const area = moveShown(areaOf(state, field), by, columns);
  return area && withArea(state, field.path, area);
}

const withArea = (state: InputState, path: string, area: TextArea): InputState => ({
  ...state,
  areas: new Map(state.areas).set(path, area),
});

/** The field's value for a long text. */
export function fieldValue({input}: FieldState, text: string): unknown {
  if (input === 'multiline') return text === '' ? undefined : text;
  if (input === 'lines') {
    const entries = text.split('\n').filter(entry => entry.trim() !== '');
    return entries.length === 0 ? undefined : entries;
  }
  if (text.trim() === '') return undefined;
  if (input === 'pairs') {
    const {value, mistakes} = readPairs(text);
    // Other text stays a text, and the check of the field reports it.
    return mistakes.length > 0 ? text : value;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Invalid JSON stays a text, and the check of the field reports it.
    return text;
  }
}

/** A field's value as a long text. */
export function fieldText({input, value}: FieldState): string {
  if (value === undefined || value === null) return '';
  if (input === 'lines' && Array.isArray(value)) return value.join('\n');
  if (input === 'pairs' && typeof value === 'object') return writePairs(value);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
const same = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (isBlank(a) && isBlank(b)) || JSON.stringify(a) === JSON.stringify(b);
