/** One line of text that is being typed, exact for every character on screen. The model edits it (`editLine`). */
import {useTheme} from '../hooks/use-console.ts';
import {type InputLine, paintLine, paintPrompt} from '../widgets/text-input.ts';
import {TextRow} from './display/row.tsx';

export interface TextFieldProps {
  readonly line: InputLine;
  readonly columns: number;
  /** False shows the start of the text without a cursor. */
  readonly isFocused?: boolean;
  /** Stands before the text, and only in a focused field. */
  readonly prompt?: string;
  /** Stands in a focused field while nothing is typed. */
  readonly hint?: string;
  /** Stands for each character of a secret. */
  readonly mask?: string;
}

export function TextField({line, columns, isFocused = true, prompt = '', hint = '', mask}: TextFieldProps) {
  const skin = useTheme();
  const text =
    isFocused && mask === undefined
      ? paintPrompt(skin, {prompt, line, hint}, columns)
      : paintLine(line, columns, {isFocused, mask});
  return <TextRow text={text} columns={columns} />;
}
