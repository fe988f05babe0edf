/** What is kept of firewalls; `parent` of a device is its firewall. Addresses are kept with the instances. */
import type {Firewall, FirewallDevice} from '../../contract/networking/firewalls.ts';
import {kind} from '../engine/kind.ts';

export const Firewalls = kind<Firewall>('firewall', {first: 801, columns: {key: 'label'}, touched: true});
export const FirewallDevices = kind<FirewallDevice>('firewall_device', {first: 1201, touched: true});
