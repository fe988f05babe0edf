/** Themes: the meaning of each of the terminal's own 16 colors, so that every palette works, light or dark. */

import type {Tone} from '../../families/format/cells.ts';
import {ownProperty} from '../../platform/text/own-property.ts';
import {type BuiltInTheme, type CustomTheme, themeNames} from '../../profiles/themes.ts';

/** SGR parameters; '' keeps the terminal's own color. */
export interface Theme {
  readonly tones: Readonly<Record<Tone, string>>;
  /** The row under the cursor in the focused pane. */
  readonly bar: string;
  /** The same row while another pane has the focus. */
  readonly resting: string;
  /** Words that must stand out: the name of a production profile, READ-ONLY. */
  readonly danger: string;
  readonly heading: string;
  /** False if the screen below a dialog keeps its contrast. */
  readonly dimsBackground?: boolean;
}

const dark: Theme = {
  tones: {
    plain: '',
    dim: '2',
    strong: '1',
    ok: '32',
    busy: '36',
    off: '2',
    attention: '33',
    failed: '91',
    unknown: '35',
    accent: '96',
    link: '94',
  },
  bar: '30;46',
  resting: '1',
  danger: '1;97;41',
  heading: '1',
};

export const themes = {
  dark,
  light: {
    ...dark,
    tones: {...dark.tones, busy: '34', attention: '35', failed: '31', unknown: '35', accent: '34', link: '34'},
    bar: '97;44',
  },
  mono: {
    tones: {
      plain: '',
      dim: '2',
      strong: '1',
      ok: '',
      busy: '',
      off: '2',
      attention: '1',
      failed: '1',
      unknown: '',
      accent: '1',
      link: '4',
    },
    bar: '7',
    resting: '1',
    danger: '1;7',
    heading: '1',
  },
  'high-contrast': {
    tones: {
      plain: '',
      dim: '',
      strong: '1',
      ok: '1;92',
      busy: '1;96',
      off: '',
      attention: '1;93',
      failed: '1;91',
      unknown: '1;95',
      accent: '1',
      link: '4',
    },
    bar: '1;7',
    resting: '1;4',
    danger: '1;97;41',
    heading: '1;4',
    dimsBackground: false,
  },
} as const satisfies Record<BuiltInTheme, Theme>;

/** High contrast on a light background, where bright colors are almost invisible. */
const highContrastOnLight: Theme = {
  ...themes['high-contrast'],
  tones: {
    ...themes['high-contrast'].tones,
    ...{ok: '32', busy: '34', attention: '35', failed: '31', unknown: '35'},
  },
};

const builtInTheme = (name: BuiltInTheme, hasLightBackground: boolean): Theme =>
  hasLightBackground && name === 'high-contrast' ? highContrastOnLight : themes[name];

/** A built-in theme, or one of the settings. */
export type ThemeName = string;

/** The theme of a name; custom themes come from the settings, and an unknown name gives the default. */
export function themeOf(
  name: ThemeName,
  customThemes: Readonly<Record<string, CustomTheme>>,
  hasLightBackground = false,
): Theme {
  const customTheme = ownProperty(customThemes, name);
  if (customTheme === undefined)
    return builtInTheme(themeNames.find(themeName => themeName === name) ?? 'dark', hasLightBackground);
  const base = builtInTheme(customTheme.base, hasLightBackground);
  const {styles} = customTheme;
  const tones = Object.entries(base.tones).map(([tone, codes]) => [tone, styles[tone] ?? codes]);
  return {
    tones: Object.fromEntries(tones) as Theme['tones'],
    bar: styles.bar ?? base.bar,
    resting: styles.resting ?? base.resting,
    danger: styles.danger ?? base.danger,
    heading: styles.heading ?? base.heading,
    dimsBackground: base.dimsBackground ?? true,
  };
}
