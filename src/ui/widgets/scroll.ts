/** A cursor in a long list with a window. */

export interface Scroll {
  readonly cursor: number;
  /** Index of the first item in the window. */
  readonly top: number;
}

export const AT_TOP: Scroll = {cursor: 0, top: 0};

/**
 * The window, moved as little as possible to contain the cursor.
 * @param options `isJumping`: moves by half a window instead, so that a held key repaints rarely: for slow connections
 */
export function clampScroll(
  {cursor, top}: Scroll,
  count: number,
  height: number,
  {isJumping = false}: {readonly isJumping?: boolean} = {},
): Scroll {
  const last = Math.max(0, count - 1);
  const at = Math.max(0, Math.min(cursor, last));
  const room = Math.max(1, height);
  const highest = Math.max(0, count - room);
  let first = Math.min(top, highest);
  if (at < first) first = isJumping && first - at === 1 ? at - (room >> 1) : at;
  else if (at >= first + room) first = isJumping && at === first + room ? at - (room >> 1) : at - room + 1;
  return {cursor: at, top: Math.max(0, Math.min(first, highest))};
}

/**
 * The scroll after items were added or removed: the cursor stays on its item, which keeps its place on the screen unless
 * the window is at the top.
 */
export function followItem<T>(
  {cursor, top}: Scroll,
  before: readonly T[],
  after: readonly T[],
  isSame: (one: T, other: T) => boolean,
): Scroll {
  const item = before[cursor];
  if (item === undefined) return {cursor, top};
  // New items are put in front, so of equal ones the first at or below the cursor is meant.
  const below = after.findIndex((other, at) => at >= cursor && isSame(item, other));
  const at = below === -1 ? after.findIndex(other => isSame(item, other)) : below;
  if (at === -1) return {cursor, top};
  return {cursor: at, top: top === 0 ? 0 : Math.max(0, top + at - cursor)};
}

export type Motion = 'down' | 'up' | 'halfDown' | 'halfUp' | 'pageDown' | 'pageUp' | 'first' | 'last';

/** The distance of a motion, in a window of this height. */
export function motion(kind: Motion, height: number): number {
  const page = Math.max(1, height - 1);
  switch (kind) {
    case 'down':
      return 1;
    case 'up':
      return -1;
    case 'halfDown':
      return Math.max(1, height >> 1);
    case 'halfUp':
      return -Math.max(1, height >> 1);
    case 'pageDown':
      return page;
    case 'pageUp':
      return -page;
    case 'first':
      return Number.NEGATIVE_INFINITY;
    case 'last':
      return Number.POSITIVE_INFINITY;
  }
}
