/**
 * Takes the place of the package of the same name in the bundle, so that Ink lays out with the very widths the canvases
 * paint with, from the same warm tables, and without compiling the package's emoji expression at every start.
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
