/** The zone file: the text that name servers read. */
import type {DomainRecord} from '../../../contract/resources/domains.ts';
import type {StoredDomain} from './domain-kinds.ts';
import {defaultTtls} from './ttl-values.ts';

const nameservers = ['ns1.compute.example', 'ns2.compute.example'] as const;

const seconds = (zone: StoredDomain, field: keyof typeof defaultTtls): number => zone[field] || defaultTtls[field];
const dotted = (name: string) => (name.endsWith('.') ? name : `${name}.`);

/** A string of a TXT record holds at most this; longer values are several strings. */
const maxStringBytes = 255;

function dataOf({type, target, priority, weight, port, tag}: DomainRecord): string {
  switch (type) {
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return dotted(target);
    case 'MX':
      return `${priority} ${target === '' ? '.' : dotted(target)}`;
    case 'SRV':
      return `${priority} ${weight} ${port} ${dotted(target)}`;
    case 'CAA':
      return `0 ${tag} ${JSON.stringify(target)}`;
    case 'TXT':
      return stringsOf(target)
        .map(part => JSON.stringify(part))
        .join(' ');
    default:
      return target;
  }
}

function stringsOf(text: string): readonly string[] {
  const strings = [''];
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxStringBytes) {
      strings.push('');
      bytes = Buffer.byteLength(character);
    }
    strings.push((strings.pop() ?? '') + character);
  }
  return strings;
}

function line(zone: StoredDomain, record: DomainRecord): string {
  const {type, name} = record;
  const owner =
    name === '' || name === zone.domain
      ? '@'
      : name.replace(new RegExp(`\\.${zone.domain.replaceAll('.', '\\.')}\\.?$`), '');
  const ttl = record.ttl_sec ? `\t${record.ttl_sec}` : '';
  return `${owner}${ttl}\tIN\t${type}\t${dataOf(record)}`;
}

/** A disabled zone is not rendered, and a slave zone is rendered by its master. */
export function zoneFile(zone: StoredDomain, records: readonly DomainRecord[]): string[] {
  if (zone.status === 'disabled' || zone.type === 'slave') return [];
  const serial = `${Math.floor(Date.parse(`${zone.updated}Z`) / 1000)}`;
  const mailbox = dotted(zone.soa_email.replace('@', '.'));
  return [
    `; ${zone.domain} [${zone.id}]`,
    `$TTL ${seconds(zone, 'ttl_sec')}`,
    `@\tIN\tSOA\t${dotted(nameservers[0])} ${mailbox} ${serial} ${seconds(zone, 'refresh_sec')} ${seconds(zone, 'retry_sec')} ${seconds(zone, 'expire_sec')} 300`,
    ...nameservers.map(server => `@\tIN\tNS\t${dotted(server)}`),
    ...records.map(record => line(zone, record)),
  ];
}
