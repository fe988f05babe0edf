import {expect, test} from 'vitest';
import {createSkin} from '../../theme/skin.ts';
import {renderComponent, withoutReset} from '../testing.tsx';
import {StatusDot} from './status-dot.tsx';

test('a condition has its glyph, its color and its word', () => {
  const skin = createSkin('dark', false);
  using screen = renderComponent(<StatusDot condition="failed" word="failed" />, {skin});
  expect(screen.frame()).toContain(withoutReset(skin.tone('failed', `${skin.glyph('failed')} failed`)));
});

test('below another dialog a condition is dimmed', () => {
  const skin = createSkin('dark', false);
  using screen = renderComponent(<StatusDot condition="failed" word="failed" />, {skin, isCovered: true});
  expect(screen.frame()).toContain(withoutReset(skin.tone('dim', `${skin.glyph('failed')} failed`)));
});
