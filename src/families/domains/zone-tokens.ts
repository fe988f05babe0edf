/**
 * The words of a zone text (RFC 1035, section 5.1), with quotes, escapes, comments and parentheses; a record may extend
 * over several lines.
 */
import type {TextProblem} from '../shape/list-text.ts';

export interface ZoneToken {
  readonly text: string;
  readonly isQuoted: boolean;
}

export interface ZoneLine {
  /** The line number of the start, from 1. */
  readonly line: number;
  /** True if the line starts with spaces: the record has the owner of the previous record. */
  readonly isIndented: boolean;
  readonly words: readonly ZoneToken[];
}

const maxStringBytes = 255;

/** Bytes that were escaped one by one are decoded as UTF-8 if possible. */
function decodeEscapes(bytes: readonly number[]): string {
  const raw = Uint8Array.from(bytes);
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(raw);
  } catch {
    return String.fromCharCode(...raw);
  }
}

export function tokenizeZone(text: string): {
  readonly lines: readonly ZoneLine[];
  readonly mistakes: readonly TextProblem[];
} {
  const lines: ZoneLine[] = [];
  const mistakes: TextProblem[] = [];
  let at = 0;
  let line = 1;
  let depth = 0;
  let openLine = 1;
  let current: {line: number; isIndented: boolean; words: ZoneToken[]} | undefined;

  const newLine = (): {line: number; isIndented: boolean; words: ZoneToken[]} => {
    current ??= {line, isIndented: at > 0 && /[ \t]/.test(lineStart()), words: []};
    return current;
  };
  const lineStart = (): string => text[text.lastIndexOf('\n', at - 1) + 1] ?? '';
  const end = (): void => {
    if (current !== undefined && current.words.length > 0) lines.push(current);
    current = undefined;
  };

  /** The character of an escape, starting at the backslash. */
  function escapeAt(bytes: number[]): string {
    const code = /^\d{3}/.exec(text.slice(at + 1, at + 4))?.[0];
    if (code !== undefined && Number(code) <= maxStringBytes) {
      bytes.push(Number(code));
      at += 4;
      return '';
    }
    const next = text[at + 1];
    // A line break can't be escaped.
    at += next === undefined || next === '\n' ? 1 : 2;
    return next === undefined || next === '\n' ? '\\' : next;
  }

  function addWord({isQuoted}: {readonly isQuoted: boolean}): void {
    const into = newLine();
    const startLine = line;
    let content = '';
    let bytes: number[] = [];
    const flush = (): void => {
      if (bytes.length > 0) content += decodeEscapes(bytes);
      bytes = [];
    };
    if (isQuoted) at++;
    for (;;) {
      const character = text[at];
      if (character === undefined || (isQuoted ? character === '\n' : /[\s;()"]/.test(character))) {
        if (isQuoted) mistakes.push({line: startLine, message: 'a quotation mark is not closed'});
        break;
      }
      if (character === '\\') {
        const plain = escapeAt(bytes);
        if (plain === '') continue;
        flush();
        content += plain;
        continue;
      }
      flush();
      at++;
      if (isQuoted && character === '"') break;
      content += character;
    }
    flush();
    into.words.push({text: content, isQuoted});
  }

  while (at < text.length) {
    const character = text[at];
    if (character === '\n') {
      if (depth === 0) end();
      line++;
      at++;
    } else if (character === ';') {
      const next = text.indexOf('\n', at);
      at = next < 0 ? text.length : next;
    } else if (character === '(') {
      newLine();
      if (depth++ === 0) openLine = line;
      at++;
    } else if (character === ')') {
      if (depth === 0) mistakes.push({line, message: 'a parenthesis is closed that was not opened'});
      else depth--;
      at++;
    } else if (character === '"') addWord({isQuoted: true});
    else if (character !== undefined && /\s/.test(character)) at++;
    else addWord({isQuoted: false});
  }
  if (depth > 0) mistakes.push({line: openLine, message: 'a parenthesis is not closed'});
  end();
  return {lines, mistakes};
}

const bytesOf = new TextEncoder();
/**
 * Characters that must be escaped in a text: control characters, and characters that change the direction of reading.
 */
const unprintable = /[\0-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;

/** A text in quotation marks; a text beyond the maximum of a string is split into several. */
export function quotedText(text: string): string {
  const strings: string[] = [];
  let string = '';
  let length = 0;
  for (const character of text) {
    const size = bytesOf.encode(character).length;
    if (length + size > maxStringBytes) {
      strings.push(string);
      string = '';
      length = 0;
    }
    length += size;
    string += escapeText(character);
  }
  strings.push(string);
  return strings.map(part => `"${part}"`).join(' ');
}

function escapeText(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  if (!unprintable.test(character)) return character;
  return [...bytesOf.encode(character)].map(byte => `\\${String(byte).padStart(3, '0')}`).join('');
}
