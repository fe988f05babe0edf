/** Parses the bytes of stdin into key strokes. A pure function of its input, in order. */

import type {KeyStroke} from '../../../keymap/layer.ts';
import {ALT, characterStroke, LETTERS, modifiersOf, NUMBERS, namedStroke, PLAIN} from './key-names.ts';

/** The events that stdin can carry. */
export type InputEvent = KeyStroke | {readonly isFocused: boolean} | TerminalAnswer;
/** The terminal's answer to the status query. */
export interface TerminalAnswer {
  readonly isAnswered: true;
}

const ESC = '\x1b';
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
/** `CSI`: parameters, intermediates, final byte. Linux' console sends `ESC [ [ A` for F1. */
const CSI = /\x1b\[(\[?[0-?]*)([ -/]*)([@-~])/y;
const UNFINISHED_CSI = /^\x1b\[\[?[0-?]*[ -/]*$/;
/** Answers of the terminal that are not keys: `OSC`, `DCS`, `APC`, each up to its end. */
const REPLY = /\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)/y;
const UNFINISHED_REPLY = /^\x1b[\]P_][^\x07\x1b]*\x1b?$/;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** The maximum length of a key's sequence, except for the mouse. */
const MAX_CACHED_LENGTH = 8;
const MAX_CACHED = 200;

const segmenter = new Intl.Segmenter('en', {granularity: 'grapheme'});

export class KeyParser {
  /** A sequence without its end so far. */
  #rest = '';
  /** The parts of a paste without its end so far. */
  #pasted: string[] | undefined;
  /** True after a paste was delivered without its end. */
  #isInterrupted = false;
  /** Parsed single keys: a held key arrives 60 times a second. */
  readonly #known = new Map<string, readonly InputEvent[]>();

  /** True while the parser waits for the end of a sequence; if it doesn't come soon, call `flush`. */
  get isWaiting(): boolean {
    // The possible start of a paste is never flushed, because the pasted text would be taken for commands.
    const pasting = this.#rest.length > 2 && PASTE_START.startsWith(this.#rest);
    return this.#rest !== '' && this.#pasted === undefined && !pasting;
  }

  /** True within a paste; if no more of it comes for a while, call `interruptPaste`. */
  get isPasting(): boolean {
    return this.#pasted !== undefined && !this.#isInterrupted;
  }

  push(chunk: string): readonly InputEvent[] {
    if (this.#isInterrupted) this.#resume(chunk);
    if (this.#rest !== '' || this.#pasted !== undefined || chunk.length > MAX_CACHED_LENGTH) return this.#read(chunk);
    const known = this.#known.get(chunk);
    if (known !== undefined) return known;
    const events = this.#read(chunk);
    const whole = this.#rest === '' && this.#pasted === undefined;
    if (whole && this.#known.size < MAX_CACHED) this.#known.set(chunk, events);
    return events;
  }

  #read(chunk: string): InputEvent[] {
    const events: InputEvent[] = [];
    let text = this.#rest + chunk;
    this.#rest = '';
    while (text !== '') text = this.#pasted === undefined ? this.#next(text, events) : this.#paste(text, events);
    return events;
  }

  /** Handles the waiting bytes as they are: a lone ESC is the Esc key. */
  flush(): InputEvent[] {
    if (!this.isWaiting) return [];
    const rest = this.#rest;
    this.#rest = '';
    if (rest === ESC) return [namedStroke('esc')];
    if (rest === ESC + ESC) return [namedStroke('esc'), namedStroke('esc')];
    // `alt-[` and similar keys start like sequences; anything longer is the cut-off answer of a terminal.
    return rest.length === 2 ? characters(rest.slice(1), ALT) : [];
  }

  /** Delivers the paste so far, because a lost end would turn every later key into pasted text, ctrl-c included. */
  interruptPaste(): InputEvent[] {
    if (this.#pasted === undefined || this.#isInterrupted) return [];
    const text = this.#pasted.join('');
    this.#pasted = [];
    this.#isInterrupted = true;
    return text === '' ? [] : [{key: 'paste', text, isPaste: true}];
  }

  /** After an interrupted paste, a short read is a key; a long one, and the one with the end, still belong to it. */
  #resume(chunk: string): void {
    this.#isInterrupted = false;
    const isNewPaste = chunk.startsWith(PASTE_START);
    const hasEnd = (this.#rest + chunk).includes(PASTE_END);
    if (!isNewPaste && (hasEnd || (chunk.length > MAX_CACHED_LENGTH && !chunk.startsWith(ESC)))) return;
    this.#pasted = undefined;
    this.#rest = '';
  }

  /** Reads from the start of `text` and returns the rest. */
  #next(text: string, events: InputEvent[]): string {
    const first = text.indexOf(ESC);
    if (first !== 0) {
      const end = first < 0 ? text.length : first;
      events.push(...characters(text.slice(0, end), PLAIN));
      return text.slice(end);
    }
    if (text.startsWith(PASTE_START)) {
      this.#pasted = [];
      return text.slice(PASTE_START.length);
    }
    if (text.length === 1 || UNFINISHED_CSI.test(text) || UNFINISHED_REPLY.test(text) || text === '\x1bO') {
      this.#rest = text;
      return '';
    }
    return this.#sequence(text, events);
  }

  #sequence(text: string, events: InputEvent[]): string {
    if (text.startsWith('\x1b[M')) {
      // The old mouse report: three bytes that would otherwise be typed.
      if (text.length >= 6) return text.slice(6);
      this.#rest = text;
      return '';
    }
    CSI.lastIndex = REPLY.lastIndex = 0;
    const csi = CSI.exec(text);
    if (csi !== null) {
      const event = csiEvent(csi[1] ?? '', csi[2] ?? '', csi[3] ?? '');
      if (event !== undefined) events.push(event);
      return text.slice(csi[0].length);
    }
    if (REPLY.test(text)) return text.slice(REPLY.lastIndex);
    const second = text.charAt(1);
    if (second === ESC) {
      // Two Esc keys, unless the sequence of a key follows the second: some terminals send that for alt. Reports of the
      // terminal (focus, mouse, answers) may follow any Esc key and don't change it.
      const alt = /^\x1b\x1b(?:\[|O)/.test(text);
      const after: InputEvent[] = [];
      const left = alt ? this.#next(text.slice(1), after) : text.slice(1);
      const [stroke] = after;
      if (after.length === 1 && stroke && 'key' in stroke && !stroke.at)
        events.push({...stroke, key: `alt-${stroke.key}`});
      else events.push(namedStroke('esc'), ...after);
      return left;
    }
    if (/^\x1bO[A-Za-z]/.test(text)) {
      const name = LETTERS[text.charAt(2)];
      if (name !== undefined) events.push(namedStroke(name));
      return text.slice(3);
    }
    const char = String.fromCodePoint(text.codePointAt(1) ?? 0);
    events.push(...characters(char, ALT));
    return text.slice(1 + char.length);
  }

  #paste(text: string, events: InputEvent[]): string {
    const parts = this.#pasted ?? [];
    const end = text.indexOf(PASTE_END);
    if (end >= 0) {
      events.push({key: 'paste', text: parts.join('') + text.slice(0, end), isPaste: true});
      this.#pasted = undefined;
      return text.slice(end + PASTE_END.length);
    }
    // The end mark may be split between two chunks: a possible start of it is kept for the next one.
    const torn = tornMark(text);
    parts.push(text.slice(0, text.length - torn));
    this.#rest = text.slice(text.length - torn);
    return '';
  }
}

/** The number of units at the end of `text` that could start the mark that ends a paste. */
function tornMark(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length--) {
    if (PASTE_END.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}

function characters(text: string, modifiers: typeof PLAIN): KeyStroke[] {
  const graphemes = PRINTABLE.test(text) ? text : Array.from(segmenter.segment(text), part => part.segment);
  const strokes: KeyStroke[] = [];
  for (const grapheme of graphemes) {
    const stroke = characterStroke(grapheme, modifiers);
    if (stroke !== undefined) strokes.push(stroke);
  }
  return strokes;
}

function csiEvent(parameters: string, intermediates: string, final: string): InputEvent | undefined {
  if (intermediates !== '') return undefined;
  // The keys that are held most have no parameters.
  if (parameters === '' && final in LETTERS && final !== 'M') return namedStroke(LETTERS[final] ?? '');
  if (parameters === '' && (final === 'I' || final === 'O')) return {isFocused: final === 'I'};
  if (parameters.startsWith('<')) return mouse(parameters.slice(1), final);
  if (/^[?>=]/.test(parameters)) return undefined;
  if (parameters.startsWith('[')) return linuxFunctionKey(final);
  const fields = parameters.split(';').map(field => field.split(':').map(Number));
  const [[code = 1] = [], [modifier, kind] = [], [third = 0] = []] = fields;
  const modifiers = modifiersOf(modifier);
  // Kitty reports releases (3) if requested; only a press counts as a stroke.
  if (kind === 3) return undefined;
  if (final === 'n') return parameters === '0' ? {isAnswered: true} : undefined;
  if (final === 'u') return kitty(code, modifiers);
  if (final === '~' && code === 27) return kitty(third, modifiers);
  if (final === '~') return code in NUMBERS ? namedStroke(NUMBERS[code] ?? '', modifiers) : undefined;
  if (final === 'Z') return namedStroke('tab', {...modifiers, shift: true});
  const name = LETTERS[final];
  return name === undefined || final === 'M' ? undefined : namedStroke(name, modifiers);
}

function linuxFunctionKey(final: string): KeyStroke | undefined {
  const index = 'ABCDE'.indexOf(final);
  return index < 0 ? undefined : namedStroke(`f${index + 1}`);
}

function kitty(code: number, modifiers: typeof PLAIN): KeyStroke | undefined {
  if (!Number.isInteger(code) || code <= 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return characterStroke(String.fromCodePoint(code), modifiers);
}

/** SGR mouse reports: button;column;row, `M` press and `m` release. */
function mouse(parameters: string, final: string): KeyStroke | undefined {
  const [button = -1, column = 1, row = 1] = parameters.split(';').map(Number);
  const key = final === 'M' ? {0: 'click', 64: 'wheel-up', 65: 'wheel-down'}[button] : undefined;
  return key === undefined ? undefined : {key, at: {x: column - 1, y: row - 1}};
}
