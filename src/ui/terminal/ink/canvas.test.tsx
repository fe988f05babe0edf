import fc from 'fast-check';
import {Box, Text} from 'ink';
import {render as renderPlain} from 'ink-testing-library';
import {useState} from 'react';
import {expect, onTestFinished, test} from 'vitest';
import {openScreen, type Screen} from '../../../../test/support/screen.ts';
import {createSurface, type Surface} from '../index.ts';
import {Canvas, useKeys, useTerminal} from './index.ts';
import {TerminalContext} from './terminal-context.ts';

const COLUMNS = 24;
const ROWS = 4;

function Page({surface}: {surface: Surface}) {
  return (
    <Box width={COLUMNS} height={ROWS}>
      <Text>side </Text>
      <Canvas surface={surface} width={14} height={3} />
      <Text> end</Text>
    </Box>
  );
}

/** The same tree without a compositor: surfaces become text. */
function AsText({children}: {children: React.ReactNode}) {
  return <TerminalContext value={{...useTerminal(), compositor: undefined}}>{children}</TerminalContext>;
}

function cells(screen: Screen): unknown[] {
  return Array.from({length: ROWS * COLUMNS}, (_, index) => {
    const cell = screen.cell(index % COLUMNS, Math.floor(index / COLUMNS));
    // A blank looks the same in every text color.
    return cell.char === ' ' && !cell.inverse ? {...cell, fg: 'any', bold: 'any', dim: 'any', italic: 'any'} : cell;
  });
}

const row = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      'bc',
      '日',
      'e\u0301',
      '●',
      '\x1b[31m',
      '\x1b[1m',
      '\x1b[44m',
      '\x1b[0m',
      '\x1b[38;5;24m',
      '\x1b[7m',
    ),
    {maxLength: 16},
  )
  .map(parts => parts.join(''));

test('with and without a compositor, a surface shows the same cells', async () => {
  const [drawn, plain] = [createSurface(), createSurface()];
  const screens = [openScreen({columns: COLUMNS, rows: ROWS}), openScreen({columns: COLUMNS, rows: ROWS})] as const;
  onTestFinished(() => Promise.all(screens.map(screen => screen.close())).then(() => undefined));
  await screens[0].render(<Page surface={drawn} />);
  await screens[1].render(
    <AsText>
      <Page surface={plain} />
    </AsText>,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, {maxLength: 4}), async rows => {
      drawn.setRows(rows);
      plain.setRows(rows);
      await Promise.all(screens.map(screen => screen.settle()));
      expect(cells(screens[1])).toEqual(cells(screens[0]));
    }),
    {numRuns: 60},
  );
});

test('overlapping surfaces show the same after any change as after a full repaint', async () => {
  const places = [
    {x: 0, y: 0, width: 9, height: 4},
    {x: 9, y: 0, width: 15, height: 3},
    {x: 6, y: 1, width: 7, height: 2},
  ];
  const surfaces = places.map(() => createSurface());
  const screen = openScreen({columns: COLUMNS, rows: ROWS});
  onTestFinished(() => screen.close());
  const {compositor} = await screen.render(
    <Box width={COLUMNS} height={ROWS}>
      {places.map(({x, y, width, height}, index) => (
        <Box key={`${x}:${y}`} position="absolute" left={x} top={y}>
          <Canvas surface={surfaces[index] as Surface} width={width} height={height} />
        </Box>
      ))}
    </Box>,
  );
  const change = fc.record({index: fc.nat({max: 2}), rows: fc.array(row, {maxLength: 4})});
  await fc.assert(
    fc.asyncProperty(fc.array(change, {minLength: 1, maxLength: 4}), async changes => {
      const {writes} = screen;
      compositor.batch(() => {
        for (const {index, rows} of changes) surfaces[index]?.setRows(rows);
      });
      expect(screen.writes - writes).toBeLessThanOrEqual(1);
      await screen.settle();
      const shown = cells(screen);
      compositor.invalidate();
      await screen.settle();
      expect(shown).toEqual(cells(screen));
    }),
    {numRuns: 100},
  );
});

test('without a terminal a surface is rendered as text', async () => {
  const surface = createSurface((width, height) => new Array(height).fill('x'.repeat(width)));
  const {lastFrame, unmount} = renderPlain(<Page surface={surface} />);
  onTestFinished(unmount);
  await new Promise(resolve => setImmediate(resolve));
  const bare = lastFrame()
    ?.replaceAll(/\x1b\[[\d;]*m/g, '')
    .trimEnd();
  expect(bare).toBe('side xxxxxxxxxxxxxx end\n     xxxxxxxxxxxxxx\n     xxxxxxxxxxxxxx');
});

test('a surface moves from an unmounted Canvas to a new one', async () => {
  const screen = openScreen({columns: COLUMNS, rows: ROWS});
  onTestFinished(() => screen.close());
  const surface = createSurface((width, height) => new Array(height).fill('#'.repeat(width)));
  function Moving() {
    const [wide, setWide] = useState(false);
    useKeys(() => setWide(known => !known));
    return wide ? (
      <Box key="wide">
        <Canvas surface={surface} width={20} height={2} />
      </Box>
    ) : (
      <Box key="narrow" marginTop={1}>
        <Canvas surface={surface} width={5} height={1} />
      </Box>
    );
  }
  await screen.render(<Moving />);
  expect(screen.text().trimEnd()).toBe('\n#####');
  await screen.press('j');
  expect(screen.text().trimEnd()).toBe('####################\n####################');
  await screen.press('j');
  expect(screen.text().trimEnd()).toBe('\n#####');
});
