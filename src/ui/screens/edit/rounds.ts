/** A text in the user's editor, again and again until it is right, is left as it is, or is emptied. */
import type {LineProblem} from '../../../store/texts/mistakes.ts';
import type {Deck} from '../../deck.ts';

export type Judged<T> = {readonly right: T} | {readonly mistakes: readonly LineProblem[]};

export interface EditorText<T> {
  readonly text: string;
  /** Ending of the file's name, with its dot: editors colour by it. */
  readonly suffix: string;
  /** How a comment begins in it; mistakes come back as comments. */
  readonly comment: string;
  readonly judge: (text: string) => Promise<Judged<T>>;
  /** The text is a draft already: leaving it alone is no sign that nothing is wanted of it. */
  readonly drafted?: boolean;
}

export type Rounds<T> =
  | {readonly kind: 'right'; readonly value: T; readonly text: string}
  | {readonly kind: 'unchanged' | 'emptied'}
  | {readonly kind: 'failed'; readonly words: string}
  /** Closed with mistakes still in it, or by an editor that failed: the words say which. */
  | {readonly kind: 'given up'; readonly text: string; readonly words: string};

export async function editRounds<T>(deck: Deck, wanted: EditorText<T>): Promise<Rounds<T>> {
  const [{editText}, {withProblems, withoutProblems}] = await Promise.all([
    import('../../../platform/editor.ts'),
    import('../../../store/texts/mistakes.ts'),
  ]);
  const {suffix, comment, judge, drafted = false} = wanted;
  let text = wanted.text;
  let mistakes: readonly LineProblem[] = [];
  for (;;) {
    const shown = withProblems(text, mistakes, comment);
    const edited = await deck.terminal.suspended(() => editText(shown.text, suffix, process.env, shown.line));
    if (edited.kind === 'failed' || edited.kind === 'emptied') return edited;
    if (edited.kind === 'broken off')
      return {kind: 'given up', text: withoutProblems(edited.text, comment), words: edited.words};
    if (edited.kind === 'unchanged') {
      if (mistakes.length > 0) return {kind: 'given up', text, words: mistakeWords(mistakes)};
      if (!drafted) return edited;
    } else text = withoutProblems(edited.text, comment);
    const judged = await judge(text);
    if ('right' in judged) return {kind: 'right', value: judged.right, text};
    // Left alone once more with the same mistakes, it is given up.
    mistakes = judged.mistakes;
  }
}

/** "3 mistakes, the first in line 7: …" */
function mistakeWords(mistakes: readonly LineProblem[]): string {
  const [first] = mistakes;
  if (first === undefined) return '';
  return mistakes.length === 1
    ? `line ${first.line}: ${first.words}`
    : `${mistakes.length} mistakes, the first in line ${first.line}: ${first.words}`;
}
