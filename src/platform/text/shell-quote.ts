/** Quotes any text as one word of a shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Words as a line of a shell: quoted only where a shell would read something else. */
export const shellLine = (words: readonly string[]): string =>
  words.map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuote(word))).join(' ');
