/** The firewall of an instance, according to the loaded lists of devices. */
import type {Firewall} from '../../contract/networking/firewalls.ts';
import type {Lookup} from '../shape/define-family.ts';

const firewallsOf = (instance: number, lookup: Lookup): readonly Firewall[] =>
  lookup
    .rows('networking.firewalls')
    .filter(({id}) =>
      lookup
        .rows('networking.firewalls.devices', {firewallId: id})
        .some(({entity}) => entity.id === instance && entity.type !== 'compute_interface'),
    );

/** "is behind the firewall web"; undefined if no firewall of the instance is known. */
export function unlessUnprotected(instance: number, lookup: Lookup, except?: number): string | undefined {
  const guard = firewallsOf(instance, lookup).find(({id, status}) => id !== except && status === 'enabled');
  return guard && `is behind the firewall ${guard.label}`;
}
