import {Box} from 'ink';
import {expect, test} from 'vitest';
import {TextRows} from './display/row.tsx';
import {type Block, ScrollBlocks, useGrownRows, useScrollTop} from './scroll-blocks.tsx';
import {renderComponent} from './testing.tsx';

const block = (id: string, rows: number): Block => ({
  id,
  rows,
  element: <TextRows texts={Array.from({length: rows}, (_, row) => `${id}${row}`)} columns={10} />,
});
const blocks = [block('a', 2), block('b', 3), block('c', 1), block('d', 2)];

test('a window cuts the blocks at its edges', () => {
  using screen = renderComponent(<ScrollBlocks blocks={blocks} top={1} rows={5} />);
  expect(screen.rows().filter(Boolean)).toEqual(['a1', 'b0', 'b1', 'b2', 'c0']);
});

function Window({focused, rows}: {readonly focused: string; readonly rows: number}) {
  return <ScrollBlocks blocks={blocks} top={useScrollTop(blocks, focused, rows)} rows={rows} />;
}

test.each([
  ['a', ['a0', 'a1', 'b0', 'b1']],
  ['b', ['a1', 'b0', 'b1', 'b2']],
  ['d', ['b2', 'c0', 'd0', 'd1']],
])('the window moves until the focused block shows as a whole: %s', (focused, rows) => {
  using screen = renderComponent(<Window focused={focused} rows={4} />);
  expect(screen.rows().filter(Boolean)).toEqual(rows);
});

test('a block higher than the window shows from its first row', () => {
  using screen = renderComponent(<Window focused="b" rows={2} />);
  expect(screen.rows().filter(Boolean)).toEqual(['b0', 'b1']);
});

function Height({rows, columns}: {readonly rows: number; readonly columns: number}) {
  return (
    <Box>
      <TextRows texts={[String(useGrownRows(columns, rows))]} columns={4} />
    </Box>
  );
}

test('a height grows and never shrinks, until the width changes', () => {
  using screen = renderComponent(<Height rows={5} columns={40} />);
  const heights = [
    [8, 40],
    [6, 40],
    [6, 60],
  ].map(([rows = 0, columns = 0]) => {
    screen.rerender(<Height rows={rows} columns={columns} />);
    return screen.rows()[0];
  });
  expect(heights).toEqual(['8', '8', '6']);
});
