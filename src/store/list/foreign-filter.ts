/**
 * Hints for filters in the language of another tool. Such a text is a valid filter that looks for these very
 * characters, so the hint is for a list in which nothing matches.
 */
import type {Family} from '../../families/shape/define-family.ts';
import {findFilterField} from './filter-fields.ts';

/** The hint for a part of a filter, with the same condition in Skydeck’s language; undefined for a part of no other tool. */
type HintRule = (text: string, family: Family) => string | undefined;

const fieldPattern = /^(!?[a-z_][\w.]*[:=])(.*)$/is;

/** `web|db` → `label:web,db`; `status:running or status:offline` → `status:running,offline`. */
function eitherExample(parts: readonly string[]): string {
  const split = parts.map(part => fieldPattern.exec(part.trim()) ?? ['', '', part.trim()]);
  const fields = new Set(split.flatMap(([, field = '']) => (field === '' ? [] : [field.toLowerCase()])));
  const values = split.map(([, , value = '']) => value).filter(value => value !== '');
  const [field = 'label:'] = fields;
  return fields.size > 1 || values.length < 2 ? 'status:running,offline' : `${field}${values.join(',')}`;
}

const separateValues = (parts: readonly string[]): string =>
  `Separate the values of a field with commas. Example: ${eitherExample(parts)}`;

const pipe: HintRule = text => {
  const joined = text.replace(/\s*\|\|?\s*/g, '|');
  const alternatives = joined.split(/\s+/).find(token => token.includes('|'));
  return alternatives && `“|” isn’t an operator. ${separateValues(alternatives.split('|'))}`;
};

const or: HintRule = text => {
  const [, before, after] = /(\S+)\s+or\s+(\S+)/i.exec(text) ?? [];
  return before && after && `“or” isn’t an operator. ${separateValues([before, after])}`;
};

const and: HintRule = text =>
  /\S\s+(?:and|&&?)\s+\S/i.test(text)
    ? `Rows must pass all terms without “and”. Example: ${text.replace(/\s+(?:and|&&?)\s+/gi, ' ').trim()}`
    : undefined;

const not: HintRule = text => {
  const [, term] = /(?:^|\s)not\s+(\S+)/i.exec(text) ?? [];
  return term && `“not” isn’t an operator. Put ! before the term. Example: !${term}`;
};

const operator =
  (pattern: RegExp, sign: string, help: string, instead: (name: string, value: string) => string): HintRule =>
  text => {
    const [, name, value] = pattern.exec(text) ?? [];
    return name && value && `“${sign}” isn’t an operator. ${help}. Example: ${instead(name, value)}`;
  };

const wildcard: HintRule = text => {
  const token = text.split(/\s+/).find(part => part.includes('*'));
  if (token === undefined) return undefined;
  const [, field = '', value = token] = fieldPattern.exec(token) ?? [];
  const words = value.split(/\.?\*/).filter(Boolean);
  const example = words.map(word => field.replace('=', ':') + word).join(' ');
  return `“*” isn’t a wildcard. A term matches any part of a text. Example: ${example || 'web'}`;
};

const maxPrefixBits = {4: 32, 6: 128} as const;

/** The start of the addresses in a range, as far as they share whole parts. */
function commonStart(address: string, bits: number): string {
  if (address.includes(':')) return address.replace(/:{1,2}$/, ':');
  return address
    .split('.')
    .slice(0, Math.min(3, Math.max(1, bits >> 3)))
    .map(part => `${part}.`)
    .join('');
}

const addressRange: HintRule = text => {
  const [, field = '', address = '', bits = ''] =
    /(?:^|\s)(!?[a-z_]\w*[:=])?(\d+\.\d+\.\d+\.\d+|[\da-f]*:[\da-f:]*:)\/(\d+)(?=\s|$)/i.exec(text) ?? [];
  if (address === '' || Number(bits) > maxPrefixBits[address.includes(':') ? 6 : 4]) return undefined;
  const example = `${field.replace('=', ':')}${commonStart(address, Number(bits))}`;
  return `A range isn’t compared, because addresses match as text. Example: ${example}`;
};

const dayNames = 'mon|tues|wednes|thurs|fri|satur|sun';
const timeWord = new RegExp(
  `(?:^|\\s)!?([a-z_][\\w.]*)[:=<>]=?((?:last|this)[-_]?(?:week|month|year)|today|yesterday|tomorrow|now|(?:${dayNames})day)(?=\\s|$)`,
  'i',
);
const daysBack: Readonly<Record<string, number>> = {today: 1, now: 1, yesterday: 2};

const relativeTime: HintRule = (text, family) => {
  const [, name = '', word = ''] = timeWord.exec(text) ?? [];
  const kind = name === '' ? undefined : findFilterField(family, name.toLowerCase(), undefined)?.kind;
  if (kind !== 'moment' && kind !== 'deadline') return undefined;
  const days = daysBack[word.toLowerCase()] ?? (/month/i.test(word) ? 30 : /year/i.test(word) ? 365 : 7);
  return `“${word}” isn’t a length of time or a date. Example: ${name}<${days}d`;
};

const rules: readonly HintRule[] = [
  pipe,
  operator(/([a-z_][\w.]*)!:(\S+)/i, '!:', 'Put ! before the term', (name, value) => `!${name}:${value}`),
  operator(/([a-z_][\w.]*)==(\S+)/i, '==', '“=” compares the whole text', (name, value) => `${name}=${value}`),
  operator(/([a-z_][\w.]*)!~(\S+)/i, '!~', 'Put ! before the term', (name, value) => `!${name}:${value}`),
  operator(/([a-z_][\w.]*)=?~(\S+)/i, '~', '“:” finds a part of a text', (name, value) => `${name}:${value}`),
  or,
  and,
  not,
  wildcard,
  addressRange,
  relativeTime,
];

/** The hint for a filter that matches nothing. Quoted texts are taken as they are. */
export function foreignFilterHint(filter: string, family: Family): string | undefined {
  const quotes: string[] = [];
  const text = filter.trim().replaceAll(/"[^"]*"?/g, quoted => `\uE000${quotes.push(quoted) - 1}\uE001`);
  for (const rule of rules) {
    const hint = rule(text, family);
    if (hint) return hint.replaceAll(/\uE000(\d+)\uE001/g, (_, index: string) => quotes[Number(index)] ?? '');
  }
  return undefined;
}
