/** Tables for programs and spreadsheets (RFC 4180). */

/** A text that a spreadsheet would run as a formula, disarmed with a leading apostrophe. */
export const disarmed = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const LINE_END = '\r\n';

/** One line, without its end. */
export const csvLine = (cells: readonly string[]): string => cells.map(cell).join(',');
