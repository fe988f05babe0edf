/** The typed text of a form's fields, apart from its meaning: text keeps its cursor while values change. */

import type {FieldState} from '../../../../store/changes/form/field-state.ts';
import {parseNumber} from '../../../../store/changes/form/parse-number.ts';
import {areaText, editArea, moveShown, type TextArea, textArea} from '../../../widgets/text-area.ts';
import {type EditStroke, editLine, type InputLine, inputLine} from '../../../widgets/text-input.ts';

export type InputKind = 'line' | 'area' | 'toggle' | 'choose' | 'chooseMany' | 'scopes' | 'group' | 'rows';

const inputKinds: Readonly<Record<string, InputKind>> = {
  text: 'line',
  secret: 'line',
  number: 'line',
  multiline: 'area',
  lines: 'area',
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

export interface FieldInputs {
  /** True for a proposed number that was not touched: the first digit replaces it. */
  fresh(field: FieldState): boolean;
  line(field: FieldState): InputLine;
  area(field: FieldState): TextArea;
  /** Edits the field's text; returns true if the stroke changed it. */
  type(field: FieldState, stroke: EditStroke): boolean;
  /** Moves by a line in a long text of this width; returns false if there is no such line. */
  move(field: FieldState, by: 1 | -1, columns: number): boolean;
}

export function createFieldInputs(set: (path: string, value: unknown) => void): FieldInputs {
  const lines = new Map<string, InputLine>();
  const areas = new Map<string, TextArea>();
  const first = new Map<string, unknown>();

  const remember = (field: FieldState): void => {
    if (!first.has(field.path)) first.set(field.path, field.value);
  };
  const line = (field: FieldState): InputLine => {
    remember(field);
    const existing = lines.get(field.path);
    // A value from elsewhere, such as a draft or a picker, replaces the typed text.
    if (existing !== undefined && same(lineValue(field, existing.text), field.value)) return existing;
    return inputLine(textOf(field.value));
  };
  const area = (field: FieldState): TextArea => {
    remember(field);
    const existing = areas.get(field.path);
    if (existing !== undefined && same(fieldValue(field, areaText(existing)), field.value)) return existing;
    return textArea(fieldText(field));
  };
  /** An empty line means no value if there was none before; otherwise it means an empty text. */
  const lineValue = (field: FieldState, text: string): unknown => {
    if (text === '') return isBlank(first.get(field.path)) || field.input === 'number' ? undefined : '';
    return field.input === 'number' ? parseNumber(text, field.unit) : text;
  };

  const fresh = (field: FieldState): boolean =>
    field.input === 'number' && !field.touched && !lines.has(field.path) && !isBlank(field.value);

  return {
    line,
    area,
    fresh,
    move(field, by, columns) {
      const next = moveShown(area(field), by, columns);
      if (next !== undefined) areas.set(field.path, next);
      return next !== undefined;
    },
    type(field, stroke) {
      if (inputKind(field) === 'area') {
        const next = editArea(area(field), stroke);
        if (next === undefined) return false;
        areas.set(field.path, next);
        set(field.path, fieldValue(field, areaText(next)));
        return true;
      }
      const kept = line(field);
      const next = editLine(fresh(field) && stroke.text !== undefined ? inputLine() : kept, stroke);
      if (next === undefined) return false;
      lines.set(field.path, next);
      set(field.path, lineValue(field, next.text));
      return true;
    },
  };
}

/** The field's value for a long text. */
export function fieldValue({input}: FieldState, text: string): unknown {
  if (input === 'multiline') return text === '' ? undefined : text;
  if (input === 'lines') {
    const entries = text.split('\n').filter(entry => entry.trim() !== '');
    return entries.length === 0 ? undefined : entries;
  }
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Invalid JSON stays text: the check beside the field reports it.
    return text;
  }
}

/** A field's value as a long text. */
export function fieldText({input, value}: FieldState): string {
  if (value === undefined || value === null) return '';
  if (input === 'lines' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
const same = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (isBlank(a) && isBlank(b)) || JSON.stringify(a) === JSON.stringify(b);
