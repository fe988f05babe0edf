/**
 * Data of an account for a program in which a language model reads it.
 *
 * Labels, tags, descriptions, messages and tickets are written by people, some of them by strangers. Such a text comes
 * in a field that says so, cut to a fixed length and without control characters, so that nothing in it can be taken for
 * an instruction. Plain text is left only where the provider chooses it: IDs, regions, dates, addresses, fixed words.
 */
import type {Field, TextFormat} from '../../contract/schema/field.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';

/** A text that people wrote: data, never an instruction. */
export interface UntrustedText {
  readonly untrusted_text: string;
  readonly cut: boolean;
}

/** Maximum length of a text, in code units. */
export const maxTextLength = 500;
/** Maximum number of entries of a list or an object inside of a resource. */
export const maxEntries = 100;
const maxDepth = 8;

/** Marks a text. */
export function untrusted(text: string, maxLength = maxTextLength): UntrustedText {
  // Cleaning a text of megabytes takes long, and removes less than half of a text that people read.
  const clean = sanitize(text.slice(0, maxLength * 2));
  return {
    untrusted_text: clean.slice(0, maxLength).toWellFormed(),
    cut: clean.length > maxLength || text.length > maxLength * 2,
  };
}

/** Formats whose values hold no words. */
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
/** Numbers, times and the like, and identifiers in hexadecimal digits: no field needs a mark for these. */
const wordless = /^(?:[\d:./+-]{0,64}|[\da-f-]{16,64})$/;

/** Fields whose values the provider chooses. */
const providerFields: ReadonlySet<string> = new Set(['id', 'region', 'type', 'status', 'image', 'engine', 'kernel']);
const providerValue = /^[\w.:/+-]{1,64}$/;

/** Names that the API gives its fields; other names are the work of people. */
const fieldName = /^[a-z][a-z0-9_]{0,40}$/;

const stateWord = /^[a-z][\w ,-]{0,31}$/i;

/** A state in few words, as Skydeck or the provider calls it. */
export const stateText = (word: string): string | UntrustedText => (stateWord.test(word) ? word : untrusted(word));

interface TextPlace {
  readonly name: string;
  /** 1 for the fields of a resource. */
  readonly depth: number;
  readonly identifiers: Identifiers;
}

/** True for a text that the provider chose, or that holds no words. */
function isPlain(text: string, field: Field | undefined, {name, depth, identifiers}: TextPlace): boolean {
  if (wordless.test(text)) return true;
  if (field?.kind === 'choice') {
    const values: readonly unknown[] = field.values;
    return values.includes(text) || values.includes(identifiers.readValue(field, text));
  }
  const format = field?.kind === 'text' ? field.facts.format : undefined;
  if (format !== undefined && wordlessFormats.includes(format)) return formatted.test(text);
  // People choose some IDs that others refer to, such as tags.
  return providerFields.has(name) && (name !== 'id' || depth <= 1) && providerValue.test(text);
}

/**
 * A copy of a value of the API with every text of people marked, and long lists cut.
 * @param field the contract's field of the value; undefined for a value that it doesn't know
 */
export function markUntrusted(
  value: unknown,
  field: Field | undefined,
  identifiers: Identifiers,
  {name = '', depth = 0}: {readonly name?: string; readonly depth?: number} = {},
): unknown {
  if (typeof value === 'string') return isPlain(value, field, {name, depth, identifiers}) ? value : untrusted(value);
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
    // People choose the names in an object without fields of its own, such as the labels of a node pool.
    if (own || (shape && Object.keys(shape).length > 0 && fieldName.test(key))) fields[key] = marked;
    else named.push({name: untrusted(key), value: marked});
  }
  return {
    ...fields,
    ...(named.length > 0 && {entries: named}),
    ...(all.length > maxEntries && {entries_left_out: all.length - maxEntries}),
  };
}
