import fc from 'fast-check';
import {expect, test} from 'vitest';
import {move, moveLength} from './cursor-moves.ts';

test.each([
  ['nowhere', [4, 2, 4, 2], ''],
  ['one cell on', [4, 2, 5, 2], '\x1b[C'],
  ['some cells on', [4, 2, 13, 2], '\x1b[9C'],
  ['a cell or two back', [4, 2, 2, 2], '\b\b'],
  ['farther back', [40, 2, 2, 2], '\x1b[38D'],
  ['straight down', [4, 2, 4, 4], '\v\v'],
  ['down and back', [4, 2, 2, 3], '\v\b\b'],
  ['to the start of the next line', [40, 2, 0, 3], '\x1bE'],
  ['near the start of the next line', [119, 2, 1, 3], '\x1bE\x1b[C'],
  ['up, by address', [4, 2, 4, 1], '\x1b[2;5H'],
  ['far down, by address', [4, 2, 4, 30], '\x1b[31;5H'],
  ['from an unknown position', [0, -1, 3, 0], '\x1b[1;4H'],
  ['beyond any screen', [0, 0, 1200, 700], '\x1b[701;1201H'],
] as const)('goes %s', (_, [fromX, fromY, x, y], bytes) => {
  expect(move(fromX, fromY, x, y)).toBe(bytes);
});

test('moveLength is the number of bytes of the move', () => {
  const column = fc.nat(499);
  const row = fc.nat(200);
  fc.assert(
    fc.property(column, fc.integer({min: -1, max: 200}), column, row, (fromX, fromY, x, y) => {
      expect(moveLength(fromX, fromY, x, y)).toBe(move(fromX, fromY, x, y).length);
    }),
  );
});
