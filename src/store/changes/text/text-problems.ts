/** A problem of an edited text, which is written into it as a comment above its line. */

export interface LineProblem {
  /** The line, from 1, in the text without comments from an earlier check. */
  readonly line: number;
  /** Ends before the number of `otherLine`, if set: "repeats". */
  readonly message: string;
  /** A line that the message refers to, counted like `line`. */
  readonly otherLine?: number;
}

/** The text of a problem, with the number that its other line has in the marked text or in the unmarked text. */
const problemText = ({message, otherLine}: LineProblem, lineInText: (line: number) => number = line => line): string =>
  otherLine === undefined ? message : `${message} line ${lineInText(otherLine)}`;

/** The comment that marks a problem: `# ✗ `. Users don't type it. */
const problemMark = (comment: string): string => `${comment} ✗ `;

/** The text without problems from an earlier check. */
export function withoutProblems(text: string, comment: string): string {
  const mark = problemMark(comment);
  return text
    .split('\n')
    .filter(line => !line.trimStart().startsWith(mark))
    .join('\n');
}

/** Converts a line number of the text without problems to the line number of the marked text in the editor. */
export function editorLines(markedText: string, comment: string): (line: number) => number {
  const mark = problemMark(comment);
  const numbers = markedText
    .split('\n')
    .flatMap((line, index) => (line.trimStart().startsWith(mark) ? [] : [index + 1]));
  return line => numbers[line - 1] ?? line;
}

/** A text as the editor opens it. */
export interface MarkedText {
  readonly text: string;
  /** The line to open the editor at, from 1: the first problem. */
  readonly line: number | undefined;
}

/**
 * The text with every problem above its line, with the same indentation. The first line contains the number of problems
 * and the line of the first problem, for editors that open at the top.
 */
export function withProblems(text: string, mistakes: readonly LineProblem[], comment: string): MarkedText {
  if (mistakes.length === 0) return {text: withoutProblems(text, comment), line: undefined};
  const markedText = insertProblems(text, mistakes, comment);
  const first = markedText.findIndex(line => line.trimStart().startsWith(problemMark(comment)));
  const count = mistakes.length === 1 ? '1 mistake, in line' : `${mistakes.length} mistakes, the first in line`;
  // The first line is added, so the line number increases by one.
  const line = first + 2;
  return {text: [`${problemMark(comment)}${count} ${line}`, ...markedText].join('\n'), line};
}

function insertProblems(text: string, mistakes: readonly LineProblem[], comment: string): string[] {
  const lines = withoutProblems(text, comment).split('\n');
  const last = lines.length;
  const at = (line: number): readonly LineProblem[] => mistakes.filter(mistake => clamp(mistake.line, last) === line);
  // The line with the count, and the problems up to this line, are above it.
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

/** "3 mistakes, the first in line 7: …", with the line numbers of the text without problems. */
export function problemSummary(mistakes: readonly LineProblem[]): string {
  const [first] = mistakes;
  if (first === undefined) return '';
  const count = mistakes.length === 1 ? 'line' : `${mistakes.length} mistakes, the first in line`;
  return `${count} ${first.line}: ${problemText(first)}`;
}
