/** VLANs (beta): private networks between instances of a region. Only interfaces in configs create them. */
import type {Vlan} from '../../contract/networking/vlans.ts';
import {type Cell, cellText, noneCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {openVlanTicketAction} from '../support/ticket-subject.ts';

type Spec = FamilySpec<'networking.vlans', never>;

const members = (row: Vlan, lookup: Lookup): readonly Cell[] =>
  row.computes.length === 0
    ? [noneCell]
    : row.computes.map(id => lookup.find('instances', id)?.label ?? `instance ${id}`);

/** The reason why a VLAN can't be deleted: an older API can't do this, and a VLAN in use can't be deleted. */
function unlessDeletable({computes}: Vlan, lookup: Lookup): string | undefined {
  if (!mayBeCurrentApi({lookup})) return 'your provider’s API can’t do this';
  return computes.length === 0
    ? undefined
    : `attached to ${countText(computes.length, 'instance')}; remove the interfaces first`;
}

const actions: Spec['actions'] = {
  delete: {
    ...standard.deleteAction,
    rowParams: row => ({regionId: row.region, label: row.label}),
    unless: ({row, lookup}) => unlessDeletable(row, lookup),
    invalidates: ['networking.vlans'],
    warnings: () => ['Only legacy VLANs can be deleted: the API refuses others.'],
  },
};

export const vlans = defineFamily('networking.vlans', {
  title: 'VLANs',
  one: 'VLAN',
  group: 'network',
  aliases: ['vlan'],
  // Two regions may each have a VLAN with the same label.
  key: row => `${row.region} ${row.label}`,
  label: row => row.label,
  sort: 'label',
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 14},
    {field: 'region', title: 'Region', width: 10, max: 14, link: row => ({family: 'regions', id: row.region})},
    {
      id: 'count',
      title: 'Instances',
      ...standard.numberFacts((row: Vlan) => row.computes.length),
    },
    {
      id: 'members',
      title: 'Used by',
      priority: 2,
      max: 40,
      value: (row, lookup) => members(row, lookup).map(cellText).join(', '),
    },
    {...ageColumn, priority: 3},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'VLAN',
          lines: [standard.labelLine, regionLine, {title: 'Instances', value: members}, standard.createdLine],
        },
        {
          title: 'Usage',
          lines: [
            {title: 'Join', value: () => 'add an interface with this label to a config of an instance, then reboot'},
          ],
        },
      ],
    },
    {
      title: 'Instances',
      list: 'instances',
      params: () => ({}),
      filter: (instance, row) => row.computes.includes(instance.id),
    },
  ],
  actions,
  borrowedActions: {ticket: openVlanTicketAction},
  summary: row => joinParts(row.region, countText(row.computes.length, 'instance')),
  search: row => row.computes.join(' '),
});
