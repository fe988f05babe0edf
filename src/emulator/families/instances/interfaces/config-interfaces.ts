/** Operations on single interfaces of a config, which only the API of today has. */

import type {Contract} from '../../../../contract/index.ts';
import type {BootInterface} from '../../../../contract/instances/config-interfaces.ts';
import type {RequestBody} from '../../../../contract/schema/endpoint.ts';
import type {Call, Handlers} from '../../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {parseRange} from '../../vpcs/subnet-ranges.ts';
import {freeAddress, usedAddresses} from '../../vpcs/vpc-interfaces.ts';
import {Subnets} from '../../vpcs/vpc-kinds.ts';
import {interfaceErrors} from '../addresses/interfaces.ts';
import {
  Configs,
  configEntity,
  Instances,
  instanceEntity,
  type StoredConfig,
  type StoredInstance,
} from '../instance-kinds.ts';
import {BootInterfaces, bootInterfacesOf, type StoredInterface, storedInterface} from './boot-interfaces.ts';
import {hasOwnInterfaces} from './interface-kinds.ts';
import {maxInterfaces} from './interface-request.ts';

type Group = Contract['instances']['configs']['interfaces'];
type Changing = Call<Group['create'] | Group['order'] | Group['update'] | Group['delete']>;
type Create = RequestBody<Group['create']>;
type ConfigParams = {readonly computeId: number; readonly configId: number};

/** @throws Refusal 404 unless the config belongs to the instance */
function configAt(db: Store, {computeId, configId}: ConfigParams): StoredConfig {
  const row = db.row(Configs, configId);
  if (row?.parent !== computeId) throw notFound();
  return row.doc;
}

function interfaceAt(db: Store, params: ConfigParams & {readonly interfaceId: number}): BootInterface {
  const found = bootInterfacesOf(db, configAt(db, params)).find(({id}) => id === params.interfaceId);
  if (!found) throw notFound();
  return found;
}

/** @throws Refusal 400 for an instance with interfaces of its own */
function instanceAt(db: Store, {computeId}: ConfigParams): StoredInstance {
  const instance = db.get(Instances, computeId);
  if (!instance) throw notFound();
  if (hasOwnInterfaces(instance)) throw badRequest('The interfaces of this instance are not in its configs.');
  return instance;
}

const storedOf = (db: Store, {id, interfaces}: StoredConfig): readonly StoredInterface[] =>
  interfaces.map((entry, index) => storedInterface(db, id, entry, index));

/** Only one interface has the default route. */
const withPrimary = (all: readonly StoredInterface[], id: number): StoredInterface[] =>
  all.map(one => ({...one, primary: one.id === id}));

function save({db}: Changing, config: StoredConfig, interfaces: readonly StoredInterface[]): void {
  db.update(Configs, config.id, {interfaces: [...interfaces]});
}

function emitUpdate(call: Changing, instance: StoredInstance, config: StoredConfig): void {
  call.emit({
    action: 'compute_config_update',
    entity: instanceEntity(instance),
    secondary: configEntity(instance.id, config),
  });
}

/** Rules for addresses in a VPC. */
function addressErrors(
  fieldErrors: FieldErrors,
  db: Store,
  {purpose, subnet_id}: {readonly purpose: string; readonly subnet_id?: number | null | undefined},
  {primary, ipv4, ip_ranges}: Pick<Partial<Create>, 'primary' | 'ipv4' | 'ip_ranges'>,
): void {
  const isVpc = purpose === 'vpc';
  fieldErrors.addIf(purpose === 'vlan' && primary === true, 'must be false for a VLAN', 'primary');
  fieldErrors.addIf(!isVpc && !!(ipv4?.vpc || ipv4?.nat_1_1), 'is for a VPC only', 'ipv4');
  fieldErrors.addIf(!isVpc && (ip_ranges ?? []).length > 0, 'is for a VPC only', 'ip_ranges');
  const subnet = isVpc && subnet_id != null ? db.get(Subnets, subnet_id) : undefined;
  if (!subnet || !ipv4?.vpc) return;
  const range = parseRange(subnet.ipv4);
  const {first} = parseRange(`${ipv4.vpc}/32`);
  fieldErrors.addIf(first < range.first || first > range.last, 'is not in the range of the subnet', 'ipv4.vpc');
}

export const configInterfaces: Handlers<Group> = {
  list: call => call.pageOf(bootInterfacesOf(call.db, configAt(call.db, call.params))),

  create(call) {
    const {db, body, params} = call;
    const config = configAt(db, params);
    const instance = instanceAt(db, params);
    const others = storedOf(db, config);
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(others.length >= maxInterfaces, `a config has at most ${maxInterfaces} interfaces`);
    interfaceErrors(fieldErrors, db, {region: instance.region, requests: [...others, body], path: (_, name) => name});
    addressErrors(fieldErrors, db, body, body);
    fieldErrors.throwIfAny();
    const {ipv4, ...rest} = body;
    const subnet = body.subnet_id ? db.get(Subnets, body.subnet_id) : undefined;
    const vpc = ipv4?.vpc || (subnet ? freeAddress(subnet.ipv4, usedAddresses(db, subnet.id)) : null);
    const entry = {...rest, id: db.nextId(BootInterfaces), ipv4: {vpc, nat_1_1: ipv4?.nat_1_1 ?? null}};
    const stored = storedInterface(db, config.id, entry, others.length);
    save(call, config, stored.primary ? withPrimary([...others, stored], stored.id) : [...others, stored]);
    emitUpdate(call, instance, config);
    return interfaceAt(db, {...params, interfaceId: stored.id});
  },

  order(call) {
    const {db, body, params} = call;
    const config = configAt(db, params);
    instanceAt(db, params);
    const all = storedOf(db, config);
    const ordered = body.ids.flatMap(id => all.find(one => one.id === id) ?? []);
    const isWhole = ordered.length === all.length && new Set(body.ids).size === all.length;
    if (!isWhole || body.ids.length !== all.length)
      throw badRequest('must name each interface of the config once', 'ids');
    save(call, config, ordered);
    return {};
  },

  get: ({db, params}) => interfaceAt(db, params),

  update(call) {
    const {db, body, params} = call;
    const config = configAt(db, params);
    const instance = instanceAt(db, params);
    const before = interfaceAt(db, params);
    if (before.purpose === 'vlan') throw badRequest('An interface in a VLAN can’t be updated.');
    const fieldErrors = new FieldErrors();
    addressErrors(fieldErrors, db, before, body);
    fieldErrors.throwIfAny();
    const {primary = before.primary, ip_ranges = before.ip_ranges} = body;
    const ipv4 = before.ipv4 && {...before.ipv4, ...body.ipv4};
    const changed = storedOf(db, config).map((one, index) =>
      one.id === before.id ? storedInterface(db, config.id, {...one, primary, ip_ranges, ipv4}, index) : one,
    );
    save(call, config, primary ? withPrimary(changed, before.id) : changed);
    emitUpdate(call, instance, config);
    return interfaceAt(db, params);
  },

  delete(call) {
    const {db, params} = call;
    const config = configAt(db, params);
    const instance = instanceAt(db, params);
    const {id, active} = interfaceAt(db, params);
    if (active) throw badRequest('The interface is active: shut the instance down first.');
    const others = storedOf(db, config).filter(one => one.id !== id);
    save(call, config, others);
    emitUpdate(call, instance, config);
    return {};
  },
};
