/** Incremental paints lead to the same cells as one full paint. */

import xterm from '@xterm/headless';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {unicode} from '../../../../test/support/unicode.ts';
import {cellsOf} from './cells.ts';
import {FrameWriter} from './frame-writer.ts';
import {layOutHoles} from './holes.ts';
import {ScreenModel} from './screen-model.ts';
import {Pen} from './sgr-style.ts';
import {createSurface, type Surface} from './surface.ts';

const COLUMNS = 24;
const ROWS = 3;

function openTerminal(): xterm.Terminal {
  const terminal = new xterm.Terminal({cols: COLUMNS, rows: ROWS, allowProposedApi: true, scrollback: 0});
  terminal.unicode.register(unicode);
  terminal.unicode.activeVersion = unicode.version;
  return terminal;
}

function written(terminal: xterm.Terminal, bytes: string): Promise<void> {
  // xterm writes at once after user input, and after a timer otherwise.
  terminal.input('', true);
  return new Promise(resolve => terminal.write(bytes, resolve));
}

/** Every cell with its character and style; for a blank only the visible parts. */
function cells(terminal: xterm.Terminal): string[] {
  return Array.from({length: ROWS * COLUMNS}, (_, index) => {
    const cell = terminal.buffer.active.getLine(Math.floor(index / COLUMNS))?.getCell(index % COLUMNS);
    if (cell === undefined) return '?';
    const background = [cell.getBgColorMode(), cell.getBgColor(), cell.isInverse()];
    const text = [cell.getFgColorMode(), cell.getFgColor(), cell.isBold()];
    const blank = cell.getChars().trim() === '' && !cell.isInverse();
    const looks = blank ? background : [...background, ...text];
    return `${cell.getWidth()}${cell.getChars() || ' '}${looks.join(',')}`;
  });
}

const piece = fc.oneof(
  {weight: 6, arbitrary: fc.constantFrom('a', 'b', 'ab', ' ', '  ', '       ', ' '.repeat(14))},
  {weight: 2, arbitrary: fc.constantFrom('日', '日本', '…', 'é')},
  {weight: 1, arbitrary: fc.constantFrom('e\u0301', '😀', '👍🏽', '🇩🇪', 'ｶﾞ')},
  {
    weight: 3,
    arbitrary: fc.constantFrom('\x1b[31m', '\x1b[1;44m', '\x1b[7m', '\x1b[39m', '\x1b[49m', '\x1b[0m', '\x1b[38;5;24m'),
  },
);
const line = fc.array(piece, {maxLength: 12}).map(parts => parts.join(''));
const rows = fc.array(line, {minLength: ROWS, maxLength: ROWS});

/** A step is new surface rows, new lines of Ink around it, or both. */
const step = fc.record({
  rows: fc.option(rows, {nil: undefined}),
  chrome: fc.option(fc.record({before: fc.constantFrom('', 'x', '日', '\x1b[31mred\x1b[39m'), after: line}), {
    nil: undefined,
  }),
});

function inkLines({before, after}: {before: string; after: string}, surface: Surface): string[] {
  return Array.from({length: ROWS}, () => before.padEnd(1) + ' '.repeat(surface.width) + after);
}

test('incremental paints show the same cells as one full paint', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 1, maxLength: 6}), async steps => {
      const surface = createSurface();
      const surfaces = new Map([[surface.hole, {surface}]]);
      const painter = new FrameWriter(new Pen('truecolor'));
      const terminal = openTerminal();
      const model = new ScreenModel();
      let lines: string[] = [];
      const paint = (screen: ScreenModel): string => {
        painter.begin(COLUMNS);
        const holes = layOutHoles(ROWS, lines.length === 0 ? [] : [surface], []);
        const frame = holes.map((row, y) => ({cells: cellsOf(lines[y] ?? ''), holes: row}));
        screen.paint(painter, COLUMNS, ROWS, frame, surfaces);
        return painter.end();
      };
      surface.setArea({x: 1, y: 0, width: 10, height: ROWS});
      surface.setHost({
        damage: (_, changed) => changed.forEach(row => model.mark(row, surface.x, surface.x + surface.width)),
      });
      model.invalidate(ROWS);
      for (const {rows: next, chrome} of steps) {
        if (chrome !== undefined) {
          surface.setArea({
            x: chrome.before.includes('red') ? 3 : chrome.before === '日' ? 2 : 1,
            y: 0,
            width: 10,
            height: ROWS,
          });
          lines = inkLines(chrome, surface);
          for (let y = 0; y < ROWS; y++) model.mark(y, 0, COLUMNS);
        }
        if (next !== undefined) surface.setRows(next);
        await written(terminal, paint(model));
      }
      const fresh = openTerminal();
      const whole = new ScreenModel();
      whole.invalidate(ROWS);
      await written(fresh, paint(whole));
      expect(cells(terminal)).toEqual(cells(fresh));
    }),
    {numRuns: 400},
  );
});

/** The bytes of painting `to` over `from`, on a screen with one row. */
function bytes(from: string, to: string, columns = COLUMNS): string {
  const model = new ScreenModel();
  model.invalidate(1);
  const painted = (text: string): string => {
    const painter = new FrameWriter(new Pen('truecolor'));
    painter.begin(columns);
    model.paint(painter, columns, 1, [{cells: cellsOf(text), holes: []}], new Map());
    return painter.end();
  };
  painted(from);
  model.mark(0, 0, columns);
  return painted(to);
}

test.each([
  ['nothing', 'same', 'same', ''],
  ['one letter', 'abc', 'axc', '\x1b[1;2Hx'],
  ['two near changes in one go', 'abcdef', 'xbcdey', '\x1b[1;1Hxbcdey'],
  ['two far changes with a jump', 'a23456789b', 'x23456789y', '\x1b[1;1Hx\x1b[8Cy'],
  ['no blank for an unseen color', 'a \x1b[31mb ', 'a\x1b[2m \x1b[;31mb', ''],
  ['blanks along with coloured text', 'xx', '\x1b[31mab\x1b[m ', '\x1b[31m\x1b[1;1Hab\x1b[m'],
  ['a shorter line to its end', 'abcdef', 'ab', '\x1b[1;3H\x1b[K'],
  ['a color only', 'ab', '\x1b[31mab', '\x1b[31m\x1b[1;1Hab\x1b[m'],
  ['a wide character whole', '日a', '本a', '\x1b[1;1H本'],
  ['a narrow character over a wide one', '日x', 'abx', '\x1b[1;1Hab'],
  ['the cell after a cluster again', 'ab', 'e\u0301b', '\x1b[1;1He\u0301\x1b[1;2Hb'],
])('paints %s', (_, from, to, expected) => {
  expect(bytes(from, to)).toBe(expected);
});

test('never assumes the position of the cursor after the last column', () => {
  expect(bytes('a'.repeat(4), 'b'.repeat(4), 4)).toBe('\x1b[1;1Hbbbb');
});

test('a row can’t control the terminal, for any content', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom('\x1b[31m', '\x1b]0;x\x07', '\x1b[2J', '\x9b2J', '\x1b', '\r', '\u202E', '\u2066'),
        fc.string({unit: 'binary', maxLength: 4}),
      ),
      {maxLength: 12},
    )
    .map(parts => parts.join(''));
  fc.assert(
    fc.property(hostile, row => {
      const rest = bytes('', row).replaceAll(/\x1b(?:\[[\d;]*[mHCBK]|E)/g, '');
      expect(rest).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    }),
    {numRuns: 1000},
  );
});
