/** A line of values as high as a row: a column for each value. */

import type {Tone} from '../../../families/format/cells.ts';
import {spark} from '../../../families/format/spark.ts';
import {useTheme} from '../../hooks/use-console.ts';
import {StyledText} from './row.tsx';

export interface SparklineProps {
  readonly values: readonly number[];
  /** The minimum of the scale's top, so that the noise of an idle machine doesn't look like load. */
  readonly atLeast?: number;
  readonly tone?: Tone;
}

export function Sparkline({values, atLeast = 1, tone = 'accent'}: SparklineProps) {
  const skin = useTheme();
  return <StyledText text={skin.tone(tone, spark(values, {atLeast, ascii: skin.ascii}))} />;
}
