/** Templates of firewalls, which only the API of today has. */
import type {Contract} from '../../../contract/index.ts';
import type {FirewallRule, FirewallTemplate} from '../../../contract/networking/firewalls.ts';
import type {Handlers} from '../../engine/call.ts';
import {notFound} from '../../engine/http/refusal.ts';

const everywhere = {ipv4: ['0.0.0.0/0'], ipv6: ['::/0']};
const privateRanges = {ipv4: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'], ipv6: []};

const accept = (
  label: string,
  protocol: FirewallRule['protocol'],
  ports: string | undefined,
  addresses: FirewallRule['addresses'],
  description: string,
): FirewallRule => ({protocol, ...(ports && {ports}), addresses, action: 'ACCEPT', label, description}) as FirewallRule;

const ssh = accept('accept-inbound-ssh', 'TCP', '22', everywhere, 'Accept SSH from everywhere');
const ping = accept('accept-inbound-icmp', 'ICMP', undefined, everywhere, 'Accept ICMP from everywhere');

const templates: readonly FirewallTemplate[] = [
  {
    slug: 'public',
    rules: {inbound: [ssh, ping], inbound_policy: 'DROP', outbound: [], outbound_policy: 'ACCEPT'},
  },
  {
    slug: 'vpc',
    rules: {
      inbound: [
        ssh,
        ping,
        accept('accept-vpc-tcp', 'TCP', '1-65535', privateRanges, 'Accept TCP from private addresses'),
        accept('accept-vpc-udp', 'UDP', '1-65535', privateRanges, 'Accept UDP from private addresses'),
      ],
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
