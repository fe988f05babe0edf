/**
 * A styled line split into cells. It is stored as two strings with one unit per cell instead of arrays, because cutting,
 * joining and comparing strings is native code, and strings take less memory.
 */

import {eachCluster, isOneCellEach} from '../../../platform/text/cell-width.ts';
import {styleEnd} from './diff-cells.ts';
import {applySgr, blankStyle, dimStyle, openingSequence} from './sgr-style.ts';
import {TwoGenerationCache} from './two-generation-cache.ts';

export interface Cells {
  /**
   * A character per cell. The second cell of a wide character holds `CONTINUED`. A cluster of several units is stored as
   * a private-use character, which `glyphsToText` turns back into the cluster.
   */
  readonly glyphs: string;
  /** The number of a style per cell. */
  readonly styles: string;
}

export const CONTINUED = '\uffff';

const PLAIN = /^[\x20-\x7e]*$/;
/** An escape sequence other than SGR, which is skipped: Ink passes hyperlinks on. */
const ESCAPE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|.?)/y;

/**
 * Private-use characters replace clusters of several units. A private-use character in the text is replaced as well, so
 * that it isn't mistaken for a cluster.
 */
const STAND_IN = /[\ue000-\uf8ff\uffff]/;
const STAND_INS = /[\ue000-\uf8ff\uffff]/g;
const FIRST_STAND_IN = 0xe000;
const MAX_STAND_INS = 0xf8ff - FIRST_STAND_IN;
const clusters: string[] = [];
const standIns = new Map<string, string>();

/**
 * The cells of recent lines, enough for two windows and a detail. More entries would survive two minor garbage
 * collections and be freed only by a full one, which is the longest pause for a key.
 */
const lines = new TwoGenerationCache<string, Cells>(100);

export function cellsOf(line: string): Cells {
  const cached = lines.get(line);
  if (cached !== undefined) return cached;
  const cells = parse(line);
  lines.set(line, cells);
  return cells;
}

/**
 * Joins two lines that end in the default style. Their cells are joined too, because the cells of most parts are cached.
 */
export function joinLines(left: string, right: string): string {
  const line = left + right;
  const [first, second] = [cellsOf(left), cellsOf(right)];
  lines.set(line, {glyphs: first.glyphs + second.glyphs, styles: first.styles + second.styles});
  return line;
}

/** Dimmed cells by their originals, because the rows below a dialog are drawn often. */
const dimmed = new WeakMap<Cells, Cells>();

/** The dimmed cells of a row below a dialog. */
export function dimCells(cells: Cells): Cells {
  const cached = dimmed.get(cells);
  if (cached !== undefined) return cached;
  let styles = '';
  for (let x = 0; x < cells.glyphs.length; x++) {
    const style = dimStyle(cells.styles.charCodeAt(x));
    styles += String.fromCharCode(cells.glyphs.charCodeAt(x) === 0x20 ? blankStyle(style) : style);
  }
  const result = {glyphs: cells.glyphs, styles};
  dimmed.set(cells, result);
  return result;
}

/** True if every glyph is a single character whose width is the same in all terminals. */
export function isSimple(glyphs: string): boolean {
  return !STAND_IN.test(glyphs);
}

/** The text to write for these glyphs. */
export function glyphsToText(glyphs: string): string {
  return glyphs.replace(STAND_INS, glyph =>
    glyph === CONTINUED ? '' : (clusters[glyph.charCodeAt(0) - FIRST_STAND_IN] ?? '\ufffd'),
  );
}

/**
 * Exactly the cells `from` to `to`. Cells beyond the end of the line are blank, and so are the cells of a wide character
 * that the range cuts in half.
 */
export function cut({glyphs, styles}: Cells, from: number, to: number): Cells {
  let shown = glyphs.slice(from, to);
  if (shown.startsWith(CONTINUED)) {
    const uncut = shown.replace(/^\uffff+/, '');
    shown = uncut.padStart(shown.length);
  }
  if (glyphs.charAt(to) === CONTINUED) {
    const uncut = shown.replace(/.\uffff*$/s, '');
    shown = uncut.padEnd(shown.length);
  }
  const missingCells = to - from - shown.length;
  if (missingCells <= 0) return {glyphs: shown, styles: styles.slice(from, to)};
  return {glyphs: shown + ' '.repeat(missingCells), styles: styles.slice(from, to) + '\0'.repeat(missingCells)};
}

/** The line in exactly `columns` cells, ending in the default style. */
export function cutLine(line: string, columns: number): string {
  return styledText(cut(cellsOf(line), 0, columns));
}

/** The dimmed line, as a row of a surface below a dialog. */
export const dimLine = (line: string): string => styledText(dimCells(cellsOf(line)));

/**
 * Cells as text that ends in the default style. Blanks continue a style in which they look the same, because each change
 * of style costs Ink time.
 */
function styledText(cells: Cells): string {
  const {glyphs, styles} = cells;
  const columns = glyphs.length;
  let text = '';
  for (let x = 0; x < columns; ) {
    const style = styles.charCodeAt(x);
    const after = styleEnd(cells, x, columns);
    const part = glyphsToText(glyphs.slice(x, after));
    text += style === 0 ? part : `${openingSequence(style)}${part}\x1b[0m`;
    x = after;
  }
  return text;
}

function parse(line: string): Cells {
  const glyphs: string[] = [];
  const styles: string[] = [];
  let style = 0;
  for (let at = 0; at < line.length; ) {
    if (line.charCodeAt(at) === 0x1b) {
      const after = sgrEnd(line, at);
      if (after > 0) style = applySgr(style, line.slice(at + 2, after - 1));
      at = after > 0 ? after : skipEscape(line, at);
      continue;
    }
    const next = line.indexOf('\x1b', at);
    const end = next < 0 ? line.length : next;
    const run = glyphsOf(line.slice(at, end));
    glyphs.push(run);
    pushStyles(styles, run, style);
    at = end;
  }
  return {glyphs: glyphs.join(''), styles: styles.join('')};
}

/**
 * The end of the SGR sequence at `at`, or 0 if there is none. A loop over characters allocates nothing; a match does.
 */
function sgrEnd(line: string, at: number): number {
  if (line.charCodeAt(at + 1) !== 0x5b) return 0;
  for (let x = at + 2; x < line.length; x++) {
    const unit = line.charCodeAt(x);
    if (unit === 0x6d) return x + 1;
    if (unit !== 0x3b && (unit < 0x30 || unit > 0x39)) return 0;
  }
  return 0;
}

function skipEscape(line: string, at: number): number {
  ESCAPE.lastIndex = at;
  return ESCAPE.test(line) ? ESCAPE.lastIndex : at + 1;
}

/** Adds the styles of a run. A blank gets no foreground color, so that a row isn't written again for invisible colors. */
function pushStyles(styles: string[], glyphs: string, style: number): void {
  const blank = blankStyle(style);
  if (blank === style) {
    styles.push(unitsOf(style, glyphs.length));
    return;
  }
  for (let at = 0; at < glyphs.length; ) {
    let end = glyphs.indexOf(' ', at);
    if (end < 0) end = glyphs.length;
    if (end > at) styles.push(unitsOf(style, end - at));
    at = end;
    while (glyphs.charCodeAt(end) === 0x20) end++;
    if (end > at) styles.push(unitsOf(blank, end - at));
    at = end;
  }
}

/** Longer runs of one style are rare. */
const MAX_CACHED_UNITS = 64;
/** For each style, its unit repeated, by the number of cells. */
const units: string[][] = [];

function unitsOf(style: number, cells: number): string {
  if (cells >= MAX_CACHED_UNITS) return String.fromCharCode(style).repeat(cells);
  units[style] ??= [];
  const cached = units[style];
  cached[cells] ??= String.fromCharCode(style).repeat(cells);
  return cached[cells];
}

/** The maximum number of cached runs that aren't ASCII, such as the symbols of conditions, which occur in every row. */
const MAX_CACHED_RUNS = 500;
let runs = new Map<string, string>();

function glyphsOf(run: string): string {
  if (PLAIN.test(run) || (isOneCellEach(run) && isSimple(run))) return run;
  const cached = runs.get(run);
  if (cached !== undefined) return cached;
  let glyphs = '';
  eachCluster(run, (cluster, cells) => {
    // A combining mark without a base has no cell. Ink keeps marks and bases together.
    if (cells === 0) return;
    const glyph = cluster.length === 1 && !STAND_IN.test(cluster) ? cluster : standIn(cluster);
    glyphs += glyph === undefined ? '\ufffd'.padEnd(cells) : glyph + CONTINUED.repeat(cells - 1);
  });
  if (runs.size >= MAX_CACHED_RUNS) runs = new Map();
  runs.set(run, glyphs);
  return glyphs;
}

/**
 * The stand-in of a cluster; undefined beyond the maximum number of different clusters, which then show as unknown
 * characters.
 */
function standIn(cluster: string): string | undefined {
  const cached = standIns.get(cluster);
  if (cached !== undefined || clusters.length >= MAX_STAND_INS) return cached;
  const glyph = String.fromCharCode(FIRST_STAND_IN + clusters.length);
  clusters.push(cluster);
  standIns.set(cluster, glyph);
  return glyph;
}
