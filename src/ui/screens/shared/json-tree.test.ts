import {expect, test} from 'vitest';
import {foldablePaths, matchesText, treeLines} from './json-tree.ts';

const value = {id: 1, specs: {memory: 4096, disks: [1, 2]}, tags: [], note: null};
const shape = (folded: string[] = []): string[] =>
  treeLines(value, new Set(folded)).map(
    line => `${'  '.repeat(line.depth)}${line.name ?? ''}${line.isOpening ? '{' : ''}${line.isClosing ? '}' : ''}`,
  );

test('a value is a tree of lines', () => {
  expect(shape()).toEqual([
    '{',
    '  id',
    '  specs{',
    '    memory',
    '    disks{',
    '      ',
    '      ',
    '    }',
    '  }',
    '  tags{}',
    '  note',
    '}',
  ]);
});

test('a folded value takes one line', () => {
  expect(shape(['/specs'])).toEqual(['{', '  id', '  specs{}', '  tags{}', '  note', '}']);
  expect(foldablePaths(value)).toEqual(['/specs', '/specs/disks', '/tags']);
});

test('a search finds names and plain values, but no brackets', () => {
  const found = treeLines(value, new Set()).filter(line => matchesText(line, 'MEM'));
  expect(found.map(({path}) => path)).toEqual(['/specs/memory']);
  expect(treeLines(value, new Set()).filter(line => matchesText(line, '4096'))).toHaveLength(1);
});

test('keys with slashes have paths of their own, and their parent is the object around them', () => {
  const labels = {labels: {'app.kubernetes.io/name': 'web', 'a/b': {c: 1}, a: {b: {c: 2}}}};
  const lines = treeLines(labels, new Set());
  const paths = lines.filter(line => !line.isClosing).map(({path}) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(lines.find(({name}) => name === 'app.kubernetes.io/name')?.parentPath).toBe('/labels');
  expect(foldablePaths(labels)).toEqual(['/labels', '/labels/a~1b', '/labels/a', '/labels/a/b']);
});
