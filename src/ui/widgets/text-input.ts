/** One line of typed text as an immutable value: a key stroke returns the next line. The cursor is between graphemes. */
import {cellWidth, fitToCells, sanitize, truncate, withoutControls, withoutSequences} from '../terminal/index.ts';
import type {Skin} from '../theme/skin.ts';

export interface InputLine {
  readonly text: string;
  /** Offset in UTF-16 units, always between two graphemes. */
  readonly cursor: number;
  /** The text that was last deleted by word or line; ctrl-y inserts it again. */
  readonly deleted?: string | undefined;
}

export interface EditStroke {
  readonly key: string;
  readonly text?: string;
  readonly isPaste?: boolean;
}

export const inputLine = (text = ''): InputLine => ({text, cursor: text.length});

/** A line to add words to: after a backspace, typing continues the last word. */
export const lineFrom = (text: string): InputLine => inputLine(text.trimEnd() && `${text.trimEnd()} `);

const graphemes = new Intl.Segmenter('en', {granularity: 'grapheme'});

/** The line after the stroke; undefined if the stroke edits nothing. */
export function editLine(line: InputLine, {key, text, isPaste}: EditStroke): InputLine | undefined {
  const {cursor} = line;
  if (isPaste === true || text !== undefined) {
    // The typed characters are sent as they are, with joiners and variation selectors; paintLine makes them safe.
    const added = isPaste === true ? oneLine(text ?? '') : (text ?? '');
    return insert(line, withoutControls(added));
  }
  const move = (to: number): InputLine => ({...line, cursor: to});
  const cut = (from: number, to: number): InputLine => ({
    ...line,
    text: line.text.slice(0, from) + line.text.slice(to),
    cursor: from,
  });
  const cutToRestore = (from: number, to: number): InputLine =>
    from === to ? line : {...cut(from, to), deleted: line.text.slice(from, to)};
  switch (key) {
    case 'left':
      return move(previousBoundary(line));
    case 'right':
      return move(nextBoundary(line));
    case 'home':
    case 'ctrl-a':
      return move(0);
    case 'end':
    case 'ctrl-e':
      return move(line.text.length);
    case 'alt-b':
    case 'alt-left':
    case 'ctrl-left':
      return move(wordBefore(line));
    case 'alt-f':
    case 'alt-right':
    case 'ctrl-right':
      return move(wordAfter(line));
    case 'backspace':
      return cut(previousBoundary(line), cursor);
    case 'delete':
      return cut(cursor, nextBoundary(line));
    case 'ctrl-w':
    case 'alt-backspace':
      return cutToRestore(wordBefore(line), cursor);
    case 'ctrl-u':
      return cutToRestore(0, cursor);
    case 'ctrl-k':
      return cutToRestore(cursor, line.text.length);
    case 'ctrl-y':
      return line.deleted === undefined ? undefined : insert(line, line.deleted);
    default:
      return undefined;
  }
}

/** Pasted text as one line. */
const oneLine = (text: string): string =>
  withoutSequences(text.replace(/\s*[\r\n]+\s*/g, ' ').replace(/[\t\v\f\x85\u2028\u2029]/g, ' '));

const insert = (line: InputLine, added: string): InputLine => ({
  ...line,
  text: line.text.slice(0, line.cursor) + added + line.text.slice(line.cursor),
  cursor: line.cursor + added.length,
});

function previousBoundary({text, cursor}: InputLine): number {
  let start = 0;
  for (const {index} of graphemes.segment(text.slice(0, cursor))) start = index;
  return start;
}

function nextBoundary({text, cursor}: InputLine): number {
  for (const {segment} of graphemes.segment(text.slice(cursor))) return cursor + segment.length;
  return cursor;
}

function wordBefore({text, cursor}: InputLine): number {
  return text.slice(0, cursor).replace(/[^\s]*\s*$/u, '').length;
}

function wordAfter({text, cursor}: InputLine): number {
  return cursor + (/^\s*[^\s]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
}

export interface InputLook {
  readonly isFocused: boolean;
  /** Replaces each character of a secret. */
  readonly mask?: string | undefined;
}

/** The line in exactly `columns` cells, scrolled so that the cursor shows; the cursor is an inverse cell. */
export function paintLine(line: InputLine, columns: number, {isFocused, mask}: InputLook): string {
  if (columns < 2) return ' '.repeat(Math.max(0, columns));
  const shown = mask === undefined ? line : maskLine(line, mask);
  if (!isFocused) {
    const text = truncate(sanitize(shown.text), columns);
    return text + ' '.repeat(columns - cellWidth(text));
  }
  const head = shown.text.slice(0, shown.cursor);
  const end = nextBoundary(shown);
  const character = sanitize(shown.text.slice(shown.cursor, end)) || ' ';
  // A note with its stem and flag takes three cells.
  const under = cellWidth(character) <= columns ? character : '…';
  const room = columns - cellWidth(under);
  const left = tail(sanitize(head), Math.max(0, room));
  const right = truncate(sanitize(shown.text.slice(end)), Math.max(0, room - cellWidth(left)));
  const padding = ' '.repeat(Math.max(0, room - cellWidth(left) - cellWidth(right)));
  return `${left}\x1b[7m${under}\x1b[27m${right}${padding}`;
}

function maskLine({text, cursor}: InputLine, mask: string): InputLine {
  return {text: maskText(text, mask), cursor: maskText(text.slice(0, cursor), mask).length};
}

/** A mask for each character of a secret, as its reader counts them. */
export const maskText = (text: string, mask: string): string => mask.repeat([...graphemes.segment(text)].length);

/** The last `columns` cells of a text. */
function tail(text: string, columns: number): string {
  if (cellWidth(text) <= columns) return text;
  if (columns < 1) return '';
  let kept = '';
  for (const {segment} of [...graphemes.segment(text)].reverse()) {
    if (cellWidth(segment + kept) > columns - 1) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}

interface PromptLine {
  readonly prompt: string;
  readonly line: InputLine;
  /** The effect of typing; shown while nothing is typed. */
  readonly hint?: string;
}

/** A prompt and a line in `columns` cells. */
export function paintPrompt(skin: Skin, {prompt, line, hint = ''}: PromptLine, columns: number): string {
  const room = columns - cellWidth(prompt);
  if (line.text !== '' || hint === '' || room < cellWidth(hint) + 2)
    return skin.tone('accent', prompt) + paintLine(line, room, {isFocused: true});
  return (
    skin.tone('accent', prompt) + paintLine(line, 2, {isFocused: true}) + skin.tone('dim', fitToCells(hint, room - 2))
  );
}
