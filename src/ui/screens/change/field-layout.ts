/** The space that a field of a form takes: its name, its value, and the texts below it. */
import type {Tone} from '../../../families/format/cells.ts';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {areaOf, type InputState, inputKind} from '../../models/change/field-inputs.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../../terminal/index.ts';
import {wrap} from '../../widgets/spans.ts';
import {areaText, shownRows} from '../../widgets/text-area.ts';

export const NAME_CELLS = 22;
const AREA_ROWS = 6;
/** The cursor, the name and a space. */
const MARGIN_CELLS = NAME_CELLS + 2;
const NARROW_MARGIN_CELLS = 2;

/** A text below a field. */
export interface FieldNote {
  readonly text: string;
  readonly tone: Tone;
}

export interface FieldLayout {
  readonly field: FieldState;
  readonly isFocused: boolean;
  /** True if the value is below the name, at full width: a long text in the only field. */
  readonly isBelow: boolean;
  /** Cells in front of the value. */
  readonly margin: number;
  /** Cells of the value. */
  readonly room: number;
  readonly valueRows: number;
  readonly notes: readonly FieldNote[];
  /** All rows of the field. */
  readonly rows: number;
}

/** Cells in front of a value. A long text in the only field is below its name, at full width. */
const marginOf = (field: FieldState, isAlone: boolean): number =>
  isAlone && inputKind(field) === 'area' ? NARROW_MARGIN_CELLS : MARGIN_CELLS;

/** The width of a value in a form of this width, in cells. */
export const valueCells = (field: FieldState, columns: number, isAlone: boolean): number =>
  Math.max(4, columns - marginOf(field, isAlone) - 1);

export interface FieldLayoutFacts {
  readonly inputs: InputState;
  readonly columns: number;
  readonly isFocused: boolean;
  /** True for the only field: a long text in it may fill the screen; with other fields it leaves room for them. */
  readonly isAlone: boolean;
  /** The symbol of a problem. */
  readonly failedGlyph: string;
}

export function layoutField(field: FieldState, facts: FieldLayoutFacts): FieldLayout {
  const {inputs, columns, isFocused, isAlone, failedGlyph} = facts;
  const margin = marginOf(field, isAlone);
  const isBelow = margin === NARROW_MARGIN_CELLS;
  const room = valueCells(field, columns, isAlone);
  const valueRows = inputKind(field) === 'area' ? areaRows(field, {inputs, room, isFocused, isAlone}) : 1;
  const notes = [
    ...notesOf(
      field.problems.map(problem => `${failedGlyph} ${problem}`),
      'failed',
      room,
    ),
    ...notesOf(field.note === undefined ? [] : [field.note], 'plain', room),
    ...notesOf(isFocused ? hintsOf(field) : [], 'dim', room),
  ];
  return {
    field,
    isFocused,
    isBelow,
    margin,
    room,
    valueRows,
    notes,
    rows: (isBelow ? 1 : 0) + valueRows + notes.length,
  };
}

/** The texts below a heading, whether it has the focus or not. */
export function layoutHeading(field: FieldState, columns: number, failedGlyph: string): readonly FieldNote[] {
  const room = Math.max(4, columns - MARGIN_CELLS - 1);
  const problems = field.problems.map(problem => `${failedGlyph} ${problem}`);
  return [...notesOf(problems, 'failed', room), ...notesOf(field.note === undefined ? [] : [field.note], 'dim', room)];
}

/** The texts below the name of a list field: its problems, and hints while one of its entries has the focus. */
export function layoutEntriesHeading(
  field: FieldState,
  {columns, isFocused, failedGlyph}: Pick<FieldLayoutFacts, 'columns' | 'isFocused' | 'failedGlyph'>,
): readonly FieldNote[] {
  const room = Math.max(4, columns - MARGIN_CELLS - 1);
  const problems = field.problems.map(problem => `${failedGlyph} ${problem}`);
  return [...notesOf(problems, 'failed', room), ...notesOf(isFocused ? hintsOf(field) : [], 'dim', room)];
}

export const NOTE_MARGIN_CELLS = MARGIN_CELLS;

const notesOf = (texts: readonly string[], tone: Tone, room: number): readonly FieldNote[] =>
  texts.flatMap(text => wrap(text, room).map(line => ({text: line, tone})));

/** True if several rows have different values, and the user has typed none for all of them. */
export const isUndecided = ({several, value}: FieldState): boolean => several?.differs === true && value === undefined;

const requiredMark = ({isRequired}: FieldState): string => (isRequired ? ' *' : '');

const isNameCut = (field: FieldState): boolean => cellWidth(sanitize(field.title) + requiredMark(field)) > NAME_CELLS;

/** The name of a field in its column. A name that is cut off keeps the mark of a required field. */
export function fieldName(field: FieldState): string {
  const mark = requiredMark(field);
  return fitToCells(truncate(sanitize(field.title), NAME_CELLS - mark.length) + mark, NAME_CELLS);
}

function hintsOf(field: FieldState): readonly string[] {
  // An empty line means that each row keeps its value.
  const openHint = isUndecided(field) && inputKind(field) !== 'chooseMany' && 'they differ; leave empty to keep each';
  const hint = [isNameCut(field) && field.title, openHint, field.help, field.bounds].filter(Boolean).join(' · ');
  return hint === '' ? [] : [hint];
}

interface AreaFacts extends Pick<FieldLayoutFacts, 'inputs' | 'isFocused' | 'isAlone'> {
  readonly room: number;
}

function areaRows(field: FieldState, {inputs, room, isFocused, isAlone}: AreaFacts): number {
  const area = areaOf(inputs, field);
  const needed = shownRows(area, room);
  if (!isFocused) return areaText(area) === '' ? 1 : Math.min(AREA_ROWS, needed);
  return Math.max(AREA_ROWS, Math.min(needed + 1, AREA_ROWS * (isAlone ? 4 : 2)));
}
