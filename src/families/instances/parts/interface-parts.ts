/** Settings, earlier versions and firewalls of the interfaces of an instance. */

import type {InterfaceHistory, InterfaceSettings} from '../../../contract/instances/interfaces.ts';
import type {Firewall} from '../../../contract/networking/firewalls.ts';
import {amountCell, type Cell, cellFor, listCell, momentCell, noneCell, yesNoCell} from '../../format/cells.ts';
import {countText, joinParts} from '../../format/format.ts';
import {firewallState, firewallStateWords} from '../../networking/firewalls.ts';
import {interfaceLabel} from '../../relations/interface-names.ts';
import {ageColumn} from '../../shape/column.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../../shape/define-family.ts';
import type {FormCandidateContext, FormContext} from '../../shape/forms.ts';
import * as standard from '../../shape/standard.ts';
import {deviceName} from '../forms/interface-words.ts';

type SettingsSpec = FamilySpec<'instances.interfaces.settings', never>;
type ListParams = ListParamsOf<'instances.interfaces.settings'>;

/** "eth0 public" */
function interfaceText(id: number, lookup: Lookup, params: ListParams): string {
  const row = lookup.find('instances.interfaces', id, params);
  if (!row) return `interface ${id}`;
  const device = deviceName(row, lookup.rows('instances.interfaces', params));
  return [device, interfaceLabel(row)].filter(Boolean).join(' ');
}

const routeOf =
  (protocol: 'ipv4' | 'ipv6') =>
  ({default_route: route}: InterfaceSettings, lookup: Lookup, params: ListParams): Cell => {
    const id = route?.[`${protocol}_interface_id`];
    return id == null ? cellFor(id) : interfaceText(id, lookup, params);
  };
const eligible =
  (protocol: 'ipv4' | 'ipv6') =>
  ({default_route: route}: InterfaceSettings, lookup: Lookup, params: ListParams): Cell =>
    listCell(
      route?.[`${protocol}_eligible_interface_ids`]?.map(id => interfaceText(id, lookup, params)),
      ', ',
    );

const pickInterface = (protocol: 'ipv4' | 'ipv6', title: string) =>
  ({
    title,
    input: 'pick',
    family: 'instances.interfaces',
    params: ({params}: FormContext) => params as ListParams,
    unless: ({candidate, row}: FormCandidateContext<{readonly id: number}, InterfaceSettings>) =>
      row && !row.default_route[`${protocol}_eligible_interface_ids`].includes(candidate.id)
        ? `can’t have the default route for ${title}`
        : undefined,
  }) as const;

const settingsActions: SettingsSpec['actions'] = {
  update: {
    title: 'Edit…',
    sentence: ({lookup, params: {computeId}}) => {
      const label = lookup.find('instances', computeId)?.label;
      return `Edit interface settings${label ? ` of ${label}` : ''}`;
    },
    warnings: ({row, lookup, params, body}) => {
      const helperChanges = body.network_helper !== undefined && body.network_helper !== row.network_helper;
      const isOff = lookup.find('instances', params.computeId)?.status === 'offline';
      return [
        ...(helperChanges && !isOff ? ['The API changes Network Helper only while the instance is off.'] : []),
        'The change takes effect at the next boot.',
      ];
    },
    undo: {
      action: 'update',
      body: ({network_helper, default_route: {ipv4_interface_id, ipv6_interface_id}}, sent) => ({
        ...(sent.network_helper !== undefined && {network_helper}),
        ...(sent.default_route !== undefined && {default_route: {ipv4_interface_id, ipv6_interface_id}}),
      }),
    },
    form: {
      network_helper: {
        title: 'Network Helper',
        help: 'configures the network of the instance at boot',
        input: 'toggle',
      },
      default_route: {
        title: 'Default route',
        input: 'group',
        inputs: {
          ipv4_interface_id: pickInterface('ipv4', 'IPv4'),
          ipv6_interface_id: pickInterface('ipv6', 'IPv6'),
        },
      },
    },
  },
};

export const interfaceOptions = defineFamily('instances.interfaces.settings', {
  title: 'Interface settings',
  one: 'interface settings',
  name: 'interface-settings',
  readOperation: 'get',
  single: true,
  today: true,
  label: () => 'Interface settings',
  columns: [
    {field: 'network_helper', title: 'Network Helper', format: yesNoCell},
    {id: 'ipv4_route', title: 'Default IPv4 route', grow: true, value: routeOf('ipv4')},
    {id: 'ipv6_route', title: 'Default IPv6 route', priority: 2, value: routeOf('ipv6')},
  ],
  detail: [
    {
      title: 'Settings',
      sections: [
        {
          title: 'Interfaces',
          lines: [
            {title: 'Network Helper', value: row => yesNoCell(row.network_helper)},
            {title: 'Default IPv4 route', value: routeOf('ipv4')},
            {title: 'Possible', value: eligible('ipv4')},
            {title: 'Default IPv6 route', value: routeOf('ipv6')},
            {title: 'Possible', value: eligible('ipv6')},
          ],
        },
      ],
    },
  ],
  actions: settingsActions,
});

/** The earlier version as indented JSON; a text of another form unchanged. */
function versionText({interface_data: data}: InterfaceHistory): string {
  try {
    return JSON.stringify(JSON.parse(data), null, 2);
  } catch {
    return data;
  }
}

export const interfaceVersions = defineFamily('instances.interfaces.history', {
  title: 'Versions of interfaces',
  one: 'version',
  name: 'interface-versions',
  today: true,
  key: row => row.interface_history_id,
  label: row => `interface ${row.interface_id ?? '?'} version ${row.version ?? '?'}`,
  columns: [
    {field: 'interface_id', title: 'Interface ID', align: 'right'},
    {field: 'version', title: 'Version', align: 'right'},
    {field: 'interface_data', title: 'State', grow: true, width: 20, max: 60, priority: 2},
    ageColumn,
    {field: 'interface_history_id', title: 'ID', align: 'right', priority: 3},
  ],
  detail: [
    {title: 'State', text: versionText},
    {
      title: 'Overview',
      sections: [
        {
          title: 'Version',
          lines: [
            {title: 'Interface ID', value: row => amountCell(row.interface_id)},
            {title: 'Version', value: row => amountCell(row.version)},
            {title: 'Created', value: (row, lookup) => momentCell(row.created, lookup.now)},
          ],
        },
      ],
    },
  ],
  actions: {},
});

export const interfaceFirewalls = defineFamily('instances.interfaces.firewalls', {
  title: 'Firewalls of the interface',
  one: 'firewall',
  name: 'interface-firewalls',
  today: true,
  label: row => row.label,
  state: firewallState,
  stateWords: firewallStateWords,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 14},
    {field: 'status', title: 'Status', state: true, width: 14},
    {
      id: 'rules',
      title: 'Rules',
      ...standard.numberFacts((row: Firewall) => row.rules.inbound.length + row.rules.outbound.length),
    },
    {field: 'tags', title: 'Tags', priority: 2, max: 24, format: tags => (tags.length > 0 ? listCell(tags) : noneCell)},
  ],
  detail: [],
  actions: {},
  represents: row => ({ref: {family: 'networking.firewalls', id: row.id}, row}),
  summary: row => joinParts(row.status, countText(row.rules.inbound.length + row.rules.outbound.length, 'rule')),
});
