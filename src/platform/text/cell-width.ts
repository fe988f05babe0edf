/** Width of text in cells, and fitting text to a number of cells. */

const PLAIN = /^[\x20-\x7e]*$/;
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]$/u;
/** Characters that may join a neighbor into one cluster: the text then needs a segmenter. */
const JOINING = /^[\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Grapheme_Extend}\u0e33\u0eb3]$/u;
const SPACING_MARK = /^\p{Mc}$/u;
const PICTOGRAPHIC = /\p{Extended_Pictographic}/gu;
const EMOJI_PRESENTATION = /^\p{Emoji_Presentation}$/u;

/** Characters beyond the basic plane that no neighbor joins, as long as neither is one of the JOINING. */
const ALONE = /^[\p{Extended_Pictographic}\p{Ideographic}]$/u;
/** Characters of which every emoji of several characters contains one. */
const OF_SEQUENCES = /[\p{Extended_Pictographic}\p{Regional_Indicator}]|\u20e3/u;

/** East Asian Wide and Fullwidth, less the emoji that Emoji_Presentation names. Inclusive pairs. */
const WIDE: readonly number[] = [
  0x1100, 0x115f, 0x2329, 0x232a, 0x2630, 0x2637, 0x268a, 0x268f, 0x2e80, 0x2e99, 0x2e9b, 0x2ef3, 0x2f00, 0x2fd5,
  0x2ff0, 0x303e, 0x3041, 0x3096, 0x3099, 0x30ff, 0x3105, 0x312f, 0x3131, 0x318e, 0x3190, 0x31e5, 0x31ef, 0x321e,
  0x3220, 0x3247, 0x3250, 0xa48c, 0xa490, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19,
  0xfe30, 0xfe52, 0xfe54, 0xfe66, 0xfe68, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x16fe3, 0x16ff0, 0x16ff6,
  0x17000, 0x18cda, 0x18cff, 0x18d20, 0x18d80, 0x18df2, 0x18e00, 0x19191, 0x191a0, 0x191d2, 0x1aff0, 0x1aff3, 0x1aff5,
  0x1affb, 0x1affd, 0x1affe, 0x1b000, 0x1b128, 0x1b132, 0x1b132, 0x1b150, 0x1b152, 0x1b155, 0x1b155, 0x1b164, 0x1b168,
  0x1b170, 0x1b2fb, 0x1d300, 0x1d356, 0x1d360, 0x1d376, 0x1f200, 0x1f200, 0x1f202, 0x1f202, 0x1f210, 0x1f23b, 0x1f240,
  0x1f248, 0x1f250, 0x1f251, 0x1f260, 0x1f265, 0x20000, 0x2fffd, 0x30000, 0x3fffd,
];

/** Per BMP code unit: 0 not yet looked up, 1 and 2 its width, 3 the segmenter decides. */
const unitWidths = new Uint8Array(0x10000);
const clusterWidths = new Map<string, number>();
const maxCachedClusters = 2000;

const segmenter = new Intl.Segmenter('en', {granularity: 'grapheme'});
let emojiSequence: RegExp | undefined;

/** Cells for `text` (one line, no escape sequences). */
export function cellWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  const simple = simpleWidth(text);
  if (simple >= 0) return simple;
  let total = 0;
  for (const {segment} of segmenter.segment(text)) total += clusterWidth(segment);
  return total;
}

/** `text` cut to at most `columns` cells, the cut shown as `…`; a wide character is never split. */
export function truncate(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (PLAIN.test(text)) return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
  if (cellWidth(text) <= columns) return text;
  let usedCells = 0;
  let end = 0;
  eachCluster(text, (cluster, cells) => {
    usedCells += cells;
    if (usedCells <= columns - 1) end += cluster.length;
  });
  return `${text.slice(0, end)}…`;
}

/** `text` in exactly `columns` cells: longer text is cut with `…`, shorter text padded with spaces. */
export function fitToCells(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  if (columns <= 0) return '';
  if (PLAIN.test(text) || isOneCellEach(text)) {
    if (text.length > columns) return `${text.slice(0, columns - 1)}…`;
    return align === 'right' ? text.padStart(columns) : text.padEnd(columns);
  }
  const truncated = truncate(text, columns);
  const padding = ' '.repeat(columns - cellWidth(truncated));
  return align === 'right' ? padding + truncated : truncated + padding;
}

/** True when every unit of `text` is a character of one cell. */
export function isOneCellEach(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if ((unitWidths[unit] || unitWidth(unit)) !== 1) return false;
  }
  return true;
}

/** Calls back for every cluster of `text` with its number of cells (0 for marks without a base). */
export function eachCluster(text: string, visit: (cluster: string, cells: number) => void): void {
  if (simpleWidth(text) >= 0) {
    for (const char of text)
      visit(char, char.length === 1 ? (unitWidths[char.charCodeAt(0)] ?? 1) : pointWidth(char.codePointAt(0) ?? 0));
    return;
  }
  for (const {segment} of segmenter.segment(text)) visit(segment, clusterWidth(segment));
}

/** Width of a text of independent characters; -1 if some of them join. */
function simpleWidth(text: string): number {
  let total = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const cachedWidth = unitWidths[unit] || unitWidth(unit);
    if (cachedWidth < 3) total += cachedWidth;
    else {
      const point = text.codePointAt(index++) ?? 0;
      const cells = point > 0xffff ? pointWidth(point) : 3;
      if (cells === 3) return -1;
      total += cells;
    }
  }
  return total;
}

/** Widths by character beyond the basic plane, as `unitWidths` holds them by unit. */
const pointWidths = new Map<number, number>();

function pointWidth(point: number): number {
  const cachedWidth = pointWidths.get(point);
  if (cachedWidth !== undefined) return cachedWidth;
  const char = String.fromCodePoint(point);
  const width = !ALONE.test(char) || JOINING.test(char) ? 3 : isWide(point) ? 2 : 1;
  if (pointWidths.size >= maxCachedClusters) pointWidths.clear();
  pointWidths.set(point, width);
  return width;
}

function unitWidth(unit: number): number {
  const char = String.fromCharCode(unit);
  const jamo =
    (unit >= 0x1100 && unit <= 0x11ff) || (unit >= 0xa960 && unit <= 0xa97c) || (unit >= 0xd7b0 && unit <= 0xd7fb);
  const width = jamo || JOINING.test(char) ? 3 : isWide(unit) ? 2 : 1;
  unitWidths[unit] = width;
  return width;
}

function clusterWidth(cluster: string): number {
  if (cluster.length === 1) {
    const cachedWidth = unitWidths[cluster.charCodeAt(0)] || unitWidth(cluster.charCodeAt(0));
    if (cachedWidth < 3) return cachedWidth;
  }
  const cachedWidth = clusterWidths.get(cluster);
  if (cachedWidth !== undefined) return cachedWidth;
  if (clusterWidths.size >= maxCachedClusters) clusterWidths.clear();
  const measured = measureCluster(cluster);
  clusterWidths.set(cluster, measured);
  return measured;
}

function measureCluster(cluster: string): number {
  const visible = [...cluster].filter(char => !INVISIBLE.test(char));
  const [first] = visible;
  if (first === undefined) return 0;
  if (isEmojiSequence(cluster)) return 2;
  const points = visible.map(char => char.codePointAt(0) ?? 0);
  if (isJamo(points[0] ?? 0)) return jamoWidth(points);
  let total = isWide(points[0] ?? 0) ? 2 : 1;
  // A mark with a width of its own is drawn beside its base; halfwidth voicing marks are, too.
  for (const [index, char] of visible.entries()) {
    const point = points[index] ?? 0;
    if (index > 0 && (SPACING_MARK.test(char) || (point >= 0xff00 && point <= 0xffef))) total += isWide(point) ? 2 : 1;
  }
  return total;
}

function isEmojiSequence(cluster: string): boolean {
  if (cluster.length > 50 || !OF_SEQUENCES.test(cluster)) return false;
  // Compiling this expression lasts as long as starting Node, so not before the first cluster that needs it.
  emojiSequence ??= /^(?:\p{RGI_Emoji}|[\d#*]\u20e3)$/v;
  if (emojiSequence.test(cluster)) return true;
  return cluster.includes('\u200d') && (cluster.match(PICTOGRAPHIC)?.length ?? 0) >= 2;
}

function isJamo(point: number): boolean {
  return (
    (point >= 0x1100 && point <= 0x11ff) || (point >= 0xa960 && point <= 0xa97c) || isVowel(point) || isTail(point)
  );
}

function isVowel(point: number | undefined): boolean {
  return point !== undefined && ((point >= 0x1160 && point <= 0x11a7) || (point >= 0xd7b0 && point <= 0xd7c6));
}

function isTail(point: number | undefined): boolean {
  return point !== undefined && ((point >= 0x11a8 && point <= 0x11ff) || (point >= 0xd7cb && point <= 0xd7fb));
}

/** A leading, a vowel and perhaps a trailing jamo draw as one syllable of two cells; strays stand alone. */
function jamoWidth(points: readonly number[]): number {
  let total = 0;
  for (let index = 0; index < points.length; index++) {
    const point = points[index] ?? 0;
    const leading = isJamo(point) && !isVowel(point) && !isTail(point);
    if (leading && isVowel(points[index + 1])) index += isTail(points[index + 2]) ? 2 : 1;
    total += leading || isWide(point) ? 2 : 1;
  }
  return total;
}

function isWide(point: number): boolean {
  if (point < 0x1100) return false;
  let lower = 0;
  let upper = WIDE.length / 2 - 1;
  while (lower <= upper) {
    const middle = (lower + upper) >> 1;
    if (point < (WIDE[middle * 2] ?? 0)) upper = middle - 1;
    else if (point > (WIDE[middle * 2 + 1] ?? 0)) lower = middle + 1;
    else return true;
  }
  return EMOJI_PRESENTATION.test(String.fromCodePoint(point)) && !(point >= 0x1f1e6 && point <= 0x1f1ff);
}
