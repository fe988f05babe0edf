/** Tables for programs and spreadsheets: RFC 4180, except that lines end with a line feed, as in other command-line tools. */

/**
 * A text that a spreadsheet would run as a formula, disarmed with a leading apostrophe: spaces before it and signs of full
 * width do not keep every spreadsheet from that.
 */
export const escapeFormula = (text: string): string =>
  /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/.test(text) ? `'${text}` : text;

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const LINE_END = '\n';

/** A line without its end. */
export const csvLine = (cells: readonly string[]): string => cells.map(csvCell).join(',');
