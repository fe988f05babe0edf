import {expect, test} from 'vitest';
import {areEqualHoles, layOutHoles} from './holes.ts';
import {createSurface, type Surface} from './surface.ts';

function surfaceAt(x: number, y: number, width: number, height: number): Surface {
  const surface = createSurface();
  surface.setArea({x, y, width, height});
  return surface;
}

test('a surface has a hole with its columns in each of its rows', () => {
  const surface = surfaceAt(2, 1, 3, 2);
  const hole = {id: surface.hole, from: 2, to: 5};
  expect(layOutHoles(4, [surface], [])).toEqual([[], [hole], [hole], []]);
});

test('rows outside of the frame have no holes', () => {
  const surface = surfaceAt(0, -1, 4, 9);
  expect(layOutHoles(2, [surface], [])).toHaveLength(2);
});

test('surfaces in one row are listed from left to right', () => {
  const [right, left] = [surfaceAt(5, 0, 2, 1), surfaceAt(0, 0, 2, 1)];
  expect(layOutHoles(1, [right, left], [])[0]?.map(({id}) => id)).toEqual([left.hole, right.hole]);
});

test('a later surface hides an earlier one', () => {
  const [below, above] = [surfaceAt(0, 0, 9, 1), surfaceAt(3, 0, 2, 1)];
  expect(layOutHoles(1, [below, above], [])).toEqual([
    [
      {id: below.hole, from: 0, to: 3},
      {id: above.hole, from: 3, to: 5},
      {id: below.hole, from: 5, to: 9},
    ],
  ]);
});

test('a box hides every surface below it, and may be larger than the surfaces', () => {
  const [one, other] = [surfaceAt(0, 0, 4, 2), surfaceAt(4, 0, 4, 2)];
  expect(layOutHoles(2, [one, other], [{x: 3, y: 1, width: 2, height: 9}])).toEqual([
    [
      {id: one.hole, from: 0, to: 4},
      {id: other.hole, from: 4, to: 8},
    ],
    [
      {id: one.hole, from: 0, to: 3},
      {id: other.hole, from: 5, to: 8},
    ],
  ]);
  expect(layOutHoles(1, [one], [{x: -2, y: 0, width: 20, height: 1}])).toEqual([[]]);
});

test('a surface without a size has no hole', () => {
  expect(layOutHoles(1, [surfaceAt(0, 0, 0, 1)], [])).toEqual([[]]);
});

test('equal holes have the same surfaces and cells', () => {
  const hole = {id: 1, from: 2, to: 3};
  expect(areEqualHoles([hole], [{...hole}])).toBe(true);
  for (const other of [[], [{...hole, id: 2}], [{...hole, from: 1}], [{...hole, to: 4}], [hole, hole]])
    expect(areEqualHoles([hole], other)).toBe(false);
});
