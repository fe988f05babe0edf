/**
 * The heat map: a cell for every resource, in groups. If they don't all fit, a cell shows the worst of several
 * resources.
 */

import type {Condition, State} from '../../../families/format/cells.ts';
import {formatNumber} from '../../../families/format/format.ts';
import {byWorst} from '../../../store/watch/state-watch.ts';
import {cellWidth, sanitize} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {cell, paintSpans, type Span, span} from '../../widgets/spans.ts';

export interface MapGroup {
  readonly name: string;
  /** States in a stable order, so that a resource keeps its position on the map. */
  readonly states: readonly State[];
  /** True if the list may be incomplete. */
  readonly isPartial?: boolean | undefined;
  /** The reason why the map is empty, unless no resource exists. */
  readonly empty?: string | undefined;
  /** The name of each resource, for maps with enough room. */
  readonly label: (index: number) => string;
}

export interface MapPicture {
  readonly lines: readonly string[];
  /** The number of resources per cell. */
  readonly perCell: number;
}

const MAX_LABEL_CELLS = 16;
const COUNT_CELLS = 7;
/** Columns of a named cell: its glyph, its name, and the gap. */
const MAX_NAME_CELLS = 20;
/** With more resources than this, names are unreadable. */
const MAX_NAMED = 400;
/** With more resources per cell than this, a map is useless. */
const MAX_PER_CELL = 4096;

interface Grid {
  readonly perCell: number;
  /** Columns per cell: the length of its name, two to separate single cells, or one. */
  readonly pitch: number;
  readonly hasNames: boolean;
}

/** The rows that the map needs without names, with a cell for each resource. */
export function mapRows(groups: readonly MapGroup[], columns: number): number {
  const wide = Math.max(1, Math.floor(roomOf(groups, columns).room / 2));
  return Math.max(
    1,
    groups.reduce((sum, {states}) => sum + Math.max(1, Math.ceil(states.length / wide)), 0),
  );
}

function roomOf(groups: readonly MapGroup[], columns: number): {readonly label: number; readonly room: number} {
  const label = Math.min(MAX_LABEL_CELLS, Math.max(0, ...groups.map(({name}) => cellWidth(sanitize(name)))) + 1);
  return {label, room: Math.max(4, columns - label - COUNT_CELLS - 2)};
}

/**
 * @returns at most `rows` lines of exactly `columns` cells; if not all groups fit, those with problems are shown first
 */
export function paintMap(skin: Skin, groups: readonly MapGroup[], columns: number, rows: number): MapPicture {
  if (rows < 1 || groups.length === 0) return {lines: [], perCell: 1};
  const {label, room} = roomOf(groups, columns);
  const {shown, left} = fitGroups(groups, rows);
  const space = rows - (left.length > 0 ? 1 : 0);
  const grid = fitting(shown, room, space);
  const lines = shown.flatMap(group => paintGroup(skin, group, grid, {label, room, columns})).slice(0, space);
  const more = shown.length > 0 ? 'and ' : '';
  if (left.length > 0) lines.push(paintSpans(skin, [span(` ${more}${leftWords(left)}`, 'dim')], columns));
  return {lines, perCell: grid.perCell};
}

/** The groups that are shown; if not all fit, the worst and then the largest. */
function fitGroups(groups: readonly MapGroup[], rows: number): {shown: readonly MapGroup[]; left: readonly MapGroup[]} {
  if (groups.length <= rows) return {shown: groups, left: []};
  const kept = new Set(
    groups
      .map(group => ({group, worst: worstOf(group.states)}))
      .sort((a, b) => byWorst(a.worst ?? nothing, b.worst ?? nothing) || b.group.states.length - a.group.states.length)
      .slice(0, Math.max(0, rows - 1))
      .map(({group}) => group),
  );
  return {shown: groups.filter(group => kept.has(group)), left: groups.filter(group => !kept.has(group))};
}

function leftWords(left: readonly MapGroup[]): string {
  const states = left.flatMap(({states}) => states);
  const wrong = states.filter(({condition}) => condition === 'failed' || condition === 'attention').length;
  const text = wrong > 0 ? `, ${formatNumber(wrong)} of them wrong` : ', none of them wrong';
  return `${formatNumber(left.length)} groups of ${formatNumber(states.length)}${text}`;
}

function fitting(groups: readonly MapGroup[], room: number, rows: number): Grid {
  const needs = ({perCell, pitch}: Grid): number => {
    const wide = Math.max(1, Math.floor(room / pitch));
    return groups.reduce((sum, {states}) => sum + Math.max(1, Math.ceil(Math.ceil(states.length / perCell) / wide)), 0);
  };
  const total = groups.reduce((sum, {states}) => sum + states.length, 0);
  const names =
    total > MAX_NAMED
      ? []
      : groups.flatMap(({states, label}) => states.map((_, index) => cellWidth(sanitize(label(index)))));
  const named: Grid = {perCell: 1, pitch: Math.min(MAX_NAME_CELLS, Math.max(1, ...names)) + 3, hasNames: true};
  if (names.length > 0 && needs(named) <= rows) return named;
  const spacedGrid: Grid = {perCell: 1, pitch: 2, hasNames: false};
  if (needs(spacedGrid) <= rows) return spacedGrid;
  for (let perCell = 1; perCell < MAX_PER_CELL; perCell = perCell < 4 ? perCell + 1 : Math.ceil(perCell * 1.5)) {
    const grid: Grid = {perCell, pitch: 1, hasNames: false};
    if (needs(grid) <= rows) return grid;
  }
  return {perCell: MAX_PER_CELL, pitch: 1, hasNames: false};
}

interface Widths {
  readonly label: number;
  readonly room: number;
  readonly columns: number;
}

function paintGroup(skin: Skin, group: MapGroup, grid: Grid, {label, room, columns}: Widths): string[] {
  const {name, states, isPartial = false, empty} = group;
  const count = empty === undefined ? `${formatNumber(states.length)}${isPartial ? '+' : ''}` : '?';
  const cells: Condition[] = [];
  for (let from = 0; from < states.length; from += grid.perCell)
    cells.push(cellOf(states.slice(from, from + grid.perCell)));
  const wide = Math.max(1, Math.floor(room / grid.pitch));
  const lines: string[] = [];
  for (let from = 0; from === 0 || from < cells.length; from += wide) {
    const head =
      from === 0
        ? [span(` ${cell(name, label)}`), span(`${cell(count, COUNT_CELLS - 1, 'right')} `, 'dim')]
        : [span(' '.repeat(1 + label + COUNT_CELLS))];
    const rowCells = cells.slice(from, from + wide);
    if (empty !== undefined) head.push(span(empty, 'unknown'));
    const spans = grid.hasNames
      ? rowCells.flatMap((is, index) => nameSpans(skin, is, group.label(from + index), grid.pitch))
      : runs(skin, rowCells, grid.pitch);
    lines.push(paintSpans(skin, [...head, ...spans], columns));
  }
  return lines;
}

const nameSpans = (skin: Skin, is: Condition, name: string, pitch: number): Span[] => [
  span(`${skin.glyph(is)} `, is),
  // Healthy resources are dimmed so that problems stand out.
  span(cell(name, pitch - 2), is === 'ok' ? 'dim' : undefined),
];

/** Neighboring cells with the same condition form one span, which needs fewer bytes. */
function runs(skin: Skin, cells: readonly Condition[], pitch: number): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < cells.length; ) {
    const is = cells[from] ?? 'unknown';
    let to = from;
    while (cells[to] === is) to++;
    spans.push(span((skin.glyph(is) + (pitch === 2 ? ' ' : '')).repeat(to - from), is));
    from = to;
  }
  return spans;
}

const nothing: State = {condition: 'ok', word: ''};

/**
 * The condition of a cell that represents several resources: the worst of them. Resources that are off on purpose don't
 * make the cell off; without a problem, the cell shows the most common condition.
 */
function cellOf(states: readonly State[]): Condition {
  const worst = worstOf(states)?.condition ?? 'unknown';
  if (worst !== 'off') return worst;
  const off = states.filter(({condition}) => condition === 'off').length;
  return off * 2 > states.length ? 'off' : 'ok';
}

function worstOf(states: readonly State[]): State | undefined {
  let worst: State | undefined;
  for (const state of states) if (worst === undefined || byWorst(state, worst) < 0) worst = state;
  return worst;
}
