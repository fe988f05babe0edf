import {Box, Text} from 'ink';
import {useState} from 'react';
import {describe, expect, test} from 'vitest';
import {openSmall, Page, surfaceOf} from '../../../../test/support/surfaces.tsx';
import {createSurface, type Surface} from '../index.ts';
import {Canvas, FloatingBox, useKeys, useTerminal} from '../ink/index.ts';

describe('a surface', () => {
  test('is on screen with the first frame, in one write', async () => {
    const screen = openSmall();
    await screen.render(<Page surface={surfaceOf('one', 'two', 'three')} />);
    expect(screen.text()).toBe('header\nside one        end\n     two\n     three\nfooter');
    const frames = screen.bytes.split('\x1b[?2026h').length - 1;
    expect(frames).toBe(1);
  });

  test('is painted when the call returns, in one write that touches nothing else', async () => {
    const screen = openSmall();
    const surface = surfaceOf('one', 'two', 'three');
    await screen.render(<Page surface={surface} />);
    screen.takeBytes();
    surface.setRows(['one', 'TWO', 'three']);
    expect(screen.takeBytes()).toBe('\x1b[?2026h\x1b[3;6HTWO\x1b[?2026l');
    surface.setRows(['one', 'TWO', 'three']);
    expect(screen.takeBytes()).toBe('');
  });

  test('cuts and pads its rows', async () => {
    const screen = openSmall();
    await screen.render(<Page surface={surfaceOf('much longer than ten', '\x1b[44mx', '日本語日本語日本語')} />);
    expect(screen.text()).toBe('header\nside much longe end\n     x\n     日本語日本\nfooter');
    expect(screen.cell(5, 2)).toMatchObject({char: 'x', bg: 4});
    expect(screen.cell(6, 2)).toMatchObject({char: ' ', bg: 'default'});
  });

  test('moves and grows with the layout, painted for its new size in the same write', async () => {
    const screen = openSmall();
    const sizes: string[] = [];
    const surface = createSurface((width, height) => {
      sizes.push(`${width}x${height}`);
      return new Array(height).fill('#'.repeat(width));
    });
    let setWide: (wide: boolean) => void = () => undefined;
    function App() {
      const [wide, set] = useState(false);
      setWide = set;
      return (
        <Box width={20} height={5}>
          {!wide && <Text>sidebar </Text>}
          <Canvas surface={surface} width={wide ? 20 : 12} height={5} />
        </Box>
      );
    }
    await screen.render(<App />);
    expect(screen.row(0)).toBe('sidebar ############');
    const {writes} = screen;
    setWide(true);
    await screen.settle();
    expect(screen.text()).toBe(new Array(5).fill('####################').join('\n'));
    expect(sizes).toEqual(['12x5', '20x5']);
    expect(screen.writes - writes).toBe(1);
  });

  test('measures its size if none is given', async () => {
    const screen = openSmall();
    const surface = createSurface((width, height) => new Array(height).fill(`${width}x${height}`));
    await screen.render(
      <Box width={20} height={5} flexDirection="column">
        <Text>header</Text>
        <Canvas surface={surface} flexGrow={1} />
      </Box>,
    );
    expect(screen.text()).toBe('header\n20x4\n20x4\n20x4\n20x4');
  });

  test('disappears with its component', async () => {
    const screen = openSmall();
    const surface = surfaceOf('gone');
    const session = await screen.render(<Page surface={surface} />);
    session.rerender(<Text>bye</Text>);
    await screen.settle();
    surface.setRows(['still here']);
    await screen.settle();
    expect(screen.text().trim()).toBe('bye');
  });

  test('leaves an empty screen if Ink draws no text', async () => {
    const screen = openSmall();
    const session = await screen.render(<Canvas surface={surfaceOf('gone')} width={20} height={5} />);
    session.rerender(<Box width={20} height={5} />);
    await screen.settle();
    expect(screen.text().trim()).toBe('');
  });

  test('alternates with another surface at the same place', async () => {
    const screen = openSmall();
    const [one, two] = [surfaceOf('one'), surfaceOf('two')];
    const placed = (surface: Surface) => <Canvas key={surface.hole} surface={surface} width={20} height={5} />;
    const session = await screen.render(placed(one));
    for (const [surface, text] of [
      [two, 'two'],
      [one, 'one'],
      [two, 'two'],
    ] as const) {
      session.rerender(placed(surface));
      await screen.settle();
      expect(screen.text().trim()).toBe(text);
    }
  });

  test('is below the content that Ink draws over it', async () => {
    const screen = openSmall();
    const surface = surfaceOf('aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc');
    const dialog = (
      <FloatingBox area={{x: 8, y: 1, width: 6, height: 3}}>
        <Box width={6} height={3} borderStyle="round" backgroundColor="black">
          <Text>ok</Text>
        </Box>
      </FloatingBox>
    );
    const session = await screen.render(<Page surface={surface}>{dialog}</Page>);
    expect(screen.text()).toBe('header\nside aaa╭────╮a end\n     bbb│ok  │b\n     ccc╰────╯c\nfooter');
    surface.setRows(['1111111111', '2222222222', '3333333333']);
    await screen.settle();
    expect(screen.text()).toBe('header\nside 111╭────╮1 end\n     222│ok  │2\n     333╰────╯3\nfooter');
    session.rerender(<Page surface={surface} />);
    await screen.settle();
    expect(screen.text()).toBe('header\nside 1111111111 end\n     2222222222\n     3333333333\nfooter');
  });

  test('is below a surface over it', async () => {
    const screen = openSmall();
    const below = surfaceOf('aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc');
    const above = surfaceOf('XX', 'YY');
    await screen.render(
      <Page surface={below}>
        <Box position="absolute" top={2} left={7}>
          <Canvas surface={above} width={2} height={2} />
        </Box>
      </Page>,
    );
    below.setRows(['1111111111', '2222222222', '3333333333']);
    above.setRows(['XX', 'ZZ']);
    await screen.settle();
    expect(screen.text()).toBe('header\nside 1111111111 end\n     22XX222222\n     33ZZ333333\nfooter');
  });

  test('is written separately from a surface in the same rows, from left to right', async () => {
    const screen = openSmall();
    const [left, right] = [surfaceOf('aaaa', 'bbbb', 'cccc'), surfaceOf('dddd', 'eeee', 'ffff')];
    const session = await screen.render(
      <Box width={20} height={5}>
        <Canvas surface={left} width={6} height={3} />
        <Text>|</Text>
        <Canvas surface={right} width={6} height={3} />
      </Box>,
    );
    screen.takeBytes();
    session.compositor.batch(() => {
      right.setRows(['dddd', 'eXXe', 'Xfff']);
      left.setRows(['aaaa', 'bXbb', 'cccc']);
    });
    expect(screen.takeBytes()).toBe('\x1b[?2026h\x1b[2;2HX\x1b[6CXX\v\b\b\bX\x1b[?2026l');
    await screen.settle();
    expect(screen.row(1)).toBe('bXbb   eXXe');
  });

  test('shows a blank for half of a wide character under an edge', async () => {
    const screen = openSmall();
    const dialog = (
      <FloatingBox area={{x: 8, y: 1, width: 1, height: 1}}>
        <Text>|</Text>
      </FloatingBox>
    );
    await screen.render(<Page surface={surfaceOf('日本語日本')}>{dialog}</Page>);
    // The surface has the cells 5 to 14. The dialog covers cell 8, the right half of 本, so cell 7 is blank.
    expect(screen.row(1)).toBe('side 日 |語日本 end');
  });
});

describe('batches', () => {
  test('merge changes of several surfaces and of Ink into one write', async () => {
    const screen = openSmall();
    const [one, two] = [surfaceOf('1'), surfaceOf('2')];
    let batch: (work: () => void) => void = () => undefined;
    function App() {
      ({batch} = useTerminal());
      return (
        <Box flexDirection="column" width={20} height={5}>
          <Canvas surface={one} width={20} height={1} />
          <Canvas surface={two} width={20} height={1} />
        </Box>
      );
    }
    await screen.render(<App />);
    const {writes} = screen;
    batch(() => {
      one.setRows(['one']);
      batch(() => two.setRows(['two']));
      expect(screen.writes).toBe(writes);
    });
    expect(screen.writes).toBe(writes + 1);
    await screen.settle();
    expect(screen.text().trim()).toBe('one\ntwo');
  });

  test('end even when the work throws', async () => {
    const screen = openSmall();
    const surface = surfaceOf('1');
    const {compositor} = await screen.render(<Page surface={surface} />);
    expect(() =>
      compositor.batch(() => {
        surface.setRows(['2']);
        throw new Error('no');
      }),
    ).toThrow('no');
    await screen.settle();
    expect(screen.row(1)).toBe('side 2          end');
  });

  test('several keys in one read are one write', async () => {
    const screen = openSmall();
    let count = 0;
    const surface = createSurface(() => [`${count}`]);
    function App() {
      useKeys(() => {
        count++;
        surface.repaint();
      });
      return <Page surface={surface} />;
    }
    await screen.render(<App />);
    const {writes} = screen;
    await screen.send('\x1b[B\x1b[B\x1b[Bj');
    expect(screen.row(1)).toBe('side 4          end');
    expect(screen.writes - writes).toBe(1);
  });
});
