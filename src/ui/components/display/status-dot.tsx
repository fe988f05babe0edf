/** The glyph of a condition in its color, with the word for it. */
import type {Condition} from '../../../families/format/cells.ts';
import {useTheme} from '../../hooks/use-console.ts';
import {sanitize} from '../../terminal/index.ts';
import {StyledText} from './row.tsx';

export interface StatusDotProps {
  readonly condition: Condition;
  /** The word of the API for the condition: the color alone says nothing to some users. */
  readonly word?: string;
}

export function StatusDot({condition, word}: StatusDotProps) {
  const skin = useTheme();
  const text = word === undefined ? '' : ` ${sanitize(word)}`;
  return <StyledText text={skin.tone(condition, `${skin.glyph(condition)}${text}`)} />;
}
