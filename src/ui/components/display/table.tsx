/** A table with lines between its cells, for dialogs with a few rows. Lists are canvases. */
import {Text} from 'ink';
import {Table as InkTable} from 'ink-table';
import type {ReactNode} from 'react';
import {useIsCovered, useTheme} from '../../hooks/use-console.ts';
import {cellWidth, sanitize, truncate} from '../../terminal/index.ts';
import {StyledText} from './row.tsx';

/** Texts by the name of their column; all rows have the same columns. */
export type TableRecord = Readonly<Record<string, string>>;

/** Lines of the table above its first row. */
export const TABLE_HEAD_ROWS = 3;
/** The lines of a row: its texts, and the line below them. */
export const TABLE_ROW_LINES = 2;
/** The least room for a text that is cut. */
const MIN_CELLS = 4;

const columnWidth = (rows: readonly TableRecord[], name: string): number =>
  Math.max(cellWidth(name), ...rows.map(row => cellWidth(sanitize(row[name] ?? ''))));

/** The width of a table: each text has a blank on both sides, and lines are between them. */
export const tableWidth = (rows: readonly TableRecord[]): number =>
  Object.keys(rows[0] ?? {}).reduce((sum, name) => sum + columnWidth(rows, name) + 3, 1);

export interface TableProps {
  readonly rows: readonly TableRecord[];
  /** The room for the table: the widest columns are cut until it fits. */
  readonly columns?: number;
}

export function Table({rows, columns = Number.POSITIVE_INFINITY}: TableProps) {
  const {heading} = useTheme();
  const isCovered = useIsCovered();
  const data = fittedRows(rows, columns);
  return (
    <InkTable
      data={[...data]}
      header={({children}) => <StyledText text={heading(textOf(children))} />}
      cell={({children}) => <StyledText text={textOf(children)} />}
      skeleton={({children}) => (isCovered ? <StyledText text={textOf(children)} /> : <Line>{children}</Line>)}
    />
  );
}

/** A piece of a line between cells. */
function Line({children}: {readonly children?: ReactNode}) {
  return useTheme().isAscii ? <Text>{asciiLine(textOf(children))}</Text> : <Text>{children}</Text>;
}

const asciiLine = (text: string): string =>
  text
    .replace(/─/g, '-')
    .replace(/│/g, '|')
    .replace(/[┌┐└┘├┤┬┴┼]/g, '+');

/** `ink-table` passes texts, and never elements. */
const textOf = (children: ReactNode): string => String(children ?? '');

/** The rows with their widest columns cut so that the table fits. */
function fittedRows(rows: readonly TableRecord[], columns: number): readonly Record<string, string>[] {
  const names = Object.keys(rows[0] ?? {});
  const widths = new Map(names.map(name => [name, columnWidth(rows, name)]));
  const fixed = names.length * 3 + 1;
  let missing = [...widths.values()].reduce((sum, width) => sum + width, fixed) - columns;
  while (missing > 0) {
    const [widest, width] = [...widths].reduce((left, right) => (right[1] > left[1] ? right : left), ['', 0]);
    if (width <= MIN_CELLS) break;
    widths.set(widest, width - 1);
    missing--;
  }
  return rows.map(row =>
    Object.fromEntries(names.map(name => [name, truncate(sanitize(row[name] ?? ''), widths.get(name) ?? 0)])),
  );
}
