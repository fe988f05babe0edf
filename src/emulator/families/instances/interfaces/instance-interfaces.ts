/** Interfaces that instances have themselves, which only the API of today has. */
import type {Contract} from '../../../../contract/index.ts';
import type {InstanceInterface, InterfaceSettings} from '../../../../contract/instances/interfaces.ts';
import type {RequestBody} from '../../../../contract/schema/endpoint.ts';
import type {Handlers} from '../../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {firewallErrors} from '../../networking/assigned-firewalls.ts';
import {defaultFirewalls} from '../../networking/firewall-defaults.ts';
import {Firewalls} from '../../networking/network-kinds.ts';
import {Instances, instanceEntity, type StoredInstance} from '../instance-kinds.ts';
import {
  addInterface,
  canBeDefault,
  hasOwnInterfaces,
  InterfaceHistories,
  Interfaces,
  interfaceDevices,
  interfaceEntity,
  keepHistory,
  moveDefaultRoute,
  protectInterface,
  removeInterface,
} from './interface-kinds.ts';
import {checkNewInterface, checkPlace, interfaceFacts} from './interface-request.ts';

type Group = Contract['instances']['interfaces'];
type InstanceParams = {readonly computeId: number};

/** @throws Refusal 404 without such an instance, 400 for one with interfaces in its configs */
function instanceWithInterfaces(db: Store, {computeId}: InstanceParams): StoredInstance {
  const instance = db.get(Instances, computeId);
  if (!instance) throw notFound();
  if (!hasOwnInterfaces(instance)) throw badRequest('The interfaces of this instance are in its configs.');
  return instance;
}

/** @throws Refusal 400 unless the instance is off */
function stoppedInstance(db: Store, params: InstanceParams): StoredInstance {
  const instance = instanceWithInterfaces(db, params);
  if (instance.status !== 'offline' && instance.status !== 'provisioning')
    throw badRequest('The instance must be powered off.');
  return instance;
}

function interfaceAt(
  db: Store,
  {computeId, interfaceId}: InstanceParams & {readonly interfaceId: number},
): InstanceInterface {
  const row = db.row(Interfaces, interfaceId);
  if (row?.parent !== computeId) throw notFound();
  return row.doc;
}

/**
 * The firewall of a new interface: that of the request, or without one the default. Null is none, which a VLAN always has.
 * @throws Refusal 400 without a firewall in the request and without a default
 */
function chosenFirewall(
  db: Store,
  {firewall_id: id, public: open, vlan}: Pick<RequestBody<Group['create']>, 'firewall_id' | 'public' | 'vlan'>,
): number | null {
  if (vlan) return null;
  if (id !== undefined) return id;
  const defaultId = defaultFirewalls(db)[open ? 'public_interface' : 'vpc_interface'];
  if (defaultId === null) throw badRequest('is required: the account has no default firewall', 'firewall_id');
  return defaultId;
}

function settingsOf(db: Store, instance: number): InterfaceSettings {
  const all = db.all(Interfaces, instance);
  const withRoute = (protocol: 'ipv4' | 'ipv6') => all.find(one => one.default_route?.[protocol])?.id ?? null;
  const eligible = (protocol: 'ipv4' | 'ipv6') => all.filter(one => canBeDefault(one)[protocol]).map(({id}) => id);
  return {
    network_helper: db.row(Instances, instance)?.hidden.networkHelper ?? true,
    default_route: {
      ipv4_interface_id: withRoute('ipv4'),
      ipv4_eligible_interface_ids: eligible('ipv4'),
      ipv6_interface_id: withRoute('ipv6'),
      ipv6_eligible_interface_ids: eligible('ipv6'),
    },
  };
}

export const instanceInterfaces: Handlers<Group> = {
  list(call) {
    const {id} = call.find(Instances, call.params.computeId);
    return {interfaces: call.db.all(Interfaces, id)};
  },

  create(call) {
    const {db, body, params} = call;
    const instance = stoppedInstance(db, params);
    const fieldErrors = new FieldErrors();
    checkNewInterface(fieldErrors, db, instance, body);
    fieldErrors.addIf(!!body.vlan && body.firewall_id != null, 'is not for a VLAN', 'firewall_id');
    firewallErrors(fieldErrors, db, body.firewall_id);
    fieldErrors.throwIfAny();
    const firewall = chosenFirewall(db, body);
    const doc = addInterface(call, instance.id, interfaceFacts(db, instance, body), body.default_route);
    if (firewall != null) protectInterface(call, firewall, instance, doc);
    call.emit({
      action: 'interface_create',
      entity: instanceEntity(instance),
      secondary: interfaceEntity(instance.id, doc),
    });
    return doc;
  },

  get: ({db, params}) => interfaceAt(db, params),

  update(call) {
    const {db, body, params} = call;
    const instance = stoppedInstance(db, params);
    const before = interfaceAt(db, params);
    const fieldErrors = new FieldErrors();
    for (const kind of ['public', 'vpc', 'vlan'] as const)
      fieldErrors.addIf(!!body[kind] && before[kind] === null, `the interface is not a ${kind} interface`, kind);
    checkPlace(fieldErrors, db, {instance, request: body, own: before.id});
    fieldErrors.throwIfAny();
    const facts = interfaceFacts(db, instance, body, before.id);
    const kept = {public: before.public, vpc: before.vpc, vlan: before.vlan};
    const changed = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
    db.update(Interfaces, before.id, {...kept, ...changed, version: before.version + 1});
    for (const protocol of ['ipv4', 'ipv6'] as const) {
      const wanted = body.default_route?.[protocol];
      if (wanted == null || !canBeDefault(before)[protocol]) continue;
      if (wanted) moveDefaultRoute(db, instance.id, protocol, before.id);
      else if (before.default_route?.[protocol]) moveDefaultRoute(db, instance.id, protocol, null);
    }
    const doc = interfaceAt(db, params);
    keepHistory(call, instance.id, doc);
    call.emit({
      action: 'interface_update',
      entity: instanceEntity(instance),
      secondary: interfaceEntity(instance.id, doc),
    });
    return doc;
  },

  delete(call) {
    const {db, params} = call;
    const instance = stoppedInstance(db, params);
    const doc = interfaceAt(db, params);
    removeInterface(db, doc.id);
    call.emit({
      action: 'interface_delete',
      entity: instanceEntity(instance),
      secondary: interfaceEntity(instance.id, doc),
    });
    return {};
  },

  history: {
    list: call => call.page(InterfaceHistories, {parent: instanceWithInterfaces(call.db, call.params).id}),
  },

  settings: {
    get: ({db, params}) => settingsOf(db, instanceWithInterfaces(db, params).id),

    update(call) {
      const {db, body, params} = call;
      const {id, status} = instanceWithInterfaces(db, params);
      const before = settingsOf(db, id);
      const helper = body.network_helper ?? before.network_helper;
      if (helper !== before.network_helper && status !== 'offline')
        throw badRequest('The instance must be powered off.');
      const fieldErrors = new FieldErrors();
      for (const protocol of ['ipv4', 'ipv6'] as const) {
        const wanted = body.default_route?.[`${protocol}_interface_id`];
        const eligible = before.default_route[`${protocol}_eligible_interface_ids`];
        fieldErrors.addIf(
          wanted != null && !eligible.includes(wanted),
          'is not an eligible interface',
          `default_route.${protocol}_interface_id`,
        );
      }
      fieldErrors.throwIfAny();
      for (const protocol of ['ipv4', 'ipv6'] as const) {
        const wanted = body.default_route?.[`${protocol}_interface_id`];
        if (wanted !== undefined) moveDefaultRoute(db, id, protocol, wanted);
      }
      db.setHidden(Instances, id, {networkHelper: helper});
      return settingsOf(db, id);
    },
  },

  firewalls: {
    list(call) {
      const {id} = interfaceAt(call.db, call.params);
      const parents = interfaceDevices(call.db, id).map(({parent}) => parent);
      return call.pageOf(parents.flatMap(parent => (parent === null ? [] : (call.db.get(Firewalls, parent) ?? []))));
    },
  },
};
