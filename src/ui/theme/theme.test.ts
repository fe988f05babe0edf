import {expect, test} from 'vitest';
import {parseStyle, themeNames} from '../../profiles/themes.ts';
import {cellWidth} from '../terminal/index.ts';
import {toAscii} from './ascii.ts';
import {createSkin} from './skin.ts';
import {themeOf, themes} from './themes.ts';

test('themes use only the sixteen colors of the terminal', () => {
  for (const name of themeNames) {
    const {tones, bar, resting, danger, heading} = themes[name];
    for (const codes of [...Object.values(tones), bar, resting, danger, heading]) {
      for (const code of codes.split(';').filter(Boolean)) {
        expect(code, `${name} ${codes}`).toMatch(/^([1247]|[34][0-7]|9[0-7]|10[0-7])$/);
      }
    }
  }
});

test('a theme or style named like a property of every object is unknown', () => {
  expect(themeOf('constructor', {})).toBe(themes.dark);
  expect(parseStyle('constructor')).toBeUndefined();
});

test('high contrast has dark colors on a light background, and bright ones on a dark background', () => {
  const statesOf = (hasLightBackground: boolean) => {
    const skin = createSkin('high-contrast', {hasLightBackground});
    return (['ok', 'busy', 'attention', 'failed', 'unknown'] as const).map(tone => skin.tone(tone, 'x'));
  };
  for (const text of statesOf(true)) expect(text).toMatch(/^\x1b\[3[0-7]mx/);
  for (const text of statesOf(false)) expect(text).toMatch(/^\x1b\[1;9[0-7]mx/);
  const customThemes = {mine: {base: 'high-contrast', styles: {accent: '4'}}} as const;
  expect(themeOf('mine', customThemes, true).tones.attention).toBe('35');
});

test('mono has no colors', () => {
  const {tones, bar, danger} = themes.mono;
  expect([...Object.values(tones), bar, danger].join(';')).not.toMatch(/[3-9]\d/);
});

test('in ASCII the ellipsis of an action is three dots if there is room, and the one of a cut text is ~', () => {
  expect(toAscii(' Z  Resize…     ')).toBe(' Z  Resize...   ');
  expect(toAscii('\x1b[2mRescue…\x1b[m   \x1b[2mno\x1b[m')).toBe('\x1b[2mRescue...\x1b[m \x1b[2mno\x1b[m');
  expect(toAscii('Rescue…  \x1b[36mesc\x1b[m back')).toBe('Rescue~  \x1b[36mesc\x1b[m back');
  expect(toAscii('analytics-war…  * running')).toBe('analytics-war~  * running');
});

test('in ASCII a row keeps its cells and its colors', () => {
  const skin = createSkin('dark', {isAscii: true});
  const row = `\x1b[32m● 東京 — web…\x1b[m`;
  expect(toAscii(row)).toBe('\x1b[32m? ???? - web~\x1b[m');
  expect(cellWidth('● 東京 — web…')).toBe(toAscii(row).replace(/\x1b\[[\d;]*m/g, '').length);
  expect(skin.glyph('ok') + skin.symbol('cursor') + skin.progress(50, 4)).toBe('*>##..');
});

test('bug: the filled part of a progress bar looked empty below the selection', () => {
  // The text of the selection bar is black, so a full block looks empty. The shapes ■ and □ differ in any color.
  expect(createSkin('dark').progress(50, 4)).toBe('■■□□');
});
