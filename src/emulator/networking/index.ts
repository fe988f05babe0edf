/** Addresses, ranges, firewalls and VLANs. */
import type {Contract} from '../../contract/index.ts';
import type {Handlers} from '../engine/call.ts';
import {notFound, Problems, refuse} from '../engine/refusal.ts';
import type {Store} from '../engine/store.ts';
import {netOf} from '../instances/addresses.ts';
import {Configs, Instances} from '../instances/kinds.ts';
import {Regions} from '../regions.ts';
import {firewalls} from './firewalls.ts';
import {ips, ipv4} from './ips.ts';
import {Ranges} from './kinds.ts';
import {rangeNamed, sharersOf, targetOf} from './ranges.ts';

/** @throws Refusal 404 for a range of nobody. */
function rangeAt(db: Store, range: string) {
  const row = rangeNamed(db, range);
  if (!row) throw notFound();
  return row;
}

/** VLANs are what the interfaces of profiles say: each label in a region is one. */
function vlansOf(db: Store) {
  const found = new Map<string, {label: string; region: string; computes: number[]; created: string}>();
  for (const {doc, parent} of db.rows(Configs)) {
    const instance = parent === null ? undefined : db.get(Instances, parent);
    if (!instance) continue;
    for (const {purpose, label} of doc.interfaces) {
      if (purpose !== 'vlan' || !label) continue;
      const key = `${instance.region} ${label}`;
      const vlan = found.get(key) ?? {label, region: instance.region, computes: [], created: instance.created};
      if (!vlan.computes.includes(instance.id)) vlan.computes.push(instance.id);
      if (instance.created < vlan.created) vlan.created = instance.created;
      found.set(key, vlan);
    }
  }
  return [...found.values()];
}

export const networking: Handlers<Contract['networking']> = {
  ips,
  ipv4,
  firewalls,

  ipv6: {
    pools: {
      // Every region with machines of the account routes one pool to it.
      list(call) {
        const regions = new Set(call.db.all(Instances).map(({region}) => region));
        const pools = call.db.all(Regions).filter(({id}) => regions.has(id));
        return call.pageOf(
          pools.map(({id}) => ({
            range: `2001:db8:${(netOf(call.db, id) + 0x500).toString(16)}::`,
            prefix: 116,
            region: id,
            route_target: null,
          })),
        );
      },
    },
    ranges: {
      list: call => call.page(Ranges),

      create(call) {
        const {db, body} = call;
        const {compute_id, route_target, prefix_length} = body;
        const problems = new Problems();
        problems.when(
          (compute_id === undefined) === (route_target === undefined),
          'exactly one of compute_id and route_target is needed',
          'compute_id',
        );
        problems.settle();
        const instance = compute_id === undefined ? targetOf(db, route_target ?? null) : db.get(Instances, compute_id);
        if (!instance?.ipv6)
          throw refuse('is not an instance of this account', compute_id === undefined ? 'route_target' : 'compute_id');
        call.need('compute', instance.id, 'read_write');
        const target = instance.ipv6.replace(/\/\d+$/, '');
        const {range} = db.insert(Ranges, id => ({
          range: `2001:db8:${(0x6000 + netOf(db, instance.region)).toString(16)}:${id.toString(16)}::`,
          prefix: prefix_length,
          region: instance.region,
          route_target: target,
        }));
        return {range: `${range}/${prefix_length}`, route_target: target};
      },

      get(call) {
        const {doc} = rangeAt(call.db, call.params.range);
        const instance = targetOf(call.db, doc.route_target);
        const sharers = sharersOf(call.db, doc);
        return {
          range: doc.range,
          prefix: doc.prefix,
          region: doc.region,
          // Sharing announces the range over BGP from each of its instances.
          is_bgp: sharers.length > 0,
          computes: [...(instance ? [instance.id] : []), ...sharers],
        };
      },

      delete(call) {
        call.db.remove(Ranges, rangeAt(call.db, call.params.range).id);
        return {};
      },
    },
  },

  vlans: {
    list: call => call.pageOf(vlansOf(call.db)),
  },
};
