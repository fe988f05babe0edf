/**
 * Rows of a table as strings, painted once per row object and cached while they are visible: a cursor move repaints no
 * cells.
 */
import type {Tone} from '../../../families/format/cells.ts';
import {asciiSpark} from '../../../families/format/spark.ts';
import type {AnyRow, Family, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import type {Annotation} from '../../../store/cache/annotations.ts';
import {rowCondition} from '../../../store/cache/row-condition.ts';
import {cellWidth, fitToCells, sanitize, TwoGenerationCache} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {type CellText, cellText, type ShownColumn} from './column-layout.ts';

/** All data besides the row that its text depends on. A new object drops all painted rows. */
export interface TableStyle {
  readonly family: Family;
  readonly lookup: Lookup;
  readonly params: PathParams;
  readonly columns: readonly ShownColumn[];
  readonly skin: Skin;
  readonly columnsWide: number;
  /** True if the cursor is only a mark in the margin, so that a move writes fewer bytes. */
  readonly hasGutter: boolean;
}

export type CursorStyle = 'none' | 'bar' | 'resting';

/** Cells before the first column: the cursor, and one mark for a selected, stale or changed row. */
export const MARGIN = 2;

interface Painted {
  readonly style: TableStyle;
  readonly annotation: Annotation | undefined;
  readonly strings: (string | undefined)[];
}

/** The painted rows of a screen, and of its next page. */
const rowCache = new TwoGenerationCache<AnyRow, Painted>(64);
const CURSORS: readonly CursorStyle[] = ['none', 'bar', 'resting'];

export function paintTableRow(
  row: AnyRow,
  table: TableStyle,
  annotation: Annotation | undefined,
  cursor: CursorStyle,
  isSelected: boolean,
): string {
  let kept = rowCache.get(row);
  if (kept === undefined || kept.style !== table || kept.annotation !== annotation) {
    kept = {style: table, annotation, strings: []};
    rowCache.set(row, kept);
  }
  const slot = CURSORS.indexOf(cursor) * 2 + (isSelected ? 1 : 0);
  const known = kept.strings[slot];
  if (known !== undefined) return known;
  const string = paintRow(row, table, annotation, cursor, isSelected);
  kept.strings[slot] = string;
  return string;
}

function paintRow(
  row: AnyRow,
  table: TableStyle,
  annotation: Annotation | undefined,
  cursor: CursorStyle,
  isMarked: boolean,
): string {
  const {skin, columns, lookup, params, columnsWide} = table;
  const stale = annotation?.isStale === true;
  const news = stale ? skin.glyph('unknown') : annotation?.isChanged === true ? skin.symbol('dot') : ' ';
  const mark = isMarked ? skin.symbol('mark') : news;
  // True if the condition may be about to change, or may have changed already.
  const isDoubtful = stale || annotation?.pending !== undefined;
  const plain = (cursor === 'bar' && !table.hasGutter) || annotation?.isDeleted === true;
  const progress = annotation === undefined ? undefined : progressText(row, table, annotation);
  const progressCells = progress === undefined ? 0 : cellWidth(progress.text) + 2;
  const end = columnsWide - progressCells;
  let used = MARGIN;
  // Hundreds of rows are painted while a page key is held, and collecting their garbage determines how long the slowest
  // page takes.
  const parts: string[] = [];
  for (let index = 0; index < columns.length; index++) {
    const {column, width: fullWidth, align} = columns[index] as ShownColumn;
    const width = progress === undefined ? fullWidth : Math.min(fullWidth, end - used - (index > 0 ? 2 : 0));
    if (width < 1) break;
    const cell =
      column.state === true ? stateText(row, table, annotation, width) : cellText(column, row, lookup, params);
    if (index > 0) parts.push('  ');
    used += width + (index > 0 ? 2 : 0);
    const drawn = column.sample !== undefined && skin.isAscii ? asciiSpark(cell.text) : cell.text;
    const text = fitToCells(sanitize(drawn), width, align);
    const tone = isDoubtful && column.state !== true ? (cell.tone ?? 'dim') : cell.tone;
    parts.push(plain || tone === undefined ? text : skin.tone(tone, text));
  }
  if (progress !== undefined) {
    parts.push('  ', plain || progress.tone === undefined ? progress.text : skin.tone(progress.tone, progress.text));
    used += progressCells;
  }
  const line = parts.join('');
  const rest = ' '.repeat(Math.max(0, columnsWide - used));
  if (annotation?.isDeleted === true) return `${margin(skin, cursor, mark, isMarked)}\x1b[2;9m${line}\x1b[m${rest}`;
  if (cursor === 'none') return margin(skin, cursor, mark, isMarked) + line + rest;
  if (cursor === 'bar' && !table.hasGutter) return skin.bar([skin.symbol('cursor'), mark, line, rest].join(''));
  return margin(skin, cursor, mark, isMarked) + line + rest;
}

function margin(skin: Skin, cursor: CursorStyle, mark: string, isMarked: boolean): string {
  const edge = cursor === 'none' ? ' ' : skin.tone(cursor === 'resting' ? 'dim' : 'accent', skin.symbol('cursor'));
  return edge + (mark === ' ' ? mark : skin.tone(isMarked ? 'accent' : 'attention', mark));
}

/** The progress of a change or an operation, for a table without a column for the row's condition. */
function progressText(row: AnyRow, table: TableStyle, annotation: Annotation): CellText | undefined {
  const {pending, busy, isChecking, isDeleted} = annotation;
  if (isDeleted || (pending === undefined && busy === undefined && !isChecking)) return undefined;
  return table.columns.some(({column}) => column.state === true) ? undefined : stateText(row, table, annotation);
}

/**
 * The row's condition with its glyph. A condition that the API hasn't confirmed is in the -ing form: "attaching…". In a
 * narrow column the progress is omitted, because a cut percentage looks like a cut word.
 */
function stateText(
  row: AnyRow,
  table: TableStyle,
  annotation: Annotation | undefined,
  width = Number.POSITIVE_INFINITY,
): CellText {
  const {skin, family, lookup, params} = table;
  const state = rowCondition({family, params}, row, lookup, annotation);
  if (state === undefined) return {text: '', tone: undefined};
  const {condition, word, percent} = state;
  const more = percent !== undefined ? ` ${percent}%` : word === annotation?.pending ? '…' : '';
  // Concatenated from the right, because V8 looks up two-character strings in a table.
  const text = ` ${word}${cellWidth(word) + more.length + 2 > width ? '' : more}`;
  return {text: `${skin.glyph(condition)}${text}`, tone: condition satisfies Tone};
}

/** The line of column titles. */
export function paintTableHeader(
  {columns, skin, columnsWide}: TableStyle,
  sort?: {column: string; descending: boolean},
): string {
  let line = ' '.repeat(MARGIN);
  let used = MARGIN;
  for (const [index, {id, title, width, align}] of columns.entries()) {
    if (index > 0) line += '  ';
    used += width + (index > 0 ? 2 : 0);
    const arrow = sort?.column === id ? skin.symbol(sort.descending ? 'down' : 'up') : '';
    line += fitToCells(title.toUpperCase() + arrow, width, align);
  }
  return skin.tone('dim', line + ' '.repeat(Math.max(0, columnsWide - used)));
}
