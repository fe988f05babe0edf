import {expect, it} from 'vitest';
import {parseSettings} from '../parse-settings.ts';

it.each([
  ['ctrl+p', '“ctrl+p” isn’t a valid key. Did you mean ctrl-p?'],
  ['Ctrl-P', '“Ctrl-P” isn’t a valid key. Did you mean ctrl-p or ctrl-shift-p?'],
  ['C-p', '“C-p” isn’t a valid key. Did you mean ctrl-p?'],
  ['^p', '“^p” isn’t a valid key. Did you mean ctrl-p?'],
  ['shift-a', '“shift-a” isn’t a valid key. Did you mean A?'],
  ['shift-ctrl-a', '“shift-ctrl-a” isn’t a valid key. Did you mean ctrl-shift-a?'],
  ['F7', '“F7” isn’t a valid key. Did you mean f7?'],
  ['Escape', '“Escape” isn’t a valid key. Did you mean esc?'],
  ['alt-←', '“alt-←” isn’t a valid key. Did you mean alt-left?'],
  ['pgdn', '“pgdn” isn’t a valid key. Did you mean pagedown?'],
  ['entr', '“entr” isn’t a valid key. Did you mean enter?'],
  ['ctrl-shift-F13', /^“ctrl-shift-F13” isn’t a valid key\. Use a character, enter, .* or f1 to f12, with ctrl-/],
  ['super-a', /^“super-a” isn’t a valid key\. Use a character/],
  ['gg', /^“gg” isn’t a valid key\. Use a character/],
])('a key that no terminal reports is a mistake of the settings: %s', (key, expected) => {
  const [first, ...more] = parseSettings(`keys:\n  list.sort: "${key}"`).mistakes;
  expect(first).toMatchObject({line: 2, column: 14, message: expect.stringMatching(/^keys\.list\.sort: /)});
  expect(first?.message.replace('keys.list.sort: ', '')).toMatch(expected);
  expect(more).toEqual([]);
});

it('the key of an own command is checked, too', () => {
  const {mistakes} = parseSettings('commands: {x: {on: [instances], run: [ls], key: Ctrl-X}}');
  expect(mistakes.map(({message}) => message)).toEqual([
    'commands.x.key: “Ctrl-X” isn’t a valid key. Did you mean ctrl-x or ctrl-shift-x?',
  ]);
});
