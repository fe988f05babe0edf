/** The fewest bytes that take the terminal's cursor from one cell to another. */

/** As far as any screen is wide; farther goes by address. */
const FAR = 1000;
const forward = table(cells => (cells === 1 ? '\x1b[C' : `\x1b[${cells}C`));
const backward = table(cells => (cells < 4 ? '\b'.repeat(cells) : `\x1b[${cells}D`));
/** A vertical tab goes down like a line feed, which the terminal driver may turn into more than that. */
const DOWN = '\v';
const NEXT_LINE = '\x1bE';
/** Rows that are gone down one by one: each takes a byte, and an address at least six. */
const NEAR = 3;

function table(bytes: (cells: number) => string): readonly string[] {
  return Array.from({length: FAR}, (_, cells) => (cells === 0 ? '' : bytes(cells)));
}

const along = (by: number): string | undefined => (by < 0 ? backward[-by] : forward[by]);

/** @param fromY -1 where nobody knows where the cursor is. */
export function move(fromX: number, fromY: number, x: number, y: number): string {
  const down = y - fromY;
  let best = `\x1b[${y + 1};${x + 1}H`;
  if (fromY < 0 || down < 0 || down > NEAR) return best;
  const sideways = along(x - fromX);
  if (sideways !== undefined && down + sideways.length < best.length) best = DOWN.repeat(down) + sideways;
  const indent = down === 1 ? forward[x] : undefined;
  return indent !== undefined && NEXT_LINE.length + indent.length < best.length ? NEXT_LINE + indent : best;
}
