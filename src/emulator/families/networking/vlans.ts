/** VLANs: private networks between the instances of a region. */
import type {Contract} from '../../../contract/index.ts';
import type {Vlan} from '../../../contract/networking/vlans.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {badRequest, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {Configs, Instances} from '../instances/instance-kinds.ts';
import {Interfaces} from '../instances/interfaces/interface-kinds.ts';
import {findLegacyVlan, LegacyVlans} from './vlan-kinds.ts';

type Group = Contract['networking']['vlans'];

const vlanKey = ({region, label}: Pick<Vlan, 'region' | 'label'>): string => `${region} ${label}`;

/**
 * VLANs are derived from the interfaces of configs and instances: each label in a region is a VLAN. Instances that the
 * caller can't read are ignored.
 */
function usedVlans({db, may}: {readonly db: Store; readonly may: (instance: number) => boolean}): Map<string, Vlan> {
  const vlansByKey = new Map<string, Vlan & {readonly computes: number[]}>();
  const named = [
    ...db.rows(Configs).map(({doc, parent}) => ({
      parent,
      labels: doc.interfaces.flatMap(({purpose, label}) => (purpose === 'vlan' && label ? [label] : [])),
    })),
    ...db.rows(Interfaces).map(({doc, parent}) => ({parent, labels: doc.vlan ? [doc.vlan.vlan_label] : []})),
  ];
  for (const {labels, parent} of named) {
    const instance = parent === null ? undefined : db.get(Instances, parent);
    if (!instance || !may(instance.id)) continue;
    const {region, created} = instance;
    for (const label of labels) {
      const key = vlanKey({region, label});
      const vlan = vlansByKey.get(key) ?? {label, region, computes: [], created};
      if (!vlan.computes.includes(instance.id)) vlan.computes.push(instance.id);
      vlansByKey.set(key, created < vlan.created ? {...vlan, created} : vlan);
    }
  }
  return vlansByKey;
}

/** The VLANs in use, and those of the API of today that no instance uses, which a restricted caller does not see. */
function vlansOf(call: Call<Group['list']>): readonly Vlan[] {
  const used = usedVlans({db: call.db, may: instance => call.hasGrant('compute', instance, 'read_only')});
  const unused = call.actor.isRestricted ? [] : call.db.all(LegacyVlans).filter(vlan => !used.has(vlanKey(vlan)));
  return [...used.values(), ...unused.map(vlan => ({...vlan, computes: []}))];
}

export const vlans: Handlers<Group> = {
  list: call => call.pageOf(vlansOf(call)),

  delete(call) {
    const {db, params} = call;
    const place = {region: params.regionId, label: params.label};
    const used = usedVlans({db, may: () => true}).get(vlanKey(place));
    const stored = findLegacyVlan(db, place);
    if (!used && !stored) throw notFound();
    for (const instance of used?.computes ?? []) call.requireGrant('compute', instance, 'read_write');
    if (used) throw badRequest('The VLAN is attached to an instance.');
    if (stored) db.remove(LegacyVlans, stored.id);
    const {region, label} = place;
    call.emit({
      action: 'vlan_delete',
      entity: {id: label, label, type: 'vlan', url: `/v4/networking/vlans/${region}/${label}`},
    });
    return {};
  },
};
