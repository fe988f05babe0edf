/** Words of a command line with `{name}` placeholders: filled with values from an API, which must stay data. */
export type FilledArgv = {readonly argv: readonly string[]} | {readonly refused: string};

const placeholderPattern = /\{([\w.]+)\}/g;

/** The names in the placeholders of a word. */
export const placeholderNames = (word: string): readonly string[] =>
  [...word.matchAll(placeholderPattern)].map(([, name = '']) => name);

/** @param getValue returns undefined for a missing value */
export function fillTemplate(words: readonly string[], getValue: (name: string) => string | undefined): FilledArgv {
  const argv: string[] = [];
  for (const word of words) {
    let refusal: string | undefined;
    const argument = word.replace(placeholderPattern, (_, name: string) => {
      const value = getValue(name);
      if (value === undefined || value === '') refusal ??= `no ${name}`;
      else if (/\p{Cc}/u.test(value)) refusal ??= `its ${name} holds control characters`;
      return value ?? '';
    });
    if (refusal !== undefined) return {refused: refusal};
    // No shell reads it, but the program does: a label must not become an option.
    if (argument.startsWith('-') && !word.startsWith('-')) return {refused: `${argument} would be read as an option`};
    argv.push(argument);
  }
  return {argv};
}
