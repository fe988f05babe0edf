/** The instance of the demo account with its own interfaces: one is public, one is in a VLAN. */
import {days} from '../../engine/time/clock.ts';
import {Instances} from '../../families/instances/instance-kinds.ts';
import {addInterface, protectInterface} from '../../families/instances/interfaces/interface-kinds.ts';
import {interfaceFacts} from '../../families/instances/interfaces/interface-request.ts';
import {Firewalls} from '../../families/networking/network-kinds.ts';
import type {SeedContext} from '../core/seed-context.ts';

export function seedInterfaces(context: SeedContext): void {
  const {db, now} = context;
  const instance = db.all(Instances).find(({label}) => label === 'batch-11');
  if (!instance) return;
  db.update(Instances, instance.id, {interface_generation: 'compute'});
  const work = {db, now: now - 60 * days};
  const open = addInterface(work, instance.id, interfaceFacts(db, instance, {public: {}}));
  addInterface(
    work,
    instance.id,
    interfaceFacts(db, instance, {vlan: {vlan_label: 'batch', ipam_address: '10.20.0.11/24'}}),
  );
  const firewall = db.byKey(Firewalls, 'lockdown');
  if (firewall) protectInterface(work, firewall.id, instance, open);
}
