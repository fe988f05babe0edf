/** Words of a command line with `{name}` placeholders: filled from what an API said, which must stay data. */
export type FilledArgv = {readonly argv: readonly string[]} | {readonly refused: string};

/** @param getValue undefined where there is nothing to put in */
export function fillTemplate(words: readonly string[], getValue: (name: string) => string | undefined): FilledArgv {
  const argv: string[] = [];
  for (const word of words) {
    let refused: string | undefined;
    const filled = word.replace(/\{([\w.]+)\}/g, (_, name: string) => {
      const value = getValue(name);
      if (value === undefined || value === '') refused ??= `it has no ${name}`;
      else if (/\p{Cc}/u.test(value)) refused ??= `its ${name} holds control characters`;
      return value ?? '';
    });
    if (refused !== undefined) return {refused};
    // No shell reads it, but the program does: a label must not become an option.
    if (filled.startsWith('-') && !word.startsWith('-')) return {refused: `${filled} would be read as an option`};
    argv.push(filled);
  }
  return {argv};
}
