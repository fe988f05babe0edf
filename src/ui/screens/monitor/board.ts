/** Where the parts of the wallboard stand: room is given in the order of the layout, and to what asks for it. */
import type {Skin} from '../../theme/skin.ts';
import {paintSpans, span, spansWidth} from '../../widgets/spans.ts';
import type {Section} from './sections.ts';

export interface Part extends Section {
  /** Lines beyond which others come first. */
  readonly enough: number;
}

/** A title, and at least one line below it. */
const LEAST = 2;

/** How many rows each part gets, its title included; 0 for a part that has no room. The sum is at most `rows`. */
export function shares(parts: readonly Pick<Part, 'wants' | 'enough'>[], rows: number): readonly number[] {
  let left = rows;
  const given = parts.map((): number => {
    if (left < LEAST) return 0;
    left -= LEAST;
    return LEAST;
  });
  const grow = (most: (part: Pick<Part, 'wants' | 'enough'>) => number): void => {
    for (const [index, part] of parts.entries()) {
      const has = given[index] ?? 0;
      if (has === 0) continue;
      const more = Math.max(0, Math.min(left, most(part) + 1 - has));
      given[index] = has + more;
      left -= more;
    }
  };
  grow(({wants, enough}) => Math.min(wants, enough));
  grow(({wants}) => wants);
  return given;
}

/** The parts one below the other, in exactly so many rows. */
export function stacked(skin: Skin, parts: readonly Part[], columns: number, rows: number): readonly string[] {
  const given = shares(parts, rows);
  const blank = ' '.repeat(columns);
  const lines = parts.flatMap((part, index) => {
    const room = given[index] ?? 0;
    if (room === 0) return [];
    // First the lines: how many there is room for may be part of the title.
    const lines = part.lines(columns, room - 1);
    return [titleLine(skin, part, columns), ...lines];
  });
  return [...lines, ...new Array<string>(Math.max(0, rows - lines.length)).fill(blank)].slice(0, rows);
}

function titleLine(skin: Skin, {title}: Section, columns: number): string {
  const rule = Math.max(0, columns - spansWidth(title) - 2);
  return paintSpans(skin, [...title, span(` ${skin.symbol('rule').repeat(rule)} `, 'dim')], columns);
}
