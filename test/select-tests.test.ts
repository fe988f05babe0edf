import {expect, test} from 'vitest';
import {candidatesFor, withinBudget} from '../scripts/tests/select-tests.mjs';

const files = new Map([
  ['src/a/disk.ts', ''],
  ['src/a/disk.test.ts', "import './disk.ts';"],
  ['src/a/near.ts', "import {disk} from './disk.ts';"],
  ['src/b/near.test.ts', "import {near} from '../a/near.ts';"],
  ['src/b/other.test.ts', "import {other} from './other.ts';"],
  ['src/b/other.ts', ''],
  ['test/harness/console.ts', "const disk = await import('../../src/a/disk.ts');"],
  ['test/journeys/named.test.tsx', "import '../harness/console.ts';\nopenConsole({view: 'disk'});"],
  ['test/journeys/unnamed.test.tsx', "import '../harness/console.ts';"],
  ['test/pty/disk.test.ts', "import '../../src/a/disk.ts';"],
]);

const chosen = (...changed: string[]) => candidatesFor(changed, files).map(({file}) => file);

test('tests are chosen by their distance from the change, and journeys by the names in them', () => {
  expect(chosen('src/a/disk.ts')).toEqual(['src/a/disk.test.ts', 'src/b/near.test.ts', 'test/journeys/named.test.tsx']);
  expect(chosen('src/b/other.ts')).toEqual(['src/b/other.test.ts']);
  expect(chosen('test/journeys/unnamed.test.tsx')).toEqual(['test/journeys/unnamed.test.tsx']);
  expect(chosen('README.md')).toEqual([]);
});

test('the nearest tests fit into the budget, and a changed test always runs', () => {
  const candidates = [
    {file: 'changed.test.ts', distance: 0},
    {file: 'slow.test.ts', distance: 1},
    {file: 'unknown.test.ts', distance: 2},
  ];
  const durations = {'changed.test.ts': 9000, 'slow.test.ts': 2000};
  expect(withinBudget(candidates, durations, 10_000)).toEqual({
    files: ['changed.test.ts', 'unknown.test.ts'],
    left: 1,
  });
  expect(withinBudget(candidates, durations, 1000)).toEqual({files: ['changed.test.ts'], left: 2});
});
