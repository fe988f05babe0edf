// @ts-check
/**
 * Checks Skydeck's wording for constructions that confuse a new reader: in the texts of the program (string literals of
 * `src/`), in the documents, in the titles of tests and in the first words of comments, in tests as well.
 * `node scripts/words.mjs` lists the hits, except those of `words-exceptions.mjs`.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {parseSync, Visitor} from 'rolldown/utils';
import {readTree} from './imports.mjs';
import {describe} from './rooms.mjs';
import {EXCEPTIONS} from './words-exceptions.mjs';

/** @typedef {import('./rooms.mjs').Violation} Violation */
/** @typedef {{kind: 'text' | 'comment', line: number, text: string}} Piece of a source file: a string literal, or a comment's first sentence */

/**
 * Constructions, and what to write instead. `\b` at both ends is added.
 * @type {readonly (readonly [name: string, pattern: string, advice: string])[]}
 */
const CONSTRUCTIONS = [
  ['is no', '(?<!there )(?:is|are) no(?! longer\\b)(?= [a-z])', 'write "isn\'t a valid …" or "No …"'],
  ['there is no', 'there (?:is|are|was|were) (?:no|nothing|none|nobody)', 'write "No …" or "… not found"'],
  [
    'what is',
    'what (?:is|was|are|were|has|had|can|cannot|it|they|you|no|waits|came|became)',
    'name the thing with a noun',
  ],
  ['nobody', '(?:nobody|somebody|whoever|whomever|anybody)', 'say who acts, or use the passive of a verb with a noun'],
  ['whatever', '(?:whatever|wherever|whichever)', 'name the thing with a noun'],
  ['by itself', 'by (?:itself|themselves)', 'write "automatically"'],
  ['anew', '(?:anew|afresh)', 'write "again"'],
  ['begin', '(?:begin|begins|began|begun|beginning)', 'write "start"'],
  ['goes on', '(?:go|goes|gone|going|went) on(?: with)?', 'write "continue"'],
  ['mend', '(?:mend|mends|mended|hinders?|hindered)', 'write "fix" or "block"'],
  ['for good', '(?:for good|given up|gives up|void)', 'write "permanently", "released" or "stops working"'],
  ['taken back', '(?:take|takes|taken|took) (?:it )?back', 'write "undo" or "revoke"'],
  ['any more', '(?:any more|no more)', 'write "no longer"'],
  ['is unknown', 'whether .{1,80} (?:is|are) (?:un|not )known', 'write "Couldn\'t check …"'],
  ['is told', '(?:is|are|was|were) (?:told|heard)', 'write "shows" or "receives"'],
  ['left empty', 'left empty', 'write "Leave empty to …"'],
  ['where there is', 'where (?:there is|there are|it is|it has)', 'write "optional" or "if"'],
  ['makes no sense', 'makes? no sense', 'write "isn\'t a valid …" with an example'],
  ['is left', '(?:is|are|was|were) left(?! out)', 'write "remaining"'],
  ['stands between', 'stands? between', 'write "blocks" or "check …"'],
  ['gone', 'gone', 'write "deleted" or "not found"'],
  ['says', '(?:says|hears)', 'write "shows", "reports" or "receives"'],
  ['here', 'here', 'name the place'],
  [
    'British spelling',
    '(?:colours?|licences?|cancelled|authorised|organisation|behaviour|catalogue)',
    'write American English',
  ],
];

/** Further constructions in the texts of the screen, whose keys follow the settings. @type {typeof CONSTRUCTIONS} */
const SCREEN_CONSTRUCTIONS = [
  [
    'fixed key',
    'press (?:[a-z0-9?!@/[\\]↑↓]|esc|enter|tab|space|(?:ctrl|alt|shift)-[a-z]+)(?= (?:again|for|in|on|or|to)\\b|[,.])',
    'take the key from the key map: `pressText` or `keyText`',
  ],
];

/** Further constructions in the titles of tests. @type {typeof CONSTRUCTIONS} */
const TITLE_CONSTRUCTIONS = [
  ['what', 'what(?! to\\b)', 'name the thing with a noun'],
  ['who', '(?<=^|: |, |; )who(?= [a-z])', 'name the person: the user, a caller'],
  ['as it is', '(?:as|than) (?:it|they) (?:is|was|are|were)', 'say "unchanged", or name the state'],
  ['all the same', '(?:all|just) the same', 'write "nevertheless", or leave it out'],
  ['lies', '(?:lies|lie|stands|stand)(?! (?:for|in for)\\b)', 'write "is"'],
  ['is said', '(?:is|are|was|were) said', 'write "shows" or "is named"'],
  ['tells', '(?:tells|tell|say so|said so)', 'write "shows", "names" or "reports"'],
];

/** @param {typeof CONSTRUCTIONS} constructions */
const patternsOf = constructions =>
  constructions.map(([name, pattern, advice]) => ({
    name,
    advice,
    pattern: new RegExp(`(?<!\\w)${pattern}(?!\\w)`, 'gi'),
  }));

const PATTERNS = patternsOf(CONSTRUCTIONS);
const SCREEN_PATTERNS = [...patternsOf(SCREEN_CONSTRUCTIONS), ...PATTERNS];
const TITLE_PATTERNS = [...patternsOf(TITLE_CONSTRUCTIONS), ...PATTERNS];

/** The functions whose first argument is the title of a test or of a group of tests. */
const TITLED = new Set(['test', 'it', 'describe', 'torture']);

/** The first word of a comment that doesn't name its subject. */
const OPENER = /^(?:What|Who|Whose|Whom|How|Where|When|Why|Which|Whether|Whatever|Whoever)\b/;

/**
 * The texts and comments of a TypeScript file, by line: literals, the parts of templates, and texts of JSX elements.
 * @param {string} file
 * @param {string} source
 * @returns {Piece[]}
 */
export function piecesOf(file, source) {
  const {program, comments} = parseSync(file, source);
  /** @type {{kind: Piece['kind'], start: number, text: string}[]} */
  const found = comments.map(({start, value}) => ({kind: 'comment', start, text: commentText(value)}));
  const addText = (/** @type {number} */ start, /** @type {string} */ text) => found.push({kind: 'text', start, text});
  new Visitor({
    Literal: ({start, value}) => typeof value === 'string' && addText(start, value),
    TemplateElement: ({start, value}) => addText(start, value.cooked ?? value.raw),
    JSXText: ({start, value}) => addText(start, value),
  }).visit(program);
  let [line, from] = [1, 0];
  return found
    .sort((one, other) => one.start - other.start)
    .map(({kind, start, text}) => {
      line += source.slice(from, start).split('\n').length - 1;
      from = start;
      return {kind, line, text};
    });
}

/** A comment in one line, without the stars. @param {string} value */
const commentText = value =>
  value
    .replace(/^\*+/, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** True for prose, which has a space and a lower-case word. Other texts are keys, paths or symbols. @param {string} text */
const isProse = text => /[a-z]{2,} | [a-z]{2,}/i.test(text);

/**
 * @param {string} file
 * @param {string} source
 * @returns {Violation[]} rule `words` for texts, `comment openers` for comments
 */
export function judgeSource(file, source) {
  return piecesOf(file, source).flatMap(({kind, line, text}) => {
    if (kind === 'comment') return judgeComment(file, line, text);
    return isProse(text) ? judgeText({file, line, text}, isScreen(file) ? SCREEN_PATTERNS : PATTERNS) : [];
  });
}

/** Plain mode asks for lines, so its keys are fixed. @param {string} file */
const isScreen = file => file.startsWith('src/ui/') && !file.startsWith('src/ui/plain/');

/**
 * @param {string} file
 * @param {string} source
 * @returns {Violation[]} rule `comment openers`
 */
export function judgeComments(file, source) {
  return piecesOf(file, source).flatMap(({kind, line, text}) =>
    kind === 'comment' ? judgeComment(file, line, text) : [],
  );
}

/** @param {string} file @param {number} line @param {string} text @returns {Violation[]} */
const judgeComment = (file, line, text) =>
  OPENER.test(text)
    ? [{file, line, rule: 'comment openers', message: `"${text.slice(0, 50)}…": name the thing first.`}]
    : [];

/**
 * @param {string} file
 * @param {string} source
 * @returns {Violation[]} rule `test titles`
 */
export function judgeTitles(file, source) {
  /** @type {Violation[]} */
  const hits = [];
  new Visitor({
    CallExpression: ({callee, arguments: [title], start}) => {
      if (!title || !TITLED.has(rootOf(callee))) return;
      const line = source.slice(0, start).split('\n').length;
      // A title has one hit at most: it is rewritten as a whole.
      hits.push(...judgeText({file, line, text: literalOf(title)}, TITLE_PATTERNS, 'test titles').slice(0, 1));
    },
  }).visit(parseSync(file, source).program);
  return hits;
}

/**
 * The name before the first dot or bracket: `test` in `test.each<Row>([…])`.
 * @param {import('rolldown/utils').ESTree.Expression} node
 * @returns {string}
 */
function rootOf(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return rootOf(node.object);
  if (node.type === 'CallExpression') return rootOf(node.callee);
  return node.type === 'TaggedTemplateExpression' ? rootOf(node.tag) : '';
}

/**
 * The text of a literal or a template, or of several that are joined or chosen from; empty for any other value.
 * @param {import('rolldown/utils').ESTree.Node} node
 * @returns {string}
 */
function literalOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type === 'TemplateLiteral') return node.quasis.map(({value}) => value.cooked ?? '').join('…');
  if (node.type === 'ConditionalExpression') return `${literalOf(node.consequent)} | ${literalOf(node.alternate)}`;
  return node.type === 'BinaryExpression' ? literalOf(node.left) + literalOf(node.right) : '';
}

/**
 * @param {{file: string, line: number, text: string}} place
 * @returns {Violation[]}
 */
function judgeText({file, line, text}, patterns = PATTERNS, rule = 'words') {
  return patterns.flatMap(({name, advice, pattern}) =>
    [...text.matchAll(pattern)].map(match => ({
      file,
      line,
      rule,
      message: `"${match[0]}" (${name}) in "${text.slice(Math.max(0, match.index - 25), match.index + 45).replace(/\s+/g, ' ')}": ${advice}.`,
    })),
  );
}

/** @param {string} file @param {string} source @returns {Violation[]} */
export function judgeDocument(file, source) {
  let isCode = false;
  return source.split('\n').flatMap((text, index) => {
    if (text.trimStart().startsWith('```')) isCode = !isCode;
    return isCode ? [] : judgeText({file, line: index + 1, text: text.replace(/`[^`]*`/g, '``')});
  });
}

/** @param {string} path */
const isTest = path => /\.test(?:-d)?\.tsx?$/.test(path);

/** Tests and their helpers. @param {string} path */
const isTestCode = path => path.startsWith('test/') || isTest(path) || path.includes('/testing/');

/** @param {string} path */
const isJudgedSource = path => !isTestCode(path) && !path.includes('/seed/');

/** @param {string} root @returns {Violation[]} every hit, exceptions left out */
export function judgeTree(root) {
  const files = [...readTree(root, 'src'), ...readTree(root, 'test')];
  const sources = files.filter(([path]) => isJudgedSource(path));
  const tests = files.filter(([path]) => isTest(path));
  const documents = ['.', 'docs', 'docs/dev', 'docs/dev/decisions'].flatMap(folder => documentsIn(root, folder));
  const hits = [
    ...sources.flatMap(([path, text]) => judgeSource(path, text)),
    ...files.filter(([path]) => isTestCode(path)).flatMap(([path, text]) => judgeComments(path, text)),
    ...tests.flatMap(([path, text]) => judgeTitles(path, text)),
    ...documents.flatMap(path => judgeDocument(path, readFileSync(`${root}/${path}`, 'utf8'))),
  ];
  return hits.filter(({file, message}) => !EXCEPTIONS.some(([path, part]) => file === path && message.includes(part)));
}

/** @param {string} root @param {string} folder @returns {string[]} */
function documentsIn(root, folder) {
  try {
    return readdirSync(`${root}/${folder}`)
      .filter(name => name.endsWith('.md'))
      .map(name => (folder === '.' ? name : `${folder}/${name}`));
  } catch {
    return [];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const hits = judgeTree(process.cwd());
  if (hits.length > 0) console.log(describe(hits));
  process.exitCode = hits.length > 0 ? 1 : 0;
}
