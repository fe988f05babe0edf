/** The demo account's firewalls: one for the web fleet, one for the databases, and a disabled one. */
import type {FirewallRule} from '../../../contract/networking/firewalls.ts';
import {days} from '../../engine/time/clock.ts';
import {Configs, Instances} from '../../families/instances/instance-kinds.ts';
import {FirewallDevices, Firewalls} from '../../families/networking/network-kinds.ts';
import {keepVlans} from '../../families/networking/vlan-kinds.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

const everyone = {ipv4: ['0.0.0.0/0'], ipv6: ['::/0']};

const accept = (
  label: string,
  ports: string,
  addresses: FirewallRule['addresses'],
  description: string,
): FirewallRule => ({
  protocol: 'TCP',
  ports,
  addresses,
  action: 'ACCEPT',
  label,
  description,
});

interface SeededFirewall {
  readonly label: string;
  /** Days. */
  readonly age: number;
  readonly tags: string[];
  readonly inbound: FirewallRule[];
  /** The labels of the instances that the firewall protects. */
  readonly fleet: RegExp;
  readonly isEnabled?: boolean;
}

function addFirewall(context: SeedContext, {label, age, tags, inbound, fleet, isEnabled = true}: SeededFirewall): void {
  const {db} = context;
  const createdAt = beforeNow(context, age * days);
  const firewall = db.insert(Firewalls, id => ({
    id,
    label,
    created: createdAt,
    updated: beforeNow(context, (age / 4) * days),
    status: isEnabled ? 'enabled' : 'disabled',
    rules: {inbound, outbound: [], inbound_policy: 'DROP', outbound_policy: 'ACCEPT'},
    tags,
  }));
  for (const {id, label: name} of db.all(Instances)) {
    if (!fleet.test(name)) continue;
    const entity = {id, type: 'compute', label: name, url: `/v4/compute/instances/${id}`};
    db.insert(FirewallDevices, device => ({id: device, created: createdAt, updated: createdAt, entity}), {
      parent: firewall.id,
    });
  }
}

export const networkingSeed: Seeder = {
  demo(context) {
    addFirewall(context, {
      label: 'web',
      age: 400,
      tags: ['prod', 'web'],
      inbound: [
        accept('http', '80, 443', everyone, 'The world'),
        accept('ssh-bastion', '22', {ipv4: ['192.0.2.102/32'], ipv6: []}, 'Only through the bastion'),
      ],
      fleet: /^web-/,
    });
    addFirewall(context, {
      label: 'databases',
      age: 400,
      tags: ['prod', 'database'],
      inbound: [accept('mysql-web', '3306', {ipv4: ['192.168.128.0/17'], ipv6: []}, 'From the inside')],
      fleet: /^db-/,
    });
    addFirewall(context, {label: 'lockdown', age: 30, tags: [], inbound: [], fleet: /^$/, isEnabled: false});
  },
};

/** In the API of today, the VLANs of configs stay without an instance; one of the seeded VLANs has none. */
export function seedVlans({db, now}: SeedContext): void {
  const work = {db, now: now - 200 * days};
  for (const {doc, parent} of db.rows(Configs)) {
    const instance = parent === null ? undefined : db.get(Instances, parent);
    if (instance) keepVlans(work, instance.region, doc.interfaces);
  }
  keepVlans(work, 'us-east', [{purpose: 'vlan', label: 'staging-net'}]);
}
