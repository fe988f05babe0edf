/** The upgrade of an instance from interfaces in its configs to interfaces of its own. */
import type {Contract} from '../../../../contract/index.ts';
import type {InstanceInterface} from '../../../../contract/instances/interfaces.ts';
import type {Call, Handler} from '../../../engine/call.ts';
import {badRequest} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {formatTimestamp} from '../../../engine/time/clock.ts';
import {FirewallDevices, instanceDevices} from '../../networking/network-kinds.ts';
import {addressesOf, findAddress, showAddresses} from '../addresses/addresses.ts';
import {
  Addresses,
  Configs,
  Instances,
  instanceEntity,
  type StoredConfig,
  type StoredInstance,
} from '../instance-kinds.ts';
import {
  addInterface,
  canBeDefault,
  hasOwnInterfaces,
  type InterfaceFacts,
  interfaceEntity,
  macAddress,
  protectInterface,
} from './interface-kinds.ts';
import {type InterfaceRequest, interfaceFacts} from './interface-request.ts';

type Upgrade = Contract['instances']['upgradeInterfaces'];

/** The config whose interfaces the instance keeps: the one in the request, that of the last boot, or the only one. */
function chosenConfig(
  db: Store,
  instance: StoredInstance,
  wanted: number | null | undefined,
): StoredConfig | undefined {
  const configs = db.all(Configs, instance.id);
  if (wanted != null) {
    const config = configs.find(({id}) => id === wanted);
    if (!config) throw badRequest('is not a config of the instance', 'config_id');
    return config;
  }
  const last = db.row(Instances, instance.id)?.hidden.lastConfig;
  const config = configs.find(({id}) => id === last) ?? (configs.length === 1 ? configs[0] : undefined);
  if (!config && configs.length > 1) throw badRequest('is required: the instance has several configs', 'config_id');
  return config;
}

/** The interfaces of a config as requests; without any, the public one. */
function requestsOf(config: StoredConfig | undefined): readonly InterfaceRequest[] {
  const interfaces = config?.interfaces ?? [];
  if (interfaces.length === 0) return [{public: {}}];
  return interfaces.map(({purpose, label, ipam_address, subnet_id, ipv4, ip_ranges}): InterfaceRequest => {
    if (purpose === 'vlan') return {vlan: {vlan_label: label ?? '', ipam_address}};
    if (purpose !== 'vpc') return {public: {}};
    const address = {address: ipv4?.vpc || 'auto', nat_1_1_address: ipv4?.nat_1_1 || null, primary: true};
    const ranges = (ip_ranges ?? []).map(range => ({range}));
    return {vpc: {subnet_id: subnet_id ?? 0, ipv4: {addresses: [address], ranges}}};
  });
}

/** An interface in the response of a dry run: without an ID. */
function dryRunInterface(facts: InterfaceFacts, index: number, now: number): InstanceInterface {
  const moment = formatTimestamp(now);
  const can = canBeDefault(facts);
  return {
    id: 0,
    mac_address: macAddress(index),
    version: 1,
    default_route: {ipv4: can.ipv4 && index === 0, ipv6: can.ipv6 && index === 0},
    ...facts,
    created: moment,
    updated: moment,
  };
}

/** Deletes private addresses, which need interfaces in configs. */
function dropPrivateAddresses(db: Store, instance: number): void {
  for (const {address} of addressesOf(db, instance).filter(doc => !doc.public)) {
    const id = findAddress(db, address)?.id;
    if (id !== undefined) db.remove(Addresses, id);
  }
  showAddresses(db, instance);
}

function upgrade(call: Call<Upgrade>, instance: StoredInstance, config: StoredConfig | undefined): InstanceInterface[] {
  const {db} = call;
  const facts = requestsOf(config).map(request => interfaceFacts(db, instance, request));
  for (const {id} of db.all(Configs, instance.id)) db.update(Configs, id, {interfaces: []});
  dropPrivateAddresses(db, instance.id);
  db.update(Instances, instance.id, {interface_generation: 'compute'});
  const devices = instanceDevices(db, instance.id);
  for (const {id} of devices) db.remove(FirewallDevices, id);
  return facts.map(each => {
    const doc = addInterface(call, instance.id, each);
    for (const {parent} of each.vlan ? [] : devices) if (parent !== null) protectInterface(call, parent, instance, doc);
    call.emit({
      action: 'interface_create',
      entity: instanceEntity(instance),
      secondary: interfaceEntity(instance.id, doc),
    });
    return doc;
  });
}

export const upgradeInterfaces: Handler<Upgrade> = call => {
  const {db, now, body} = call;
  const instance = call.find(Instances, call.params.computeId);
  if (hasOwnInterfaces(instance)) throw badRequest('The instance has interfaces of its own already.');
  const config = chosenConfig(db, instance, body.config_id);
  const isDryRun = body.dry_run !== false;
  const interfaces = isDryRun
    ? requestsOf(config).map((request, index) => dryRunInterface(interfaceFacts(db, instance, request), index, now))
    : upgrade(call, instance, config);
  return {config_id: config?.id ?? null, dry_run: isDryRun, interfaces};
};
