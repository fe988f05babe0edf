/** An object as commented text: what can be changed is active, everything else of it stands in comments. */
import {Document, stringify, visit} from 'yaml';
import type {AnyRow} from '../../families/define.ts';
import {clean} from '../../platform/text/clean.ts';
import {leavesOf, withValue} from '../changes/paths.ts';
import type {FieldState} from '../changes/types.ts';
import {mask} from '../secrets.ts';
import {type Branch, commentIn, hiddenWords, isBranch, type Notation, treeOf} from './object-fields.ts';

export interface WrittenObject {
  readonly notation: Notation;
  /** Lines of comment at the top: what this is. */
  readonly head: readonly string[];
  readonly fields: readonly FieldState[];
  /** The object as read; what of it no field changes is shown as a comment. */
  readonly row: AnyRow | undefined;
}

/** So many choices still help; more of them would bury the object. */
const choicesAtMost = 16;

export function writeObject({notation, head, fields, row}: WrittenObject): string {
  const tree = treeOf(fields);
  const comment = (text: string): string => `${commentIn[notation]} ${clean(text)}`.trimEnd();
  const body = notation === 'yaml' ? yamlLines(tree, comment) : ['{', ...jsonLines(tree, comment, '  '), '}'];
  return [...head.map(comment), '', ...body, '', ...restLines(notation, fields, row), ''].join('\n');
}

type Comment = (text: string) => string;

function yamlLines(branch: Branch, comment: Comment, indent = ''): string[] {
  return [...branch.entries].flatMap(([name, entry]) => {
    if (isBranch(entry)) return [`${indent}${yamlKey(name)}:`, ...yamlLines(entry, comment, `${indent}  `)];
    const said = hintsOf(entry).map(text => indent + comment(text));
    const lines = isHidden(entry) ? [comment(`${yamlKey(name)}: ${hiddenWords}`)] : yamlEntry(name, entry.value);
    return [...said, ...lines.map(line => (line === '' ? line : indent + line))];
  });
}

function jsonLines(branch: Branch, comment: Comment, indent: string): string[] {
  const entries = [...branch.entries].filter(([, entry]) => isBranch(entry) || !isHidden(entry));
  const hidden = [...branch.entries].flatMap(([name, entry]) => (isBranch(entry) || !isHidden(entry) ? [] : [name]));
  const lines = entries.flatMap(([name, entry], index) => {
    const comma = index < entries.length - 1 ? ',' : '';
    const key = `${indent}${JSON.stringify(name)}: `;
    if (isBranch(entry)) return [`${key}{`, ...jsonLines(entry, comment, `${indent}  `), `${indent}}${comma}`];
    const said = hintsOf(entry).map(text => indent + comment(text));
    const value = escaped(JSON.stringify(entry.value ?? null, null, 2))
      .split('\n')
      .join(`\n${indent}`);
    return [...said, `${key}${value}${comma}`];
  });
  return [...lines, ...hidden.map(name => `${indent}${comment(`${JSON.stringify(name)}: ${hiddenWords}`)}`)];
}

/** No secret is written down, not even into a file that lives as long as the editor: what was typed stays in the form. */
const isHidden = ({secret}: FieldState): boolean => secret;

function hintsOf(field: FieldState): string[] {
  const {help, bounds, options, required} = field;
  const choices = field.input === 'choice' && options !== undefined && options.length <= choicesAtMost ? options : [];
  const offered = choices.map(({value, text}) => (String(value) === text ? text : `${value} (${text})`)).join(', ');
  const chosen = options?.find(option => option.value === field.value);
  const named = choices.length === 0 && chosen !== undefined && chosen.text !== String(field.value) ? chosen.text : '';
  const text = [
    required ? 'required' : '',
    help ?? '',
    bounds ?? '',
    offered && `one of: ${offered}`,
    named && `now ${named}`,
  ];
  const line = text.filter(part => part !== '').join(' · ');
  return line === '' ? [] : [line];
}

/** What terminals and readers take for more than text: written by its number. */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;
const everyUnprintable = new RegExp(unprintable, 'g');
const escaped = (text: string): string =>
  text.replaceAll(everyUnprintable, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const yamlKey = (name: string): string => stringify(name).trimEnd();

function yamlEntry(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [`${yamlKey(name)}:`];
  const document = new Document({[name]: value}, {aliasDuplicateObjects: false});
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== 'string') return;
      // Escapes have a meaning between double quotes only.
      if (unprintable.test(node.value)) node.type = 'QUOTE_DOUBLE';
      // Blank lines at the end of a block are hard to see and easily lost.
      else if (/\n./s.test(node.value) && /\S\n?$/.test(node.value)) node.type = 'BLOCK_LITERAL';
      else if (node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
      // YAML knows the space alone; nobody sees the others, and editors take them from the ends of lines.
      else if (/^\s|\s$/.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({lineWidth: 0});
  return escaped(text).replace(/\n+$/, '').split('\n');
}

function restLines(notation: Notation, fields: readonly FieldState[], row: AnyRow | undefined): string[] {
  if (row === undefined) return [];
  const changeable = (path: string): boolean =>
    fields.some(field => field.path === path || path.startsWith(`${field.path}.`));
  let rest: AnyRow = {};
  for (const [path, value] of leavesOf(mask(row) as AnyRow)) if (!changeable(path)) rest = withValue(rest, path, value);
  if (Object.keys(rest).length === 0) return [];
  const text =
    notation === 'yaml' ? stringify(rest, {lineWidth: 0, aliasDuplicateObjects: false}) : JSON.stringify(rest, null, 2);
  const mark = commentIn[notation];
  return [
    `${mark} Not changed here:`,
    ...text
      .trimEnd()
      .split('\n')
      .map(line => `${mark}   ${clean(line)}`.trimEnd()),
  ];
}
