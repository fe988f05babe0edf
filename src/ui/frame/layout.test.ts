import {expect, test} from 'vitest';
import {layoutPanes, overlayRectangle, visibleEdges} from './layout.ts';

const facts = {isInDetail: false, isSplit: true, hasStrip: false};

test.each([
  [150, 'wide'],
  [149, 'medium'],
  [100, 'medium'],
  [99, 'narrow'],
  [60, 'narrow'],
  [59, 'tiny'],
] as const)('%i columns are %s', (columns, kind) => {
  expect(layoutPanes({columns, rows: 30}, facts).kind).toBe(kind);
});

test('fewer than fifteen rows are too few', () => {
  expect(layoutPanes({columns: 120, rows: 14}, facts).kind).toBe('tiny');
  expect(layoutPanes({columns: 120, rows: 15}, facts).kind).toBe('medium');
});

test('the panes fill the terminal to the cell, at every size', () => {
  for (let columns = 60; columns < 320; columns += 7) {
    for (const strip of [true, false]) {
      for (const isInDetail of [true, false]) {
        const layout = layoutPanes({columns, rows: 30}, {isInDetail, isSplit: true, hasStrip: strip});
        expect(layout.sidebar + layout.list + layout.detail).toBe(columns);
        expect(1 + layout.switcher + layout.body + layout.strip + 1).toBe(30);
      }
    }
  }
});

test('of the panes that share a place, the focused one is shown', () => {
  expect(layoutPanes({columns: 120, rows: 30}, {...facts, isInDetail: true})).toMatchObject({list: 0, detail: 96});
  expect(layoutPanes({columns: 170, rows: 30}, {...facts, isInDetail: true}).list).toBeGreaterThan(80);
});

test('bug: an overlay above two lines of messages and running operations covered the header', () => {
  const whole = {size: (columns: number, rows: number) => ({columns: columns - 6, rows: rows - 4})};
  for (let rows = 15; rows < 60; rows++) {
    for (const strip of [0, 1] as const) {
      for (let messages = 0; messages <= Math.floor(rows / 3); messages++) {
        const {y, height} = overlayRectangle(whole, {columns: 120, rows}, visibleEdges({header: 1, strip}, messages));
        expect(y).toBeGreaterThanOrEqual(1);
        if (messages > 0) expect(y + height).toBeLessThanOrEqual(rows - messages - 1 - strip);
      }
    }
  }
});
