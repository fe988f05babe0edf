/** Names with texts, written as lines: `role=web`. */

export interface ReadPairs {
  readonly value: Readonly<Record<string, string>>;
  /** Lines that aren't pairs, numbered from 1, with the problem. */
  readonly mistakes: readonly {readonly line: number; readonly message: string}[];
}

/** The pairs in a text; empty lines are ignored. */
export function readPairs(text: string): ReadPairs {
  const pairs = new Map<string, string>();
  const mistakes = text.split(/\r?\n/).flatMap((content, index) => {
    if (content.trim() === '') return [];
    const sign = content.indexOf('=');
    const name = content.slice(0, Math.max(0, sign)).trim();
    const mistake = (message: string) => [{line: index + 1, message}];
    if (name === '') return mistake(`“${content.trim()}” must have a name and a value, like role=web`);
    if (pairs.has(name)) return mistake(`“${name}” is named twice`);
    pairs.set(name, content.slice(sign + 1).trim());
    return [];
  });
  return {value: Object.fromEntries(pairs), mistakes};
}

/** The lines of an object; other values as JSON. */
export const writePairs = (value: object): string =>
  Object.entries(value)
    .map(([name, one]) => `${name}=${typeof one === 'object' ? JSON.stringify(one) : String(one)}`)
    .join('\n');
