// @ts-check
/**
 * Checks Skydeck's wording for constructions that confuse a new reader: in the texts of the program (string literals of
 * `src/`), in the documents, in the titles of tests and in the first words of comments, in tests as well.
 * `node scripts/words.mjs` lists the hits above the ceilings of `words-ceilings.mjs`, `--all` every hit, `--counts` the
 * number per area.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {parseSync, Visitor} from 'rolldown/utils';
import {readTree} from './imports.mjs';
import {describe} from './layers.mjs';
import {CEILINGS, EXCEPTIONS} from './words-ceilings.mjs';

/** @typedef {import('./layers.mjs').Violation} Violation */
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
const TITLE_PATTERNS = [...patternsOf(TITLE_CONSTRUCTIONS), ...PATTERNS];

/** The functions whose first argument is the title of a test or of a group of tests. */
const TITLED = new Set(['test', 'it', 'describe', 'torture']);

/** The first word of a comment that doesn't name its subject. */
const OPENER = /^(?:What|Who|Whose|Whom|How|Where|When|Why|Which|Whether|Whatever|Whoever)\b/;

/**
 * The texts and comments of a TypeScript file, by line.
 * @param {string} source
 * @returns {Piece[]}
 */
export function piecesOf(source) {
  /** @type {Piece[]} */
  const pieces = [];
  const scanner = new Scanner(source);
  for (let piece = scanner.next(); piece !== undefined; piece = scanner.next()) pieces.push(piece);
  return pieces;
}

/** Reads a source file token by token. A slash starts a regular expression if it isn't after a value. */
class Scanner {
  #at = 0;
  #line = 1;
  /** True if the last token was a value, so that a slash divides. */
  #afterValue = false;
  /** Template literals that are open: the depth of braces at which each continues. @type {number[]} */
  #templates = [];
  #braces = 0;

  /** @param {string} source */
  constructor(source) {
    this.source = source;
  }

  /** @returns {Piece | undefined} */
  next() {
    const {source} = this;
    while (this.#at < source.length) {
      const char = source.charAt(this.#at);
      const two = source.slice(this.#at, this.#at + 2);
      if (two === '//' || two === '/*') return this.#comment(two);
      if (char === "'" || char === '"') return this.#string(char);
      if (char === '`') {
        this.#at++;
        return this.#template();
      }
      if (char === '}' && this.#templates.at(-1) === this.#braces) {
        this.#templates.pop();
        this.#at++;
        return this.#template();
      }
      this.#step(char);
    }
    return undefined;
  }

  /** @param {string} char */
  #step(char) {
    if (char === '/' && !this.#afterValue) return this.#regularExpression();
    if (char === '{') this.#braces++;
    if (char === '}') this.#braces--;
    if (char === '\n') this.#line++;
    const word = /^[\w$]+/.exec(this.source.slice(this.#at, this.#at + 60))?.[0];
    if (word) {
      this.#at += word.length;
      this.#afterValue = !/^(?:return|typeof|case|in|of|new|delete|void|throw|await|yield)$/.test(word);
      return;
    }
    if (!/\s/.test(char)) this.#afterValue = char === ')' || char === ']';
    this.#at++;
  }

  #regularExpression() {
    let isInClass = false;
    for (this.#at++; this.#at < this.source.length; this.#at++) {
      const char = this.source.charAt(this.#at);
      if (char === '\n') break;
      if (char === '\\') this.#at++;
      else if (char === '[') isInClass = true;
      else if (char === ']') isInClass = false;
      else if (char === '/' && !isInClass) break;
    }
    this.#at++;
    this.#afterValue = true;
  }

  /** @param {string} opening @returns {Piece} */
  #comment(opening) {
    const line = this.#line;
    const end = opening === '//' ? this.source.indexOf('\n', this.#at) : this.source.indexOf('*/', this.#at) + 2;
    const raw = this.source.slice(this.#at, end < this.#at ? this.source.length : end);
    this.#at += raw.length;
    this.#line += raw.split('\n').length - 1;
    const text = raw.replace(/^\/\*+|^\/\/|\*\/$/g, '').replace(/^\s*\* ?/gm, '');
    return {kind: 'comment', line, text: text.replace(/\s+/g, ' ').trim()};
  }

  /** @param {string} quote @returns {Piece} */
  #string(quote) {
    const line = this.#line;
    const start = ++this.#at;
    while (this.#at < this.source.length && this.source.charAt(this.#at) !== quote) {
      if (this.source.charAt(this.#at) === '\n') {
        // An apostrophe in the text of a JSX element isn't the start of a literal.
        return {kind: 'text', line, text: this.source.slice(start, this.#at)};
      }
      this.#at += this.source.charAt(this.#at) === '\\' ? 2 : 1;
    }
    this.#afterValue = true;
    return {kind: 'text', line, text: this.source.slice(start, this.#at++)};
  }

  /** The part of a template up to its end or its next value. @returns {Piece} */
  #template() {
    const line = this.#line;
    const start = this.#at;
    while (this.#at < this.source.length) {
      const char = this.source.charAt(this.#at);
      if (char === '`') {
        this.#afterValue = true;
        return {kind: 'text', line, text: this.source.slice(start, this.#at++)};
      }
      if (this.source.startsWith('${', this.#at)) {
        const text = this.source.slice(start, this.#at);
        this.#templates.push(this.#braces);
        this.#afterValue = false;
        this.#at += 2;
        return {kind: 'text', line, text};
      }
      if (char === '\n') this.#line++;
      this.#at += char === '\\' ? 2 : 1;
    }
    return {kind: 'text', line, text: this.source.slice(start)};
  }
}

/** True for prose, which has a space and a lower-case word. Other texts are keys, paths or symbols. @param {string} text */
const isProse = text => /[a-z]{2,} | [a-z]{2,}/i.test(text);

/**
 * @param {string} file
 * @param {string} source
 * @returns {Violation[]} rule `words` for texts, `comment openers` for comments
 */
export function judgeSource(file, source) {
  return piecesOf(source).flatMap(({kind, line, text}) => {
    if (kind === 'comment') return judgeComment(file, line, text);
    return isProse(text) ? judgeText({file, line, text}) : [];
  });
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Violation[]} rule `comment openers`
 */
export function judgeComments(file, source) {
  return piecesOf(source).flatMap(({kind, line, text}) => (kind === 'comment' ? judgeComment(file, line, text) : []));
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

/** The area of a hit: its rule, with a room of `src/`, the tests or the documents. Each area has a ceiling. @param {Violation} hit */
const areaOf = ({file, rule}) =>
  `${rule}: ${
    /^(?:src|test)\//.test(file)
      ? file
          .split('/')
          .slice(0, 2)
          .join('/')
          .replace(/\/[^/]*\.test\..*/, '')
      : 'documents'
  }`;

/** @param {readonly Violation[]} hits @returns {Record<string, number>} */
export function countByArea(hits) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const hit of hits) counts[areaOf(hit)] = (counts[areaOf(hit)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b)));
}

/**
 * @param {readonly Violation[]} hits
 * @param {Readonly<Record<string, number>>} [ceilings]
 * @returns {Violation[]} every hit of an area that has more of them than its ceiling
 */
export function aboveCeilings(hits, ceilings = CEILINGS) {
  const counts = countByArea(hits);
  return hits.filter(hit => (counts[areaOf(hit)] ?? 0) > (ceilings[areaOf(hit)] ?? 0));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const hits = judgeTree(process.cwd());
  if (process.argv.includes('--counts')) console.log(JSON.stringify(countByArea(hits), undefined, 2));
  else if (process.argv.includes('--all')) console.log(describe(hits));
  else {
    const above = aboveCeilings(hits);
    if (above.length > 0) console.log(describe(above));
    process.exitCode = above.length > 0 ? 1 : 0;
  }
}
