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
