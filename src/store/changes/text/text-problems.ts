/** A problem of an edited text, which is written into it as a comment above its line. */

export interface LineProblem {
  /** The line, from 1, in the text without the comments of an earlier round. */
  readonly line: number;
  /** Ends before the number of `otherLine`, if there is one: "repeats". */
  readonly words: string;
  /** A line that the words refer to, counted like `line`. */
  readonly otherLine?: number;
}

/** The words, with the line that they refer to as it is in the marked text or in the text itself. */
const problemText = ({words, otherLine}: LineProblem, lineInText: (line: number) => number = line => line): string =>
  otherLine === undefined ? words : `${words} line ${lineInText(otherLine)}`;

/** The comment that marks a problem: `# ✗ `. Users don't write that by hand. */
const problemMark = (comment: string): string => `${comment} ✗ `;

/** The text without the problems of an earlier round. */
export function withoutProblems(text: string, comment: string): string {
  const mark = problemMark(comment);
  return text
    .split('\n')
    .filter(line => !line.trimStart().startsWith(mark))
    .join('\n');
}

/** Converts a line without the problems of an earlier round to its line in the text with them, as the editor showed it. */
export function editorLines(markedText: string, comment: string): (line: number) => number {
  const mark = problemMark(comment);
  const numbers = markedText
    .split('\n')
    .flatMap((line, index) => (line.trimStart().startsWith(mark) ? [] : [index + 1]));
  return line => numbers[line - 1] ?? line;
}

/** A text as it goes to the editor. */
export interface MarkedText {
  readonly text: string;
  /** The line to open the editor at, from 1: the first problem. */
  readonly line: number | undefined;
}

/**
 * The text with every problem above its line, with the same indentation. The first line gives the number of problems
 * and the line of the first, for editors that open at the top.
 */
export function withProblems(text: string, mistakes: readonly LineProblem[], comment: string): MarkedText {
  if (mistakes.length === 0) return {text: withoutProblems(text, comment), line: undefined};
  const markedText = insertProblems(text, mistakes, comment);
  const first = markedText.findIndex(line => line.trimStart().startsWith(problemMark(comment)));
  const count = mistakes.length === 1 ? '1 mistake, in line' : `${mistakes.length} mistakes, the first in line`;
  // The added first line moves the others down by one.
  const line = first + 2;
  return {text: [`${problemMark(comment)}${count} ${line}`, ...markedText].join('\n'), line};
}

function insertProblems(text: string, mistakes: readonly LineProblem[], comment: string): string[] {
  const lines = withoutProblems(text, comment).split('\n');
  const last = lines.length;
  const at = (line: number): readonly LineProblem[] => mistakes.filter(mistake => clamp(mistake.line, last) === line);
  // The line of the count, and the problems up to this line, move it down.
  const lineInText = (line: number): number =>
    line + 1 + mistakes.filter(mistake => clamp(mistake.line, last) <= line).length;
  return lines.flatMap((line, index) => {
    const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
    const problemLines = at(index + 1).map(
      problem => `${indent}${problemMark(comment)}${problemText(problem, lineInText).replaceAll(/\s+/g, ' ')}`,
    );
    return [...problemLines, line];
  });
}

const clamp = (line: number, last: number): number => Math.min(Math.max(line, 1), last);

/** "3 mistakes, the first in line 7: …", with the lines of the text without problems. */
export function problemSummary(mistakes: readonly LineProblem[]): string {
  const [first] = mistakes;
  if (first === undefined) return '';
  const count = mistakes.length === 1 ? 'line' : `${mistakes.length} mistakes, the first in line`;
  return `${count} ${first.line}: ${problemText(first)}`;
}
