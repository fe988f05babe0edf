/** Widths as current terminals draw them: the emulator's built-in tables are from Unicode 6, where emoji are narrow. */

import {cellWidth} from '../../src/platform/text/cell-width.ts';

const ZERO = /^[\p{Mn}\p{Me}\p{Cf}\p{Emoji_Modifier}]$/u;
const REGIONAL = /^\p{Regional_Indicator}$/u;

function cellsOf(codepoint: number): 0 | 1 | 2 {
  const char = String.fromCodePoint(codepoint);
  if (ZERO.test(char)) return 0;
  if (REGIONAL.test(char)) return 1;
  return cellWidth(char) >= 2 ? 2 : 1;
}

export const unicode = {
  version: 'current',
  wcwidth: cellsOf,
  /** The properties of a character in one number, as xterm's parser reads them: state, width, and whether it joins. */
  charProperties(codepoint: number, preceding: number): number {
    const cells = cellsOf(codepoint);
    const joins = cells === 0 && preceding !== 0;
    const before = (preceding >> 1) & 3;
    return ((codepoint & 0xffffff) << 3) | ((joins ? before : cells) << 1) | (joins ? 1 : 0);
  },
};
