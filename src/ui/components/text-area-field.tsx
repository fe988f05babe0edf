/** A long text in a form: the rows around the cursor. The focused one is underlined. */
import {Box} from 'ink';
import {paintArea, type TextArea} from '../widgets/text-area.ts';
import {TextRows} from './display/row.tsx';

const MASK = '•';

export interface TextAreaFieldProps {
  readonly area: TextArea;
  readonly columns: number;
  readonly rows: number;
  readonly isFocused?: boolean;
  /** True if the characters must stay hidden. */
  readonly isSecret?: boolean;
}

export function TextAreaField({area, columns, rows, isFocused = false, isSecret = false}: TextAreaFieldProps) {
  const lines = paintArea(area, columns, rows, {isFocused, mask: isSecret ? MASK : undefined});
  return (
    <Box height={rows} flexShrink={0} flexDirection="column">
      <TextRows texts={isFocused ? lines.map(line => `\x1b[4m${line}\x1b[24m`) : lines} columns={columns} />
    </Box>
  );
}
