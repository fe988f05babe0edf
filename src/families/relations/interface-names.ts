/** Names of interfaces, and of the devices of a firewall. */

import type {InstanceInterface} from '../../contract/instances/interfaces.ts';
import type {FirewallDevice} from '../../contract/networking/firewalls.ts';
import {humanize} from '../format/format.ts';

/** "public", "vpc", or the label of the VLAN: the interfaces of an instance have different names. */
export function interfaceLabel({id, public: open, vpc, vlan}: InstanceInterface): string {
  if (vlan) return vlan.vlan_label || 'vlan';
  if (vpc) return 'vpc';
  return open ? 'public' : `interface ${id}`;
}

type ProtectedEntity = Partial<Pick<FirewallDevice['entity'], 'id' | 'type' | 'parent_entity'>> & {
  readonly label?: string | null;
};

const nouns: Readonly<Record<string, string>> = {
  compute: 'instance',
  compute_interface: 'interface',
  nodebalancer: 'NodeBalancer',
};

/** "instance", "interface" */
export const protectedNoun = (type: string): string =>
  Object.hasOwn(nouns, type) ? (nouns[type] ?? type) : humanize(type);

/** "web-01", "interface 7 of web-01" */
export function protectedName({id, label, type, parent_entity: parent}: ProtectedEntity): string {
  if (label) return label;
  const name = `${protectedNoun(type ?? 'entity')} ${id ?? '?'}`;
  return parent?.label ? `${name} of ${parent.label}` : name;
}
