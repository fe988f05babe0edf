/** Addresses, ranges, firewalls and VLANs. */

import type {Contract} from '../../../contract/index.ts';
import type {AccessLevel} from '../../../contract/schema/endpoint.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Clause} from '../../engine/storage/selection.ts';
import type {Store} from '../../engine/storage/store.ts';
import {regionNetwork} from '../instances/addresses/addresses.ts';
import {Instances} from '../instances/instance-kinds.ts';
import {Regions} from '../regions.ts';
import {accountIps, ipv4} from './account-ips.ts';
import {firewalls} from './firewalls.ts';
import {findRange, sharersOf, targetOf, withoutPrefixLength} from './ipv6-ranges.ts';
import {Ranges} from './network-kinds.ts';
import {vlans} from './vlans.ts';

/** @throws Refusal 404 for a range that no instance has. */
function rangeAt(db: Store, range: string) {
  const row = findRange(db, range);
  if (!row) throw notFound();
  return row;
}

type Networking = Contract['networking'];

/** Condition for ranges of instances that the caller can read; undefined if the caller can read all. */
function routedToVisible({
  db,
  visible,
}: {
  readonly db: Store;
  readonly visible: Clause | undefined;
}): Clause | undefined {
  if (!visible) return undefined;
  const routes = db
    .where(Instances, visible)
    .flatMap(({doc}) => (doc.ipv6 === null ? [] : [withoutPrefixLength(doc.ipv6)]));
  return {
    sql: `json_extract(doc, '$.route_target') IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(routes)],
  };
}

/**
 * @throws Refusal 403 when the caller lacks this permission on the instance of the range, 404 for a range that no
 * instance has
 */
function visibleRange(
  call: Pick<Call<Networking['ipv6']['ranges']['get']>, 'db' | 'params' | 'requireGrant'>,
  level: AccessLevel,
): ReturnType<typeof rangeAt> {
  const row = rangeAt(call.db, call.params.range);
  call.requireGrant('compute', targetOf(call.db, row.doc.route_target)?.id ?? 0, level);
  return row;
}

export const networking: Handlers<Networking> = {
  ips: accountIps,
  ipv4,
  firewalls,

  ipv6: {
    pools: {
      // Each region with instances of the account has one pool.
      list(call) {
        const regions = new Set(call.db.all(Instances).map(({region}) => region));
        const pools = call.db.all(Regions).filter(({id}) => regions.has(id));
        return call.pageOf(
          pools.map(({id}) => ({
            range: `2001:db8:${(regionNetwork(call.db, id) + 0x500).toString(16)}::`,
            prefix: 116,
            region: id,
            route_target: null,
          })),
        );
      },
    },
    ranges: {
      list: call => call.page(Ranges, {where: routedToVisible({db: call.db, visible: call.visible('compute')})}),

      create(call) {
        const {db, body} = call;
        const {compute_id, route_target, prefix_length} = body;
        const fieldErrors = new FieldErrors();
        fieldErrors.addIf(
          (compute_id === undefined) === (route_target === undefined),
          `exactly one of ${call.word}_id and route_target is needed`,
          'compute_id',
        );
        fieldErrors.throwIfAny();
        const instance = compute_id === undefined ? targetOf(db, route_target ?? null) : db.get(Instances, compute_id);
        if (!instance?.ipv6)
          throw badRequest(
            'is not an instance of this account',
            compute_id === undefined ? 'route_target' : 'compute_id',
          );
        call.requireGrant('compute', instance.id, 'read_write');
        const target = instance.ipv6.replace(/\/\d+$/, '');
        const {range} = db.insert(Ranges, id => ({
          range: `2001:db8:${(0x6000 + regionNetwork(db, instance.region)).toString(16)}:${id.toString(16)}::`,
          prefix: prefix_length,
          region: instance.region,
          route_target: target,
        }));
        return {range: `${range}/${prefix_length}`, route_target: target};
      },

      get(call) {
        const {doc} = visibleRange(call, 'read_only');
        const instance = targetOf(call.db, doc.route_target);
        const sharers = sharersOf(call.db, doc);
        return {
          range: doc.range,
          prefix: doc.prefix,
          region: doc.region,
          // A shared range is announced over BGP by each of its instances.
          is_bgp: sharers.length > 0,
          computes: [...(instance ? [instance.id] : []), ...sharers],
        };
      },

      delete(call) {
        call.db.remove(Ranges, visibleRange(call, 'read_write').id);
        return {};
      },
    },
  },

  vlans,
};
