/** Text from outside made safe for a terminal: the result occupies cells and has no other effect. */

/** Escape sequences whole (CSI, OSC and the other strings with their ends, two-byte escapes), in both encodings. */
const SEQUENCES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/g;

const BREAKS = /\r\n|[\t\n\v\f\r\x85\u2028\u2029]/g;

/**
 * Characters that draw nothing but move, reorder or hide other text: C0 and C1, default-ignorables (bidi overrides and
 * isolates, joiners, zero-width spaces, variation selectors, tags, fillers) and lone surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Code points that this runtime does not know: their width in a terminal is unknown. */
const UNKNOWN = /\p{Cn}/gu;

/** More marks on one character than any script stacks: they would paint over neighboring rows. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Letters of the West, punctuation, arrows, signs and boxes: all of them known, none of them dangerous or a mark. The
 * program's own texts use only these, and five checks for each row that is drawn took longer than drawing it.
 */
const HARMLESS = /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2190-\u23ff\u2500-\u27bf]*$/;

/**
 * A line of text without control bytes, escape sequences, bidi overrides or invisible characters; breaks become spaces.
 */
export function sanitize(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text
    .replace(SEQUENCES, '')
    .replace(BREAKS, ' ')
    .replace(UNSAFE, '')
    .replace(UNKNOWN, '\ufffd')
    .replace(STACKED_MARKS, '$1');
}

/** Lines of text, each of them cleaned. */
export const sanitizeLines = (text: string): string => text.split('\n').map(sanitize).join('\n');

/** Control characters except for tabs and line feeds, and characters that change the direction of text. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that keeps its lines, and every character that is written with, such as the joiners in an emoji: for programs. */
export const withoutControls = (text: string): string => (HARMLESS.test(text) ? text : text.replace(CONTROLS, ''));

/** The same with escape sequences taken out as a whole. */
export const withoutSequences = (text: string): string =>
  HARMLESS.test(text) ? text : withoutControls(text.replace(SEQUENCES, ''));
