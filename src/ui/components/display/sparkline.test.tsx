import {expect, test} from 'vitest';
import {createSkin} from '../../theme/skin.ts';
import {renderComponent} from '../testing.tsx';
import {Sparkline} from './sparkline.tsx';

const rowOf = (values: readonly number[], atLeast: number, ascii = false): string | undefined => {
  using screen = renderComponent(<Sparkline values={values} atLeast={atLeast} />, {skin: createSkin('mono', ascii)});
  return screen.rows()[0];
};

test('each value has a column, and the highest value is full', () => {
  expect(rowOf([1, 4, 8], 1)).toBe('▁▄█');
  expect(rowOf([1, 4, 8], 1, true)).toBe('.:#');
});

test('values far below the minimum scale have low bars', () => {
  expect(rowOf([1, 2], 100)).toBe('▁▁');
});
