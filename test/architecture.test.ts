import {globSync, readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {findViolations, VALUES} from '../scripts/rooms.mjs';

/** A small house: path → text. The answer is one `file:line rule: message` per violation. */
async function judge(tree: Record<string, string>): Promise<string[]> {
  const found = await findViolations(new Map(Object.entries(tree)));
  return found.map(({file, line, rule, message}) => `${file}:${line} ${rule}: ${message}`);
}

const page = 'export const page = 1;\nexport interface Page {}\n';

test('ARCHITECTURE.md has the allowed imports of each room', () => {
  const rows = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| `src\/(\w+)\/` \|.*\| (.*) \|$/gm);
  const valuesIn = (cell: string) => cell.split(', ').filter(name => name !== 'nothing' && !name.endsWith('(types)'));
  expect(Object.fromEntries(Array.from(rows, ([, room = '', cell = '']) => [room, valuesIn(cell)]))).toEqual(VALUES);
});

test('only the app and the context name the whole console: everything else takes ports', () => {
  const folders = ['src/ui/app/', 'src/ui/context/'];
  const isNamed = (path: string) => /\bConsoleContext\b/.test(readFileSync(path, 'utf8'));
  const paths = globSync('{src,test}/**/*.{ts,tsx}').map(path => path.replaceAll('\\', '/'));
  expect(paths.filter(isNamed).filter(path => folders.some(folder => path.startsWith(folder)))).not.toEqual([]);
  const others = paths.filter(path => path !== 'test/architecture.test.ts' && !folders.some(it => path.startsWith(it)));
  expect(others.filter(isNamed)).toEqual([]);
});

describe('rooms', () => {
  test('a value of an allowed room passes', async () => {
    expect(
      await judge({
        'src/contract/page.ts': page,
        'src/client/pages.ts': "import {page} from '../contract/page.ts';\nexport const client = page;",
        'src/store/sync.ts': "import {client} from '../client/pages.ts';\nexport {client};",
        'src/ui/list.ts': "import {client} from '../store/sync.ts';\nconsole.log(client);",
      }),
    ).toEqual([]);
  });

  test.each([
    ['contract', 'platform'],
    ['keymap', 'contract'],
    ['platform', 'profiles'],
    ['client', 'store'],
    ['families', 'client'],
    ['store', 'keymap'],
    ['ui', 'client'],
    ['cli', 'ui'],
    ['emulator', 'client'],
  ])('%s may not import a value of %s', async (from, to) => {
    const tree = {
      [`src/${to}/x.ts`]: page,
      [`src/${from}/y.ts`]: `import {page} from '../${to}/x.ts';\nconsole.log(page);`,
    };
    expect(await judge(tree)).toEqual([`src/${from}/y.ts:1 room: ${from} may not import ${to} (src/${to}/x.ts)`]);
  });

  test.each([
    ['a re-export', "export * from '../client/x.ts';"],
    ['a named re-export', "export {page} from '../client/x.ts';"],
    ['a dynamic import', "export const late = () => import('../client/x.ts');"],
    ['an import for its effects', "import '../client/x.ts';"],
    ['a mixed import', "import {page, type Page} from '../client/x.ts';\nexport const p: Page = page;"],
  ])('%s counts as a value', async (_, text) => {
    expect(await judge({'src/client/x.ts': page, 'src/ui/y.ts': text})).toEqual([
      'src/ui/y.ts:1 room: ui may not import client (src/client/x.ts)',
    ]);
  });

  test('types of contract and client may be imported by every room except contract and emulator', async () => {
    const text = "import type {Page} from '../client/x.ts';\nexport type P = Page;";
    const tree = (room: string) => ({'src/client/x.ts': page, [`src/${room}/y.ts`]: text});
    for (const room of ['keymap', 'platform', 'profiles', 'families', 'store', 'ui', 'cli']) {
      expect(await judge(tree(room))).toEqual([]);
    }
    for (const room of ['contract', 'emulator']) {
      expect(await judge(tree(room))).toEqual([
        `src/${room}/y.ts:1 room: ${room} may not import types from client (src/client/x.ts)`,
      ]);
    }
  });

  test.each([
    ['an import', "import type {Page} from '../ui/x.ts';\nexport type P = Page;"],
    ['a default import', "import type Page from '../ui/x.ts';\nexport type P = Page;"],
    ['an import of everything', "import type * as ui from '../ui/x.ts';\nexport type P = ui.Page;"],
    ['a re-export', "export type {\n  Page,\n} from '../ui/x.ts';"],
    ['a re-export of everything', "export type * from '../ui/x.ts';"],
    ['a type expression', "export type P = import('../ui/x.ts').Page;"],
  ])('types of other rooms can’t be imported: %s', async (_, text) => {
    const found = await judge({'src/ui/x.ts': page, 'src/store/y.ts': text});
    expect(found).toEqual([expect.stringContaining('room: store may not import types from ui (src/ui/x.ts)')]);
  });

  test('families may import a list of facts that they share with the contract, and the list imports nothing', async () => {
    const facts = 'src/contract/wire/removed-operations.ts';
    const families = "import {page} from '../contract/wire/removed-operations.ts';\nconsole.log(page);";
    expect(await judge({[facts]: page, 'src/families/x.ts': families})).toEqual([]);
    const importing = "import {other} from './dialect.ts';\nexport const page = other;";
    const tree = {[facts]: importing, 'src/contract/wire/dialect.ts': 'export const other = 1;'};
    expect(await judge(tree)).toEqual([`${facts}:1 room: is shared with families and may import nothing`]);
  });

  test('text that looks like an import is ignored', async () => {
    const text = [
      "// import {page} from '../client/x.ts';",
      '/* import type {Page} from "../client/x.ts"; */',
      'export const example = `\nimport {page} from \'../client/x.ts\';\nimport type {Page} from "../client/x.ts";\n`;',
      'export const jsx = <p>don\'t import page from "../client/x.ts"</p>;',
    ].join('\n');
    expect(await judge({'src/client/x.ts': page, 'src/ui/y.tsx': text})).toEqual([]);
  });

  test('a new folder needs a place in the table', async () => {
    expect(await judge({'src/helpers/x.ts': page})).toEqual([
      expect.stringContaining('src/helpers/x.ts:0 room: src/helpers/ is not a room'),
    ]);
  });

  test('a path that leaves its room and returns is reported, with the shortest one', async () => {
    const tree = {
      'src/store/list/x.ts': "import {y} from '../../store/cache/y.ts';\nimport {z} from '../cache/y.ts';",
      'src/store/cache/y.ts': 'export const [y, z] = [1, 2];',
    };
    expect(await judge(tree)).toEqual([
      'src/store/list/x.ts:1 path: imports ../../store/cache/y.ts: write ../cache/y.ts',
    ]);
  });

  test('main imports the rooms dynamically, and no room imports main', async () => {
    expect(
      await judge({
        'src/main.ts':
          "import {page} from './cli/x.ts';\nexport const late = () => import('./ui/y.ts');\nconsole.log(page);",
        'src/cli/x.ts': page,
        'src/ui/y.ts': "import {late} from '../main.ts';\nconsole.log(late);",
      }),
    ).toEqual([
      'src/main.ts:1 room: may import cli only by dynamic import (or as types)',
      'src/ui/y.ts:1 room: nothing may import src/main.ts',
    ]);
  });

  test('product code can’t import tests, and tests may import every room', async () => {
    const lean = "import {open} from '../../test/support/pty.ts';\nconsole.log(open);";
    const borrow = "import {page} from './x.test.ts';\nconsole.log(page);";
    const tree = {'src/ui/x.ts': lean, 'src/ui/x.test.ts': lean, 'src/ui/y.ts': borrow, 'test/support/pty.ts': page};
    expect(await judge(tree)).toEqual([
      'src/ui/x.ts:1 room: imports ../../test/support/pty.ts, which is not product source',
      'src/ui/y.ts:1 room: imports ./x.test.ts, which is not product source',
    ]);
  });
});

describe('packages', () => {
  test.each([
    ['react', 'store', 'ui'],
    ['react/jsx-runtime', 'families', 'ui'],
    ['ink', 'cli', 'ui'],
    ['ink-text-input', 'keymap', 'ui'],
    ['zustand', 'store', 'ui'],
    ['undici', 'cli', 'client'],
    ['hono/cors', 'client', 'emulator'],
    ['@hono/node-server', 'cli', 'emulator'],
    ['node:sqlite', 'store', 'emulator, src/platform'],
    ['commander', 'ui', 'cli'],
  ])('%s can’t be imported under %s/', async (name, room, homes) => {
    const [home] = homes.split(', ');
    const use = `import * as it from '${name}';\nconsole.log(it);`;
    expect(await judge({[`src/${home}/x.ts`]: use})).toEqual([]);
    expect(await judge({[`src/${room}/x.ts`]: use})).toEqual([
      `src/${room}/x.ts:1 package: ${name} may appear only under src/${homes}`,
    ]);
  });

  test('JSX outside ui/ is an import of react', async () => {
    expect(await judge({'src/families/x.tsx': 'export const cell = <b />;'})).toEqual([
      'src/families/x.tsx:1 package: react/jsx-runtime may appear only under src/ui',
    ]);
  });

  test('the part of zustand without React may be imported, and a type of React may not', async () => {
    expect(
      await judge({
        'src/store/x.ts': "import {createStore} from 'zustand/vanilla';\nexport const s = createStore(() => 1);",
        'src/store/y.ts': "import type {ReactNode} from 'react';\nexport type N = ReactNode;",
      }),
    ).toEqual(['src/store/y.ts:1 package: react may appear only under src/ui']);
  });
});

describe('cycles', () => {
  test('a cycle of static imports is reported once, with its path', async () => {
    expect(
      await judge({
        'src/store/a.ts': "import {b} from './b.ts';\nexport const a = () => b;",
        'src/store/b.ts': "import {c} from './c.ts';\nexport const b = () => c;",
        'src/store/c.ts': "import {a} from './a.ts';\nexport const c = () => a;",
      }),
    ).toEqual([
      'src/store/a.ts:1 cycle: imports itself: src/store/a.ts → src/store/b.ts → src/store/c.ts → src/store/a.ts',
    ]);
  });

  test('a type or a dynamic import doesn’t form a cycle', async () => {
    expect(
      await judge({
        'src/store/a.ts': "import {b} from './b.ts';\nexport const a = () => b;\nexport type A = 1;",
        'src/store/b.ts': "import type {A} from './a.ts';\nexport const b = (x: A) => import('./a.ts').then(() => x);",
      }),
    ).toEqual([]);
  });
});

describe('first paint', () => {
  test('a slow package is reported if the console imports it statically, over any number of files', async () => {
    expect(
      await judge({
        'src/ui/app/start-console.tsx': "import {list} from '../list.ts';\nexport const startConsole = list;",
        'src/ui/list.ts': "import {volumes} from '../store/volumes.ts';\nexport const list = volumes;",
        'src/store/volumes.ts': "import {schema} from '../contract/volumes.ts';\nexport const volumes = schema;",
        'src/contract/volumes.ts': "import {z} from 'zod';\nexport const schema = z;",
      }),
    ).toEqual([
      'src/contract/volumes.ts:1 first paint: loads zod before the first paint: ' +
        'src/ui/app/start-console.tsx → src/ui/list.ts → src/store/volumes.ts → src/contract/volumes.ts → zod',
    ]);
  });

  test.each(['undici', 'zod', 'zod/mini', 'pino'])('%s may be loaded later, by a dynamic import', async name => {
    const store = (text: string) => ({
      'src/ui/app/start-console.tsx': "import {open} from '../../store/session.ts';\nexport const startConsole = open;",
      'src/store/session.ts': text,
      'src/client/client.ts': `import * as it from '${name}';\nexport const client = it;`,
    });
    const late = store("export const open = () => import('../client/client.ts');");
    const early = store("import {client} from '../client/client.ts';\nexport const open = () => client;");
    const found = (await judge(early)).filter(line => line.includes('first paint'));
    expect(found).toEqual([expect.stringContaining(`loads ${name} before the first paint`)]);
    expect((await judge(late)).filter(line => line.includes('first paint'))).toEqual([]);
  });

  test('Ink and React are loaded with the console', async () => {
    const tree = {'src/ui/app/start-console.tsx': "import {render} from 'ink';\nexport const startConsole = render;"};
    expect(await judge(tree)).toEqual([]);
  });

  test('the emulator is reported if the console imports it statically', async () => {
    const found = await judge({
      'src/ui/app/start-console.tsx':
        "import {account} from '../../emulator/account.ts';\nexport const startConsole = account;",
      'src/emulator/account.ts': 'export const account = 1;',
    });
    expect(found).toContainEqual(
      expect.stringContaining(
        'src/ui/app/start-console.tsx:1 first paint: loads ../../emulator/account.ts before the first paint',
      ),
    );
  });
});

test('a file that doesn’t parse is reported, and the other files are still checked', async () => {
  expect(
    await judge({
      'src/client/x.ts': page,
      'src/ui/broken.ts': 'export const = 1;',
      'src/ui/y.ts': "import {page} from '../client/x.ts';\nconsole.log(page);",
    }),
  ).toEqual([
    'src/ui/broken.ts:0 syntax: line 1: Unexpected token',
    'src/ui/y.ts:1 room: ui may not import client (src/client/x.ts)',
  ]);
});
