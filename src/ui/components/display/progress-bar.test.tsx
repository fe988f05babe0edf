import {expect, test} from 'vitest';
import {createSkin} from '../../theme/skin.ts';
import {renderComponent} from '../testing.tsx';
import {ProgressBar} from './progress-bar.tsx';

const rowOf = (percent: number | undefined, {isAscii} = {isAscii: false}): string | undefined => {
  using screen = renderComponent(<ProgressBar percent={percent} cells={10} />, {
    skin: createSkin('mono', {isAscii}),
  });
  return screen.rows()[0];
};

test('a bar is filled in proportion to the percentage beside it', () => {
  expect(rowOf(0)).toBe(`${'□'.repeat(10)} 0%`);
  expect(rowOf(62)).toBe(`${'■'.repeat(6)}${'□'.repeat(4)} 62%`);
  expect(rowOf(100)).toBe(`${'■'.repeat(10)} 100%`);
  expect(rowOf(50, {isAscii: true})).toBe('#####..... 50%');
});

test('an operation without progress has an empty bar and no percentage', () => {
  expect(rowOf(undefined)).toBe('□'.repeat(10));
});
