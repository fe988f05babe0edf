/** Several lines of typed text as a value. Long lines are folded at spaces for display. */
import {cellWidth, eachCluster, sanitize, withoutSequences} from '../terminal/index.ts';
import {type EditStroke, editLine, type InputLine, type InputLook, maskText, paintLine} from './text-input.ts';

export interface TextArea {
  readonly lines: readonly string[];
  readonly row: number;
  /** Offset in its line, in UTF-16 units. */
  readonly cursor: number;
  /** The text that was last deleted by word or line; ctrl-y inserts it again. */
  readonly deleted?: string | undefined;
}

export function textArea(text: string): TextArea {
  const lines = text.split(/\r\n|\n|\r/);
  return {lines, row: lines.length - 1, cursor: lines.at(-1)?.length ?? 0};
}

/** A tab as shown; the text itself keeps it. */
const TAB_CELLS = '  ';

/** A text as its row shows it: the text that is sent may hold tabs and characters that are never drawn. */
const shownText = (text: string): string => sanitize(text.replaceAll('\t', TAB_CELLS));

const shownWidth = (text: string): number => cellWidth(shownText(text));

/** Calls back for every cluster of the text with the number of cells that it takes on the screen. */
function eachShown(text: string, visit: (cluster: string, cells: number) => void): void {
  const isAsShown = shownText(text) === text;
  eachCluster(text, (cluster, cells) => visit(cluster, isAsShown ? cells : shownWidth(cluster)));
}

export const areaText = ({lines}: TextArea): string => lines.join('\n');

const lineAt = ({lines, row, cursor, deleted}: TextArea): InputLine => ({text: lines[row] ?? '', cursor, deleted});

/** The area after the stroke; undefined if the stroke edits nothing. `moveShown` moves the cursor up and down. */
export function editArea(area: TextArea, stroke: EditStroke): TextArea | undefined {
  const {lines, row, cursor} = area;
  const line = lineAt(area);
  if (stroke.isPaste === true) return insert(area, stroke.text ?? '');
  switch (stroke.key) {
    case 'enter':
      return insert(area, '\n');
    case 'left':
      if (cursor === 0 && row > 0) return {...area, row: row - 1, cursor: lines[row - 1]?.length ?? 0};
      break;
    case 'right':
      if (cursor === line.text.length && row < lines.length - 1) return {...area, row: row + 1, cursor: 0};
      break;
    case 'backspace':
      if (cursor === 0 && row > 0) {
        const above = lines[row - 1] ?? '';
        return {
          ...area,
          lines: [...lines.slice(0, row - 1), above + line.text, ...lines.slice(row + 1)],
          row: row - 1,
          cursor: above.length,
        };
      }
      break;
    case 'delete':
      if (cursor === line.text.length && row < lines.length - 1) {
        return {...area, lines: [...lines.slice(0, row), line.text + (lines[row + 1] ?? ''), ...lines.slice(row + 2)]};
      }
      break;
    default:
  }
  const next = editLine(line, stroke);
  if (next === undefined) return undefined;
  const {text, ...rest} = next;
  return {...area, ...rest, lines: [...lines.slice(0, row), text, ...lines.slice(row + 1)]};
}

function insert(area: TextArea, text: string): TextArea {
  const {lines, row} = area;
  const line = lineAt(area);
  const pieces = text.split(/\r\n|\n|\r/).map(piece => withoutSequences(piece));
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  const tail = line.text.slice(line.cursor);
  const head = line.text.slice(0, line.cursor) + first;
  if (pieces.length === 1) {
    return {...area, lines: [...lines.slice(0, row), head + tail, ...lines.slice(row + 1)], cursor: head.length};
  }
  const added = [head, ...pieces.slice(1, -1), last + tail];
  return {
    ...area,
    lines: [...lines.slice(0, row), ...added, ...lines.slice(row + 1)],
    row: row + pieces.length - 1,
    cursor: last.length,
  };
}

/** A piece of a line as shown: offsets in its text. */
interface Fold {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** All pieces of at most `columns - 1` cells, because the cursor may be after the last one; spaces stay at the ends. */
function foldsOf({lines}: TextArea, columns: number): readonly Fold[] {
  const room = Math.max(1, columns - 1);
  return lines.flatMap((line, row) => foldLine(line, room).map(([from, to]) => ({row, from, to})));
}

function foldLine(line: string, room: number): readonly (readonly [from: number, to: number])[] {
  const pieces: [number, number][] = [];
  let from = 0;
  let used = 0;
  let at = 0;
  /** The position after the last space of the piece. */
  let space: number | undefined;
  eachShown(line, (cluster, cells) => {
    if (used + cells > room && at > from) {
      const to = space ?? at;
      pieces.push([from, to]);
      used = shownWidth(line.slice(to, at));
      from = to;
      space = undefined;
    }
    at += cluster.length;
    used += cells;
    if (cluster === ' ' || cluster === '\t') space = at;
  });
  return [...pieces, [from, line.length]];
}

/** The index of the piece that holds the cursor. Between two pieces it is at the start of the second. */
const foldAt = (folds: readonly Fold[], {row, cursor}: TextArea): number =>
  Math.max(
    0,
    folds.findLastIndex(fold => fold.row === row && fold.from <= cursor),
  );

/** The area with the cursor moved by one shown line; undefined beyond the ends. */
export function moveShown(area: TextArea, by: 1 | -1, columns: number): TextArea | undefined {
  const folds = foldsOf(area, columns);
  const now = foldAt(folds, area);
  const fold = folds[now];
  const next = folds[now + by];
  if (fold === undefined || next === undefined) return undefined;
  const cells = shownWidth((area.lines[area.row] ?? '').slice(fold.from, area.cursor));
  const text = (area.lines[next.row] ?? '').slice(next.from, next.to);
  let cursor = 0;
  let lastStart = 0;
  let used = 0;
  eachShown(text, (cluster, wide) => {
    if (used + wide > cells) used = Number.POSITIVE_INFINITY;
    else {
      used += wide;
      lastStart = cursor;
      cursor += cluster.length;
    }
  });
  // The end of a piece that continues is the start of the next one.
  const isContinued = folds[now + by + 1]?.row === next.row;
  const last = isContinued && cursor === text.length ? lastStart : cursor;
  return {...area, row: next.row, cursor: next.from + last};
}

/** The number of rows that the whole text takes. */
export const shownRows = (area: TextArea, columns: number): number => foldsOf(area, columns).length;

const withTabCells = ({text, cursor}: InputLine): InputLine => ({
  text: text.replaceAll('\t', TAB_CELLS),
  cursor: text.slice(0, cursor).replaceAll('\t', TAB_CELLS).length,
});

/** The text around the cursor in exactly `rows` rows. */
export function paintArea(area: TextArea, columns: number, rows: number, {isFocused, mask}: InputLook): string[] {
  const folds = foldsOf(area, columns);
  const at = foldAt(folds, area);
  const top = Math.max(0, Math.min(at - (rows >> 1), folds.length - rows));
  return Array.from({length: rows}, (_, index) => {
    const fold = folds[top + index];
    if (fold === undefined) return ' '.repeat(columns);
    const isCursorLine = isFocused && top + index === at;
    const text = (area.lines[fold.row] ?? '').slice(fold.from, fold.to);
    if (mask !== undefined && !isCursorLine)
      return paintLine({text: maskText(text, mask), cursor: 0}, columns, {isFocused: false});
    const line = {text, cursor: isCursorLine ? area.cursor - fold.from : 0};
    return paintLine(mask === undefined ? withTabCells(line) : line, columns, {isFocused: isCursorLine, mask});
  });
}
