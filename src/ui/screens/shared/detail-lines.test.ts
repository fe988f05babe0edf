/** The cursor positions among the lines of a tab. */
import {expect, test} from 'vitest';
import {AT_TOP} from '../../widgets/scroll.ts';
import {type DetailLine, scrollToKey, settleScroll} from './detail-lines.ts';

const line = (text: string): DetailLine => ({text, paint: () => text, key: text});
const heading = (text: string): DetailLine => ({text, paint: () => text, isHeading: true});
const lines = [heading('Disks  3'), heading('LABEL'), line('a'), line('b'), heading('more'), line('c')];

test('the cursor starts on the first row, and the headings above it remain visible', () => {
  expect(settleScroll(AT_TOP, lines, 4)).toEqual({cursor: 2, top: 0});
  expect(settleScroll({cursor: Number.NEGATIVE_INFINITY, top: 3}, lines, 3, -1)).toEqual({cursor: 2, top: 0});
});

test('the cursor skips a heading in both directions, and the heading above it is shown', () => {
  expect(settleScroll({cursor: 4, top: 0}, lines, 6)).toEqual({cursor: 5, top: 0});
  expect(settleScroll({cursor: 4, top: 2}, lines, 4, -1)).toEqual({cursor: 3, top: 2});
  expect(settleScroll({cursor: 5, top: 5}, lines, 3)).toEqual({cursor: 5, top: 3});
});

test('the cursor waits on headings alone, and moves to the first row that arrives', () => {
  const loading = lines.slice(0, 2);
  expect(settleScroll({cursor: 1, top: 0}, loading, 5)).toEqual({cursor: 1, top: 0});
  expect(settleScroll(AT_TOP, [], 5)).toEqual({cursor: 0, top: 0});
  expect(settleScroll({cursor: 1, top: 0}, lines, 5)).toEqual({cursor: 2, top: 0});
});

test('the cursor follows its row when rows are added above', () => {
  const more = lines.toSpliced(2, 0, line('new'));
  expect(settleScroll(scrollToKey({cursor: 2, top: 0}, 'a', more), more, 6)).toMatchObject({cursor: 3});
});

test('bug: after the last node of a port was deleted, x deleted the next port', () => {
  const port = (name: string): DetailLine => ({...line(name), key: name});
  const before = [port('80'), line('80 1'), line('80 2'), port('443'), line('443 3')];
  const at = {cursor: 2, top: 0};
  expect(scrollToKey(at, '80 2', before.toSpliced(2, 1))).toEqual({cursor: 1, top: 0});
  // Between two nodes, the cursor keeps its position. In a port without nodes, it moves to the port.
  expect(scrollToKey({cursor: 1, top: 0}, '80 1', before.toSpliced(1, 1))).toEqual({cursor: 1, top: 0});
  expect(scrollToKey({cursor: 1, top: 0}, '80 1', [port('80'), port('443')])).toEqual({cursor: 0, top: 0});
});
