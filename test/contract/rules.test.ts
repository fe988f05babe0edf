/**
 * The rules of the API that have a test. The title of a test names its rules: `rule 54: …`, `rules 7, 8: …`.
 */
import {globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Number of a rule, and the operations that it is about. */
const rules = JSON.parse(read('test/data/rules.json')) as Readonly<Record<string, readonly string[]>>;
/** Rules without a test so far; a new test removes its number from this list. */
const pending = new Set(JSON.parse(read('test/data/rules-pending.json')) as readonly number[]);

const titles = globSync('{src,test}/**/*.test.{ts,tsx}', {cwd: root.pathname}).flatMap(path => [
  ...read(path).matchAll(/['"`]rules? (\d+(?:, \d+)*): /g),
]);
const tested = new Set(titles.flatMap(([, numbers = '']) => numbers.split(', ').map(Number)));

const missing = Object.keys(rules)
  .map(Number)
  .filter(number => !tested.has(number) && !pending.has(number));

describe('the rules of the API', () => {
  it('all have a test or are pending', () => {
    expect(Object.keys(rules)).toHaveLength(372);
    expect(missing.map(number => `rule ${number}: ${rules[number]?.join(', ')}`)).toEqual([]);
  });

  it('are not in rules-pending.json if they have a test', () => {
    expect([...pending].filter(number => tested.has(number))).toEqual([]);
  });

  it('exist if a test names them', () => {
    expect([...tested].filter(number => !(number in rules))).toEqual([]);
  });
});
