/** The text of an object as a file may contain it: without typed secrets. */
import {type Document, isMap, isScalar, type Node, parseDocument, visit} from 'yaml';
import {eachField} from '../../core/field-tree.ts';
import {isSecretName, maskText} from '../../core/secret-fields.ts';
import type {FieldState} from '../form/field-state.ts';
import {hiddenWords, type Notation, withoutJsonComments} from './object-fields.ts';

interface DraftContext {
  readonly notation: Notation;
  readonly fields: readonly FieldState[];
}

type IsSecret = (name: unknown) => boolean;

/**
 * The text without typed secrets; undefined if secrets can't be recognized in it, so that no part of it may be written
 * to a file.
 */
export function withoutTypedSecrets(text: string, {notation, fields}: DraftContext): string | undefined {
  const names = new Set(secretNames(fields));
  const isSecret: IsSecret = name => typeof name === 'string' && (names.has(name) || isSecretName(name));
  const parse = (source: string): Document =>
    parseDocument(notation === 'json' ? withoutJsonComments(source) : source, {
      prettyErrors: false,
      logLevel: 'silent',
    });
  const document = parse(text);
  const {contents} = document;
  // In a text that isn't an object, no name marks a secret: one extra word in the first line turns the whole text into
  // one string.
  if (document.errors.length > 0 || !(contents === null || isMap(contents))) {
    const isSafe = text.split('\n').every(line => !namesSecret(line, isSecret) || isGenerated(line));
    return isSafe ? text : undefined;
  }
  const values = secretsIn(document, isSecret);
  const draft = replaceWithNull(text, values);
  const isValue = insideValues(parse(draft));
  let offset = 0;
  const lines = draft.split('\n').filter(line => {
    const begin = offset;
    offset += line.length + 1;
    return isValue(begin) || !isComment(line) || isGenerated(line) || !namesSecret(line, isSecret);
  });
  const safe = lines.join('\n');
  // A secret that is repeated, after another value or under another name, is still a secret.
  return values.flatMap(wordsIn).some(word => safe.includes(word)) ? undefined : safe;
}

/** Names of the secret fields, including those of entries. */
const secretNames = (fields: readonly FieldState[]): readonly string[] =>
  [...eachField(fields)].flatMap(({field: {name, isSecret}}) => (isSecret ? [name] : []));

/** The values of secret fields, in the order of the text; a secret object counts as a whole. */
function secretsIn(document: Document, isSecret: IsSecret): Node[] {
  const values: Node[] = [];
  visit(document, {
    Pair(_, {key, value}) {
      if (!isScalar(key) || !isSecret(key.value)) return undefined;
      if (value !== null && (!isScalar(value) || value.value !== null)) values.push(value as Node);
      return visit.SKIP;
    },
  });
  return values;
}

/** The text with these values removed. */
function replaceWithNull(text: string, values: readonly Node[]): string {
  let result = text;
  for (const {range} of values.toReversed()) {
    if (!range) continue;
    const [from, to] = range;
    // A block ends with its line break, which stays.
    const length = text.slice(from, to).trimEnd().length;
    result = `${result.slice(0, from)}null${result.slice(from + length)}`;
  }
  return result;
}

/** Recognizes offsets inside a multi-line value: a line there that looks like a comment belongs to a script. */
function insideValues(document: Document): (offset: number) => boolean {
  const ranges: (readonly [number, number])[] = [];
  visit(document, {Scalar: (_, {range}) => void (range && ranges.push([range[0], range[1]]))});
  return offset => ranges.some(([from, to]) => offset > from && offset < to);
}

const isComment = (line: string): boolean => /^\s*(?:#|\/\/)/.test(line);

/** True for a generated comment: it stands for a secret and contains none. */
const isGenerated = (line: string): boolean =>
  isComment(line) && (line.endsWith(`: ${hiddenWords}`) || new RegExp(`: "?${maskText}"?,?$`).test(line));

const namesSecret = (line: string, isSecret: IsSecret): boolean =>
  [...line.matchAll(/([\w-]+)["']?\s*[:=]/g)].some(([, name]) => isSecret(name));

/** Shorter texts occur in many places, so a match proves nothing. */
const minSecretLength = 4;

function wordsIn(node: Node): string[] {
  const words: string[] = [];
  visit(node, {
    Scalar(key, {value}) {
      if (key !== 'key' && typeof value === 'string' && value.length >= minSecretLength) words.push(value);
    },
  });
  return words;
}
