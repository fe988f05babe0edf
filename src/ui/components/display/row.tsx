/** A row of text in exactly the given cells, so that nothing below a dialog shines through. */
import {Text} from 'ink';
import {memo} from 'react';
import {useIsCovered, useTheme} from '../../hooks/use-console.ts';
import {cellWidth, dimLine, stripStyles} from '../../terminal/index.ts';
import {toAscii} from '../../theme/ascii.ts';
import {paintEnds, paintSpans, type Span} from '../../widgets/spans.ts';

export interface TextRowProps {
  /** Styled text, sanitized and cut by the caller. */
  readonly text: string;
  readonly columns: number;
}

/** A row of styled text, filled up with blanks. A key in a dialog changes few of its rows. */
export const TextRow = memo(({text, columns}: TextRowProps) => <StyledText text={padText(text, columns)} />);

/** Styled text on one line as the terminal can show it; dimmed below another dialog. */
export function StyledText({text}: {readonly text: string}) {
  const {isAscii} = useTheme();
  const shown = isAscii ? toAscii(text) : text;
  return <Text wrap="truncate">{useIsCovered() ? dimLine(shown) : shown}</Text>;
}

function padText(text: string, columns: number): string {
  const missing = columns - cellWidth(stripStyles(text));
  return missing > 0 ? text + ' '.repeat(missing) : text;
}

export interface RowProps {
  readonly spans: readonly Span[];
  /** Spans at the right end, which are cut first. */
  readonly end?: readonly Span[];
  readonly columns: number;
  /** True for the row under the cursor. */
  readonly isSelected?: boolean;
}

/** A row of spans; a longer one is cut with an ellipsis. */
export function Row({spans, end, columns, isSelected = false}: RowProps) {
  const skin = useTheme();
  const text = end === undefined ? paintSpans(skin, spans, columns) : paintEnds(skin, spans, end, columns);
  return <TextRow text={isSelected ? skin.bar(stripStyles(text)) : text} columns={columns} />;
}

/** Rows of spans below each other; only the position identifies a row. */
export function Lines({lines, columns}: {readonly lines: readonly (readonly Span[])[]; readonly columns: number}) {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  return lines.map((spans, index) => <Row key={index} spans={spans} columns={columns} />);
}

/** Rows of styled text below each other; only the position identifies a row. */
export function TextRows({texts, columns}: {readonly texts: readonly string[]; readonly columns: number}) {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  return texts.map((text, index) => <TextRow key={index} text={text} columns={columns} />);
}
