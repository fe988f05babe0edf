/** SGR styles as small numbers, so that cells are compared by number, and the bytes between two styles are computed once. */

import {type ColorLevel, reduce} from './palette.ts';

export interface Style {
  /** SGR parameters such as `31` or `38;5;24`; '' is the terminal's default. */
  readonly fg: string;
  readonly bg: string;
  /** Bit n is SGR attribute n (1 bold … 9 strike-through). */
  readonly attributes: number;
}

/** A painted row without colors. */
export const stripStyles = (row: string): string => row.replace(/\x1b\[[\d;]*m/g, '');

/** All styles by number. They are never removed: they come from the theme and from Ink, not from the API, so they are few. */
const DEFAULT: Style = {fg: '', bg: '', attributes: 0};
const styles: Style[] = [DEFAULT];
const ids = new Map<string, number>([['0//', 0]]);
const blanks: number[] = [0];
/** Attributes that are visible on a blank: underline, blink, inverse, strike-through. */
const SHOW_ON_BLANK = (1 << 4) | (1 << 5) | (1 << 7) | (1 << 9);
const INVERSE = 1 << 7;
const MAX_STYLES = 0xffff;

const BOLD = 1 << 1;
const DIM = 1 << 2;

/** The dimmed style of the same text. The colors stay, so that states can still be told apart. */
export function dimStyle(style: number): number {
  const {fg, bg, attributes} = styles[style] ?? DEFAULT;
  return intern(fg, bg, (attributes & ~BOLD) | DIM);
}

/** The style of a blank: the same number for all styles that look the same on a blank. */
export function blankStyle(style: number): number {
  return blanks[style] ?? style;
}

function intern(fg: string, bg: string, attributes: number): number {
  const name = `${attributes}/${fg}/${bg}`;
  const known = ids.get(name);
  if (known !== undefined) return known;
  const id = styles.length;
  // A style must fit into one unit of a string.
  if (id > MAX_STYLES) return 0;
  styles.push({fg, bg, attributes});
  ids.set(name, id);
  // An inverse blank shows the text color.
  const shown = attributes & SHOW_ON_BLANK;
  blanks[id] = id;
  if (shown === 0) blanks[id] = intern('', bg, 0);
  return id;
}

/** For each style, the next style by the parameters of a sequence. */
const steps: Map<string, number>[] = [];
/** The maximum number of cached sequences for each style. Themes use a few; only malicious text has more. */
const MAX_STEPS = 200;

/** The style after the SGR sequence with these parameters (`0;1;38;5;24`), starting from `from`. */
export function applySgr(from: number, parameters: string): number {
  const known = steps[from] ?? new Map<string, number>();
  steps[from] = known;
  let to = known.get(parameters);
  if (to === undefined) {
    to = styleAfter(from, parameters);
    if (known.size < MAX_STEPS) known.set(parameters, to);
  }
  return to;
}

function styleAfter(from: number, parameters: string): number {
  let {fg, bg, attributes} = styles[from] ?? DEFAULT;
  const parts = parameters.split(';');
  for (let index = 0; index < parts.length; index++) {
    const code = Number(parts[index]);
    if (code === 0) {
      fg = bg = '';
      attributes = 0;
    } else if (code === 38 || code === 48 || code === 58) {
      const length = parts[index + 1] === '5' ? 3 : 5;
      const color = parts.slice(index, index + length).join(';');
      if (code === 38) fg = color;
      else if (code === 48) bg = color;
      index += length - 1;
    } else if (code === 39) fg = '';
    else if (code === 49) bg = '';
    else if (code === 22) attributes &= ~0b110;
    else if (code >= 23 && code <= 29) attributes &= ~(1 << (code - 20));
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) fg = String(code);
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) bg = String(code);
    else if (code >= 1 && code <= 9) attributes |= 1 << code;
  }
  return intern(fg, bg, attributes);
}

/**
 * The bytes from the default style to this one, with one sequence per attribute, because Ink's parser reads no other
 * form.
 */
export function openingSequence(style: number): string {
  const {fg, bg, attributes} = styles[style] ?? DEFAULT;
  return [...attributeCodes(attributes), fg, bg].map(code => (code === '' ? '' : `\x1b[${code}m`)).join('');
}

/** Writes the change from one style to another in as few bytes as the terminal's colors allow. */
export class Pen {
  readonly #colors: ColorLevel;
  readonly #reduced: Style[] = [];
  readonly #changes = new Map<number, string>();

  constructor(colors: ColorLevel) {
    this.#colors = colors;
  }

  /** Bytes that turn style `from` into style `to`; '' if both look the same in this terminal. */
  change(from: number, to: number): string {
    if (from === to) return '';
    const pair = from * 0x10000 + to;
    let bytes = this.#changes.get(pair);
    if (bytes === undefined) {
      bytes = difference(this.#style(from), this.#style(to));
      this.#changes.set(pair, bytes);
    }
    return bytes;
  }

  #style(id: number): Style {
    const known = this.#reduced[id];
    if (known !== undefined) return known;
    const {fg, bg, attributes} = styles[id] ?? DEFAULT;
    // Without colors, a background such as that of the row under the cursor is shown as inverse.
    const inverse = this.#colors === 'none' && bg !== '' ? INVERSE : 0;
    const style = {fg: reduce(fg, this.#colors), bg: reduce(bg, this.#colors), attributes: attributes | inverse};
    this.#reduced[id] = style;
    return style;
  }
}

function difference(from: Style, to: Style): string {
  if (from.fg === to.fg && from.bg === to.bg && from.attributes === to.attributes) return '';
  const whole = `\x1b[${['0', ...attributeCodes(to.attributes), to.fg, to.bg].filter(Boolean).join(';')}m`;
  if (whole === '\x1b[0m') return '\x1b[m';
  const codes: string[] = [];
  let kept = from.attributes;
  const removed = kept & ~to.attributes;
  // Bold and dim share one reset, so removing one removes both.
  if ((removed & 0b110) !== 0) {
    codes.push('22');
    kept &= ~0b110;
  }
  for (let code = 3; code <= 9; code++) if ((removed & (1 << code)) !== 0) codes.push(String(code + 20));
  codes.push(...attributeCodes(to.attributes & ~kept));
  if (from.fg !== to.fg) codes.push(to.fg || '39');
  if (from.bg !== to.bg) codes.push(to.bg || '49');
  const step = `\x1b[${codes.join(';')}m`;
  return step.length <= whole.length ? step : whole;
}

function attributeCodes(attributes: number): string[] {
  const codes: string[] = [];
  for (let code = 1; code <= 9; code++) if ((attributes & (1 << code)) !== 0) codes.push(String(code));
  return codes;
}
