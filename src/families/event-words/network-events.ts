/** Events of domains, NodeBalancers, firewalls and addresses. */
import type {FamilyId} from '../shape/define-family.ts';
import {type EventWordsFor, passiveMeaning, passiveMeaningOf} from './event-wording.ts';

const records: readonly FamilyId[] = ['domains.records'];

export const domainEvents: EventWordsFor<'dns'> = {
  dns_record_create: {...passiveMeaningOf('a record', 'added', '[ to {entity}]'), invalidates: records},
  dns_record_delete: {...passiveMeaningOf('a record', 'removed', '[ from {entity}]'), invalidates: records},
  dns_record_update: {...passiveMeaningOf('a record[ of {entity}]', 'updated'), invalidates: records},
  dns_zone_create: passiveMeaning('created'),
  dns_zone_delete: {...passiveMeaning('deleted'), isDeletion: true},
  dns_zone_import: passiveMeaning('imported'),
  dns_zone_update: passiveMeaning('updated'),
};

const ports: readonly FamilyId[] = ['nodebalancers.configs', 'nodebalancers.configs.nodes'];

export const nodebalancerEvents: EventWordsFor<'nodebalancer'> = {
  nodebalancer_create: passiveMeaning('created'),
  nodebalancer_delete: {...passiveMeaning('deleted'), isDeletion: true},
  nodebalancer_update: passiveMeaning('updated'),
  nodebalancer_config_create: {...passiveMeaningOf('a port', 'added', '[ to {entity}]'), invalidates: ports},
  nodebalancer_config_delete: {...passiveMeaningOf('a port', 'removed', '[ from {entity}]'), invalidates: ports},
  nodebalancer_config_update: {...passiveMeaningOf('a port[ of {entity}]', 'updated'), invalidates: ports},
  nodebalancer_node_create: {...passiveMeaningOf('a node', 'added', '[ to {entity}]'), invalidates: ports},
  nodebalancer_node_delete: {...passiveMeaningOf('a node', 'removed', '[ from {entity}]'), invalidates: ports},
  nodebalancer_node_update: {...passiveMeaningOf('a node[ of {entity}]', 'updated'), invalidates: ports},
};

const devices: readonly FamilyId[] = ['networking.firewalls.devices', 'instances.firewalls'];

const ruleLists: readonly FamilyId[] = ['networking.firewalls.rules', 'networking.firewalls.history'];

export const firewallEvents: EventWordsFor<'firewall'> = {
  firewall_create: passiveMeaning('created'),
  firewall_delete: {...passiveMeaning('deleted'), isDeletion: true, invalidates: ['networking.firewalls.settings']},
  firewall_disable: {...passiveMeaning('disabled'), invalidates: ['instances.firewalls']},
  firewall_enable: {...passiveMeaning('enabled'), invalidates: ['instances.firewalls']},
  firewall_update: {...passiveMeaning('updated'), invalidates: [...ruleLists, 'instances.firewalls']},
  firewall_apply: {...passiveMeaningOf('the firewalls[ of {entity}]', 'applied', '', 'are'), invalidates: devices},
  firewall_rules_update: {
    ...passiveMeaningOf('the rules[ of {entity}]', 'updated', '', 'are'),
    invalidates: ['networking.firewalls', ...ruleLists, 'instances.firewalls'],
  },
  firewall_device_add: {...passiveMeaningOf('a device', 'added', '[ to {entity}]'), invalidates: devices},
  firewall_device_remove: {...passiveMeaningOf('a device', 'removed', '[ from {entity}]'), invalidates: devices},
};

const pools: readonly FamilyId[] = ['instances.ips', 'networking.ipv6.pools'];

export const addressEvents: EventWordsFor<'ipaddress' | 'ipv6pool'> = {
  ipv6pool_add: {...passiveMeaningOf('an IPv6 pool', 'added', '[ to {entity}]'), invalidates: pools},
  ipv6pool_delete: {...passiveMeaningOf('an IPv6 pool', 'removed', '[ from {entity}]'), invalidates: pools},
  ipaddress_update: {...passiveMeaningOf('the reverse name[ of {entity}]', 'updated'), invalidates: ['instances.ips']},
};
