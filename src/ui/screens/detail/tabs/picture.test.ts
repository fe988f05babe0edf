import {expect, test, vi} from 'vitest';
import {createSkin} from '../../../theme/skin.ts';
import {pictureLines} from './picture.ts';

vi.mock('../../../widgets/png-decoder.ts', () => {
  throw new Error('the file is missing');
});

test('a picture whose decoder can’t be loaded shows the reason in every tab that waits for it', async () => {
  const context = {skin: () => createSkin('dark'), say: () => {}};
  const bytes = new Uint8Array([1, 2, 3]);
  const {promise: first, resolve: paintFirst} = Promise.withResolvers<void>();
  const {promise: second, resolve: paintSecond} = Promise.withResolvers<void>();
  const text = (changed: () => void): string =>
    pictureLines(context, [bytes], 80, changed)
      .map(line => line.text)
      .join(' ');
  expect(text(paintFirst)).toContain('loading');
  expect(text(paintSecond)).toContain('loading');
  await Promise.all([first, second]);
  expect(text(() => {})).not.toContain('loading');
  expect(text(() => {})).not.toBe('');
});
