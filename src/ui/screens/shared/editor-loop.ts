/** Opens a text in the user's editor repeatedly until it is valid, unchanged, or emptied. */
import type {LineProblem} from '../../../store/changes/text/text-problems.ts';
import type {TerminalPort} from '../../context/ports.ts';

export type TextCheck<T> = {readonly right: T} | {readonly mistakes: readonly LineProblem[]};

export interface EditorText<T> {
  readonly text: string;
  /** The file extension with its period: editors choose syntax colors by it. */
  readonly suffix: string;
  /** The start of a comment in the text; problems are written as comments. */
  readonly comment: string;
  /**
   * @param lineInEditor converts a line number of the text to the line number in the editor, with the problems of the
   * last round
   */
  readonly check: (text: string, lineInEditor: (line: number) => number) => Promise<TextCheck<T>>;
  /** True if the text already is a draft, so that saving it unchanged doesn't count as canceling. */
  readonly isDraft?: boolean;
}

export type EditorLoopResult<T> =
  | {readonly kind: 'right'; readonly value: T; readonly text: string}
  | {readonly kind: 'unchanged' | 'emptied'}
  | {readonly kind: 'failed'; readonly message: string}
  /** Closed with problems in the text, or by an editor that failed; the message states the reason. */
  | {readonly kind: 'abandoned'; readonly text: string; readonly message: string};

export async function editUntilValid<T>(context: TerminalPort, source: EditorText<T>): Promise<EditorLoopResult<T>> {
  const [{editText}, {editorLines, problemSummary, withProblems, withoutProblems}] = await Promise.all([
    import('../../../platform/process/editor.ts'),
    import('../../../store/changes/text/text-problems.ts'),
  ]);
  const {suffix, comment, check, isDraft = false} = source;
  let text = source.text;
  let mistakes: readonly LineProblem[] = [];
  for (;;) {
    const editorText = withProblems(text, mistakes, comment);
    const edited = await context.terminal.runSuspended(() =>
      editText(editorText.text, suffix, process.env, editorText.line),
    );
    if (edited.kind === 'failed' || edited.kind === 'emptied') return edited;
    if (edited.kind === 'broken off')
      return {kind: 'abandoned', text: withoutProblems(edited.text, comment), message: edited.message};
    if (edited.kind === 'unchanged') {
      if (mistakes.length > 0) return {kind: 'abandoned', text, message: problemSummary(mistakes)};
      if (!isDraft) return edited;
    } else text = withoutProblems(edited.text, comment);
    const shownText = edited.kind === 'unchanged' ? editorText.text : edited.text;
    const checked = await check(text, editorLines(shownText, comment));
    if ('right' in checked) return {kind: 'right', value: checked.right, text};
    // After a second round with the same problems, the edit ends.
    mistakes = checked.mistakes;
  }
}
