import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {mutantsOf, sample} from '../scripts/tests/mutants.mjs';
import {TestProcess} from '../scripts/tests/test-process.mjs';

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

test('bug: a test process that failed counted as a killed mutant', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-runner-'));
  const module = join(folder, 'runner.mjs');
  writeFileSync(
    module,
    `process.on('message', ({tests: [test]}) => {
      if (test === 'crash') process.exit(3);
      else if (test !== 'endless') process.send(test === 'good' ? [] : [test]);
    });`,
  );
  const start = (maxRunMs: number) => {
    const process = new TestProcess(module, [], maxRunMs);
    onTestFinished(() => process.stop());
    return process;
  };
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const runner = start(60_000);
  expect(await runner.run('a.ts', ['bad'])).toEqual(['bad']);
  await expect(runner.run('a.ts', ['crash'])).rejects.toThrow('the process of the tests ended with code 3');
  expect(await runner.run('a.ts', ['good'])).toEqual([]);
  expect(await start(1).run('a.ts', ['endless'])).toEqual(['too slow']);
});
