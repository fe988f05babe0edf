/** An Ink page with a surface in its middle. */
import {Box, Text} from 'ink';
import {onTestFinished} from 'vitest';
import {createSurface, type Surface} from '../../src/ui/terminal/index.ts';
import {Canvas} from '../../src/ui/terminal/ink/index.ts';
import {openScreen, type Screen, type ScreenOptions} from './screen.ts';

/** A screen of 20 by 5 that is closed with the test. */
export function openSmall(options: ScreenOptions = {}): Screen {
  const screen = openScreen({columns: 20, rows: 5, ...options});
  onTestFinished(() => screen.close());
  return screen;
}

/** A surface whose rows a test sets by hand. */
export function surfaceOf(...rows: string[]): Surface {
  const surface = createSurface();
  surface.setRows(rows);
  return surface;
}

export function Page({surface, children}: {surface: Surface; children?: React.ReactNode}) {
  return (
    <Box width={20} height={5} flexDirection="column">
      <Text>header</Text>
      <Box>
        <Text>side </Text>
        <Canvas surface={surface} width={10} height={3} />
        <Text> end</Text>
      </Box>
      <Text>footer</Text>
      {children}
    </Box>
  );
}
