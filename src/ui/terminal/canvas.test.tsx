import {Box, Text} from 'ink';
import {expect, test} from 'vitest';
import {openScreen} from '../../../test/support/screen.ts';
import {Canvas, createSurface, useKeys} from './index.ts';

test('a surface fills its place in the layout and answers keys without React', async () => {
  const screen = openScreen({columns: 30, rows: 6});
  let count = 0;
  const surface = createSurface((width, height) =>
    Array.from({length: height}, (_, y) => `${y}:${count} \x1b[31mred\x1b[39m ${width}`),
  );
  function App() {
    useKeys(({key}) => {
      if (key === 'j') {
        count++;
        surface.repaint();
      }
    });
    return (
      <Box width={30} height={6} flexDirection="column">
        <Text>header</Text>
        <Box flexGrow={1}>
          <Text>side </Text>
          <Canvas surface={surface} width={20} height={4} />
        </Box>
        <Text>footer</Text>
      </Box>
    );
  }
  await screen.render(<App />);
  expect(screen.text()).toMatchInlineSnapshot(`
    "header
    side 0:0 red 20
         1:0 red 20
         2:0 red 20
         3:0 red 20
    footer"
  `);
  screen.takeBytes();
  const writes = screen.writes;
  await screen.press('j');
  expect(screen.row(1)).toBe('side 0:1 red 20');
  expect(screen.writes - writes).toBe(1);
  expect(screen.cell(9, 1)).toMatchObject({char: 'r', fg: 1});
  await screen.close();
});
