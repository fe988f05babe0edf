/** What happens to Domains, NodeBalancers, firewalls and addresses. */
import type {FamilyId} from '../define.ts';
import {passive, passiveOf, type Words} from './words.ts';

const records: readonly FamilyId[] = ['domains.records'];

export const domainEvents: Words<'dns'> = {
  dns_record_create: {...passiveOf('a record', 'added', '[ to {entity}]'), refresh: records},
  dns_record_delete: {...passiveOf('a record', 'removed', '[ from {entity}]'), refresh: records},
  dns_record_update: {...passiveOf('a record[ of {entity}]', 'updated'), refresh: records},
  dns_zone_create: passive('created'),
  dns_zone_delete: {...passive('deleted'), removes: true},
  dns_zone_import: passive('imported'),
  dns_zone_update: passive('updated'),
};

const ports: readonly FamilyId[] = ['nodebalancers.configs', 'nodebalancers.configs.nodes'];

export const nodebalancerEvents: Words<'nodebalancer'> = {
  nodebalancer_create: passive('created'),
  nodebalancer_delete: {...passive('deleted'), removes: true},
  nodebalancer_update: passive('updated'),
  nodebalancer_config_create: {...passiveOf('a port', 'added', '[ to {entity}]'), refresh: ports},
  nodebalancer_config_delete: {...passiveOf('a port', 'removed', '[ from {entity}]'), refresh: ports},
  nodebalancer_config_update: {...passiveOf('a port[ of {entity}]', 'updated'), refresh: ports},
  nodebalancer_node_create: {...passiveOf('a node', 'added', '[ to {entity}]'), refresh: ports},
  nodebalancer_node_delete: {...passiveOf('a node', 'removed', '[ from {entity}]'), refresh: ports},
  nodebalancer_node_update: {...passiveOf('a node[ of {entity}]', 'updated'), refresh: ports},
};

const devices: readonly FamilyId[] = ['networking.firewalls.devices', 'instances.firewalls'];

export const firewallEvents: Words<'firewall'> = {
  firewall_create: passive('created'),
  firewall_delete: {...passive('deleted'), removes: true},
  firewall_disable: {...passive('disabled'), refresh: ['instances.firewalls']},
  firewall_enable: {...passive('enabled'), refresh: ['instances.firewalls']},
  firewall_update: {...passive('updated'), refresh: ['networking.firewalls.rules', 'instances.firewalls']},
  firewall_device_add: {...passiveOf('a device', 'added', '[ to {entity}]'), refresh: devices},
  firewall_device_remove: {...passiveOf('a device', 'removed', '[ from {entity}]'), refresh: devices},
};

export const addressEvents: Words<'ipaddress'> = {
  ipaddress_update: {...passiveOf('the reverse name[ of {entity}]', 'updated'), refresh: ['instances.ips']},
};
