/**
 * What turns one stretch of cells into another, wherever on the screen they stand. A list that scrolls puts the same row
 * in the place of the same other row once in every line: what that takes is worked out for the first of them.
 */

import {type Cells, cut, isSimple} from './cells.ts';
import {difference, lastUsed, type Row, runEnd, styleEnd} from './compare.ts';
import {Recent} from './recent.ts';
import {blankStyle, type Pen} from './style.ts';

/** The rest of the line is blank from here. */
export const CLEAR = '\x1b[K';

export type Patch = readonly Run[];

/**
 * Neighbouring cells that are written in one go: every glyph is a character of its own, sure to be as wide as counted.
 * Or the clearing of the rest of the line, which takes no cell.
 */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** The style the bytes begin in, and the one they leave behind. */
  readonly first: number;
  readonly last: number;
  readonly bytes: string;
}

/**
 * From `shown` to `next` in the cells `from` to `to`; `shown` undefined means that nothing is known of them.
 * @param edge whether `to` is the end of the line, where blanks are cleared instead of written.
 */
export function patchOf(pen: Pen, shown: Row | undefined, next: Row, from: number, to: number, edge: boolean): Patch {
  const used = edge ? lastUsed(next, from, to) : to;
  const runs: Run[] = [];
  for (let x = from; x < used; ) {
    const start = shown === undefined ? x : difference(shown, next, x, used);
    if (start === used) break;
    const end = shown === undefined ? used : runEnd(shown, next, start, used);
    runs.push(runOf(pen, next, start, end));
    x = end;
  }
  const isBlank = used === to || (shown !== undefined && lastUsed(shown, used, to) === used);
  if (!isBlank) clear(runs, used);
  return runs;
}

/** What is cleared takes the background alone: behind text on the terminal's own, the style may stay as it is. */
function clear(runs: Run[], used: number): void {
  const before = runs.at(-1);
  if (before?.to === used && blankStyle(before.last) === 0)
    runs[runs.length - 1] = {...before, bytes: before.bytes + CLEAR};
  else runs.push({from: used, to: used, first: 0, last: 0, bytes: CLEAR});
}

/** From as many blanks on, erasing them and going past them may take fewer bytes than writing them. */
const ERASED = 9;
const BLANKS = new RegExp(` {${ERASED},}`, 'g');
const erase = (blanks: string): string => {
  const past = `\x1b[${blanks.length}X\x1b[${blanks.length}C`;
  return past.length < blanks.length ? past : blanks;
};

/**
 * Text in a style. Erased cells take the background alone: where that is the terminal's own, they are blanks in every
 * terminal; of others, not all know how to erase in a colour.
 */
const inStyle = (style: number, text: string): string =>
  blankStyle(style) === 0 && text.length >= ERASED ? text.replace(BLANKS, erase) : text;

function runOf(pen: Pen, next: Row, from: number, to: number): Run {
  const {glyphs, styles} = next;
  const first = styles.charCodeAt(from);
  let last = first;
  let bytes = '';
  for (let x = from; x < to; ) {
    const style = styles.charCodeAt(x);
    const after = styleEnd(next, x, to);
    bytes += pen.change(last, style) + inStyle(style, glyphs.slice(x, after));
    last = style;
    x = after;
  }
  return {from, to, first, last, bytes};
}

interface Known {
  readonly next: Cells;
  readonly from: number;
  readonly to: number;
  readonly edge: boolean;
  readonly patch: Patch | undefined;
}

/**
 * Patches between the rows of surfaces: those that the last two frames asked for. A line scrolled asks again for nearly
 * all of the line before; a page asks for none twice, and what it asked for must not outlive it by much.
 */
export class Patches {
  readonly #pen: Pen;
  readonly #known = new Recent<Cells, Known>();

  constructor(pen: Pen) {
    this.#pen = pen;
  }

  /** Another frame begins. */
  begin(): void {
    this.#known.turn();
  }

  /** Counted from the cell `from`; undefined where glyphs are not sure to be as wide as counted. */
  between(shown: Cells, next: Cells, from: number, to: number, edge: boolean): Patch | undefined {
    const known = this.#known.get(shown);
    if (known?.next === next && known.from === from && known.to === to && known.edge === edge) return known.patch;
    const target = cut(next, from, to);
    const patch = isSimple(target.glyphs)
      ? patchOf(this.#pen, cut(shown, from, to), target, 0, to - from, edge)
      : undefined;
    this.#known.set(shown, {next, from, to, edge, patch});
    return patch;
  }
}
