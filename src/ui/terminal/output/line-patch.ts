/**
 * What turns one stretch of cells into another, wherever on the screen they stand. A list that scrolls puts the same row
 * in the place of the same other row once in every line: what that takes is worked out for the first of them.
 */

import {type Cells, cut, isSimple} from './cells.ts';
import {difference, lastUsed, runEnd, type StyledRow, styleEnd} from './diff-cells.ts';
import {blankStyle, type Pen} from './sgr-style.ts';

/** The rest of the line is blank from here. */
export const CLEAR = '\x1b[K';

export type Patch = readonly GlyphRun[];

/**
 * Neighbouring cells that are written in one go: every glyph is a character of its own, sure to be as wide as counted.
 * Or the clearing of the rest of the line, which takes no cell.
 */
export interface GlyphRun {
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
export function patchOf(
  pen: Pen,
  shown: StyledRow | undefined,
  next: StyledRow,
  from: number,
  to: number,
  edge: boolean,
): Patch {
  const used = edge ? lastUsed(next, from, to) : to;
  const runs: GlyphRun[] = [];
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
function clear(runs: GlyphRun[], used: number): void {
  const before = runs.at(-1);
  if (before?.to === used && blankStyle(before.last) === 0)
    runs[runs.length - 1] = {...before, bytes: before.bytes + CLEAR};
  else runs.push({from: used, to: used, first: 0, last: 0, bytes: CLEAR});
}

/** From as many blanks on, erasing them and going past them may take fewer bytes than writing them. */
const MIN_ERASED_CELLS = 9;
const BLANKS = new RegExp(` {${MIN_ERASED_CELLS},}`, 'g');
const LONG = ' '.repeat(MIN_ERASED_CELLS);
const eraseNext = (cells: number): string => `\x1b[${cells}X`;
const goPast = (cells: number): string => `\x1b[${cells}C`;
const erase = ({length}: string): string => {
  const bytes = eraseNext(length) + goPast(length);
  return bytes.length < length ? bytes : ' '.repeat(length);
};
/** Blanks that are on the screen already. From as many on, going past them is shorter. */
const PAST = / {5,}/g;
const past = ({length}: string): string => goPast(length);

/**
 * Where the last of several stretches of blanks ends, which are best erased together before anything is written. Erased
 * cells take the background alone: where that is the terminal's own, they are blanks in every terminal; of others, not
 * all know how to erase in a colour.
 */
function erasedUpTo({glyphs, styles}: StyledRow, from: number, to: number): number {
  let stretches = 0;
  let last = from;
  for (let at = glyphs.indexOf(LONG, from); at >= 0 && at < to; ) {
    let end = at;
    while (end < to && glyphs.charCodeAt(end) === 0x20 && styles.charCodeAt(end) === 0) end++;
    if (end - at >= MIN_ERASED_CELLS) {
      stretches++;
      last = end;
    }
    at = glyphs.indexOf(LONG, Math.max(end, at + 1));
  }
  return stretches > 1 ? last : from;
}

function runOf(pen: Pen, next: StyledRow, from: number, to: number): GlyphRun {
  const {glyphs, styles} = next;
  const first = styles.charCodeAt(from);
  const erased = blankStyle(first) === 0 ? erasedUpTo(next, from, to) : from;
  let last = first;
  let bytes = erased > from ? eraseNext(erased - from) : '';
  for (let x = from; x < to; ) {
    const style = styles.charCodeAt(x);
    const after = styleEnd(next, x, x < erased ? erased : to);
    const text = glyphs.slice(x, after);
    bytes += pen.change(last, style);
    if (blankStyle(style) !== 0 || text.length < MIN_ERASED_CELLS) bytes += text;
    else bytes += x < erased ? text.replace(PAST, past) : text.replace(BLANKS, erase);
    last = style;
    x = after;
  }
  return {from, to, first, last, bytes};
}

interface CachedPatch {
  readonly shown: Cells;
  readonly next: Cells;
  readonly from: number;
  readonly to: number;
  readonly edge: boolean;
  readonly patch: Patch | undefined;
}

/** One column of holes: the patches that its rows asked for last, in this frame and the one before. */
interface Lane {
  now: (CachedPatch | undefined)[];
  before: (CachedPatch | undefined)[];
  /** How much further down the patch stood in the frame before: by a row, as lines were scrolled last. */
  step: 1 | -1;
}

/**
 * Patches between the rows of surfaces: those that the last two frames asked for. A line scrolled asks again for nearly
 * all of the line before, each a row further up; a page asks for none twice, and what it asked for must not outlive it
 * by much.
 */
export class PatchCache {
  readonly #pen: Pen;
  readonly #lanes: Lane[] = [];

  constructor(pen: Pen) {
    this.#pen = pen;
  }

  /** Another frame begins. */
  begin(): void {
    for (let index = 0; index < this.#lanes.length; index++) {
      const lane = this.#lanes[index] as Lane;
      const {now, before} = lane;
      lane.now = before;
      lane.before = now;
    }
  }

  /** Counted from the cell `from`; undefined where glyphs are not sure to be as wide as counted. */
  between(
    {y, lane: index}: {readonly y: number; readonly lane: number},
    shown: Cells,
    next: Cells,
    from: number,
    to: number,
    edge: boolean,
  ): Patch | undefined {
    while (this.#lanes.length <= index) this.#lanes.push({now: [], before: [], step: 1});
    const lane = this.#lanes[index] as Lane;
    let known = find(lane, y, shown, next);
    if (known?.from !== from || known.to !== to || known.edge !== edge) {
      const target = cut(next, from, to);
      const patch = isSimple(target.glyphs)
        ? patchOf(this.#pen, cut(shown, from, to), target, 0, to - from, edge)
        : undefined;
      known = {shown, next, from, to, edge, patch};
    }
    lane.now[y] = known;
    return known.patch;
  }
}

/** What was prepared stands in its own row, in whichever frame that was; what is scrolled, a row further on. */
function find(lane: Lane, y: number, shown: Cells, next: Cells): CachedPatch | undefined {
  const {now, before, step} = lane;
  const here = now[y];
  if (here?.shown === shown && here.next === next) return here;
  const was = before[y];
  if (was?.shown === shown && was.next === next) return was;
  const along = before[y + step];
  if (along?.shown === shown && along.next === next) return along;
  const back = before[y - step];
  if (back?.shown !== shown || back.next !== next) return undefined;
  lane.step = step === 1 ? -1 : 1;
  return back;
}
