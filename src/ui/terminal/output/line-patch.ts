/**
 * The bytes that turn one run of cells into another, independent of their position. A scrolling list replaces the same
 * row by the same other row once in every line, so the bytes are computed for the first of them only.
 */

import {type Cells, cut, isSimple} from './cells.ts';
import {difference, lastUsed, runEnd, type StyledRow, styleEnd} from './diff-cells.ts';
import {blankStyle, type Pen} from './sgr-style.ts';

/** The rest of the line is blank from here. */
export const CLEAR = '\x1b[K';

export type Patch = readonly GlyphRun[];

/**
 * Neighboring cells that are written together: every glyph is a single character whose width is certain. Or the
 * clearing of the rest of the line, which takes no cell.
 */
export interface GlyphRun {
  readonly from: number;
  readonly to: number;
  /** The style that the bytes start in, and the one that they leave behind. */
  readonly first: number;
  readonly last: number;
  readonly bytes: string;
}

/**
 * From `shown` to `next` in the cells `from` to `to`; `shown` undefined means that they are unknown.
 * @param edge true if `to` is the end of the line, where blanks are cleared instead of written.
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

/** Blanks take only the background: a style on the terminal's own background may stay as it is. */
function clear(runs: GlyphRun[], used: number): void {
  const before = runs.at(-1);
  if (before?.to === used && blankStyle(before.last) === 0)
    runs[runs.length - 1] = {...before, bytes: before.bytes + CLEAR};
  else runs.push({from: used, to: used, first: 0, last: 0, bytes: CLEAR});
}

/** The minimum number of blanks for which erasing and skipping may take fewer bytes than writing. */
const MIN_ERASED_CELLS = 9;
const BLANKS = new RegExp(` {${MIN_ERASED_CELLS},}`, 'g');
const LONG = ' '.repeat(MIN_ERASED_CELLS);
const eraseNext = (cells: number): string => `\x1b[${cells}X`;
const goPast = (cells: number): string => `\x1b[${cells}C`;
const erase = ({length}: string): string => {
  const bytes = eraseNext(length) + goPast(length);
  return bytes.length < length ? bytes : ' '.repeat(length);
};
/** Blanks that are on the screen already; from this number on, skipping them is shorter. */
const PAST = / {5,}/g;
const past = ({length}: string): string => goPast(length);

/**
 * The end of the last of several runs of blanks that are best erased together before any text is written. Erased cells
 * take only the background. With the terminal's own background they are blanks in every terminal; with another, not all
 * terminals erase in that color.
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

/** One column of holes: the last patches of its rows, in this frame and the previous one. */
interface Lane {
  now: (CachedPatch | undefined)[];
  before: (CachedPatch | undefined)[];
  /** The distance of the patch from its place in the previous frame: one row, in the direction of the last scroll. */
  step: 1 | -1;
}

/**
 * Patches between the rows of surfaces, from the last two frames. Scrolling by a line needs nearly all patches of the
 * previous line again, each one row further up. Paging needs none twice, so its patches must not be kept for long.
 */
export class PatchCache {
  readonly #pen: Pen;
  readonly #lanes: Lane[] = [];

  constructor(pen: Pen) {
    this.#pen = pen;
  }

  /** Starts another frame. */
  begin(): void {
    for (let index = 0; index < this.#lanes.length; index++) {
      const lane = this.#lanes[index] as Lane;
      const {now, before} = lane;
      lane.now = before;
      lane.before = now;
    }
  }

  /** Counted from the cell `from`; undefined if the width of some glyphs is uncertain. */
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

/** Finds a patch of the last two frames: in the same row or, after scrolling, a row further. */
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
