/** Checks that an instance can move to another account: nothing attached to it may stay behind. */
import type {Store} from '../../../engine/storage/store.ts';
import {Configs, type StoredInstance} from '../../instances/instance-kinds.ts';
import {ManagedServices} from '../../managed/managed-kinds.ts';
import {FirewallDevices, Ranges, SharedAddresses} from '../../networking/network-kinds.ts';
import {NodeBalancerNodes} from '../../nodebalancers/nodebalancer-kinds.ts';
import {Volumes} from '../../volumes/volume-kinds.ts';

/** Reasons why an instance can't be transferred; empty if it can. */
export function transferObstacle(db: Store, {id, ipv4, ipv6}: Pick<StoredInstance, 'id' | 'ipv4' | 'ipv6'>): string[] {
  const addresses = new Set(ipv4);
  const isOwn = (address: string) => addresses.has(address.replace(/:\d+$/, ''));
  const ties: readonly (readonly [string, boolean])[] = [
    ['a NodeBalancer', db.all(NodeBalancerNodes).some(({address}) => isOwn(address))],
    ['a firewall', db.where(FirewallDevices, {sql: `json_extract(doc, '$.entity.id')=?`, values: [id]}).length > 0],
    ['a VLAN', db.all(Configs, id).some(({interfaces}) => interfaces.some(({purpose}) => purpose === 'vlan'))],
    ['a monitored service', db.all(ManagedServices).some(({address}) => addresses.has(hostOf(address)))],
    ['a Volume', db.count(Volumes, id) > 0],
    [
      'a shared address',
      db.rows(SharedAddresses).some(({id: other, doc}) => doc.ips.length > 0 && (other === id || doc.ips.some(isOwn))),
    ],
    [
      'an IPv6 range',
      ipv6 !== null && db.all(Ranges).some(({route_target}) => withoutPort(route_target) === withoutPort(ipv6)),
    ],
  ];
  return ties.filter(([, tied]) => tied).map(([name]) => name);
}

/** An address without its prefix length. */
const withoutPort = (address: string | null) => address?.replace(/\/\d+$/, '');

/** The host in an address that may be written without a scheme. */
function hostOf(address: string): string {
  const url = address.includes('://') ? address : `http://${address}`;
  return URL.canParse(url) ? new URL(url).hostname : address;
}
