/** Names of the resources that a firewall protects by default. */
import type {FirewallSettings} from '../../contract/networking/firewalls.ts';

export type DefaultPlace = keyof FirewallSettings['default_firewall_ids'];

export const defaultPlaces: readonly DefaultPlace[] = ['compute', 'nodebalancer', 'public_interface', 'vpc_interface'];

export const protectedResources: Readonly<Record<DefaultPlace, string>> = {
  compute: 'instances',
  nodebalancer: 'NodeBalancers',
  public_interface: 'public interfaces',
  vpc_interface: 'VPC interfaces',
};

/** "new instances, VPC interfaces": the resources that one of these firewalls protects by default; empty if none. */
export function defaultUses(
  isOne: (firewall: number) => boolean,
  {default_firewall_ids: defaults}: FirewallSettings,
): string {
  const uses = defaultPlaces.flatMap(place => {
    const id = defaults?.[place];
    return typeof id === 'number' && isOne(id) ? [protectedResources[place]] : [];
  });
  return uses.length === 0 ? '' : `new ${uses.join(', ')}`;
}
