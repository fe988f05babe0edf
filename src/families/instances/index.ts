/** Instances: virtual machines (D2 §2.1, §4.1). */
import {defineFamily} from '../define.ts';
import {backupEvents, computeEvents, hostEvents} from '../event-words/instances.ts';
import {joined, megabytes} from '../format.ts';
import {ticketAbout} from '../support/about.ts';
import {actions} from './actions.ts';
import {columns} from './columns.ts';
import {detail} from './detail.ts';
import {stateOf, stateWords} from './state.ts';

export const instances = defineFamily('instances', {
  title: 'Instances',
  one: 'instance',
  group: 'compute',
  aliases: ['instance', 'inst', 'i', 'vm', 'servers'],
  entity: 'compute',
  events: ['compute', 'backups', 'host', 'lassie', 'lish', 'password', 'vlan'],
  onEvent: {...computeEvents, ...backupEvents, ...hostEvents},
  label: row => row.label,
  state: stateOf,
  stateWords,
  sort: 'label',
  columns,
  detail,
  actions,
  borrows: {ticket: ticketAbout('compute_id')},
  summary: row => joined(row.region, row.type, megabytes(row.specs.memory)),
  search: row => [row.group, ...row.ipv4].filter(Boolean).join(' '),
});
