/** The documents for developers name files, commands and code: everything that they name exists. */
import {globSync, readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {codeBlock, compileWalkthrough, insertionsIn, type Walkthrough, walkthroughIn} from './support/walkthrough.ts';

const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/dev/glossary.md'];
const textOf = (document: string): string => readFileSync(document, 'utf8');

const ignored = (path: string): boolean => path === 'node_modules' || path === 'dist';
const files = globSync(['*', '{bench,docs,packages,scripts,src,test}/**'], {exclude: ignored}).map(path =>
  path.replaceAll('\\', '/'),
);
const code = globSync('{bench,scripts,src,test}/**/*.{ts,tsx,mjs}', {
  exclude: path => path.endsWith('documents.test.ts'),
})
  .map(path => readFileSync(path, 'utf8'))
  .join('\n');
/** The names in the code, without the words of comments. */
const words = new Set(
  code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .match(/[\w$]+/g),
);
const declared = new Set(
  Array.from(code.matchAll(/\b(?:class|interface|type|enum|const|function) ([A-Z][\w$]*)/g), ([, name]) => name),
);
const {scripts, devDependencies} = JSON.parse(textOf('package.json')) as Record<string, Record<string, string>>;

/** The spans in backticks, without the blocks of code. */
const spansIn = (text: string): string[] =>
  Array.from(text.replace(codeBlock, '').matchAll(/`([^`\n]+)`/g), ([, span = '']) => span);

/** A path from the root or from `src`, the end of one, or a folder with a slash at its end. */
function isPath(path: string): boolean {
  const end = path.replace(/\/$/, '');
  return files.some(file => file === end || file.endsWith(`/${end}`));
}

/** Spans that show an input or an example, and name no file or code. */
const examples: Readonly<Record<string, readonly string[]>> = {
  'ARCHITECTURE.md': ['D1 §4.1 r2', 'rule 54', 'node:sqlite', '@skydeck/emulator'],
  'CONTRIBUTING.md': [
    "title: 'Hardware'",
    'volumes: call the column Hardware',
    '{"method":"GET","path":"/v4/volumes?page=1","status":200,"headers":{…},"body":{…}}',
  ],
  'docs/dev/glossary.md': ['Ms'],
  'docs/dev/decisions/0002-dependencies.md': ['skydeck --licenses', '@types/*', '@scarf/scarf', '/docs', 'node'],
  'docs/dev/decisions/0004-merged-lists.md': ['prod/123'],
  'docs/dev/decisions/0005-node-flags.md': [
    'node dist/skydeck.js',
    ...['--min-semi-space-size=8', '--no-lazy-feedback-allocation', '--memory-reducer-gc-count'],
  ],
  'docs/dev/decisions/0006-keys-past-stdin.md': ['tty.ReadStream'],
  'docs/dev/decisions/0007-compile-cache.md': [
    ...['node -e 0', 'dist/main.js', 'dist/emulator.js', '~/.cache/skydeck/compiled/BUILD'],
  ],
  'docs/dev/decisions/0008-overlays-as-models.md': [':export text', 'Box', 'Text'],
  'docs/dev/decisions/0011-files-of-the-build.md': ['node -e 0', 'dist/'],
  'docs/dev/decisions/0014-metrics-and-streams.md': ['/metrics'],
  'docs/dev/decisions/0015-agents-and-people.md': ['@modelcontextprotocol/sdk', 'McpServer'],
  // Code that the decision removed.
  'docs/dev/decisions/0016-slices-of-long-lists.md': ['TextIndex', 'ChunkedMap'],
  'docs/dev/decisions/0018-emulator-package.md': ['@skydeck/emulator'],
  'docs/dev/decisions/0019-isolated-accounts.md': ['/@NAME'],
};

/** The reason why a code span names something unknown; undefined if it names a known thing. */
function problemOf(span: string, walkthrough: Walkthrough): string | undefined {
  const [first = '', second = '', third = ''] = span.split(' ');
  const isNamed = (path: string): boolean =>
    isPath(path) || [...walkthrough.files.keys()].some(file => `/${file}`.endsWith(`/${path.replace(/^\.\//, '')}`));
  const known = (name: string): boolean =>
    walkthrough.words.has(name) || (/^[A-Z][a-z]/.test(name) ? declared : words).has(name);
  if (first === 'npm' && second === 'run') return third in (scripts ?? {}) ? undefined : 'no such script';
  if (first === 'npm' && !['ci', 'start', 'test'].includes(second)) return 'no such script';
  if (first === 'npm' || first === 'npx') {
    const missing = span.split(' ').filter(word => word.includes('/') && !isNamed(word));
    return missing.length === 0 ? undefined : `no such file: ${missing.join(', ')}`;
  }
  if (first === 'node') return isPath(second) || second.includes('*') ? undefined : 'no such file';
  if (first === 'skydeck') return known(second) ? undefined : 'no such command';
  if (span.startsWith('--')) return code.includes(first.slice(2)) ? undefined : 'no such flag';
  const variable = /^([A-Z][A-Z_]+)=/.exec(span)?.[1];
  if (variable !== undefined) return known(variable) ? undefined : 'no such variable';
  if (span.startsWith(':')) return known(span.slice(1)) ? undefined : 'no such resource type';
  if (/^[\w@.*-]*\/|\.(?:ts|tsx|mjs|md|json)$/.test(span) && !span.includes(' '))
    return isNamed(span) ? undefined : 'no such file or folder';
  if (/^[\w$-]+(?:\.[\w$]+)*(?:\(\))?$/.test(span)) {
    const missing = span
      .replace('()', '')
      .split(/[.-]/)
      .filter(name => !known(name) && !(name in (devDependencies ?? {})));
    return missing.length === 0 ? undefined : `no such name: ${missing.join(', ')}`;
  }
  if (code.includes(span)) return undefined;
  const missing = (span.match(/[A-Za-z$][\w$]*/g) ?? []).filter(
    name => !words.has(name) && !walkthrough.words.has(name),
  );
  return missing.length === 0 ? undefined : `neither in the code nor an example: ${missing.join(', ')}`;
}

/** The spans of a document that name something unknown, each with the reason. */
function problemsIn(document: string): string[] {
  const text = textOf(document);
  const walkthrough = walkthroughIn(text);
  return [...new Set(spansIn(text))].flatMap(span => {
    const problem = examples[document]?.includes(span) ? undefined : problemOf(span, walkthrough);
    return problem === undefined ? [] : [`${span}: ${problem}`];
  });
}

test.each(Object.keys(examples))('%s has each of its examples', document => {
  const spans = new Set(spansIn(textOf(document)));
  expect(examples[document]?.filter(example => !spans.has(example))).toEqual([]);
});

describe.each(documents)('%s', document => {
  const text = textOf(document);

  test('names only existing files, commands and code', () => {
    expect(spansIn(text).length).toBeGreaterThan(20);
    expect(problemsIn(document)).toEqual([]);
  });

  test('links to files that exist', () => {
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g), ([, link = '']) => link);
    const folder = document.includes('/') ? document.slice(0, document.lastIndexOf('/') + 1) : '';
    expect(links.filter(link => !files.includes(new URL(link, `file:///${folder}`).pathname.slice(1)))).toEqual([]);
  });
});

test('the code of the walkthrough compiles', {timeout: 60_000}, async () => {
  const text = textOf('CONTRIBUTING.md');
  expect(walkthroughIn(text).files.size).toBe(5);
  expect(insertionsIn(text).map(({file}) => file)).toHaveLength(10);
  expect(await compileWalkthrough(text)).toBe('');
  const mistaken = text.replace(
    "  update: {\n    title: 'Edit…',\n    rowParams,",
    "  update: {\n    title: 'Edit…',\n    params: rowParams,",
  );
  expect(await compileWalkthrough(mistaken)).toContain("'params' does not exist");
});

describe('the drawings of ARCHITECTURE.md', () => {
  const [, , block = ''] = new RegExp(codeBlock.source, 'm').exec(textOf('ARCHITECTURE.md')) ?? [];
  const drawings = block.split('\n\n').map(drawing => {
    const [title = '', ...lines] = drawing.split('\n');
    const boxes = lines.join('\n').match(/[a-z][a-z-]*(?: \([^)]*\))?/g) ?? [];
    return {title, boxes: [...new Set(boxes.map(box => box.replace(/ \(.*/, '')))]};
  });

  test('are three, of 12 boxes at most', () => {
    expect(drawings.map(({title}) => title)).toEqual(['key press to bytes', 'poll to changed row', 'action to result']);
    for (const {boxes} of drawings) expect(boxes.length).toBeLessThanOrEqual(12);
  });

  test('have files as boxes', () => {
    const bases = new Set(files.map(file => file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')));
    expect(drawings.flatMap(({boxes}) => boxes).filter(box => !bases.has(box))).toEqual([]);
  });
});

describe('the decision records', () => {
  const records = globSync('docs/dev/decisions/*.md').map(path => path.replaceAll('\\', '/'));

  test.each(records)('%s has every section, in order', record => {
    expect(textOf(record)).toMatch(/^\*\*Status:\*\* (?:proposed|accepted|replaced by)\b/m);
    const sections = Array.from(textOf(record).matchAll(/^## (.+)$/gm), ([, title]) => title);
    expect(sections).toEqual(['Context', 'Decision', 'Not done', 'Remove this when']);
  });

  test.each(records)('%s has the number of its file', record => {
    expect(textOf(record)).toMatch(new RegExp(`^# ${Number(/(\d{4})-/.exec(record)?.[1])}\\. `));
  });

  test.each(records)('%s names only existing files, commands and code', record => {
    expect(problemsIn(record)).toEqual([]);
  });
});

describe('the pages of the documentation', () => {
  const pages = [
    ...['README.md', 'SECURITY.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
    ...globSync(['docs/*.md', 'docs/dev/*.md', 'docs/dev/decisions/*.md']),
  ].map(page => page.replaceAll('\\', '/'));
  const anchorsIn = (page: string): ReadonlySet<string> =>
    new Set(
      Array.from(
        textOf(page)
          .replace(codeBlock, '')
          .matchAll(/^#+ (.+)$/gm),
        ([, heading = '']) =>
          heading
            .toLowerCase()
            .replace(/[^\p{L}\p{N} _-]/gu, '')
            .replaceAll(' ', '-'),
      ),
    );

  test.each(pages)('%s links to files and headings that exist', page => {
    const links = Array.from(
      textOf(page)
        .replace(codeBlock, '')
        .matchAll(/\]\((?!https?:)([^)]+)\)/g),
      ([, link = '']) => link,
    );
    const isBroken = (link: string): boolean => {
      const {pathname, hash} = new URL(link, `file:///${page}`);
      const target = pathname.slice(1);
      if (!files.includes(target)) return true;
      return hash !== '' && !anchorsIn(target).has(decodeURIComponent(hash.slice(1)));
    };
    expect(links.filter(isBroken)).toEqual([]);
  });

  test.each(['SECURITY.md', 'docs/dev/testing.md'])('%s names only test files that exist', page => {
    const named = spansIn(textOf(page)).flatMap(span => span.match(/[a-z0-9./-]+\.test\.tsx?/g) ?? []);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(path => !isPath(path))).toEqual([]);
  });

  test('are all in the table of the README', () => {
    const readme = textOf('README.md');
    expect(globSync('docs/*.md').filter(page => !readme.includes(`](${page.replaceAll('\\', '/')})`))).toEqual([]);
  });
});
