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

/** The spans in exactly `columns` cells, cleaned; a longer text is cut with an ellipsis. */
export function paintSpans(skin: Skin, spans: readonly Span[], columns: number): string {
  let left = columns;
  let line = '';
  for (const {text, tone, style} of spans) {
    if (left <= 0) break;
    const shown = truncate(sanitize(text), left);
    left -= cellWidth(shown);
    line += style ? style(shown) : tone === undefined ? shown : skin.tone(tone, shown);
  }
  return left > 0 ? line + ' '.repeat(left) : line;
}

/** Ends a message that is cut. */
export const inFullWords = '… :messages';

/** The shortest useful part of a text. */
const SHORTEST = 8;

/** `left` and `right` at the two ends of `columns` cells; if both don't fit, `right` is cut first. */
export function paintEnds(skin: Skin, left: readonly Span[], right: readonly Span[], columns: number): string {
  const needed = spansWidth(right);
  const room = columns - spansWidth(left) - 1;
  if (needed === 0 || room < Math.min(needed, SHORTEST)) return paintSpans(skin, left, columns);
  const shown = Math.min(needed, room);
  return paintSpans(skin, left, columns - shown) + paintSpans(skin, right, shown);
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
