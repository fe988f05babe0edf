/** What the tabs of a detail are called in the room there is. */

/**
 * Names with their numbers; where they do not fit, without; where that is too long too, names from the left as far as
 * there is room, and numbers for the others. The tab that is open always has its name.
 */
export function tabNames(titles: readonly string[], open: number, columns: number): readonly string[] {
  const numbered = titles.map((title, index) => `${index + 1} ${title}`);
  const whole = [numbered, titles].find(names => cellsOf(names) <= columns);
  if (whole !== undefined) return whole;
  let names = numbered.map((name, index) => (index === open ? name : String(index + 1)));
  for (const [index, name] of numbered.entries()) {
    const longer = names.with(index, name);
    if (cellsOf(longer) <= columns) names = longer;
  }
  return names;
}

/** Each has a blank on both sides. */
const cellsOf = (names: readonly string[]): number => names.reduce((sum, name) => sum + name.length + 2, 0);
