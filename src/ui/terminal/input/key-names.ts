/** Names of keys and of the sequences terminals send for them. */
import type {KeyStroke} from '../../../keymap/layer.ts';

/** Final letters of `CSI` and `SS3` sequences. */
export const LETTERS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** Numbers of `CSI n ~`. */
export const NUMBERS: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

/** Characters that are keys with names, as single bytes and as kitty's code points. */
const CHARACTERS: Readonly<Record<number, string>> = {
  8: 'backspace',
  9: 'tab',
  10: 'enter',
  13: 'enter',
  27: 'esc',
  32: 'space',
  127: 'backspace',
  57414: 'enter',
};

/** Modifier parameter of xterm and kitty: 1 + (shift 1, alt 2, ctrl 4, super 8, hyper 16, meta 32, locks). */
export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
}

export const PLAIN: Modifiers = {shift: false, alt: false, ctrl: false};
export const ALT: Modifiers = {shift: false, alt: true, ctrl: false};

export function modifiersOf(parameter: number | undefined): Modifiers {
  const bits = Math.max(0, (parameter ?? 1) - 1);
  return {shift: (bits & 1) !== 0, alt: (bits & 0b100010) !== 0, ctrl: (bits & 4) !== 0};
}

/** The stroke of a key that has a name of its own. */
export function namedStroke(name: string, {shift, alt, ctrl}: Modifiers = PLAIN): KeyStroke {
  const key = (ctrl ? 'ctrl-' : '') + (alt ? 'alt-' : '') + (shift ? 'shift-' : '') + name;
  return key === 'space' ? {key, text: ' '} : {key};
}

/** The stroke of one character (a grapheme), as typed with these modifiers; undefined for a byte that isn't a key. */
export function characterStroke(grapheme: string, modifiers: Modifiers = PLAIN): KeyStroke | undefined {
  const point = grapheme.codePointAt(0) ?? 0;
  const name = grapheme === '\r\n' ? 'enter' : CHARACTERS[point];
  if (name !== undefined) return namedStroke(name, modifiers);
  if (point === 0) return namedStroke('space', {...modifiers, ctrl: true});
  if (point < 0x20) {
    return namedStroke(String.fromCharCode(point + (point <= 26 ? 96 : 64)), {...modifiers, ctrl: true});
  }
  if ((point >= 0x80 && point < 0xa0) || (point >= 0xe000 && point <= 0xf8ff)) return undefined;
  if (modifiers.ctrl) return namedStroke(grapheme, modifiers);
  // The character already includes shift if the terminal resolved it; kitty reports unshifted letters.
  const shown = modifiers.shift ? grapheme.toUpperCase() : grapheme;
  return modifiers.alt ? {key: `alt-${shown}`} : {key: shown, text: shown};
}
