/** The progress of an operation: a bar and the percentage beside it. */
import type {Tone} from '../../../families/format/cells.ts';
import {useTheme} from '../../hooks/use-console.ts';
import {StyledText} from './row.tsx';

export interface ProgressBarProps {
  /** From 0 to 100; undefined if the API reports no progress. */
  readonly percent: number | undefined;
  /** The width of the bar alone. */
  readonly cells: number;
  readonly tone?: Tone;
}

export function ProgressBar({percent, cells, tone = 'busy'}: ProgressBarProps) {
  const skin = useTheme();
  if (percent === undefined) return <StyledText text={skin.tone('dim', skin.progress(0, cells))} />;
  return <StyledText text={`${skin.tone(tone, skin.progress(percent, cells))} ${Math.round(percent)}%`} />;
}
