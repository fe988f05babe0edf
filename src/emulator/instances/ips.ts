/** Addresses of an instance. */
import type {Contract} from '../../contract/index.ts';
import type {IpAddress} from '../../contract/networking/ips.ts';
import type {Call, Handlers} from '../engine/call.ts';
import {notFound, refuse} from '../engine/refusal.ts';
import {sharedWith} from '../networking/kinds.ts';
import {addressesOf, allocate, defaultName, showAddresses, withoutName} from './addresses.ts';
import {Addresses, Instances, instanceEntity} from './kinds.ts';

type Group = Contract['instances']['ips'];

export const ips: Handlers<Group> = {
  list(call) {
    const {id, ipv6, region} = call.find(Instances, call.params.computeId);
    const all = addressesOf(call.db, id);
    const v6 = {
      prefix: 64,
      subnet_mask: 'ffff:ffff:ffff:ffff::',
      gateway: 'fe80::1',
      type: 'ipv6',
      compute_id: id,
      region,
    };
    const address = ipv6?.replace(/\/\d+$/, '') ?? '';
    const pools = call.db.all(Addresses, id).filter(({type}) => type === 'ipv6/pool' || type === 'ipv6/range');
    const [pool] = pools;
    return {
      ipv4: {
        public: all.filter(doc => doc.public),
        private: all.filter(doc => !doc.public),
        shared: sharedWith(call.db, id),
        reserved: [],
      },
      ipv6:
        ipv6 === null
          ? null
          : {
              slaac: {...v6, address, public: true, rdns: null},
              link_local: {...v6, address: address.replace(/^.*?::/, 'fe80::'), public: false, rdns: null},
              // Without a range of its own an instance has the network of its address.
              global: {
                range: pool?.address ?? address.replace(/::.*$/, '::'),
                prefix: pool?.prefix ?? 64,
                region,
                route_target: address,
              },
            },
    };
  },

  allocate(call) {
    const {db, body} = call;
    const instance = call.find(Instances, call.params.computeId);
    if (!body.public && addressesOf(db, instance.id).some(address => !address.public))
      throw refuse('The instance has a private address already.', 'public');
    const address = allocate(db, instance, body.public);
    showAddresses(db, instance.id);
    call.emit({action: 'compute_addip', entity: instanceEntity(instance)});
    return address;
  },

  get: call => addressAt(call).doc,

  update(call) {
    const row = addressAt(call);
    if (!row.doc.public) return withoutName(row.doc, call.body.rdns);
    const rdns = call.body.rdns ?? defaultName(row.doc.address);
    const address = call.db.update(Addresses, row.id, {rdns});
    call.emit({
      action: 'ipaddress_update',
      entity: {id: row.id, label: address.address, type: 'ipaddress', url: `/v4/networking/ips/${address.address}`},
    });
    return address;
  },

  delete(call) {
    const {db} = call;
    const instance = call.find(Instances, call.params.computeId);
    const row = addressAt(call);
    if (!row.doc.public) throw refuse('A private address cannot be deleted.');
    const open = addressesOf(db, instance.id).filter(address => address.public);
    if (open.length < 2) throw refuse('The last public address cannot be deleted.');
    db.remove(Addresses, row.id);
    showAddresses(db, instance.id);
    call.emit({action: 'compute_deleteip', entity: instanceEntity(instance)});
    return {};
  },
};

/** The address in the path, which must belong to the instance in the path. */
function addressAt({db, params}: Pick<Call<Group['get']>, 'db' | 'params'>): {id: number; doc: IpAddress} {
  const row = db.byKey(Addresses, params.address);
  if (row?.doc.compute_id !== params.computeId) throw notFound();
  return row;
}
