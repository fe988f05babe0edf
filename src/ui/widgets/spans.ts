/** Lines composed of pieces that share a width. */
import type {Tone} from '../../families/format/cells.ts';
import {cellWidth, fitToCells, sanitize, truncate} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';

/** A piece of a line: unescaped text and its style. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** A style other than a tone. */
  readonly style?: (text: string) => string;
}

export const span = (text: string, tone?: Tone): Span => (tone === undefined ? {text} : {text, tone});

/** The width of the spans in cells. */
export function spansWidth(spans: readonly Span[]): number {
  let total = 0;
  for (const {text} of spans) total += cellWidth(sanitize(text));
  return total;
}

/** Spans as they are drawn, and the same text without styles. */
interface PaintedSpans {
  readonly line: string;
  readonly plain: string;
}

/**
 * The spans in at most `columns` cells. The text is measured as a whole, because a character can join the one before
 * its span.
 */
function joinSpans(skin: Skin, spans: readonly Span[], columns: number): PaintedSpans {
  let line = '';
  let plain = '';
  for (const {text, tone, style} of spans) {
    const left = columns - cellWidth(plain);
    if (left <= 0) break;
    const shown = truncate(sanitize(text), left);
    if (cellWidth(plain + shown) > columns) break;
    plain += shown;
    line += style ? style(shown) : tone === undefined ? shown : skin.tone(tone, shown);
  }
  return {line, plain};
}

/** The spans in exactly `columns` cells, cleaned; a longer text is cut with an ellipsis. */
export function paintSpans(skin: Skin, spans: readonly Span[], columns: number): string {
  const {line, plain} = joinSpans(skin, spans, columns);
  return line + ' '.repeat(Math.max(0, columns - cellWidth(plain)));
}

/** Ends a message that is cut. */
export const inFullWords = '… :messages';

/** The shortest useful part of a text. */
const SHORTEST = 8;

/** `left` and `right` at the two ends of `columns` cells; if both don't fit, `right` is cut first. */
export function paintEnds(skin: Skin, left: readonly Span[], right: readonly Span[], columns: number): string {
  const needed = spansWidth(right);
  const start = joinSpans(skin, left, columns);
  const room = columns - cellWidth(start.plain) - 1;
  if (needed === 0 || room < Math.min(needed, SHORTEST)) return paintSpans(skin, left, columns);
  const end = joinSpans(skin, right, Math.min(needed, room));
  // With the space before it, because a character may join that space.
  const endWidth = cellWidth(` ${end.plain}`);
  return start.line + ' '.repeat(Math.max(0, columns - cellWidth(start.plain) - endWidth) + 1) + end.line;
}

/** Plain text in exactly `columns` cells, cleaned. */
export const cell = (text: string, columns: number, align?: 'left' | 'right'): string =>
  fitToCells(sanitize(text), columns, align);

/** Text broken at spaces into lines of at most `columns` cells; its line breaks stay. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  if (columns < 1) return lines;
  for (const paragraph of text.split(/\r\n|\n|\r/)) {
    let line = '';
    for (const word of sanitize(paragraph).split(' ')) {
      const joined = line === '' ? word : `${line} ${word}`;
      if (cellWidth(joined) <= columns) {
        line = joined;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (cellWidth(line) > columns) {
        const head = truncate(line, columns + 1).slice(0, -1);
        if (head === '') break;
        lines.push(head);
        line = line.slice(head.length);
      }
    }
    lines.push(line);
  }
  return lines;
}

/** The minimum of cells for words after an indentation. */
const LEAST_WRITTEN = 20;

/** Wraps text that keeps its own lines: long lines are broken, and the rest keeps the indentation. */
export const wrapIndented = (text: string, columns: number): string[] =>
  text.split(/\r\n|\n|\r/).flatMap(line => {
    const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
    // An indentation that is too deep would push the text out of sight.
    const margin = indent.replaceAll('\t', '    ').slice(0, Math.max(0, columns - LEAST_WRITTEN));
    return wrap(line.slice(indent.length), Math.max(1, columns - margin.length)).map(piece => margin + piece);
  });
