/** The vertical line between two panes. */
import {Text} from 'ink';
import {useTheme} from '../hooks/use-console.ts';

export function PaneRule({rows}: {readonly rows: number}) {
  const skin = useTheme();
  // One text for all rows, because Ink measures every text of a frame.
  return <Text>{new Array(rows).fill(skin.tone('dim', skin.symbol('line'))).join('\n')}</Text>;
}
