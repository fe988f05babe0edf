/** File names that file systems accept. */
import {parse} from 'node:path';

/** The longest name that file systems in use accept, in bytes. */
const maxNameBytes = 255;

/** An ending that is longer is part of the name, such as that of a sentence after its first period. */
const maxExtensionBytes = 32;

/**
 * A name of at most 255 bytes: a longer one loses the end of its stem, and keeps its extension.
 * @param ending stands between the stem and the extension: `-2`
 */
export function fittingName(name: string, ending = ''): string {
  const {name: stem, ext} = splitName(name);
  return shortened(stem, maxNameBytes - Buffer.byteLength(ending + ext)) + ending + ext;
}

/** The start of a name, so that it fits with an ending. */
export const fittingStart = (name: string, endingBytes: number): string => shortened(name, maxNameBytes - endingBytes);

function splitName(name: string): {readonly name: string; readonly ext: string} {
  const parts = parse(name);
  return Buffer.byteLength(parts.ext) > maxExtensionBytes ? {name, ext: ''} : parts;
}

function shortened(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let start = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    start += character;
  }
  return start;
}
