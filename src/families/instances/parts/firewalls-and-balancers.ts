/** Firewalls and NodeBalancers in front of an instance: rows of other families, listed from the instance. */
import {amountCell} from '../../format/cells.ts';
import {countText, joinParts} from '../../format/format.ts';
import {firewallState, firewallStateWords} from '../../networking/firewalls.ts';
import {defineFamily} from '../../shape/define-family.ts';
import * as standard from '../../shape/standard.ts';

export const instanceFirewalls = defineFamily('instances.firewalls', {
  title: 'Firewalls of the instance',
  one: 'firewall',
  label: row => row.label,
  state: firewallState,
  stateWords: firewallStateWords,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 14},
    {field: 'status', title: 'Status', state: true, width: 14},
    {
      id: 'inbound',
      title: 'In',
      align: 'right',
      value: row => amountCell(row.rules.inbound.length),
      kind: 'number',
      measure: row => row.rules.inbound.length,
    },
    {
      id: 'outbound',
      title: 'Out',
      align: 'right',
      value: row => amountCell(row.rules.outbound.length),
      kind: 'number',
      measure: row => row.rules.outbound.length,
    },
    {...standard.tagsColumn, priority: 2},
  ],
  detail: [],
  actions: {},
  standsFor: row => ({ref: {family: 'networking.firewalls', id: row.id}, row}),
  summary: row => joinParts(row.status, countText(row.rules.inbound.length + row.rules.outbound.length, 'rule')),
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
  standsFor: row => ({ref: {family: 'nodebalancers', id: row.id}, row}),
  summary: row => joinParts(row.region, row.ipv4),
});
