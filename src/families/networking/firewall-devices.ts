/** The devices of a firewall: instances, interfaces of instances, and NodeBalancers. */

import type {Contract} from '../../contract/index.ts';
import type {FirewallDevice} from '../../contract/networking/firewalls.ts';
import type {RequestBody} from '../../contract/schema/endpoint.ts';
import {entityRef} from '../events/event-entities.ts';
import {cellFor, momentCell} from '../format/cells.ts';
import {protectedName, protectedNoun} from '../relations/interface-names.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup, type Ref} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {openAccessText} from './allow-list-words.ts';
import {unlessUnprotected} from './firewall-guard.ts';

type Spec = FamilySpec<'networking.firewalls.devices', never>;
type ListParams = ListParamsOf<'networking.firewalls.devices'>;
type Create = RequestBody<Contract['networking']['firewalls']['devices']['create']>;

/** The instance, the interface of an instance, or the NodeBalancer. */
const targetRef = ({entity}: FirewallDevice): Ref | undefined =>
  entity.type === 'compute_interface' && entity.parent_entity
    ? {family: 'instances.interfaces', id: entity.id, params: {computeId: entity.parent_entity.id}}
    : entityRef(entity);
/** A device without a readable entity has no name. */
const nameOf = ({entity}: FirewallDevice): string => (entity.id === undefined ? '' : protectedName(entity));
const firewallOf = (lookup: Lookup, params: ListParams) => lookup.find('networking.firewalls', params.firewallId);

const actions: Spec['actions'] = {
  create: {
    title: 'Add instance…',
    risk: ({lookup, params}) => (firewallOf(lookup, params)?.status === 'enabled' ? 'interrupts' : undefined),
    eventActions: ['firewall_device_add'],
    warnings({lookup, params, body: {id}}) {
      const firewall = firewallOf(lookup, params);
      const label = lookup.find('instances', id)?.label ?? 'the instance';
      if (firewall?.status !== 'enabled') return [];
      return [`The rules take effect immediately for ${label}.`, ...openAccessText(firewall.rules, label)];
    },
    undo: {action: 'delete'},
    sentence: ({lookup, params, body: {id}}) => {
      const label = lookup.find('instances', id)?.label ?? id;
      return `Add instance ${label} to ${firewallOf(lookup, params)?.label ?? 'the firewall'}`;
    },
    form: {
      id: {
        title: 'Instance',
        help: 'An instance can have one enabled firewall.',
        input: 'pick',
        family: 'instances',
        unless: ({candidate, lookup}) => unlessUnprotected(candidate.id, lookup),
      },
      type: {title: 'Type', input: 'choice', labels: {compute: 'instance'}, initial: () => 'compute'},
    },
  },
  delete: {
    title: 'Remove device',
    rowParams: row => ({deviceId: row.id}),
    // The device can be added again in the same way.
    confirm: 'ask',
    eventActions: ['firewall_device_remove'],
    busyWord: 'taking out',
    warnings: ({row, lookup, params}) => {
      const firewall = firewallOf(lookup, params);
      return firewall?.status === 'disabled'
        ? []
        : [`${firewall?.label ?? 'The firewall'} no longer protects ${nameOf(row) || 'the device'}.`];
    },
    undo: {action: 'create', body: ({entity: {id, type}}): Create => ({id, type: type as Create['type']})},
  },
};

export const firewallDevices = defineFamily('networking.firewalls.devices', {
  title: 'Devices of the firewall',
  one: 'device',
  label: nameOf,
  link: targetRef,
  columns: [
    {
      id: 'entity',
      title: 'Device',
      grow: true,
      width: 14,
      value: row => cellFor(nameOf(row) || row.entity.label),
      link: targetRef,
    },
    {id: 'kind', title: 'Type', priority: 3, value: row => cellFor(row.entity.type, protectedNoun)},
    {...ageColumn, title: 'Added', priority: 2},
    {
      id: 'entity_id',
      title: 'Resource ID',
      priority: 3,
      ...standard.numberFacts((row: FirewallDevice) => row.entity.id),
    },
    standard.idColumn,
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Device',
          lines: [
            {title: 'Name', value: row => nameOf(row) || row.entity.label, link: targetRef},
            standard.idLine,
            {title: 'Added', value: (row, lookup) => momentCell(row.created, lookup.now)},
            {
              title: 'Of the instance',
              value: ({entity}) => entity.parent_entity?.label,
              link: ({entity}) => entityRef(entity.parent_entity),
              isVisible: ({entity}) => Boolean(entity.parent_entity),
            },
          ],
        },
      ],
    },
  ],
  actions,
  search: row => String(row.entity.id ?? ''),
});
