import {Box, Text, useCursor, useStdout, useWindowSize} from 'ink';
import {useState} from 'react';
import {describe, expect, test} from 'vitest';
import {openSmall, Page, surfaceOf} from '../../../../test/support/surfaces.tsx';
import {createSurface} from '../index.ts';
import {Canvas} from '../ink/index.ts';

describe('the screen', () => {
  test('is repainted completely after a resize', async () => {
    const screen = openSmall();
    const surface = createSurface((width, height) => new Array(height).fill('='.repeat(width)));
    function App() {
      const {columns, rows} = useWindowSize();
      return (
        <Box width={columns} height={rows} flexDirection="column">
          <Text>{`${columns}x${rows}`}</Text>
          <Canvas surface={surface} width={columns} height={rows - 1} />
        </Box>
      );
    }
    await screen.render(<App />);
    for (const [columns, rows] of [
      [30, 8],
      [10, 3],
      [25, 4],
      [2, 1],
      [20, 5],
    ] as const) {
      await screen.resize(columns, rows);
      const lines = [`${columns}x${rows}`.slice(0, columns), ...new Array(rows - 1).fill('='.repeat(columns))];
      expect(screen.text()).toBe(lines.join('\n'));
    }
  });

  test('is restored after other output overwrites it', async () => {
    const screen = openSmall();
    let print: (text: string) => void = () => undefined;
    const surface = surfaceOf('one', 'two', 'three');
    function App() {
      print = useStdout().write;
      return <Page surface={surface} />;
    }
    const {compositor} = await screen.render(<App />);
    const before = screen.text();
    print('\x1b[2;1Hgarbage\n');
    await screen.settle();
    expect(screen.bytes).toContain('garbage');
    expect(screen.text()).toBe(before);
    screen.stdout.write('\x1b[H\x1b[Jfrom a child');
    await screen.settle();
    expect(screen.text()).not.toBe(before);
    compositor.invalidate();
    await screen.settle();
    expect(screen.text()).toBe(before);
  });

  test('has as many colors as the terminal', async () => {
    const screen = openSmall({colors: '16'});
    await screen.render(<Page surface={surfaceOf('\x1b[38;2;255;0;0;48;5;24mred')} />);
    expect(screen.cell(5, 1)).toMatchObject({char: 'r', fg: 9, bg: 6});
  });

  test('has no colors when colors are off, and keeps the other attributes', async () => {
    const screen = openSmall({colors: 'none'});
    await screen.render(<Page surface={surfaceOf('\x1b[1;31;44mred')} />);
    expect(screen.cell(5, 1)).toMatchObject({char: 'r', fg: 'default', bg: 'default', bold: true});
  });

  test('changes nothing when nothing changes', async () => {
    const screen = openSmall();
    const surface = createSurface(() => ['same']);
    const session = await screen.render(<Page surface={surface} />);
    screen.takeBytes();
    surface.repaint();
    session.rerender(<Page surface={surface} />);
    await screen.settle();
    expect(screen.bytes).toBe('');
  });

  test('counts its frames, writes and bytes', async () => {
    const screen = openSmall();
    const surface = surfaceOf('1');
    const {compositor} = await screen.render(<Page surface={surface} />);
    const before = compositor.stats;
    screen.takeBytes();
    surface.setRows(['2']);
    expect(compositor.stats).toEqual({
      frames: before.frames + 1,
      writes: before.writes + 1,
      bytes: before.bytes + screen.takeBytes().length,
    });
  });
});

describe('the text cursor', () => {
  test('has the position that Ink sets, after every paint', async () => {
    const screen = openSmall();
    const surface = surfaceOf('one');
    let place: (at: {x: number; y: number} | undefined) => void = () => undefined;
    function App() {
      const [at, set] = useState<{x: number; y: number} | undefined>({x: 3, y: 4});
      place = set;
      useCursor().setCursorPosition(at);
      return <Page surface={surface} />;
    }
    await screen.render(<App />);
    expect(screen.cursor()).toEqual({x: 3, y: 4});
    surface.setRows(['two']);
    await screen.settle();
    expect(screen.cursor()).toEqual({x: 3, y: 4});
    place({x: 7, y: 0});
    await screen.settle();
    expect(screen.cursor()).toEqual({x: 7, y: 0});
    place(undefined);
    await screen.settle();
    expect(screen.cursor()).toBeUndefined();
    screen.takeBytes();
    surface.setRows(['three']);
    expect(screen.takeBytes()).not.toContain('\x1b[?25');
  });
});
