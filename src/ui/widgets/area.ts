/** Several lines of text being typed, as a value. */
import {clean} from '../terminal/index.ts';
import {type EditStroke, edit, type Line, paintLine} from './line.ts';

export interface Area {
  readonly lines: readonly string[];
  readonly row: number;
  /** Offset in its line, in UTF-16 units. */
  readonly cursor: number;
}

export function areaOf(text: string): Area {
  const lines = text.split(/\r\n|\n|\r/);
  return {lines, row: lines.length - 1, cursor: lines.at(-1)?.length ?? 0};
}

export const areaText = ({lines}: Area): string => lines.join('\n');

const lineAt = ({lines, row, cursor}: Area): Line => ({text: lines[row] ?? '', cursor});

/** The area after the stroke; undefined when the stroke edits nothing. Up and down beyond the ends edit nothing. */
export function editArea(area: Area, stroke: EditStroke): Area | undefined {
  const {lines, row, cursor} = area;
  const line = lineAt(area);
  if (stroke.paste === true) return insert(area, stroke.text ?? '');
  switch (stroke.key) {
    case 'enter':
      return insert(area, '\n');
    case 'up':
      return row === 0 ? undefined : {...area, row: row - 1, cursor: Math.min(cursor, lines[row - 1]?.length ?? 0)};
    case 'down':
      return row >= lines.length - 1
        ? undefined
        : {...area, row: row + 1, cursor: Math.min(cursor, lines[row + 1]?.length ?? 0)};
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
  const next = edit(line, stroke);
  if (next === undefined) return undefined;
  return {lines: [...lines.slice(0, row), next.text, ...lines.slice(row + 1)], row, cursor: next.cursor};
}

function insert(area: Area, text: string): Area {
  const {lines, row} = area;
  const line = lineAt(area);
  const pieces = text.split(/\r\n|\n|\r/).map(piece => clean(piece.replaceAll('\t', '  ')));
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  const tail = line.text.slice(line.cursor);
  const head = line.text.slice(0, line.cursor) + first;
  if (pieces.length === 1) {
    return {lines: [...lines.slice(0, row), head + tail, ...lines.slice(row + 1)], row, cursor: head.length};
  }
  const added = [head, ...pieces.slice(1, -1), last + tail];
  return {
    lines: [...lines.slice(0, row), ...added, ...lines.slice(row + 1)],
    row: row + pieces.length - 1,
    cursor: last.length,
  };
}

/** The lines around the cursor in exactly `rows` rows. */
export function paintArea(area: Area, columns: number, rows: number, focused: boolean): string[] {
  const top = Math.max(0, Math.min(area.row - (rows >> 1), area.lines.length - rows));
  return Array.from({length: rows}, (_, index) => {
    const row = top + index;
    const text = area.lines[row];
    if (text === undefined) return ' '.repeat(columns);
    const here = focused && row === area.row;
    return paintLine({text, cursor: here ? area.cursor : 0}, columns, here);
  });
}
