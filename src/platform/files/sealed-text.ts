/**
 * Texts that only the same program reads back. Their content is used without further checks, so they carry their
 * program's identity and a checksum.
 */
import {checksum} from '../text/checksum.ts';

/** `{"program":"…","sum":"…"}`, then the text. */
export const seal = (program: string, text: string): string =>
  `${JSON.stringify({program, sum: checksum(text)})}\n${text}`;

/** @returns the text as it was sealed, or the reason why it is unusable */
export function unseal(program: string, sealed: string): {readonly text: string} | 'damaged' | 'of another program' {
  const end = sealed.indexOf('\n');
  const text = sealed.slice(end + 1);
  if (end >= 0 && sealed.slice(0, end) === JSON.stringify({program, sum: checksum(text)})) return {text};
  const otherSeal = /^\{"program":"((?:[^"\\]|\\.)*)","sum":"[0-9a-f]{8}"\}$/.exec(sealed.slice(0, Math.max(end, 0)));
  return otherSeal && otherSeal[1] !== program ? 'of another program' : 'damaged';
}
