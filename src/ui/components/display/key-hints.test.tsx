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
