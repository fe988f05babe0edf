/**
 * Parses Ink's output. Pinned to Ink 8.0.0 with `incrementalRendering: false`: between the two marks of a synchronized
 * update it writes cursor and erase sequences, then the whole screen as text, then optionally the moves to the text
 * cursor. For any other output, `parseFrame` returns undefined.
 */

export interface CursorPosition {
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  /** The screen, one styled string per row; undefined when only the cursor changed. */
  readonly lines: readonly string[] | undefined;
  /** The position of the text cursor that Ink wants; undefined hides it. */
  readonly cursor: CursorPosition | undefined;
}

/** Hide or show the cursor, move up, down or to a column, erase, home: the sequences that Ink puts around the text. */
const CONTROL = /\x1b\[(?:\?25[hl]|\d*[ABCDG]|[02]?[JK]|1;1H)/y;
const CURSOR = /(?:\x1b\[(\d*)A)?\x1b\[(\d*)G\x1b\[\?25h$/;
/** The text of a frame has SGR sequences and hyperlinks only. Text with any other sequence isn't a frame. */
const UNEXPECTED = /\x1b(?!\[[\d;]*m)|[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f\x9b]/;
const HYPERLINK = /\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g;

/** True if `bytes` only move or erase and leave no text on the screen. */
export function isControl(bytes: string): boolean {
  return skipControl(bytes) === bytes.length;
}

/**
 * The frame in the chunks of one synchronized update; undefined if they aren't a frame.
 * @param height the number of rows of Ink's previous frame: an update of the cursor alone moves relative to its end
 */
export function parseFrame(chunks: readonly string[], height: number): Frame | undefined {
  const texts = chunks.filter(chunk => !isControl(chunk));
  if (texts.length > 1) return undefined;
  const [text] = texts;
  const last = chunks.at(-1) ?? '';
  if (text === undefined) return {lines: undefined, cursor: cursorIn(last, height)};
  const lines = text.slice(skipControl(text)).replace(CURSOR, '').split('\n');
  if (lines.some(line => UNEXPECTED.test(line.replace(HYPERLINK, '')))) return undefined;
  return {lines, cursor: cursorIn(last, lines.length)};
}

/** The cursor that Ink sets: it leaves the cursor on the last of `height` rows and moves up from there. */
function cursorIn(bytes: string, height: number): CursorPosition | undefined {
  const match = CURSOR.exec(bytes);
  if (match === null) return undefined;
  const up = match[1] === undefined ? 0 : Number(match[1] || 1);
  return {x: Number(match[2] || 1) - 1, y: Math.max(0, height - 1 - up)};
}

function skipControl(bytes: string): number {
  let at = 0;
  for (;;) {
    CONTROL.lastIndex = at;
    if (!CONTROL.test(bytes)) return at;
    at = CONTROL.lastIndex;
  }
}
