import {Box, Text} from 'ink';
import {expect, test} from 'vitest';
import type {Toast} from '../../store/session/toast.ts';
import {renderComponent} from '../components/testing.tsx';
import {Toasts, toastLines} from './toasts.tsx';

/** A screen of 40 × 12. */
const below = Array.from({length: 12}, (_, row) => `row ${row + 1}`);

/** Its rows with these texts as toasts. */
function rowsOf(...texts: readonly string[]): readonly string[] {
  const toasts = texts.map((text, id): Toast => ({id, at: 0, text, tone: 'plain'}));
  const size = {columns: 40, rows: 12};
  using screen = renderComponent(
    <Box width={40} height={12} flexDirection="column">
      {below.map(row => (
        <Text key={row}>{row}</Text>
      ))}
      <Toasts lines={toastLines(toasts, size)} size={size} rowsBelow={1} />
    </Box>,
  );
  return screen.rows().slice(0, 12);
}

test('toasts are above the footer, the newest last', () => {
  const rows = rowsOf('web-01 is running', 'web-02 is running');
  expect(rows).toEqual(below.with(9, '   web-01 is running').with(10, '   web-02 is running'));
});

test('toasts take at most a third of the screen, and the newest remain visible', () => {
  const rows = rowsOf('word '.repeat(20).trim(), 'word '.repeat(20).trim(), 'web-03 is running');
  expect(rows.flatMap((row, index) => (row === below[index] ? [] : [index]))).toEqual([7, 8, 9, 10]);
  expect(rows[10]).toBe('   web-03 is running');
});

test('a screen without messages keeps its rows', () => {
  expect(rowsOf()).toEqual(below);
});
