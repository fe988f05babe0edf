/** Compute instances (D2 §4.1). */
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, forbidden} from '../../engine/http/refusal.ts';
import {provisionAgain} from '../kube/node-instances.ts';
import {assignFirewalls, firewallsOf} from '../networking/assigned-firewalls.ts';
import {devicesBehind, Firewalls, renameDevices} from '../networking/network-kinds.ts';
import {NodeBalancerNodes, NodeBalancers} from '../nodebalancers/nodebalancer-kinds.ts';
import {addTags, tagErrors} from '../tags.ts';
import {Volumes} from '../volumes/volume-kinds.ts';
import {instanceIps} from './addresses/instance-ips.ts';
import {backups} from './disks/backups.ts';
import {bootConfigs} from './disks/boot-configs.ts';
import {disks} from './disks/disks.ts';
import {Instances, instanceEntity} from './instance-kinds.ts';
import {instanceInterfaces} from './interfaces/instance-interfaces.ts';
import {hasOwnInterfaces} from './interfaces/interface-kinds.ts';
import {upgradeInterfaces} from './interfaces/upgrade.ts';
import {clone} from './lifecycle/clone.ts';
import {create} from './lifecycle/create.ts';
import {deleteInstance} from './lifecycle/delete.ts';
import {migrate} from './lifecycle/migrate.ts';
import {power} from './lifecycle/power.ts';
import {rebuildHandlers} from './lifecycle/rebuild.ts';
import {resizeHandlers} from './lifecycle/resize.ts';
import {instanceTransfer, stats} from './stats.ts';

export const instances: Handlers<Contract['instances']> = {
  list: call => call.page(Instances),
  create,
  get: call => call.json(Instances, call.params.computeId),

  update(call) {
    const {db, body} = call;
    const before = call.find(Instances, call.params.computeId);
    const {label = before.label, tags = before.tags, group = before.group} = body;
    const retagged = JSON.stringify(tags) !== JSON.stringify(before.tags);
    if (retagged && call.actor.isRestricted) throw forbidden('Unauthorized: only unrestricted users may change tags.');
    const fieldErrors = new FieldErrors();
    tagErrors(fieldErrors, tags);
    for (const [name, value] of Object.entries(body.alerts ?? {}))
      fieldErrors.addIf(Number(value) < 0, 'must not be negative; 0 disables the alert', `alerts.${name}`);
    fieldErrors.throwIfAny();
    const instance = db.update(Instances, before.id, {
      label,
      tags,
      group,
      watchdog_enabled: body.watchdog_enabled ?? before.watchdog_enabled,
      alerts: {...before.alerts, ...body.alerts},
      backups: {...before.backups, schedule: {...before.backups.schedule, ...body.backups?.schedule}},
    });
    addTags(call, tags);
    if (label !== before.label) {
      for (const volume of db.all(Volumes, before.id)) db.update(Volumes, volume.id, {compute_label: label});
      renameDevices(db, instance);
    }
    call.emit({action: 'compute_update', entity: instanceEntity(instance)});
    return instance;
  },

  delete(call) {
    const instance = call.find(Instances, call.params.computeId);
    deleteInstance(call, instance);
    provisionAgain(call, instance);
    return {};
  },

  ...power,
  ...resizeHandlers,
  ...rebuildHandlers,
  migrate,
  clone,
  configs: bootConfigs,
  disks,
  backups,
  ips: instanceIps,
  interfaces: instanceInterfaces,
  upgradeInterfaces,
  stats,
  transfer: instanceTransfer,

  volumes: {
    list(call) {
      call.find(Instances, call.params.computeId);
      return call.page(Volumes, {parent: call.params.computeId});
    },
  },

  firewalls: {
    list(call) {
      const {id} = call.find(Instances, call.params.computeId);
      const parents = new Set(devicesBehind(call.db, id).map(({parent}) => parent));
      return call.pageOf(
        [...parents].flatMap(parent => (parent === null ? [] : (call.db.get(Firewalls, parent) ?? []))),
      );
    },

    update(call) {
      const instance = call.find(Instances, call.params.computeId);
      if (hasOwnInterfaces(instance)) throw badRequest('The firewalls of this instance belong to its interfaces.');
      assignFirewalls(call, instanceEntity(instance), call.body.firewall_ids);
      return call.pageOf(firewallsOf(call.db, instanceEntity(instance)));
    },

    apply(call) {
      const instance = call.find(Instances, call.params.computeId);
      call.emitFinished({action: 'firewall_apply', entity: instanceEntity(instance)});
      return {};
    },
  },

  nodebalancers: {
    list(call) {
      const {ipv4} = call.find(Instances, call.params.computeId);
      const serving = new Set<number>();
      for (const {address, nodebalancer_id} of call.db.all(NodeBalancerNodes))
        if (ipv4.includes(address.replace(/:\d+$/, ''))) serving.add(nodebalancer_id);
      return call.pageOf([...serving].flatMap(id => call.db.get(NodeBalancers, id) ?? []));
    },
  },
};
