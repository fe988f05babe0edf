/**
 * A styled line taken apart into cells. Two strings with one unit per cell hold it, not arrays of cells: cutting,
 * joining and comparing strings is native code, and a screen of them is small.
 */

import {eachCluster} from '../../platform/text/width.ts';
import {applySgr, blankStyle, holeOf, opening} from './style.ts';

export interface Cells {
  /** A character per cell. A wide one's further cells hold `CONTINUED`; a cluster is a stand-in for `glyphsToText`. */
  readonly glyphs: string;
  /** A style's number per cell. */
  readonly styles: string;
  /** The cells that belong to surfaces, from left to right; `to` is exclusive. */
  readonly holes: readonly Hole[];
}

export interface Hole {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

export const CONTINUED = '\uffff';

const PLAIN = /^[\x20-\x7e]*$/;
/** SGR is taken; any other escape sequence (Ink lets hyperlinks through) is skipped. */
const ESCAPE = /\x1b(?:\[([\d;]*)m|\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|.?)/y;

/** Private-use characters stand for clusters of several units (and for themselves, so that none is taken for another). */
const STAND_IN = /[\ue000-\uf8ff\uffff]/;
const STAND_INS = /[\ue000-\uf8ff\uffff]/g;
const FIRST_STAND_IN = 0xe000;
const STAND_INS_KEPT = 0xf8ff - FIRST_STAND_IN;
const clusters: string[] = [];
const standIns = new Map<string, string>();

/** Lines of a few screens; the older half goes when the newer is full. */
const KEPT = 600;
let newer = new Map<string, Cells>();
let older = new Map<string, Cells>();

export function cellsOf(line: string): Cells {
  let cells = newer.get(line);
  if (cells !== undefined) return cells;
  cells = older.get(line) ?? parse(line);
  if (newer.size >= KEPT) {
    older = newer;
    newer = new Map();
  }
  newer.set(line, cells);
  return cells;
}

/** Whether every glyph is a character of its own, sure to be as wide as counted. */
export function isSimple(glyphs: string): boolean {
  return !STAND_IN.test(glyphs);
}

/** What to write for these glyphs. */
export function glyphsToText(glyphs: string): string {
  return glyphs.replace(STAND_INS, glyph =>
    glyph === CONTINUED ? '' : (clusters[glyph.charCodeAt(0) - FIRST_STAND_IN] ?? '\ufffd'),
  );
}

/** Exactly the cells `from` to `to`, blank where there are none; a wide character that an end cuts is blank too. */
export function cut(
  {glyphs, styles}: Pick<Cells, 'glyphs' | 'styles'>,
  from: number,
  to: number,
): {glyphs: string; styles: string} {
  let shown = glyphs.slice(from, to);
  if (shown.startsWith(CONTINUED)) {
    const whole = shown.replace(/^\uffff+/, '');
    shown = whole.padStart(shown.length);
  }
  if (glyphs.charAt(to) === CONTINUED) {
    const whole = shown.replace(/.\uffff*$/s, '');
    shown = whole.padEnd(shown.length);
  }
  const missing = to - from - shown.length;
  if (missing <= 0) return {glyphs: shown, styles: styles.slice(from, to)};
  return {glyphs: shown + ' '.repeat(missing), styles: styles.slice(from, to) + '\0'.repeat(missing)};
}

/** The line again, in exactly `columns` cells and ending in the default style: a row of a surface as plain text. */
export function cutLine(line: string, columns: number): string {
  const {glyphs, styles} = cut(cellsOf(line), 0, columns);
  let text = '';
  for (let x = 0; x < columns; ) {
    const style = styles.charCodeAt(x);
    let after = x + 1;
    while (after < columns && styles.charCodeAt(after) === style) after++;
    const part = glyphsToText(glyphs.slice(x, after));
    text += style === 0 ? part : `${opening(style)}${part}\x1b[0m`;
    x = after;
  }
  return text;
}

function parse(line: string): Cells {
  let glyphs = '';
  let styles = '';
  let style = 0;
  const holes: Hole[] = [];
  for (let at = 0; at < line.length; ) {
    if (line.charCodeAt(at) === 0x1b) {
      ESCAPE.lastIndex = at;
      const match = ESCAPE.exec(line);
      if (match?.[1] !== undefined) style = applySgr(style, match[1]);
      at = match === null ? at + 1 : ESCAPE.lastIndex;
      continue;
    }
    const next = line.indexOf('\x1b', at);
    const end = next < 0 ? line.length : next;
    const from = glyphs.length;
    const run = glyphsOf(line.slice(at, end));
    glyphs += run;
    styles += stylesOf(run, style);
    const hole = holeOf(style);
    if (hole >= 0) holes.push({id: hole, from, to: glyphs.length});
    at = end;
  }
  return {glyphs, styles, holes};
}

/** Blanks of all colours are one, so that a row is not written again where only unseen colours differ. */
function stylesOf(glyphs: string, style: number): string {
  const unit = String.fromCharCode(style);
  const blank = blankStyle(style);
  if (blank === style) return unit.repeat(glyphs.length);
  const blankUnit = String.fromCharCode(blank);
  let styles = '';
  for (let at = 0; at < glyphs.length; ) {
    let end = glyphs.indexOf(' ', at);
    if (end < 0) end = glyphs.length;
    styles += unit.repeat(end - at);
    at = end;
    while (glyphs.charCodeAt(end) === 0x20) end++;
    styles += blankUnit.repeat(end - at);
    at = end;
  }
  return styles;
}

/** Runs that are not plain ASCII, taken apart before: the words for a condition come in every row. */
const KEPT_RUNS = 500;
let runs = new Map<string, string>();

function glyphsOf(run: string): string {
  if (PLAIN.test(run)) return run;
  const known = runs.get(run);
  if (known !== undefined) return known;
  let glyphs = '';
  eachCluster(run, (cluster, cells) => {
    // A mark whose base is not in this run has no cell; Ink keeps marks and bases together.
    if (cells === 0) return;
    const glyph = cluster.length === 1 && !STAND_IN.test(cluster) ? cluster : standIn(cluster);
    glyphs += glyph === undefined ? '\ufffd'.padEnd(cells) : glyph + CONTINUED.repeat(cells - 1);
  });
  if (runs.size >= KEPT_RUNS) runs = new Map();
  runs.set(run, glyphs);
  return glyphs;
}

/** undefined after more different clusters than any account has: those show as unknown characters. */
function standIn(cluster: string): string | undefined {
  const known = standIns.get(cluster);
  if (known !== undefined || clusters.length >= STAND_INS_KEPT) return known;
  const glyph = String.fromCharCode(FIRST_STAND_IN + clusters.length);
  clusters.push(cluster);
  standIns.set(cluster, glyph);
  return glyph;
}
