/**
 * Replaces the package of the same name in the bundle, so that Ink's layout and the canvases use the same widths and the
 * same tables. A start doesn't compile the package's regular expression for emoji.
 */
import {stripVTControlCharacters} from 'node:util';
import {cellWidth} from '../../src/platform/text/cell-width.ts';

interface Options {
  readonly countAnsiEscapeCodes?: boolean;
}

export default function stringWidth(text: unknown, {countAnsiEscapeCodes = false}: Options = {}): number {
  if (typeof text !== 'string') return 0;
  const escapes = !countAnsiEscapeCodes && /[\x1b\x9b]/.test(text);
  return cellWidth(escapes ? stripVTControlCharacters(text) : text);
}
