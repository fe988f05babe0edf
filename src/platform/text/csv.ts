/** Tables for programs and spreadsheets: RFC 4180, but for lines that end as other tools of a pipe end theirs. */

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
