/** A styled line taken apart into cells. */

import {applySgr, holeOf} from './style.ts';
import {eachCluster} from './width.ts';

/** One entry per cell in both arrays. A wide character's further cells hold ''. Plain blanks at the end are left out. */
export interface Cells {
  readonly chars: readonly string[];
  readonly styles: readonly number[];
  /** Whether some cell belongs to a surface. */
  readonly holed: boolean;
}

const PLAIN = /^[\x20-\x7e]*$/;
/** SGR is taken; any other escape sequence (Ink lets hyperlinks through) is skipped. */
const ESCAPE = /\x1b(?:\[([\d;]*)m|\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|.?)/y;

/** Lines of about two screens each; strings live in the old one until it is dropped whole. */
const KEPT = 600;
let young = new Map<string, Cells>();
let old = new Map<string, Cells>();

/** The cells of one line. The answer is shared: never change it. */
export function cellsOf(line: string): Cells {
  let cells = young.get(line);
  if (cells !== undefined) return cells;
  cells = old.get(line) ?? parse(line);
  if (young.size >= KEPT) {
    old = young;
    young = new Map();
  }
  young.set(line, cells);
  return cells;
}

function parse(line: string): Cells {
  const chars: string[] = [];
  const styles: number[] = [];
  let style = 0;
  let at = 0;
  let holed = false;
  const add = (cluster: string, width: number): void => {
    if (width === 0) {
      // A mark without a base of its own belongs to the cell before it.
      if (chars.length > 0) chars[chars.length - 1] += cluster;
      return;
    }
    chars.push(cluster);
    styles.push(style);
    for (let cell = 1; cell < width; cell++) {
      chars.push('');
      styles.push(style);
    }
  };
  while (at < line.length) {
    if (line.charCodeAt(at) === 0x1b) {
      ESCAPE.lastIndex = at;
      const match = ESCAPE.exec(line);
      if (match?.[1] !== undefined) style = applySgr(style, match[1]);
      at = match === null ? at + 1 : ESCAPE.lastIndex;
      continue;
    }
    const escape = line.indexOf('\x1b', at);
    const end = escape < 0 ? line.length : escape;
    const run = line.slice(at, end);
    at = end;
    if (PLAIN.test(run)) for (let index = 0; index < run.length; index++) add(run.charAt(index), 1);
    else eachCluster(run, add);
    if (holeOf(style) >= 0) holed = true;
  }
  let used = chars.length;
  while (used > 0 && styles[used - 1] === 0 && chars[used - 1] === ' ') used--;
  chars.length = styles.length = used;
  return {chars, styles, holed};
}
