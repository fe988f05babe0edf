/**
 * The positions of the wallboard's sections: rows are allocated in the order of the layout to the sections that request
 * them.
 */
import type {Skin} from '../../theme/skin.ts';
import {paintSpans, type Span, span, spansWidth} from '../../widgets/spans.ts';
import type {WallboardSection} from './wallboard-sections.ts';

type RowRequest = Pick<WallboardSection, 'wants' | 'enough' | 'first'>;

/** A title, and at least one line below it. */
const MIN_ROWS = 2;

/**
 * The number of rows of each section, including its title; 0 for a section that doesn't fit. The sum is at most `rows`.
 */
function allocateRows(parts: readonly RowRequest[], rows: number): readonly number[] {
  let left = rows;
  const allocated = parts.map(({wants, first = 1}): number => {
    if (left < MIN_ROWS) return 0;
    const has = Math.min(left, Math.max(MIN_ROWS, 1 + Math.min(wants, first)));
    left -= has;
    return has;
  });
  const grow = (most: (part: RowRequest) => number): void => {
    for (const [index, part] of parts.entries()) {
      const has = allocated[index] ?? 0;
      if (has === 0) continue;
      const more = Math.max(0, Math.min(left, most(part) + 1 - has));
      allocated[index] = has + more;
      left -= more;
    }
  };
  grow(({wants, enough = wants}) => Math.min(wants, enough));
  grow(({wants}) => wants);
  return allocated;
}

/** The sections below each other, in exactly this number of rows. */
export function paintSections(
  skin: Skin,
  parts: readonly WallboardSection[],
  columns: number,
  rows: number,
): readonly string[] {
  const given = allocateRows(parts, rows);
  const blank = ' '.repeat(columns);
  const lines = parts.flatMap((part, index) => {
    const room = given[index] ?? 0;
    if (room === 0) return [];
    const {title, lines} = part.paint(columns, room - 1);
    return [titleLine(skin, title, columns), ...lines];
  });
  return [...lines, ...new Array<string>(Math.max(0, rows - lines.length)).fill(blank)].slice(0, rows);
}

function titleLine(skin: Skin, title: readonly Span[], columns: number): string {
  const rule = Math.max(0, columns - spansWidth(title) - 2);
  return paintSpans(skin, [...title, span(` ${skin.symbol('rule').repeat(rule)} `, 'dim')], columns);
}
