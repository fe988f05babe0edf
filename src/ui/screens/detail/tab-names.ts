/** The names of a detail's tabs in the available width. */

export interface TabBar {
  readonly names: readonly string[];
  /** The number of tabs to the left and to the right of the named ones. */
  readonly before: number;
  readonly after: number;
}

/**
 * Names with their numbers; where they do not fit, without; where that is too long too, those around the open one as far
 * as there is room, and how many more there are on each side.
 */
export function tabBar(titles: readonly string[], open: number, columns: number): TabBar {
  const numbered = titles.map((title, index) => `${index + 1} ${title}`);
  const whole = [numbered, titles].find(names => cellsOf(names) <= columns);
  if (whole !== undefined) return {names: whole, before: 0, after: 0};
  // From the left as long as the open one is in view: the bar moves as little as can be.
  for (let from = 0; from < open; from++) {
    const to = endOf(numbered, from, columns);
    if (to > open) return {names: numbered.slice(from, to), before: from, after: titles.length - to};
  }
  const to = Math.max(open + 1, endOf(numbered, open, columns));
  return {names: numbered.slice(open, to), before: open, after: titles.length - to};
}

export const moreBefore = (count: number): string => (count === 0 ? '' : ` < ${count} more `);
export const moreAfter = (count: number): string => (count === 0 ? '' : ` ${count} more > `);

/** Behind the last name that fits, from this one on. */
function endOf(names: readonly string[], from: number, columns: number): number {
  let to = from;
  for (let end = from + 1; end <= names.length; end++) {
    const more = moreBefore(from).length + moreAfter(names.length - end).length;
    if (cellsOf(names.slice(from, end)) + more <= columns) to = end;
  }
  return to;
}

/** Each has a blank on both sides. */
const cellsOf = (names: readonly string[]): number => names.reduce((sum, name) => sum + name.length + 2, 0);
