/** The console, from what the command line asked for to the exit code. */
import {Box, Text, useApp} from 'ink';
import {startTerminal, useKeys} from './terminal/index.ts';

/** What the command line asked of the console. Whatever it did not mention is false or absent. */
export interface ConsoleOptions {
  /** The wallboard instead of the console. */
  readonly monitor: boolean;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  /** The first view, by family or by name, and its filter. */
  readonly view?: string;
  readonly filter?: string;
  readonly ascii: boolean;
  readonly mouse: boolean;
  readonly plain: boolean;
  readonly lowBandwidth: boolean;
  /** Where to write the log. */
  readonly log?: string;
  /** Monitor only: ends when something matches this filter. */
  readonly exitOn?: string;
}

/** @returns the exit code, once the terminal is as it was */
export async function startConsole(_options: ConsoleOptions): Promise<number> {
  await startTerminal(<Greeting />).exited;
  return 0;
}

function Greeting() {
  const {exit} = useApp();
  useKeys(({key}) => {
    if (key === 'q' || key === 'ctrl-c') exit();
  });
  return (
    <Box flexDirection="column">
      <Text>skydeck</Text>
      <Text dimColor>q quit</Text>
    </Box>
  );
}
