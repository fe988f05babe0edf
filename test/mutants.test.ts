import {expect, test} from 'vitest';
import {mutantsOf, sample} from '../scripts/tests/mutants.mjs';

const changes = (source: string) => mutantsOf('a.ts', source).map(({operator, text}) => `${operator}: ${text}`);

test('each operator makes its own mutant', () => {
  expect(changes('a < b;')).toEqual(['comparison: a <= b;']);
  expect(changes('a + b * 2;')).toEqual(['arithmetic: a - b * 2;', 'arithmetic: a + b / 2;']);
  expect(changes('!a;')).toEqual(['boolean: a;']);
  expect(changes('a && b;')).toEqual(['boolean: (a || b);']);
  expect(changes('a ?? b;')).toEqual(['boolean: a;']);
  expect(changes('a = true;')).toEqual(['boolean: a = false;']);
  expect(changes('if (a) b();')).toEqual(['condition: if (false) b();']);
  expect(changes('function f() { return 1; }')).toEqual(['return: function f() { return undefined; }']);
});

test('types, imports and joined texts have no mutants', () => {
  expect(changes("import a from 'a';\ntype A = true;\nconst b: A = `x` + 'c';")).toEqual([]);
});

test('a mutant names its line, and the same seed selects the same mutants', () => {
  const mutants = mutantsOf('a.ts', 'a < b;\nc > d;\ne === f;');
  expect(mutants.map(({line}) => line)).toEqual([1, 2, 3]);
  expect(sample(mutants, 2, 7)).toEqual(sample(mutants, 2, 7));
  expect(sample(mutants, 9, 7)).toHaveLength(3);
});
