import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {judgeComments, judgeDocument, judgeSource, judgeTitles, judgeTree, piecesOf} from '../scripts/words.mjs';

const rulesOf = (source: string): string[] =>
  judgeSource('src/store/a.ts', source).map(({line, rule}) => `${line} ${rule}`);

describe('the texts of a source file', () => {
  const texts = (source: string) => piecesOf('a.ts', source).flatMap(({kind, text}) => (kind === 'text' ? [text] : []));

  test('are string literals and the parts of templates between values', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template
    expect(texts('say(\'one\', "two", `three ${four({a: `five`})} six`);')).toEqual([
      'one',
      'two',
      'three ',
      'five',
      ' six',
    ]);
  });

  test('are not inside of comments and regular expressions', () => {
    expect(texts("const a = /['`]/g; // it's\n/* `x` */ const b = total / count / 2; const c = 'd';")).toEqual(['d']);
  });

  test('are also the texts of JSX elements, in which an apostrophe starts no literal', () => {
    const source = "const a = <Text dim>It isn't loaded {count}</Text>; // it's\nconst b = 'c';";
    expect(piecesOf('a.tsx', source).map(({text}) => text)).toEqual(["It isn't loaded ", "it's", 'c']);
  });

  test('have the line that they start on', () => {
    expect(piecesOf('a.ts', "\n`a\nb`;\n'c';").map(({line}) => line)).toEqual([2, 4]);
  });
});

test('an unclear construction is reported, with the words to write instead', () => {
  expect(judgeSource('src/store/a.ts', "const reason = 'there is no token';")).toEqual([
    {
      file: 'src/store/a.ts',
      line: 1,
      rule: 'words',
      message: '"there is no" (there is no) in "there is no token": write "No …" or "… not found".',
    },
  ]);
});

test('a plain sentence and a key are allowed', () => {
  expect(rulesOf("say('No token. Run skydeck profile add.'); layer('anew');")).toEqual([]);
  expect(rulesOf("say('Skydeck no longer retries.');")).toEqual([]);
});

test('a fixed key in a text of the screen is reported, because the settings may change it', () => {
  const source = `say("Press r to retry"); say("Press " + key + " to retry. Press again to quit.");`;
  expect(judgeSource('src/ui/x.ts', source).map(({message}) => message)).toEqual([
    expect.stringContaining('"Press r" (fixed key)'),
  ]);
  expect(judgeSource('src/ui/plain/x.ts', source)).toEqual([]);
});

test('a comment that doesn’t start with its subject is reported', () => {
  expect(rulesOf('/** What was read. */\nconst a = 1;\n// Rows that were read.')).toEqual(['1 comment openers']);
});

test('comments of tests are checked, and the texts of tests aren’t', () => {
  const source = "// Rows.\nsay('there is no token');\n/** Whoever asks first. */\n";
  expect(judgeComments('test/support/a.ts', source).map(({line, rule}) => `${line} ${rule}`)).toEqual([
    '3 comment openers',
  ]);
});

describe('the tree', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'skydeck-words-'));
  });
  afterEach(() => rmSync(root, {recursive: true}));

  test('has judged comments in its sources, its tests and their helpers', () => {
    const files = [
      ...['src/store/a.ts', 'src/store/a.test.ts', 'src/store/a.test-d.ts', 'src/store/testing/b.ts'],
      ...['test/a.test.tsx', 'test/support/b.ts'],
    ];
    for (const path of files) {
      mkdirSync(dirname(join(root, path)), {recursive: true});
      writeFileSync(join(root, path), '/** What was read. */\n');
    }
    const hits = judgeTree(root).map(({file, rule}) => `${file}: ${rule}`);
    expect(hits).toEqual(expect.arrayContaining(files.map(file => `${file}: comment openers`)));
    expect(hits).toHaveLength(files.length);
  });
});

test('titles after a generic argument, after nested brackets and in a condition are checked', () => {
  const source = [
    "test.each<[string, (at: number) => void]>([['a)', at => open(join(of(at)))]])('%s: what was read', () => {});",
    'test.each(all.map(one => [one.id, find(one, of(one))]))(`nobody reads`, () => {});',
    "it<Context>('is told', () => {});",
    "describe(isFast ? 'fast' : 'the rows that are gone', () => {});",
    "torture('a row that ' + 'nobody reads', times(2), () => {});",
    "test.each(['what was read'])('%s', () => expect(suite.test('what is next')).toBe(1));",
  ].join('\n');
  expect(judgeTitles('src/store/a.test.ts', source).map(({line}) => line)).toEqual([1, 2, 3, 4, 5]);
});

test('titles of tests are checked, and the other texts of tests aren’t', () => {
  const source = [
    "test('what was read is shown', () => say('nobody asks'));",
    'it.each([[1, (2)]])("bug: who asks is told %s", () => {});',
    "describe.skipIf(isWindows)('rule 54: a name is read', () => {});",
  ].join('\n');
  expect(judgeTitles('src/store/a.test.ts', source).map(({line, rule}) => `${line} ${rule}`)).toEqual([
    '1 test titles',
    '2 test titles',
  ]);
});

test('code in a document isn’t checked', () => {
  const text = 'Run `there is no`.\n```\nthere is no\n```\nthere is no way';
  expect(judgeDocument('README.md', text).map(({line}) => line)).toEqual([5]);
});
