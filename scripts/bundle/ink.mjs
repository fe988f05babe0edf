// @ts-check
/** Changes to Ink that the bundle and the tests share: the tests run the Ink of the program. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from './expect.mjs';

/** The file that replaces the package `string-width`. */
export const ownStringWidthPath = join(import.meta.dirname, 'string-width.ts');

/** The module of Ink that `readWithCachesOfLastFrame` changes. */
export const inkOutput = /[\\/]ink[\\/]build[\\/]output\.js$/;

/**
 * Keeps Ink's caches for the next frame. Ink caches the widths and the styled characters of its texts for one frame only
 * (vadimdemedes/ink#835), but most texts of the next frame are the same
 * (docs/dev/decisions/0012-texts-of-the-last-frame.md).
 *
 * @param {string} path of `inkOutput`
 */
export function readWithCachesOfLastFrame(path) {
  const created = /caches = new OutputCaches\(\);/;
  const contents = readFileSync(path, 'utf8');
  expect(contents, created, path);
  return `${contents.replace(created, 'caches = cachesOfLastFrame();')}
    /** A frame has about 100 different texts, and a text takes up to 10 KB. */
    const maxTexts = 500;
    let kept = new OutputCaches();
    function cachesOfLastFrame() {
      if (Math.max(kept.styledChars.size, kept.widths.size / 4) > maxTexts) kept = new OutputCaches();
      return kept;
    }`;
}
