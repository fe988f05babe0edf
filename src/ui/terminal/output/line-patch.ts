/**
 * The bytes that turn one run of cells into another, independent of its position. When a list scrolls, each pair of
 * neighboring rows needs the same bytes on every line that it passes, so they are computed once.
 */

import {type Cells, cut, isSimple} from './cells.ts';
import {findDifference, runEnd, type StyledRow, styleEnd, usedEnd} from './diff-cells.ts';
import {blankStyle, type Pen} from './sgr-style.ts';

/** Erases from the cursor to the end of the line. */
export const CLEAR = '\x1b[K';

export type Patch = readonly GlyphRun[];

/**
 * Neighboring cells that are written together; every glyph is a single character whose width is certain. A run of no
 * cells clears to the end of the line.
 */
export interface GlyphRun {
  readonly from: number;
  readonly to: number;
  /** The styles before and after the bytes. */
  readonly firstStyle: number;
  readonly lastStyle: number;
  readonly bytes: string;
}

/**
 * The patch from `shown` to `next` in the cells `from` to `to`. `shown` is undefined if the screen is unknown.
 * @param isEdge true if `to` is the end of the line, where blanks are cleared instead of written
 */
export function patchOf(
  pen: Pen,
  shown: StyledRow | undefined,
  next: StyledRow,
  from: number,
  to: number,
  isEdge: boolean,
): Patch {
  const used = isEdge ? usedEnd(next, from, to) : to;
  const runs: GlyphRun[] = [];
  for (let x = from; x < used; ) {
    const start = shown === undefined ? x : findDifference(shown, next, x, used);
    if (start === used) break;
    const end = shown === undefined ? used : runEnd(shown, next, start, used);
    runs.push(runOf(pen, next, start, end));
    x = end;
  }
  const isBlank = used === to || (shown !== undefined && usedEnd(shown, used, to) === used);
  if (!isBlank) addClear(runs, used);
  return runs;
}

/** Clears to the end of the line. Blanks show only the background, so a style without a background needs no reset. */
function addClear(runs: GlyphRun[], used: number): void {
  const before = runs.at(-1);
  if (before?.to === used && blankStyle(before.lastStyle) === 0)
    runs[runs.length - 1] = {...before, bytes: before.bytes + CLEAR};
  else runs.push({from: used, to: used, firstStyle: 0, lastStyle: 0, bytes: CLEAR});
}

/** The minimum number of blanks for which erasing and skipping may take fewer bytes than writing. */
const MIN_ERASED_CELLS = 9;
const BLANKS = new RegExp(` {${MIN_ERASED_CELLS},}`, 'g');
const LONG = ' '.repeat(MIN_ERASED_CELLS);
const eraseNext = (cells: number): string => `\x1b[${cells}X`;
const skipCells = (cells: number): string => `\x1b[${cells}C`;
const erase = ({length}: string): string => {
  const bytes = eraseNext(length) + skipCells(length);
  return bytes.length < length ? bytes : ' '.repeat(length);
};
/** Blanks that are already erased. Skipping five or more of them is shorter than writing them. */
const SKIPPABLE = / {5,}/g;
const skip = ({length}: string): string => skipCells(length);

/**
 * The end of the last of several runs of blanks, which are erased together before text is written; `from` if there are
 * fewer than two. Only blanks on the terminal's own background count, because not all terminals erase in another color.
 */
function erasedUpTo({glyphs, styles}: StyledRow, from: number, to: number): number {
  let runCount = 0;
  let last = from;
  for (let at = glyphs.indexOf(LONG, from); at >= 0 && at < to; ) {
    let end = at;
    while (end < to && glyphs.charCodeAt(end) === 0x20 && styles.charCodeAt(end) === 0) end++;
    if (end - at >= MIN_ERASED_CELLS) {
      runCount++;
      last = end;
    }
    at = glyphs.indexOf(LONG, Math.max(end, at + 1));
  }
  return runCount > 1 ? last : from;
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
    else bytes += x < erased ? text.replace(SKIPPABLE, skip) : text.replace(BLANKS, erase);
    last = style;
    x = after;
  }
  return {from, to, firstStyle: first, lastStyle: last, bytes};
}

interface CachedPatch {
  readonly shown: Cells;
  readonly next: Cells;
  readonly from: number;
  readonly to: number;
  readonly isEdge: boolean;
  readonly patch: Patch | undefined;
}

/** The patches of one column of holes by row, in this frame and the previous one. */
interface Lane {
  now: (CachedPatch | undefined)[];
  before: (CachedPatch | undefined)[];
  /** The number of rows from a patch in this frame to the same patch in the previous one: the last scroll direction. */
  step: 1 | -1;
}

/**
 * Patches between the rows of surfaces, from the last two frames. Scrolling by a line needs nearly all patches of the
 * previous frame again, each one row further up. Paging needs no patch twice, so older patches aren't kept.
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

  /** The patch, counted from the cell `from`; undefined if the width of some glyphs is uncertain. */
  patchBetween(
    {y, lane: index}: {readonly y: number; readonly lane: number},
    shown: Cells,
    next: Cells,
    from: number,
    to: number,
    isEdge: boolean,
  ): Patch | undefined {
    while (this.#lanes.length <= index) this.#lanes.push({now: [], before: [], step: 1});
    const lane = this.#lanes[index] as Lane;
    let cached = findPatch(lane, y, shown, next);
    if (cached?.from !== from || cached.to !== to || cached.isEdge !== isEdge) {
      const target = cut(next, from, to);
      const patch = isSimple(target.glyphs)
        ? patchOf(this.#pen, cut(shown, from, to), target, 0, to - from, isEdge)
        : undefined;
      cached = {shown, next, from, to, isEdge, patch};
    }
    lane.now[y] = cached;
    return cached.patch;
  }
}

/** Finds a patch of the last two frames: in the same row or, after scrolling, in a neighboring row. */
function findPatch(lane: Lane, y: number, shown: Cells, next: Cells): CachedPatch | undefined {
  const {now, before, step} = lane;
  const sameRow = now[y];
  if (sameRow?.shown === shown && sameRow.next === next) return sameRow;
  const sameRowBefore = before[y];
  if (sameRowBefore?.shown === shown && sameRowBefore.next === next) return sameRowBefore;
  const scrolledRow = before[y + step];
  if (scrolledRow?.shown === shown && scrolledRow.next === next) return scrolledRow;
  const scrolledBackRow = before[y - step];
  if (scrolledBackRow?.shown !== shown || scrolledBackRow.next !== next) return undefined;
  lane.step = step === 1 ? -1 : 1;
  return scrolledBackRow;
}
