/** IPv6 ranges: their owners, and the instances that share them. */
import type {Ipv6Range} from '../../../contract/networking/ipv6.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Instances, type StoredInstance} from '../instances/instance-kinds.ts';
import {Ranges, SharedAddresses} from './network-kinds.ts';

/** An address or a range without its prefix length. */
export const withoutPrefixLength = (text: string): string => text.replace(/\/\d+$/, '');

/** The instance that a range is routed to, by its address. */
export const targetOf = (db: Store, route: string | null): StoredInstance | undefined =>
  route === null
    ? undefined
    : db.where(Instances, {sql: `json_extract(doc, '$.ipv6') LIKE ?`, values: [`${withoutPrefixLength(route)}/%`]})[0]
        ?.doc;

export const findRange = (db: Store, range: string) => db.byKey(Ranges, withoutPrefixLength(range));

const routedTo = (db: Store, {ipv6}: Pick<StoredInstance, 'ipv6'>): Ipv6Range[] =>
  ipv6 === null
    ? []
    : db
        .all(Ranges)
        .filter(
          ({route_target}) => route_target !== null && withoutPrefixLength(route_target) === withoutPrefixLength(ipv6),
        );

/** Ranges of an instance: those routed to it, then those that other instances share with it. */
export const rangesOf = (db: Store, instance: Pick<StoredInstance, 'id' | 'ipv6'>): Ipv6Range[] => [
  ...routedTo(db, instance),
  ...(db.get(SharedAddresses, instance.id)?.ips ?? []).flatMap(address => findRange(db, address)?.doc ?? []),
];

/** Instances that a range is shared with. */
export const sharersOf = (db: Store, {range}: Pick<Ipv6Range, 'range'>): number[] =>
  db.rows(SharedAddresses).flatMap(({id, doc}) => (doc.ips.includes(range) && db.has(Instances, id) ? [id] : []));

/** Deletes the ranges of an instance's address when the instance is deleted or migrates to another region. */
export function releaseRanges(db: Store, instance: Pick<StoredInstance, 'id' | 'ipv6'>): void {
  for (const {range} of routedTo(db, instance)) {
    const row = findRange(db, range);
    if (row) db.remove(Ranges, row.id);
  }
  if (db.has(SharedAddresses, instance.id)) db.remove(SharedAddresses, instance.id);
}
