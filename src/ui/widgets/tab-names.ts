/** The names of tabs in the available width. */
import type {Skin} from '../theme/skin.ts';
import {type Span, span} from './spans.ts';

export interface TabBar {
  readonly names: readonly string[];
  /** The number of tabs to the left and to the right of the named ones. */
  readonly before: number;
  readonly after: number;
}

/**
 * Names with their numbers; without numbers if that is too long; otherwise the names around the open tab that fit, with
 * the number of hidden ones on each side.
 */
export function tabBar(titles: readonly string[], open: number, columns: number): TabBar {
  const numbered = titles.map((title, index) => `${index + 1} ${title}`);
  const whole = [numbered, titles].find(names => cellsOf(names) <= columns);
  if (whole !== undefined) return {names: whole, before: 0, after: 0};
  // The bar scrolls as little as possible: it starts at the left as long as the open tab is visible.
  for (let from = 0; from < open; from++) {
    const to = endOf(numbered, from, columns);
    if (to > open) return {names: numbered.slice(from, to), before: from, after: titles.length - to};
  }
  const to = Math.max(open + 1, endOf(numbered, open, columns));
  return {names: numbered.slice(open, to), before: open, after: titles.length - to};
}

const moreBefore = (count: number): string => (count === 0 ? '' : ` < ${count} more `);
const moreAfter = (count: number): string => (count === 0 ? '' : ` ${count} more > `);

/** The index after the last name that fits, starting with this one. */
function endOf(names: readonly string[], from: number, columns: number): number {
  let to = from;
  for (let end = from + 1; end <= names.length; end++) {
    const more = moreBefore(from).length + moreAfter(names.length - end).length;
    if (cellsOf(names.slice(from, end)) + more <= columns) to = end;
  }
  return to;
}

/** The total width; each name has a blank on both sides. */
const cellsOf = (names: readonly string[]): number => names.reduce((sum, name) => sum + name.length + 2, 0);

/** The bar as spans: the open tab stands out, and hidden tabs are counted on both sides. */
export function tabSpans(skin: Skin, titles: readonly string[], open: number, columns: number): Span[] {
  const {names, before, after} = tabBar(titles, open, columns);
  return [
    span(moreBefore(before), 'dim'),
    ...names.map((name, index) =>
      before + index === open ? {text: ` ${name} `, style: skin.heading} : span(` ${name} `, 'dim'),
    ),
    span(moreAfter(after), 'dim'),
  ];
}
