// @ts-check
/**
 * Mutants of a source file: copies of it that differ in one operator.
 *
 * @typedef {{key: string, file: string, line: number, operator: string, before: string, after: string, text: string}} Mutant
 *   `key` identifies the mutant even if lines move; `text` is the whole file with it.
 * @typedef {{type: string, start: number, end: number, [member: string]: any}} Node
 * @typedef {{start: number, end: number, operator: string, after: string}} Edit
 */
import {parseAst} from 'vitest/node';

/** @type {Readonly<Record<string, string>>} */
const comparisons = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
/** @type {Readonly<Record<string, string>>} */
const arithmetic = {'+': '-', '-': '+', '*': '/', '/': '*', '%': '*'};
/** Nodes of types that contain an expression; other nodes of types have no code to change. */
const EXPRESSION_NODES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
const MAX_SHOWN = 60;

/** @param {string} file @param {string} source @returns {Mutant[]} in the order of the file */
export function mutantsOf(file, source) {
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  const text = (/** @type {Node} */ {start, end}) => source.slice(start, end);
  return [...editsIn(/** @type {any} */ (parseAst(source, {lang})), text)]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({start, end, operator, after}) => {
      const before = source.slice(start, end);
      return {
        key: `${file} ${operator}: ${before} → ${after}`,
        file,
        line: source.slice(0, start).split('\n').length,
        operator,
        before: shorten(before),
        after: shorten(after),
        text: source.slice(0, start) + after + source.slice(end),
      };
    });
}

/** @param {string} text */
function shorten(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}

/**
 * @param {unknown} value
 * @param {(node: Node) => string} text
 * @returns {Generator<Edit>}
 */
function* editsIn(value, text) {
  if (Array.isArray(value)) for (const item of value) yield* editsIn(item, text);
  if (typeof value !== 'object' || value === null || !('type' in value)) return;
  const node = /** @type {Node} */ (value);
  if (node.type.startsWith('TS') && !EXPRESSION_NODES.has(node.type)) return;
  if (node.type === 'ImportDeclaration') return;
  yield* editsOf(node, text);
  for (const member of Object.values(node)) if (typeof member === 'object') yield* editsIn(member, text);
}

/**
 * @param {Node} node
 * @param {(node: Node) => string} text
 * @returns {Generator<Edit>}
 */
function* editsOf(node, text) {
  const {type, start, end, operator, left, right} = node;
  /** @param {string} name @param {string} after @param {{start: number, end: number}} [place] @returns {Edit} */
  const edit = (name, after, place = {start, end}) => ({start: place.start, end: place.end, operator: name, after});
  if (type === 'BinaryExpression' && comparisons[operator])
    yield edit('comparison', `${text(left)} ${comparisons[operator]} ${text(right)}`);
  // Strings have only +, and their subtraction would not compile.
  if (type === 'BinaryExpression' && arithmetic[operator] && !isText(left) && !isText(right))
    yield edit('arithmetic', `${text(left)} ${arithmetic[operator]} ${text(right)}`);
  if (type === 'LogicalExpression')
    yield edit(
      'boolean',
      operator === '??' ? text(left) : `(${text(left)} ${operator === '&&' ? '||' : '&&'} ${text(right)})`,
    );
  if (type === 'UnaryExpression' && operator === '!') yield edit('boolean', text(node.argument));
  if (type === 'Literal' && typeof node.value === 'boolean') yield edit('boolean', String(!node.value));
  if (type === 'IfStatement' || type === 'ConditionalExpression') yield edit('condition', 'false', node.test);
  if (type === 'ReturnStatement' && node.argument) yield edit('return', 'undefined', node.argument);
}

/** @param {Node} node */
const isText = ({type, value}) => type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/**
 * Chooses mutants at random; the same seed chooses the same mutants.
 *
 * @param {readonly Mutant[]} mutants
 * @param {number} max
 * @param {number} seed
 */
export function sample(mutants, max, seed) {
  const rest = [...mutants];
  const chosen = [];
  for (let state = seed >>> 0; chosen.length < max && rest.length > 0; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1));
  }
  return chosen;
}
