/** The shortest byte sequence that moves the cursor from one cell to another. */

/** The number of cells in the tables, wider than any screen. Longer moves use an address. */
const TABLE_CELLS = 500;
const forward = table(cells => (cells === 0 ? '' : cells === 1 ? '\x1b[C' : `\x1b[${cells}C`));
const backward = table(cells => (cells < 4 ? '\b'.repeat(cells) : `\x1b[${cells}D`));
/** A vertical tab moves down like a line feed, which the terminal driver may translate. */
const downward = ['', '\v', '\v\v', '\v\v\v'];
/** The maximum number of rows to move one by one: each takes a byte, and an address takes at least six. */
const MAX_ROWS_DOWN = downward.length - 1;
const NEXT_LINE = '\x1bE';
const toRow = table(row => `\x1b[${row + 1};`);
const toColumn = table(column => `${column + 1}H`);

function table(bytes: (cells: number) => string): readonly string[] {
  return Array.from({length: TABLE_CELLS}, (_, cells) => bytes(cells));
}

const horizontalMove = (by: number): string | undefined => (by < 0 ? backward[-by] : forward[by]);
const lengthOf = (bytes: string | undefined): number => bytes?.length ?? Number.POSITIVE_INFINITY;
const address = (x: number, y: number): string => (toRow[y] ?? `\x1b[${y + 1};`) + (toColumn[x] ?? `${x + 1}H`);
const addressLength = (x: number, y: number): number => lengthOf(toRow[y]) + lengthOf(toColumn[x]);

/**
 * The number of bytes of a cursor move. It is computed more often than moves are written, so it allocates no string.
 * @param fromY -1 if the cursor's position is unknown
 */
export function moveLength(fromX: number, fromY: number, x: number, y: number): number {
  const byAddress = addressLength(x, y);
  const down = y - fromY;
  if (fromY < 0 || down < 0 || down > MAX_ROWS_DOWN) return byAddress;
  const byNextLine = down === 1 ? NEXT_LINE.length + lengthOf(forward[x]) : Number.POSITIVE_INFINITY;
  return Math.min(byAddress, down + lengthOf(horizontalMove(x - fromX)), byNextLine);
}

/** @param fromY -1 if the cursor's position is unknown */
export function move(fromX: number, fromY: number, x: number, y: number): string {
  const length = moveLength(fromX, fromY, x, y);
  if (length === addressLength(x, y)) return address(x, y);
  const down = y - fromY;
  const sideways = horizontalMove(x - fromX);
  if (sideways !== undefined && down + sideways.length === length) return downward[down] + sideways;
  return NEXT_LINE + forward[x];
}
