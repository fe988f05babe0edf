import {describe, expect, test} from 'vitest';
import {findStructureViolations, floorsOf, MAX_FOLDER_FILES} from '../scripts/structure.mjs';

/** A small tree: path → text. The answer is one `file:line rule: message` per violation. */
async function judge(
  tree: Record<string, string>,
  rules: Parameters<typeof findStructureViolations>[1] = {floors: {}, maxTypeCycles: 0},
): Promise<string[]> {
  const found = await findStructureViolations(new Map(Object.entries(tree)), rules);
  return found.map(({file, line, rule, message}) => `${file}:${line} ${rule}: ${message}`);
}

const list = 'export const list = 1;\n';

describe('folder size', () => {
  const folder = (count: number) =>
    Object.fromEntries(Array.from({length: count}, (_, index) => [`src/store/sync/file-${index}.ts`, '']));

  test('allows as many files as the maximum, and tests beside them', async () => {
    expect(await judge({...folder(MAX_FOLDER_FILES), 'src/store/sync/file-1.test.ts': ''})).toEqual([]);
  });

  test('refuses one more, and names the remedy', async () => {
    expect(await judge(folder(MAX_FOLDER_FILES + 1))).toEqual([
      'src/store/sync:0 folder size: holds 19 files, at most 18 are allowed. Move files that belong together into a folder.',
    ]);
  });
});

describe('file length', () => {
  const lines = (count: number) => 'x;\n'.repeat(count);

  test('is at most 300 lines', async () => {
    expect(await judge({'src/store/sync/list.ts': lines(300), 'src/store/sync/list.test.ts': lines(900)})).toEqual([]);
    expect(await judge({'src/store/sync/list.ts': lines(301)})).toEqual([
      'src/store/sync/list.ts:0 file length: has 301 lines. Divide it, or say why not in its opening comment: "More than 300 lines: …".',
    ]);
  });

  test('may be more with a reason in the opening comment', async () => {
    const reason = '/** All keys. More than 300 lines: a table. */\n';
    expect(await judge({'src/store/sync/list.ts': reason + lines(301)})).toEqual([]);
    expect(await judge({'src/store/sync/list.ts': lines(301) + reason})).toHaveLength(1);
  });

  test('needs no reason in a file of 300 lines or fewer', async () => {
    const reason = '/** All keys. More than 300 lines: a table. */\n';
    expect(await judge({'src/store/sync/list.ts': reason + lines(299)})).toEqual([
      'src/store/sync/list.ts:0 file length: has 300 lines. Delete the note "More than 300 lines".',
    ]);
  });
});

describe('base names', () => {
  test('are unique in a room', async () => {
    expect(await judge({'src/store/sync/list.ts': '', 'src/store/cache/list.ts': ''})).toEqual([
      'src/store/sync/list.ts:0 base name: src/store/cache/list.ts has the same base name. Rename one of them after what it holds.',
    ]);
  });

  test('may be the same in two rooms, and index and types may be anywhere', async () => {
    expect(
      await judge({
        'src/store/list.ts': '',
        'src/client/list.ts': '',
        'src/store/cache/index.ts': '',
        'src/store/sync/index.ts': '',
        'src/store/cache/types.ts': '',
        'src/store/sync/types.ts': '',
      }),
    ).toEqual([]);
  });
});

describe('homonyms', () => {
  test('are refused in one room', async () => {
    expect(
      await judge({
        'src/store/poller.ts': '\nexport interface Options {}\n',
        'src/store/list.ts': 'export type Options = string;\n',
      }),
    ).toEqual([
      'src/store/poller.ts:2 homonym: src/store/list.ts exports another Options. Rename one of them: a name means one thing in a room.',
    ]);
  });

  test('are allowed in two rooms, for a type with its value, and for a re-export', async () => {
    expect(
      await judge({
        'src/store/poller.ts': 'export type Poller = string;\nexport const Poller = (): Poller => "";\n',
        'src/store/index.ts': "export {Poller} from './poller.ts';\n",
        'src/client/poller.ts': 'export class Poller {}\n',
      }),
    ).toEqual([]);
  });
});

describe('floors', () => {
  const upward = {
    'src/store/core/clock.ts': "import {list} from '../list/rows.ts';\nexport const clock = list;\n",
    'src/store/list/rows.ts': list,
  };

  test('a folder imports from lower floors only', async () => {
    expect(await judge(upward, {floors: {store: {core: 0, list: 1}}, maxTypeCycles: 0})).toEqual([
      'src/store/core/clock.ts:1 floor: core (floor 0) may not import src/store/list/rows.ts (floor 1). Import from a lower floor, or move one of the files.',
    ]);
    expect(await judge(upward, {floors: {store: {core: 1, list: 0}}, maxTypeCycles: 0})).toEqual([]);
  });

  test('a type may come from any floor', async () => {
    const types = {
      'src/store/core/clock.ts': "import type {List} from '../list/rows.ts';\nexport type Clock = List;\n",
      'src/store/list/rows.ts': 'export type List = string;\n',
    };
    expect(await judge(types, {floors: {store: {core: 0, list: 1}}, maxTypeCycles: 0})).toEqual([]);
  });

  test('a folder without a floor, and a floor without a folder, are reported', async () => {
    expect(await judge(upward, {floors: {store: {core: 1, sync: 2}}, maxTypeCycles: 0})).toEqual([
      'src/store/list:0 floor: has no floor. Add it to scripts/floors.mjs (node scripts/structure.mjs --floors prints the floors).',
      'src/store/sync:0 floor: does not exist. Remove it from scripts/floors.mjs.',
    ]);
  });

  test('can be printed from the imports', async () => {
    expect(await floorsOf(new Map(Object.entries(upward)))).toEqual({store: {core: 1, list: 0}});
  });
});

describe('type cycles', () => {
  const cycle = {
    'src/store/a.ts': "import type {B} from './b.ts';\nexport interface A {b: B}\n",
    'src/store/b.ts': "import type {A} from './a.ts';\nexport interface B {a: A}\n",
  };

  test('are refused if they are new', async () => {
    expect(await judge(cycle)).toEqual([
      'scripts/floors.mjs:0 type cycles: 2 files import each other in cycles, types included; 0 are allowed. The largest cycle: src/store/a.ts, src/store/b.ts. Move the type that both need into a file of its own.',
    ]);
  });

  test('are refused if the ceiling is above their number', async () => {
    expect(await judge(cycle, {floors: {}, maxTypeCycles: 2})).toEqual([]);
    expect(await judge(cycle, {floors: {}, maxTypeCycles: 3})).toEqual([
      'scripts/floors.mjs:0 type cycles: only 2 files are left in cycles. Lower MAX_TYPE_CYCLES to 2, so that no new cycle gets in.',
    ]);
  });
});
