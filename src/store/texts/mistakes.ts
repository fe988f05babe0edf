/** Mistakes in a text that was edited: they go back into it, as comments above the lines that they are about. */

export interface Mistake {
  /** From 1, in the text without the comments of an earlier round. */
  readonly line: number;
  readonly words: string;
}

/** How a notation begins a comment that is a mistake: `# ✗ `. Nobody writes that by hand. */
const mistakeMark = (comment: string): string => `${comment} ✗ `;

/** The text without the mistakes of an earlier round. */
export function withoutMistakes(text: string, comment: string): string {
  const mark = mistakeMark(comment);
  return text
    .split('\n')
    .filter(line => !line.trimStart().startsWith(mark))
    .join('\n');
}

/** The text with every mistake above its line, as deep as that. */
export function withMistakes(text: string, mistakes: readonly Mistake[], comment: string): string {
  const lines = withoutMistakes(text, comment).split('\n');
  const last = lines.length;
  const at = (line: number): readonly Mistake[] => mistakes.filter(mistake => clamp(mistake.line, last) === line);
  return lines
    .flatMap((line, index) => {
      const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
      const said = at(index + 1).map(({words}) => `${indent}${mistakeMark(comment)}${words.replaceAll(/\s+/g, ' ')}`);
      return [...said, line];
    })
    .join('\n');
}

const clamp = (line: number, last: number): number => Math.min(Math.max(line, 1), last);
