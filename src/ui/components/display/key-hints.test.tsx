import {expect, test} from 'vitest';
import {createSkin} from '../../theme/skin.ts';
import {renderComponent, withoutReset} from '../testing.tsx';
import {KeyHints} from './key-hints.tsx';

const hints = [
  {key: 'enter', title: 'open'},
  {key: 'b', title: 'boot', isDisabled: true},
];

test('hints show each key before its command, and dim a command that is off', () => {
  const skin = createSkin('dark', false);
  using screen = renderComponent(<KeyHints hints={hints} columns={40} />, {skin});
  expect(screen.rows()[0]).toBe(' enter open  b boot');
  expect(screen.frame()).toContain(withoutReset(skin.tone('dim', 'b')));
  expect(screen.frame()).toContain(withoutReset(skin.tone('accent', 'enter')));
});

test('bug: only the first of several keys had its color', () => {
  const skin = createSkin('dark', false);
  const on = hints.map(hint => ({...hint, isDisabled: false}));
  using screen = renderComponent(<KeyHints hints={on} columns={40} />, {skin});
  const colored = screen.frame().match(/\x1b\[96m(?:enter|b)\x1b\[39m /g);
  expect(colored).toHaveLength(2);
});
