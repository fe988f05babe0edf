/** Parses an edited text to an object: its changes, or its problems with their lines. */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
} from 'yaml';
import {withArticle} from '../../../families/format/nouns.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {contractIdentifiers, type Identifiers} from '../../api/identifiers.ts';
import {valueAt} from '../../core/dotted-paths.ts';
import {jsonEqual} from '../../core/json-equal.ts';
import type {FieldState} from '../form/field-state.ts';
import {type FieldBranch, fieldTree, isFieldBranch, type Notation, withoutJsonComments} from './object-fields.ts';
import type {LineProblem} from './text-problems.ts';

export interface ParsedObject {
  /** Values that differ from the fields' values, by path. */
  readonly changes: ReadonlyMap<string, unknown>;
  readonly mistakes: readonly LineProblem[];
  /** The line of a path, or of its nearest parent. */
  lineOf(path: string): number;
  /** True if the text has only comments. */
  readonly isEmpty: boolean;
}

export interface ParseContext {
  readonly notation: Notation;
  readonly fields: readonly FieldState[];
  /** The row as the API returned it. */
  readonly row: AnyRow | undefined;
  /** The provider's spelling of identifiers; both spellings are accepted. Absent = the contract's spelling. */
  readonly identifiers?: Identifiers | undefined;
  /** The singular resource noun in messages: "Volume". */
  readonly one: string;
}

export function parseObject(
  text: string,
  {notation, fields, row, one, identifiers = contractIdentifiers}: ParseContext,
): ParsedObject {
  const counter = new LineCounter();
  const source = notation === 'json' ? withoutJsonComments(text) : text;
  // JSON is a subset of YAML, so one parser reads both and provides the lines of problems.
  const document = parseDocument(source, {lineCounter: counter, prettyErrors: false, logLevel: 'silent'});
  const lineAt = (offset: number | undefined): number => (offset === undefined ? 1 : counter.linePos(offset).line);
  const mistakes: LineProblem[] = document.errors.map(({message, pos}) => ({line: lineAt(pos[0]), message}));
  const changes = new Map<string, unknown>();
  const lines = new Map<string, number>();
  const {contents} = document;

  function walk(pairs: readonly Pair[], branch: FieldBranch, prefix: string): void {
    for (const {key, value} of pairs) {
      const writtenPath = prefix + (isScalar(key) ? String(key.value) : '');
      const path = identifiers.readFieldName(writtenPath);
      const line = lineAt((key as Node | null)?.range?.[0]);
      lines.set(path, line);
      const addMistake = (message: string): void => void mistakes.push({line, message: `${writtenPath} ${message}`});
      const entry = branch.entries.get(path.slice(prefix.length));
      const node = value as Node | null;
      if (isAlias(node)) addMistake(aliasRefusal);
      else if (isFieldBranch(entry)) {
        if (isMap(node)) walk(node.items, entry, `${path}.`);
        else if (!isBlank(node)) addMistake('holds fields of its own, each on a line below it');
      } else if (entry === undefined) {
        const currentValue = valueAt(row, identifiers.fieldName(path));
        if (currentValue === undefined) addMistake(`isn’t a field of ${withArticle(one)} that can be changed`);
        else if (!jsonEqual(currentValue, plainValue(node, document).value)) addMistake('can’t be changed');
      } else {
        const parsed = parseFieldValue(entry, node, document);
        if ('message' in parsed) addMistake(parsed.message);
        else {
          const value = entry.read ? entry.read(parsed.value) : parsed.value;
          if (!sameValue(value, entry.value)) changes.set(path, value);
        }
      }
    }
  }
  if (isMap(contents)) walk(contents.items, fieldTree(fields), '');
  else if (!isBlank(contents) && mistakes.length === 0)
    mistakes.push({line: 1, message: 'must be fields with their values, like label: web'});

  return {
    changes,
    mistakes,
    isEmpty: isBlank(contents) && document.errors.length === 0,
    lineOf(path) {
      for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
        const line = lines.get(at);
        if (line !== undefined) return line;
      }
      return Math.min(...lines.values(), text.split('\n').length);
    },
  };
}

const isBlank = (node: unknown): boolean =>
  node === null || node === undefined || (isScalar(node) && (node.value === null || node.value === undefined));

type ParsedValue = {readonly value: unknown} | {readonly value?: undefined; readonly message: string};

/** The problem of a YAML alias: an object never needs an alias, and a `*` that a user types is meant as a wildcard. */
const aliasRefusal = 'has a * that refers to another place. Quote a text that starts with *';

/** The value of a node that contains no alias. */
function plainValue(node: Node | null, document: Document): ParsedValue {
  try {
    return {value: node === null ? null : (node.toJS(document, {maxAliasCount: 0}) as unknown)};
  } catch {
    return {message: aliasRefusal};
  }
}

/** The value of a text, according to the kind of the field: a label of digits stays text. */
function parseFieldValue(field: FieldState, node: Node | null, document: Document): ParsedValue {
  switch (field.input) {
    case 'text':
    case 'secret':
    case 'multiline':
      if (isBlank(node)) return {value: isNothing(field.value) ? field.value : ''};
      return isScalar(node) ? {value: textOf(node)} : {message: 'must be a text'};
    case 'choice':
    case 'pick':
      if (isBlank(node)) return emptyValue(field);
      if (!isScalar(node)) return {message: 'must be one value'};
      return parseChoice(field, node);
    case 'lines':
    case 'tags':
    case 'pickMany': {
      if (isBlank(node)) return {value: []};
      const nodes = isSeq(node) ? node.items : [node];
      const scalars = nodes.filter(isScalar);
      if (scalars.length < nodes.length) return {message: 'must be a list of plain values'};
      return {value: scalars.map(scalar => parseEntry(field, scalar))};
    }
    case 'pairs': {
      if (isBlank(node)) return emptyValue(field);
      const read = plainValue(node, document);
      if ('message' in read || !isMap(node)) return read;
      // The texts as typed: 1.10 must not become the number 1.1.
      const texts = node.items.map(({key, value: one}) => [
        isScalar(key) ? textOf(key) : String(key),
        isScalar(one) ? textOf(one) : one,
      ]);
      const written = Object.fromEntries(texts.filter(([, one]) => typeof one === 'string'));
      return {value: {...(read.value as object), ...written}};
    }
    default:
      if (isBlank(node)) return emptyValue(field);
      return plainValue(node, document);
  }
}

/** Null if the API accepts it; otherwise a cleared field would not be sent at all. */
function emptyValue({value, isNullable}: FieldState): ParsedValue {
  if (isNothing(value)) return {value};
  return isNullable === true ? {value: null} : {message: 'must not be empty'};
}

/** The text as typed, not as YAML reads it: 007 must not become the number 7. */
const textOf = ({value, source}: Scalar): string => (typeof value === 'string' ? value : (source ?? String(value)));

function optionOf({options, read}: FieldState, text: string) {
  const valueText = String(read ? read(text) : text);
  return options?.find(({value}) => String(value) === valueText);
}

function parseChoice(field: FieldState, node: Scalar): ParsedValue {
  const text = textOf(node);
  const option = optionOf(field, text);
  if (option === undefined) return {value: typeof field.value === 'number' ? node.value : text};
  const isCurrent = jsonEqual(option.value, field.value);
  return option.unless === undefined || isCurrent ? {value: option.value} : {message: `${text} ${option.unless}`};
}

function parseEntry(field: FieldState, node: Scalar): unknown {
  const text = textOf(node);
  const option = optionOf(field, text);
  if (option !== undefined) return option.value;
  const numbers = Array.isArray(field.value) && field.value.some(entry => typeof entry === 'number');
  return numbers ? node.value : text;
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';
const isNone = (value: unknown): boolean => isNothing(value) || (Array.isArray(value) && value.length === 0);
const sameValue = (a: unknown, b: unknown): boolean => (isNone(a) && isNone(b)) || jsonEqual(a, b);
