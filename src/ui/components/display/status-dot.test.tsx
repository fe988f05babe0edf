import {expect, test} from 'vitest';
import {dimLine} from '../../terminal/index.ts';
import {createSkin} from '../../theme/skin.ts';
import {renderComponent, withoutReset} from '../testing.tsx';
import {StatusDot} from './status-dot.tsx';

test('a condition has its glyph, its color and its word', () => {
  const skin = createSkin('dark', false);
  using screen = renderComponent(<StatusDot condition="failed" word="failed" />, {skin});
  expect(screen.frame()).toContain(withoutReset(skin.tone('failed', `${skin.glyph('failed')} failed`)));
});

test('below another dialog a condition is dimmed and keeps its color', () => {
  const skin = createSkin('dark', false);
  using screen = renderComponent(<StatusDot condition="failed" word="failed" />, {skin, isCovered: true});
  expect(screen.frame()).toContain(withoutReset(dimLine(skin.tone('failed', `${skin.glyph('failed')} failed`))));
  expect(screen.frame()).toMatch(/\x1b\[2m\x1b\[91m. failed/);
});
