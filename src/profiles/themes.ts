/** Themes as the settings name and define them; their colors are the screen's task. */
import {ownProperty} from '../platform/text/own-property.ts';
export const themeNames = ['dark', 'light', 'mono', 'high-contrast'] as const;
export type BuiltInTheme = (typeof themeNames)[number];

/** Styles that a theme can set: meanings of words in the rows, then parts of the screen. */
export const themeStyleNames = [
  ...['plain', 'dim', 'strong', 'ok', 'busy', 'off', 'attention', 'failed', 'unknown', 'accent', 'link'],
  ...['bar', 'resting', 'danger', 'heading'],
] as const;

export interface CustomTheme {
  /** Built-in theme whose styles apply when this theme sets none. */
  readonly base: BuiltInTheme;
  /** SGR parameters by part: `1;91`. */
  readonly styles: Readonly<Record<string, string>>;
}

const colors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const textAttributes: Readonly<Record<string, string>> = {
  none: '',
  bold: '1',
  dim: '2',
  italic: '3',
  underline: '4',
  reverse: '7',
};

/** `bold bright-red on blue` as SGR parameters; undefined if a word is unknown. */
export function parseStyle(text: string): string | undefined {
  const codes: string[] = [];
  let sgrBase = 30;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (word === 'on') {
      sgrBase = 40;
      continue;
    }
    const attribute = ownProperty(textAttributes, word);
    const bright = word.startsWith('bright-');
    const color = colors.indexOf(bright ? word.slice('bright-'.length) : word);
    if (attribute !== undefined) codes.push(attribute);
    else if (color >= 0) codes.push(String(sgrBase + (bright ? 60 : 0) + color));
    else return undefined;
  }
  return codes.filter(Boolean).join(';');
}

export const styleHelp = `${Object.keys(textAttributes).join(', ')}, ${colors.join(', ')}, bright-…, on …`;
