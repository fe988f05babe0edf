/** A theme combined with a set of glyphs: text in, styled text out. The object is a cache key of painted rows. */
import {type Condition, glyphs, type Tone} from '../../families/format/cells.ts';
import type {CustomTheme} from '../../profiles/themes.ts';
import {type ThemeName, themeOf} from './themes.ts';

const symbols = {
  cursor: ['▌', '>'],
  mark: ['◆', '+'],
  live: ['●', '*'],
  paused: ['◌', 'o'],
  stale: ['▲', '!'],
  offline: ['✗', 'x'],
  arrow: ['▸', '>'],
  up: ['↑', '^'],
  down: ['↓', 'v'],
  line: ['│', '|'],
  rule: ['─', '-'],
  full: ['■', '#'],
  empty: ['□', '.'],
  notice: ['⚑', '!'],
  reply: ['✉', '@'],
  dot: ['·', '-'],
  folded: ['▸', '+'],
  unfolded: ['▾', '-'],
  picker: ['▾', 'v'],
  on: ['■', 'x'],
  off: ['□', ' '],
  link: ['→', '>'],
} as const satisfies Record<string, readonly [unicode: string, ascii: string]>;

export type SymbolName = keyof typeof symbols;

export interface Skin {
  readonly theme: ThemeName;
  readonly isAscii: boolean;
  /** True if the screen below a dialog is dimmed; a high-contrast theme keeps it easy to read. */
  readonly dimsBackground: boolean;
  tone(tone: Tone, text: string): string;
  bar(text: string): string;
  resting(text: string): string;
  danger(text: string): string;
  heading(text: string): string;
  glyph(condition: Condition): string;
  symbol(name: SymbolName): string;
  /** A progress bar of this width. */
  progress(percent: number, cells: number): string;
}

export interface SkinOptions {
  readonly isAscii?: boolean;
  readonly hasLightBackground?: boolean;
  readonly customThemes?: Readonly<Record<string, CustomTheme>>;
}

export function createSkin(
  theme: ThemeName,
  {isAscii = false, hasLightBackground = false, customThemes = {}}: SkinOptions = {},
): Skin {
  const {
    tones,
    bar,
    resting,
    danger,
    heading,
    dimsBackground = true,
  } = themeOf(theme, customThemes, hasLightBackground);
  const style = (codes: string) => {
    const begin = `\x1b[${codes}m`;
    // Ink knows a reset only with its zero: after the short form it would drop the next style that equals an earlier one.
    return (text: string) => (codes === '' || text === '' ? text : `${begin}${text}\x1b[0m`);
  };
  const byTone = Object.fromEntries(Object.entries(tones).map(([tone, codes]) => [tone, style(codes)]));
  const symbol = (name: SymbolName): string => symbols[name][isAscii ? 1 : 0];
  return {
    theme,
    isAscii,
    dimsBackground,
    tone: (tone, text) => byTone[tone]?.(text) ?? text,
    bar: style(bar),
    resting: style(resting),
    danger: style(danger),
    heading: style(heading),
    glyph: condition => glyphs[condition][isAscii ? 'ascii' : 'unicode'],
    symbol,
    progress(percent, cells) {
      const full = Math.round((Math.max(0, Math.min(100, percent)) / 100) * cells);
      return symbol('full').repeat(full) + symbol('empty').repeat(cells - full);
    },
  };
}
