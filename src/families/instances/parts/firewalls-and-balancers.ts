/** Firewalls and NodeBalancers of an instance: rows of other families, listed for the instance. */
import {joinParts} from '../../format/format.ts';
import {assignedFirewall, assignmentAction, unlessAssignable} from '../../networking/assigned-firewalls.ts';
import {defineFamily, type Lookup} from '../../shape/define-family.ts';
import * as standard from '../../shape/standard.ts';

export const instanceFirewalls = defineFamily('instances.firewalls', {
  ...assignedFirewall,
  title: 'Firewalls of the instance',
  actions: {
    update: assignmentAction('instances.firewalls', 'instance'),
    apply: {
      title: 'Apply firewalls again',
      unless: ({lookup}: {readonly lookup: Lookup}) => unlessAssignable(lookup),
      confirm: 'ask',
      eventActions: ['firewall_apply'],
    },
  },
});

export const instanceNodebalancers = defineFamily('instances.nodebalancers', {
  title: 'NodeBalancers of the instance',
  one: 'NodeBalancer',
  label: row => row.label,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 14},
    {field: 'ipv4', title: 'IPv4', width: 15},
    {field: 'hostname', title: 'Host name', priority: 2, max: 48},
    {field: 'region', title: 'Region', priority: 3, max: 14},
    {...standard.tagsColumn, priority: 3},
  ],
  detail: [],
  actions: {},
  represents: row => ({ref: {family: 'nodebalancers', id: row.id}, row}),
  summary: row => joinParts(row.region, row.ipv4),
});
