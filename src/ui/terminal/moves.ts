/** The fewest bytes that take the terminal's cursor from one cell to another. */

/** As far as any screen is wide; farther goes by address. */
const FAR = 500;
const forward = table(cells => (cells === 0 ? '' : cells === 1 ? '\x1b[C' : `\x1b[${cells}C`));
const backward = table(cells => (cells < 4 ? '\b'.repeat(cells) : `\x1b[${cells}D`));
/** A vertical tab goes down like a line feed, which the terminal driver may turn into more than that. */
const downward = ['', '\v', '\v\v', '\v\v\v'];
/** Rows that are gone down one by one: each takes a byte, and an address at least six. */
const NEAR = downward.length - 1;
const NEXT_LINE = '\x1bE';

function table(bytes: (cells: number) => string): readonly string[] {
  return Array.from({length: FAR}, (_, cells) => bytes(cells));
}

const along = (by: number): string | undefined => (by < 0 ? backward[-by] : forward[by]);
const lengthOf = (bytes: string | undefined): number => bytes?.length ?? Number.POSITIVE_INFINITY;
const digits = (number: number): number => (number < 10 ? 1 : number < 100 ? 2 : String(number).length);
const addressLength = (x: number, y: number): number => '\x1b[;H'.length + digits(y + 1) + digits(x + 1);

/** Per row, the addresses of its cells that were gone to: a list goes to the same ones at every key. */
const addresses: string[][] = [];

function address(x: number, y: number): string {
  const known = addresses[y]?.[x];
  if (known !== undefined) return known;
  const bytes = `\x1b[${y + 1};${x + 1}H`;
  if (x >= 0 && y >= 0 && x < FAR && y < FAR) {
    addresses[y] ??= [];
    addresses[y][x] = bytes;
  }
  return bytes;
}

/** The ways down and sideways, by rows and then by cells to the right and to the left. */
const ways: {readonly right: string[]; readonly left: string[]}[] = downward.map(() => ({right: [], left: []}));

function way(down: number, by: number): string | undefined {
  const sideways = by < 0 ? ways[down]?.left : ways[down]?.right;
  const known = sideways?.[Math.abs(by)];
  const bytes = along(by);
  if (known !== undefined || bytes === undefined || sideways === undefined) return known;
  const whole = downward[down] + bytes;
  sideways[Math.abs(by)] = whole;
  return whole;
}

/**
 * How many bytes the way takes. Asked more often than gone, so nothing is put together for it.
 * @param fromY -1 where nobody knows where the cursor is.
 */
export function moveLength(fromX: number, fromY: number, x: number, y: number): number {
  const byAddress = addressLength(x, y);
  const down = y - fromY;
  if (fromY < 0 || down < 0 || down > NEAR) return byAddress;
  const byNextLine = down === 1 ? NEXT_LINE.length + lengthOf(forward[x]) : Number.POSITIVE_INFINITY;
  return Math.min(byAddress, down + lengthOf(along(x - fromX)), byNextLine);
}

/** @param fromY -1 where nobody knows where the cursor is. */
export function move(fromX: number, fromY: number, x: number, y: number): string {
  const length = moveLength(fromX, fromY, x, y);
  if (length === addressLength(x, y)) return address(x, y);
  const relative = way(y - fromY, x - fromX);
  return relative?.length === length ? relative : NEXT_LINE + forward[x];
}
