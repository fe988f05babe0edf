/** A line of typed text in a form. The focused one is underlined and has the cursor. */
import {useTheme} from '../hooks/use-console.ts';
import {cellWidth, sanitize, truncate} from '../terminal/index.ts';
import {type InputLine, paintLine} from '../widgets/text-input.ts';
import {TextRow} from './display/row.tsx';

const MASK = '•';

export interface InputFieldProps {
  readonly line: InputLine;
  /** Cells of the text. */
  readonly width: number;
  /** Cells of the row. */
  readonly columns: number;
  readonly isFocused?: boolean;
  /** True if the characters must stay hidden. */
  readonly isSecret?: boolean;
  /** True for a proposed text, which the first typed character replaces. */
  readonly isProposed?: boolean;
  /** Stands behind the text: "GB". */
  readonly unit?: string | undefined;
}

export function InputField(props: InputFieldProps) {
  const skin = useTheme();
  const {line, width, columns, isFocused = false, isSecret = false, isProposed = false, unit} = props;
  const suffix = unit === undefined ? '' : unit.startsWith('%') ? unit : ` ${unit}`;
  // Without the focus, a unit stands right behind its number.
  if (!isFocused && !isSecret && unit !== undefined) {
    const shown = truncate(sanitize(line.text), width);
    return <TextRow text={shown + skin.tone('dim', shown === '' ? unit : suffix)} columns={columns} />;
  }
  const text = isFocused && isProposed ? proposed(line.text, width) : paintInput(line, width, isFocused, isSecret);
  return <TextRow text={text + skin.tone('dim', suffix)} columns={columns} />;
}

const underline = (text: string): string => `\x1b[4m${text}\x1b[24m`;

function paintInput(line: InputLine, width: number, isFocused: boolean, isSecret: boolean): string {
  const text = paintLine(line, width, {isFocused, mask: isSecret ? MASK : undefined});
  return isFocused ? underline(text) : text;
}

function proposed(text: string, width: number): string {
  const shown = sanitize(text);
  return `\x1b[7m${shown}\x1b[27m${underline(' '.repeat(Math.max(0, width - cellWidth(shown))))}`;
}
