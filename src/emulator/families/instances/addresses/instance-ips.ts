/** Addresses of an instance. */
import type {Contract} from '../../../../contract/index.ts';
import type {Call, Handlers} from '../../../engine/call.ts';
import {badRequest, notFound} from '../../../engine/http/refusal.ts';
import {rangesOf} from '../../networking/ipv6-ranges.ts';
import {addressesSharedWith} from '../../networking/network-kinds.ts';
import {Addresses, Instances, instanceEntity} from '../instance-kinds.ts';
import {
  type AddressRow,
  addressesOf,
  allocateAddress,
  findAddress,
  setReverseDns,
  showAddresses,
  slaacOf,
} from './addresses.ts';

type Group = Contract['instances']['ips'];

export const instanceIps: Handlers<Group> = {
  list(call) {
    const instance = call.find(Instances, call.params.computeId);
    const {id, region} = instance;
    const all = addressesOf(call.db, id);
    const slaac = slaacOf(call.db, instance);
    const ranges = rangesOf(call.db, instance);
    // The documents have one range: without a range of its own, an instance has the network of its address.
    const network = slaac && {
      range: slaac.address.replace(/::.*$/, '::'),
      prefix: 64,
      region,
      route_target: slaac.address,
    };
    return {
      ipv4: {
        public: all.filter(doc => doc.public),
        private: all.filter(doc => !doc.public),
        shared: addressesSharedWith(call.db, id),
        reserved: [],
      },
      ipv6: slaac &&
        network && {
          slaac,
          link_local: {...slaac, address: slaac.address.replace(/^.*?::/, 'fe80::'), public: false, rdns: null},
          global: call.dialect.ipv6Global === 'list' ? ranges : (ranges[0] ?? network),
        },
    };
  },

  allocate(call) {
    const {db, body} = call;
    const instance = call.find(Instances, call.params.computeId);
    if (!body.public && addressesOf(db, instance.id).some(address => !address.public))
      throw badRequest('The instance has a private address already.', 'public');
    const address = allocateAddress(db, instance, {isPublic: body.public});
    showAddresses(db, instance.id);
    call.emit({action: 'compute_addip', entity: instanceEntity(instance)});
    return address;
  },

  get: call => addressAt(call).doc,

  update: call => setReverseDns(call, addressAt(call), call.body.rdns),

  delete(call) {
    const {db} = call;
    const instance = call.find(Instances, call.params.computeId);
    const row = addressAt(call);
    if (row.id === undefined) throw badRequest('The IPv6 address of an instance cannot be deleted.');
    if (!row.doc.public) throw badRequest('A private address cannot be deleted.');
    const open = addressesOf(db, instance.id).filter(address => address.public);
    if (open.length < 2) throw badRequest('The last public address cannot be deleted.');
    db.remove(Addresses, row.id);
    showAddresses(db, instance.id);
    call.emit({action: 'compute_deleteip', entity: instanceEntity(instance)});
    return {};
  },
};

/** The address in the path, which must belong to the instance in the path. */
function addressAt({db, params}: Pick<Call<Group['get']>, 'db' | 'params'>): AddressRow {
  const addressRow = findAddress(db, params.address);
  if (addressRow?.doc.compute_id !== params.computeId) throw notFound();
  return addressRow;
}
