/** A text as one word of a shell, whatever is in it. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
