/** Instances: virtual machines (D2 §2.1, §4.1). */

import {interfaceEvents} from '../event-words/cluster-events.ts';
import {backupEvents, computeEvents, hostEvents} from '../event-words/instance-events.ts';
import {joinParts, megabytes} from '../format/format.ts';
import {defineFamily} from '../shape/define-family.ts';
import {openTicketAction} from '../support/ticket-subject.ts';
import {instanceColumns} from './columns.ts';
import {instanceDetail} from './detail.ts';
import {instanceStateOf, instanceStateWords} from './forms/instance-state.ts';
import {instanceActions} from './instance-actions.ts';

export const instances = defineFamily('instances', {
  title: 'Instances',
  one: 'instance',
  group: 'compute',
  aliases: ['instance', 'inst', 'i', 'vm', 'servers'],
  entity: 'compute',
  events: ['compute', 'backups', 'host', 'lassie', 'lish', 'password', 'interface', 'vlan'],
  onEvent: {...computeEvents, ...backupEvents, ...hostEvents, ...interfaceEvents},
  label: row => row.label,
  state: instanceStateOf,
  stateWords: instanceStateWords,
  sort: 'label',
  columns: instanceColumns,
  detail: instanceDetail,
  actions: instanceActions,
  borrowedActions: {ticket: openTicketAction('compute_id')},
  summary: row => joinParts(row.region, row.type, megabytes(row.specs.memory)),
  search: row => [row.group, ...row.ipv4].filter(Boolean).join(' '),
});
