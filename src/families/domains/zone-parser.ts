/**
 * A parser for zone text: it reads record by record, and reports every mistake with its line. It accepts the same
 * syntax as name servers.
 */
import {isIPv4} from 'node:net';
import type {TextNote, TextProblem} from '../shape/list-text.ts';
import {isPlainIPv6, nameBelowZone, type ZoneRecord} from './zone-record.ts';
import {tokenizeZone, type ZoneLine, type ZoneToken} from './zone-tokens.ts';

export interface RecordAtLine extends ZoneRecord {
  readonly line: number;
}

export interface ParsedZone {
  readonly records: readonly RecordAtLine[];
  readonly notes: readonly TextNote[];
  readonly mistakes: readonly TextProblem[];
}

/** @param ttl the meaning of 0 in this zone, in seconds */
export function parseZone(text: string, zone: string, ttl: number): ParsedZone {
  const {lines, mistakes: broken} = tokenizeZone(text);
  const mistakes = [...broken];
  const notes: TextNote[] = [];
  const records: RecordAtLine[] = [];
  let origin = zone;
  let defaultTtl = 0;
  let owner: string | undefined;
  for (const line of lines) {
    const [first] = line.words;
    try {
      if (first?.text.startsWith('$') && !first.isQuoted && !line.isIndented) {
        if (first.text.toUpperCase() === '$ORIGIN') origin = originOf(line, origin, zone);
        else if (first.text.toUpperCase() === '$TTL') {
          const seconds = parseTtl(line.words[1]?.text ?? '');
          if (seconds === undefined) throw new ZoneSyntaxError('$TTL is a time, like 3600 or 1h');
          // A TTL equal to the domain's is stored as 0, so that it follows the domain's TTL.
          defaultTtl = seconds === ttl ? 0 : seconds;
        } else throw new ZoneSyntaxError(`${first.text} isn’t supported: write the records themselves`);
        continue;
      }
      const words = line.isIndented ? [...line.words] : line.words.slice(1);
      if (!line.isIndented) owner = ownerOf(first?.text ?? '', origin, zone);
      if (owner === undefined)
        throw new ZoneSyntaxError('starts with blanks, but no record before it has a name to reuse');
      const record = recordIn(words, {owner, usual: defaultTtl, origin, zone});
      if (typeof record === 'string') notes.push({line: line.line, message: record});
      else records.push({...record, line: line.line});
    } catch (error) {
      if (!(error instanceof ZoneSyntaxError)) throw error;
      mistakes.push({line: line.line, message: error.message});
    }
  }
  return {records, notes, mistakes: mistakes.sort((a, b) => a.line - b.line)};
}

/** A mistake in a line. */
class ZoneSyntaxError extends Error {}

const units: Readonly<Record<string, number>> = {s: 1, m: 60, h: 3600, d: 86400, w: 604800};

/** The seconds of `3600`, `1h`, `1w2d`; undefined for an invalid time. */
export function parseTtl(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^(\d{1,6}[smhdw])+$/i.test(text)) return undefined;
  return [...text.matchAll(/(\d+)([smhdw])/gi)].reduce(
    (sum, [, amount, unit = 's']) => sum + Number(amount) * (units[unit.toLowerCase()] ?? 1),
    0,
  );
}

const absoluteName = (name: string, origin: string): string =>
  name === '@' ? origin : name.endsWith('.') ? name.slice(0, -1) : `${name}.${origin}`;
const isBelow = (name: string, zone: string): boolean =>
  name.toLowerCase() === zone.toLowerCase() || name.toLowerCase().endsWith(`.${zone.toLowerCase()}`);

function originOf({words}: ZoneLine, origin: string, zone: string): string {
  const name = absoluteName(words[1]?.text ?? '', origin);
  if (!isBelow(name, zone)) throw new ZoneSyntaxError(`$ORIGIN must be ${zone}. or below it`);
  return name;
}

function ownerOf(text: string, origin: string, zone: string): string {
  const name = absoluteName(text, origin);
  if (!isBelow(name, zone)) throw new ZoneSyntaxError(`${text} is not below ${zone}.`);
  const relative = nameBelowZone(name, zone);
  if (relative !== '' && !/^[a-z0-9_*@.-]+$/i.test(relative))
    throw new ZoneSyntaxError(`${text} isn’t a valid host name`);
  if (relative.length > 100) throw new ZoneSyntaxError('a name has at most 100 characters');
  return relative;
}

interface RecordContext {
  readonly owner: string;
  readonly usual: number;
  readonly origin: string;
  readonly zone: string;
}

/** A record, or the reason why the line is ignored. */
function recordIn(words: readonly ZoneToken[], recordContext: RecordContext): ZoneRecord | string {
  let ttl = recordContext.usual;
  let at = 0;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? '';
    const seconds = parseTtl(text);
    if (seconds !== undefined) ttl = seconds;
    else if (!/^(IN|CH|HS)$/i.test(text)) break;
    else if (text.toUpperCase() !== 'IN') throw new ZoneSyntaxError(`the class ${text} is not served: IN is`);
  }
  const type = (words[at]?.text ?? '').toUpperCase();
  const data = words.slice(at + 1);
  const record = {type, name: recordContext.owner, ttl_sec: ttl, priority: 0, weight: 0, port: 0, tag: ''};
  const texts = data.map(({text}) => text);
  const needs = (count: number, example: string): void => {
    if (data.length !== count) throw new ZoneSyntaxError(`${type} is written like ${example}`);
  };
  switch (type) {
    case '':
      throw new ZoneSyntaxError('has no type, like A or MX');
    case 'SOA':
      return 'The service creates the SOA record; the line is skipped';
    case 'A':
      needs(1, 'www A 192.0.2.1');
      return {...record, target: address(texts[0] ?? '', isIPv4, 'an IPv4 address')};
    case 'AAAA':
      needs(1, 'www AAAA 2001:db8::1');
      return {...record, target: address(texts[0] ?? '', isPlainIPv6, 'an IPv6 address')};
    case 'CNAME':
    case 'NS':
      needs(1, `www ${type} web.example.com.`);
      return {...record, target: hostIn(texts[0] ?? '', recordContext)};
    case 'MX':
      needs(2, '@ MX 10 mail.example.com.');
      return {
        ...record,
        priority: number(texts[0], 255, 'priority'),
        target: texts[1] === '.' ? '' : hostIn(texts[1] ?? '', recordContext),
      };
    case 'SRV': {
      needs(4, '_sip._tcp SRV 5 50 5060 sip.example.com.');
      if (!/^_[^.]+\._[^.]+$/.test(recordContext.owner))
        throw new ZoneSyntaxError('the name of SRV is made of its service and its protocol: _sip._tcp');
      return {
        ...record,
        priority: number(texts[0], 255, 'priority'),
        weight: number(texts[1], 65535, 'weight'),
        port: number(texts[2], 65535, 'port'),
        target: hostIn(texts[3] ?? '', recordContext),
      };
    }
    case 'TXT':
      if (data.length === 0) throw new ZoneSyntaxError('TXT is written like @ TXT "v=spf1 -all"');
      if (data.length > 1 && data.some(({isQuoted}) => !isQuoted))
        throw new ZoneSyntaxError('put the text between quotation marks: without them its words are joined');
      return {...record, target: texts.join('')};
    case 'CAA': {
      if (data.length < 3) throw new ZoneSyntaxError('CAA is written like @ CAA 0 issue "letsencrypt.org"');
      if (texts[0] !== '0') throw new ZoneSyntaxError('the service keeps no flags of CAA: write 0');
      const tag = (texts[1] ?? '').toLowerCase();
      if (!['issue', 'issuewild', 'iodef'].includes(tag))
        throw new ZoneSyntaxError('the tag of CAA is issue, issuewild or iodef');
      return {...record, tag, target: texts.slice(2).join('')};
    }
    case 'PTR':
      throw new ZoneSyntaxError('Set a PTR record as the reverse DNS of the IP address');
    default:
      throw new ZoneSyntaxError(
        `${type} isn’t a supported record type. Supported: A, AAAA, CNAME, MX, TXT, NS, SRV, CAA`,
      );
  }
}

function address(text: string, isAddress: (text: string) => boolean, description: string): string {
  // The service replaces this text by the address of the request.
  if (text !== '[remote_addr]' && !isAddress(text)) throw new ZoneSyntaxError(`${text} is not ${description}`);
  return text;
}

function number(text: string | undefined, max: number, label: string): number {
  if (!/^\d{1,6}$/.test(text ?? '') || Number(text) > max)
    throw new ZoneSyntaxError(`the ${label} is a number from 0 to ${max}`);
  return Number(text);
}

const host = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

function hostIn(text: string, {origin, zone}: RecordContext): string {
  if (!text.endsWith('.') && isBelow(text, zone))
    throw new ZoneSyntaxError(`${text} lacks the period at its end: it would mean ${absoluteName(text, origin)}.`);
  const name = absoluteName(text, origin);
  if (!host.test(name) || name.length > 253) throw new ZoneSyntaxError(`${text} isn’t a valid host name`);
  return name;
}
