/** Writes an object as commented text: editable fields are active, all others are comments. */
import {Document, stringify, visit} from 'yaml';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {sanitize} from '../../../platform/text/sanitize.ts';
import {contractIdentifiers, type Identifiers} from '../../api/identifiers.ts';
import {leavesOf, withValue} from '../../core/dotted-paths.ts';
import {mask} from '../../core/secret-fields.ts';
import type {FieldState} from '../form/field-state.ts';
import {
  commentStart,
  type FieldBranch,
  fieldTree,
  hiddenWords,
  isFieldBranch,
  type Notation,
  writtenValue,
} from './object-fields.ts';

export interface FormatInput {
  readonly notation: Notation;
  /** Comment lines at the top, which describe the text. */
  readonly head: readonly string[];
  readonly fields: readonly FieldState[];
  /** The object as the API returned it; the parts without a field are written as comments. */
  readonly row: AnyRow | undefined;
  /** The provider's spelling of identifiers; absent = the contract's spelling. */
  readonly identifiers?: Identifiers | undefined;
}

/** The maximum number of choices to list; a longer list would bury the object. */
const maxChoices = 16;

export function formatObject({notation, head, fields, row, identifiers = contractIdentifiers}: FormatInput): string {
  const tree = fieldTree(fields);
  const comment = (text: string): string => `${commentStart[notation]} ${sanitize(text)}`.trimEnd();
  const writing: FormatContext = {comment, nameOf: path => nameIn(identifiers.fieldName(path))};
  const body = notation === 'yaml' ? yamlLines(tree, writing) : ['{', ...jsonLines(tree, writing, '  '), '}'];
  return [...head.map(comment), '', ...body, '', ...restLines({notation, fields, row, identifiers}), ''].join('\n');
}

interface FormatContext {
  readonly comment: (text: string) => string;
  /** The name of a field, by its path in the contract. */
  readonly nameOf: (path: string) => string;
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function yamlLines(branch: FieldBranch, writing: FormatContext, indent = '', prefix = ''): string[] {
  const {comment, nameOf} = writing;
  return [...branch.entries].flatMap(([key, entry]) => {
    const path = prefix + key;
    const name = nameOf(path);
    if (isFieldBranch(entry))
      return [`${indent}${yamlKey(name)}:`, ...yamlLines(entry, writing, `${indent}  `, `${path}.`)];
    const comments = hintsOf(entry).map(text => indent + comment(text));
    const lines = isHidden(entry)
      ? [comment(`${yamlKey(name)}: ${hiddenWords}`)]
      : yamlEntry(name, writtenValue(entry, entry.value));
    return [...comments, ...lines.map(line => (line === '' ? line : indent + line))];
  });
}

function jsonLines(branch: FieldBranch, writing: FormatContext, indent: string, prefix = ''): string[] {
  const {comment, nameOf} = writing;
  const entries = [...branch.entries].filter(([, entry]) => isFieldBranch(entry) || !isHidden(entry));
  const hidden = [...branch.entries].flatMap(([name, entry]) =>
    isFieldBranch(entry) || !isHidden(entry) ? [] : [name],
  );
  const lines = entries.flatMap(([name, entry], index) => {
    const comma = index < entries.length - 1 ? ',' : '';
    const path = prefix + name;
    const key = `${indent}${JSON.stringify(nameOf(path))}: `;
    if (isFieldBranch(entry))
      return [`${key}{`, ...jsonLines(entry, writing, `${indent}  `, `${path}.`), `${indent}}${comma}`];
    const comments = hintsOf(entry).map(text => indent + comment(text));
    const value = escaped(JSON.stringify(writtenValue(entry, entry.value) ?? null, null, 2))
      .split('\n')
      .join(`\n${indent}`);
    return [...comments, `${key}${value}${comma}`];
  });
  return [
    ...lines,
    ...hidden.map(name => `${indent}${comment(`${JSON.stringify(nameOf(prefix + name))}: ${hiddenWords}`)}`),
  ];
}

/**
 * True for fields that are never written to a file, not even a temporary one for the editor. A typed secret stays in
 * the form.
 */
const isHidden = ({isSecret}: FieldState): boolean => isSecret;

function hintsOf(field: FieldState): string[] {
  const {help, bounds, options, isRequired} = field;
  const choices = field.input === 'choice' && options !== undefined && options.length <= maxChoices ? options : [];
  const textOf = (value: unknown) => String(writtenValue(field, value));
  const offered = choices
    .map(({value, text}) => (textOf(value) === text ? text : `${textOf(value)} (${text})`))
    .join(', ');
  const selectedOption = options?.find(option => option.value === field.value);
  const optionHint =
    choices.length === 0 && selectedOption !== undefined && selectedOption.text !== textOf(field.value)
      ? selectedOption.text
      : '';
  const text = [
    isRequired ? 'required' : '',
    help ?? '',
    bounds ?? '',
    offered && `one of: ${offered}`,
    optionHint && `now ${optionHint}`,
  ];
  const line = text.filter(part => part !== '').join(' · ');
  return line === '' ? [] : [line];
}

/** Characters with a special effect in terminals and editors; they are written as escape codes. */
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
      // Escapes are valid only between double quotes.
      if (unprintable.test(node.value)) node.type = 'QUOTE_DOUBLE';
      // Blank lines at the end of a block are hard to see and easily lost.
      else if (/\n./s.test(node.value) && /\S\n?$/.test(node.value)) node.type = 'BLOCK_LITERAL';
      else if (node.value.includes('\n')) node.type = 'QUOTE_DOUBLE';
      // YAML preserves only the plain space at the ends of a line. Other spaces are invisible, and editors remove them.
      else if (/^\s|\s$/.test(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({lineWidth: 0});
  return escaped(text).replace(/\n+$/, '').split('\n');
}

function restLines({
  notation,
  fields,
  row,
  identifiers,
}: Omit<FormatInput, 'head'> & {identifiers: Identifiers}): string[] {
  if (row === undefined) return [];
  const changeable = (text: string): boolean => {
    const path = identifiers.readFieldName(text);
    return fields.some(field => field.path === path || path.startsWith(`${field.path}.`));
  };
  let rest: AnyRow = {};
  for (const [path, value] of leavesOf(mask(row) as AnyRow)) if (!changeable(path)) rest = withValue(rest, path, value);
  if (Object.keys(rest).length === 0) return [];
  const text =
    notation === 'yaml' ? stringify(rest, {lineWidth: 0, aliasDuplicateObjects: false}) : JSON.stringify(rest, null, 2);
  const mark = commentStart[notation];
  return [
    `${mark} Not editable:`,
    ...text
      .trimEnd()
      .split('\n')
      .map(line => `${mark}   ${sanitize(line)}`.trimEnd()),
  ];
}
