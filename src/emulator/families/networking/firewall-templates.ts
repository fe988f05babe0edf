/** Templates of firewalls, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {FirewallRule, FirewallTemplate} from '../../../contract/networking/firewalls.ts';
import type {Handlers} from '../../engine/call.ts';
import {notFound} from '../../engine/http/refusal.ts';

const everywhere = {ipv4: ['0.0.0.0/0'], ipv6: ['::/0']};
const privateRanges = {ipv4: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'], ipv6: []};

const ssh: FirewallRule = {
  protocol: 'TCP',
  ports: '22',
  addresses: everywhere,
  action: 'ACCEPT',
  label: 'accept-inbound-ssh',
  description: 'Accept SSH from everywhere',
};

// The contract requires ports, but a rule for ICMP has none.
const ping = {
  protocol: 'ICMP',
  addresses: everywhere,
  action: 'ACCEPT',
  label: 'accept-inbound-icmp',
  description: 'Accept ICMP from everywhere',
} as Partial<FirewallRule> as FirewallRule;

const fromPrivateRanges = (protocol: 'TCP' | 'UDP'): FirewallRule => ({
  protocol,
  ports: '1-65535',
  addresses: privateRanges,
  action: 'ACCEPT',
  label: `accept-vpc-${protocol.toLowerCase()}`,
  description: `Accept ${protocol} from private addresses`,
});

const templates: readonly FirewallTemplate[] = [
  {
    slug: 'public',
    rules: {inbound: [ssh, ping], inbound_policy: 'DROP', outbound: [], outbound_policy: 'ACCEPT'},
  },
  {
    slug: 'vpc',
    rules: {
      inbound: [ssh, ping, fromPrivateRanges('TCP'), fromPrivateRanges('UDP')],
      inbound_policy: 'DROP',
      outbound: [],
      outbound_policy: 'ACCEPT',
    },
  },
];

export const firewallTemplates: Handlers<Contract['networking']['firewalls']['templates']> = {
  list: call => call.pageOf(templates),

  get({params}) {
    const template = templates.find(({slug}) => slug === params.slug);
    if (!template) throw notFound();
    return template;
  },
};
