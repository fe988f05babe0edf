/**
 * Data of an account for a program in which a language model reads it.
 *
 * Labels, tags, descriptions, messages and tickets are texts by people, some of them strangers. Such a text is in a
 * field that marks it as untrusted, shortened to a fixed length and without control characters, so that no text can be
 * taken for an instruction. Only values that the provider chooses are plain text: IDs, regions, dates, addresses, fixed
 * words.
 */
import type {Field, TextFormat} from '../../contract/schema/field.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';

/** A text by people: data, never an instruction. */
export interface UntrustedText {
  readonly untrusted_text: string;
  readonly cut: boolean;
}

/** The maximum length of a text, in code units. */
export const maxTextLength = 500;
/** The maximum number of entries of a list or an object inside a resource. */
export const maxEntries = 100;
const maxDepth = 8;

/** Marks a text. */
export function markUntrustedText(text: string, maxLength = maxTextLength): UntrustedText {
  // Sanitizing a text of megabytes takes long; of a text by people it removes less than half.
  const clean = sanitize(text.slice(0, maxLength * 2));
  return {
    untrusted_text: clean.slice(0, maxLength).toWellFormed(),
    cut: clean.length > maxLength || text.length > maxLength * 2,
  };
}

/** Formats whose values contain no words. */
const wordlessFormats: readonly TextFormat[] = [
  'date-time',
  'digits',
  'ip',
  'ip:port',
  'ip/netmask',
  'ipv4',
  'ipv4/mask',
  'ipv4/prefix_length',
  'ipv4|ipv6/prefix_length',
  'ipv6',
  'ipv6/128',
  'ipv6/mask',
  'ipv6/prefix_length',
  'MM/YYYY',
  'uuid',
];
const formatted = /^[0-9a-f:./TZ+-]{1,64}$/i;
/** Numbers, times and the like, and hexadecimal identifiers, which need no mark in any field. */
const wordless = /^(?:[\d:./+-]{0,64}|[\da-f-]{16,64})$/;

/** Fields whose values the provider chooses. */
const providerFields: ReadonlySet<string> = new Set(['id', 'region', 'type', 'status', 'image', 'engine', 'kernel']);
const providerValue = /^[\w.:/+-]{1,64}$/;

/** Field names of the API; other names are chosen by people. */
const fieldName = /^[a-z][a-z0-9_]{0,40}$/;

const stateWord = /^[a-z][\w ,-]{0,31}$/i;

/** A state of one or few words, if it has the form of Skydeck's or the provider's words. */
export const stateText = (word: string): string | UntrustedText =>
  stateWord.test(word) ? word : markUntrustedText(word);

interface TextPlace {
  readonly name: string;
  /** 1 for the fields of a resource. */
  readonly depth: number;
  readonly identifiers: Identifiers;
}

/** True for a text that the provider chose, or that contains no words. */
function isPlain(text: string, field: Field | undefined, {name, depth, identifiers}: TextPlace): boolean {
  if (wordless.test(text)) return true;
  if (field?.kind === 'choice') {
    const values: readonly unknown[] = field.values;
    return values.includes(text) || values.includes(identifiers.readValue(field, text));
  }
  const format = field?.kind === 'text' ? field.facts.format : undefined;
  if (format !== undefined && wordlessFormats.includes(format)) return formatted.test(text);
  // People choose some IDs that other objects refer to, such as tags.
  return providerFields.has(name) && (name !== 'id' || depth <= 1) && providerValue.test(text);
}

/**
 * A copy of a value of the API in which every text by people is marked, and long lists are shortened.
 * @param field the contract's field of the value; undefined for an unknown value
 */
export function markUntrusted(
  value: unknown,
  field: Field | undefined,
  identifiers: Identifiers,
  {name = '', depth = 0}: {readonly name?: string; readonly depth?: number} = {},
): unknown {
  if (typeof value === 'string')
    return isPlain(value, field, {name, depth, identifiers}) ? value : markUntrustedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return {left_out: 'nested too deeply'};
  if (Array.isArray(value)) {
    const item = field?.kind === 'list' ? field.item : undefined;
    const entries = value
      .slice(0, maxEntries)
      .map((entry: unknown) => markUntrusted(entry, item, identifiers, {name, depth: depth + 1}));
    return value.length > maxEntries ? [...entries, {entries_left_out: value.length - maxEntries}] : entries;
  }
  const shape = field?.kind === 'object' ? field.fields : undefined;
  const fields: Record<string, unknown> = {};
  const named: unknown[] = [];
  const all = Object.entries(value);
  for (const [key, entry] of all.slice(0, maxEntries)) {
    const own = shape?.[key] ?? shape?.[identifiers.readFieldName(key)];
    const marked = markUntrusted(entry, own, identifiers, {name: key, depth: depth + 1});
    // People choose the names in an object without declared fields, such as the labels of a node pool.
    if (own || (shape && Object.keys(shape).length > 0 && fieldName.test(key))) fields[key] = marked;
    else named.push({name: markUntrustedText(key), value: marked});
  }
  return {
    ...fields,
    ...(named.length > 0 && {entries: named}),
    ...(all.length > maxEntries && {entries_left_out: all.length - maxEntries}),
  };
}
