/**
 * A common form for a record in a zone text and a record of the API: records with the same meaning are equal values.
 */
import {isIPv6} from 'node:net';
import type {DomainRecord} from '../../contract/resources/domains.ts';
import {quotedText} from './zone-tokens.ts';

/** True for an IPv6 address without a zone such as `%eth0`, which is valid on one host only. */
export const isPlainIPv6 = (text: string): boolean => isIPv6(text) && !text.includes('%');

export interface ZoneRecord {
  readonly type: string;
  /** The name relative to the zone; empty for the zone itself. For SRV records, `_service._protocol` is part of it. */
  readonly name: string;
  /** Names are without the period at their end. */
  readonly target: string;
  /** Seconds; 0 means the domain's TTL. */
  readonly ttl_sec: number;
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly tag: string;
}

/** Types whose target is a name. */
const hasNameTarget = (type: string): boolean => ['CNAME', 'MX', 'NS', 'SRV', 'PTR'].includes(type);
export const hasPriority = (type: string): boolean => type === 'MX' || type === 'SRV';

const withoutTrailingDot = (name: string): string => name.replace(/\.$/, '');

/** A name relative to its zone. */
export function nameBelowZone(name: string, zone: string): string {
  const absolute = withoutTrailingDot(name);
  const [small, origin] = [absolute.toLowerCase(), zone.toLowerCase()];
  if (small === origin || absolute === '@') return '';
  return small.endsWith(`.${origin}`) ? absolute.slice(0, -origin.length - 1) : absolute;
}

const underscored = (word: string | null): string => `_${(word ?? '').replace(/^_/, '').replace(/\.$/, '')}`;

export function recordOf(row: DomainRecord, zone: string): ZoneRecord {
  const {type} = row;
  const isService = type === 'SRV';
  return {
    type,
    name:
      isService && row.service
        ? `${underscored(row.service)}.${underscored(row.protocol || 'tcp')}`
        : nameBelowZone(row.name, zone),
    target: hasNameTarget(type) ? withoutTrailingDot(row.target) : row.target,
    ttl_sec: row.ttl_sec,
    priority: hasPriority(type) ? row.priority : 0,
    weight: isService ? row.weight : 0,
    port: isService ? row.port : 0,
    tag: type === 'CAA' ? (row.tag ?? '') : '',
  };
}

/** The data after the type. */
export function dataOf({type, target, priority, weight, port, tag}: ZoneRecord): string {
  switch (type) {
    case 'TXT':
      return quotedText(target);
    case 'CAA':
      return `0 ${tag} ${quotedText(target)}`;
    case 'MX':
      return `${priority} ${target}.`;
    case 'SRV':
      return `${priority} ${weight} ${port} ${target}.`;
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return `${target}.`;
    default:
      return target;
  }
}

/** A key that is equal for equal records: names are case-insensitive. */
export const dataKey = (record: ZoneRecord): string =>
  JSON.stringify([
    hasNameTarget(record.type) || record.type === 'AAAA' ? record.target.toLowerCase() : record.target,
    record.priority,
    record.weight,
    record.port,
    record.tag.toLowerCase(),
  ]);
export const nameKey = ({type, name}: Pick<ZoneRecord, 'type' | 'name'>): string => `${type} ${name.toLowerCase()}`;
export const recordKey = (record: ZoneRecord): string => `${nameKey(record)} ${dataKey(record)} ${record.ttl_sec}`;

/** "MX @" */
export const labelOf = ({type, name}: Pick<ZoneRecord, 'type' | 'name'>): string => `${type} ${name || '@'}`;
