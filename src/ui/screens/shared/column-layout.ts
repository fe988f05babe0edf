/**
 * The columns of a table and their widths, computed from the values; if they don't all fit, columns are dropped by
 * priority.
 */
import type {Tone} from '../../../families/format/cells.ts';
import {cellOf} from '../../../families/shape/column.ts';
import {
  type AnyColumn,
  type AnyRow,
  columnId,
  type Family,
  type Lookup,
  type PathParams,
} from '../../../families/shape/define-family.ts';
import {mask} from '../../../store/core/secret-fields.ts';
import {cellWidth, sanitize} from '../../terminal/index.ts';
import type {ListView} from './list-view-types.ts';

export interface ShownColumn {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly column: AnyColumn;
}

export interface CellText {
  readonly text: string;
  readonly tone: Tone | undefined;
  /** The word that replaces a mark in speech. */
  readonly word?: string | undefined;
}

/** The text of a column for a row, not sanitized; null is shown as a dash, a missing value as unknown. */
export function cellText(column: AnyColumn, row: AnyRow, lookup: Lookup, params: PathParams): CellText {
  const cell = cellOf(column, row, lookup, params);
  return typeof cell === 'string' ? {text: cell, tone: undefined} : {text: cell.text, tone: cell.tone, word: cell.word};
}

/** The texts of these columns for a row, for use outside the screen: complete, sanitized, and without secrets. */
export function plainTexts(
  {context, family, params}: Pick<ListView, 'context' | 'family' | 'params'>,
  columns: readonly AnyColumn[],
  row: AnyRow,
): readonly string[] {
  const {lookup} = context.session;
  const open = mask(row) as AnyRow;
  return columns.map(column => {
    if (column.state === true) return family.state?.(row, lookup, params).word ?? '';
    const {text} = cellText(column, open, lookup, params);
    return sanitize(text === '—' ? '' : text);
  });
}

/** The chosen columns; default: all that are not optional. */
export const chosenColumns = ({columns}: Family, chosen: readonly string[] | undefined): readonly AnyColumn[] =>
  columns.filter(column => (chosen === undefined ? column.optional !== true : chosen.includes(columnId(column))));

/** The IDs of the columns that a list shows; undefined for the default columns. */
export const columnIds = (
  family: Family,
  chosen: readonly string[] | undefined,
  added: readonly string[],
): readonly string[] | undefined => {
  const shown = chosenColumns(family, chosen).map(columnId);
  const others = family.columns.map(columnId).filter(id => added.includes(id) && !shown.includes(id));
  return others.length === 0 ? chosen : [...shown, ...others];
};

const GAP = 2;
/** The share of values that must fit completely, and the extra length up to which the other values must fit, too. */
const FITTING_SHARE = 0.9;
const MAX_EXTRA_CELLS = 8;
/** Up to this rank, columns stay even if the longest names are cut off for them. */
const MAX_KEY_RANK = 2;
/** The maximum width of columns that don't grow. */
const MAX_COLUMN_CELLS = 40;

export interface ColumnRequest {
  readonly family: Family;
  readonly lookup: Lookup;
  readonly params: PathParams;
  /** Some rows that determine the widths. */
  readonly sample: readonly AnyRow[];
  /** The available cells. */
  readonly room: number;
  /** IDs of the chosen columns. */
  readonly chosen?: readonly string[] | undefined;
  /** True if an operation runs on one of the rows, whose status then shows its progress. */
  readonly isInTransition?: boolean;
  /** The minimum width of the status column: its width so far, so that other columns stay in place. */
  readonly minStatusCells?: number;
}

/** The width of a status with the progress of an operation, in cells: a longer word and a percentage. */
const PROGRESS_CELLS = 16;

/**
 * The status column has room for the progress of an operation even before one starts, unless that would hide a column
 * or cut off a value.
 */
export function layoutColumns({
  family,
  lookup,
  params,
  sample,
  room,
  chosen,
  isInTransition = false,
  minStatusCells = 0,
}: ColumnRequest): readonly ShownColumn[] {
  const measured = chosenColumns(family, chosen).map(column => measure(column, sample, {lookup, params}));
  const widened = layoutMeasured(withStatusCells(measured, Math.max(minStatusCells, PROGRESS_CELLS)), room);
  if (isInTransition) return widened.columns;
  const narrow = layoutMeasured(withStatusCells(measured, minStatusCells), room);
  const isFit = !widened.isCut && widened.columns.length === narrow.columns.length;
  return (isFit ? widened : narrow).columns;
}

/** The width of the status column in cells; 0 without one. */
export const statusCells = (columns: readonly ShownColumn[]): number =>
  columns.find(({column}) => column.state === true)?.width ?? 0;

const withStatusCells = (all: readonly Measured[], cells: number): readonly Measured[] =>
  all.map(entry =>
    entry.column.state === true
      ? {...entry, needs: Math.min(Math.max(entry.needs, cells), entry.column.max ?? MAX_COLUMN_CELLS)}
      : entry,
  );

interface MeasuredLayout {
  readonly columns: readonly ShownColumn[];
  /** True if values of a column that grows are cut off. */
  readonly isCut: boolean;
}

function layoutMeasured(all: readonly Measured[], room: number): MeasuredLayout {
  let measured = all;
  const total = () => measured.reduce((sum, {needs}) => sum + needs + GAP, -GAP);
  const fits = (entries: readonly Measured[], key: boolean) =>
    entries.reduce((sum, entry) => sum + least(entry, key) + GAP, -GAP) <= room;
  const isKey = ({column}: Measured) => rank(column) <= MAX_KEY_RANK;
  const dropped: Measured[] = [];
  while (measured.length > 1) {
    const worst = measured.reduce((worst, entry) => (rank(entry.column) >= rank(worst.column) ? entry : worst));
    if (fits(measured, isKey(worst))) break;
    measured = measured.filter(entry => entry !== worst);
    dropped.unshift(worst);
  }
  // After a wide column was dropped, a narrow one that was dropped earlier may fit again.
  for (const entry of dropped) {
    const more = all.filter(other => other === entry || measured.includes(other));
    if (fits(more, isKey(entry))) measured = more;
  }
  const slack = room - total();
  const growing = measured.filter(({column}) => column.grow === true);
  const [only] = measured;
  const stretch = growing.length > 0 ? growing : only ? [only] : [];
  const widths = slack < 0 ? shrink(measured, stretch, slack) : extend(measured, stretch, slack);
  const columns = measured.map(({column}, index) => ({
    id: columnId(column),
    title: column.title,
    align: column.align ?? 'left',
    column,
    width: Math.max(1, widths[index] ?? 1),
  }));
  return {columns, isCut: slack < 0};
}

const rank = (column: AnyColumn): number => column.priority ?? 1;
/** A column that grows may also shrink, but an important column keeps the width of most of its values. */
const least = ({column, needs, most}: Measured, key: boolean): number =>
  column.grow === true ? Math.min(needs, key ? Math.min(Math.max(most, 14), 24) : 24) : needs;
/** Takes missing cells from the columns that grow. */
const shrink = (all: readonly Measured[], stretch: readonly Measured[], slack: number): readonly number[] =>
  all.map(entry => (stretch.includes(entry) ? entry.needs + Math.floor(slack / stretch.length) : entry.needs));

/** Distributes free cells: first to values that are cut off, then to the columns that grow. */
function extend(all: readonly Measured[], stretch: readonly Measured[], slack: number): readonly number[] {
  let left = slack;
  const shown = new Map(all.map(entry => [entry, entry.needs]));
  const isStretched = (entry: Measured): boolean => stretch.includes(entry);
  const cut = all.filter(({column, needs, longest}) => column.max === undefined && longest > needs);
  for (const entry of [...cut.filter(isStretched), ...cut.filter(entry => !isStretched(entry))]) {
    const added = Math.min(left, entry.longest - entry.needs);
    shown.set(entry, entry.needs + added);
    left -= added;
  }
  const each = Math.floor(left / Math.max(1, stretch.length));
  for (const entry of stretch) {
    const width = shown.get(entry) ?? entry.needs;
    shown.set(entry, Math.min(width + each, Math.max(width, MAX_COLUMN_CELLS)));
  }
  return all.map(entry => shown.get(entry) ?? entry.needs);
}

interface Measured {
  readonly column: AnyColumn;
  readonly needs: number;
  /** The width of all but the longest values. */
  readonly most: number;
  readonly longest: number;
}

function measure(
  column: AnyColumn,
  sample: readonly AnyRow[],
  {lookup, params}: Pick<ColumnRequest, 'lookup' | 'params'>,
): Measured {
  const glyph = column.state === true ? 2 : 0;
  const widths = sample
    .map(row => cellWidth(sanitize(cellText(column, row, lookup, params).text)) + glyph)
    .sort((a, b) => a - b);
  // One long name must not push a column off the screen; only columns that grow may take all the space.
  const longest = widths.at(-1) ?? 0;
  const most = widths[Math.floor((widths.length - 1) * FITTING_SHARE)] ?? 0;
  const enough = column.grow === true || longest <= most + MAX_EXTRA_CELLS ? longest : most;
  const widest = Math.max(column.width ?? 0, cellWidth(column.title) + 1, enough);
  return {column, needs: Math.min(widest, column.max ?? MAX_COLUMN_CELLS), most, longest};
}

/**
 * At most this number of rows, evenly distributed over the list, because widths should not depend on the cursor's
 * position.
 */
export function sampleOf<T>(rows: readonly T[], most = 150): readonly T[] {
  if (rows.length <= most) return rows;
  const step = rows.length / most;
  return Array.from({length: most}, (_, index) => rows[Math.floor(index * step)]).filter(row => row !== undefined);
}
