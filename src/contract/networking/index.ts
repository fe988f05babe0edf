/** Addresses, firewalls and VLANs. */
import {family} from '../schema/family.ts';
import {firewallsEndpoints} from './firewalls.ts';
import {ipsEndpoints} from './ips.ts';
import {ipv6Endpoints} from './ipv6.ts';
import {vlansEndpoints} from './vlans.ts';

export const networking = family('networking', {
  ...ipsEndpoints,
  ...ipv6Endpoints,
  ...firewallsEndpoints,
  ...vlansEndpoints,
});
