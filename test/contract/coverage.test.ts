/** Every operation of the API is offered everywhere, or an exception with a reason lists it. */
import {describe, expect, test} from 'vitest';
import {type Covered, coverage, exceptions, todayOperations, type Way} from '../../scripts/coverage/coverage.mjs';
import {resolveReadable} from '../../src/cli/args/readable-names.ts';
import {contract} from '../../src/contract/index.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import {isRemoved} from '../../src/contract/wire/removed-operations.ts';

const all = await coverage();
const reasons = exceptions();

const missing = (way: Way, has: (covered: Covered) => boolean): string[] =>
  all
    .filter(covered => !has(covered) && reasons[covered.endpoint.id]?.[way] === undefined)
    .map(({endpoint}) => endpoint.id);

test('coverage includes every operation of the contract', () => {
  expect(all.map(({endpoint}) => endpoint)).toEqual([...endpointsOf(contract)]);
});

test.each([
  ['console', ({console: navigation}) => navigation.length > 0],
  ['command', ({command}) => command !== undefined],
  ['emulator', ({emulator}) => emulator !== undefined],
] satisfies [Way, (covered: Covered) => boolean][])('%s has every operation', (way, has) => {
  expect(missing(way, has)).toEqual([]);
});

test('every changing operation has a test of its own; whole-api.test.ts reads all the others', () => {
  expect(missing('tests', ({endpoint, tests}) => endpoint.method === 'GET' || tests.length > 0)).toEqual([]);
});

test('every reading command resolves to its operation', () => {
  for (const {endpoint, command} of all)
    if (endpoint.method === 'GET' && command) {
      const reading = resolveReadable(command.split(' ')[1] ?? '');
      const id = 'family' in reading ? reading.family.id : reading.endpoint.id;
      expect(endpoint.id === id || endpoint.id.startsWith(`${id}.`)).toBe(true);
    }
});

const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

describe('the operations that today’s API has added', () => {
  const added = todayOperations();
  const offered = all.map(({endpoint}) => endpoint).filter(({spec}) => spec.today);

  test('are offered with their method and path', () => {
    const written = offered.map(({id, method, path}) => `${id} ${method} ${withoutNames(path)}`);
    expect(written).toEqual(
      offered.map(({id}) => `${id} ${withoutNames(added[id] ?? 'is not an operation of today')}`),
    );
    expect(Object.keys(added)).toHaveLength(146);
  });

  test('are all in the contract, except for those with a reason', () => {
    const known = new Set(all.map(({endpoint}) => endpoint.id));
    const missing = Object.keys(added).filter(id => !known.has(id) && reasons[id]?.missing === undefined);
    expect(missing).toEqual([]);
  });
});

test('today’s API no longer describes 25 operations, and still has the other 303', () => {
  const older = all.filter(({endpoint}) => !endpoint.spec.today && !endpoint.spec.undocumented);
  const removed = older.filter(({endpoint}) => isRemoved(endpoint.id));
  expect([removed.length, older.length - removed.length]).toEqual([25, 303]);
});

test('every exception is still needed', () => {
  const known = new Map(all.map(covered => [covered.endpoint.id, covered]));
  for (const [id, ways] of Object.entries(reasons)) {
    const covered = known.get(id);
    if (ways.missing !== undefined) {
      expect(todayOperations()[id], id).toBeDefined();
      expect(covered, id).toBeUndefined();
      continue;
    }
    expect(covered, id).toBeDefined();
    if (ways.console !== undefined) expect(covered?.console, id).toEqual([]);
    if (ways.tests !== undefined) expect(covered?.tests, id).toEqual([]);
  }
});
