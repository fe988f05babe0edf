/** Network interfaces of an instance itself; other instances have interfaces in their configs. */

import type {InstanceInterface} from '../../../contract/instances/interfaces.ts';
import {amountCell, cellFor, listCell} from '../../format/cells.ts';
import {defaultProtectionText} from '../../networking/firewall-defaults.ts';
import {interfaceLabel} from '../../relations/interface-names.ts';
import {outsideSubnetWarnings} from '../../relations/subnet-addresses.ts';
import {ageColumn} from '../../shape/column.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup} from '../../shape/define-family.ts';
import type {FormContext} from '../../shape/forms.ts';
import * as standard from '../../shape/standard.ts';
import {sentFields} from '../../shape/undo-body.ts';
import {
  addressCell,
  allAddressCells,
  deviceName,
  interfaceAddresses,
  interfaceSummary,
  natText,
  networkText,
  routeCell,
  vpcOf,
} from '../forms/interface-words.ts';
import {
  networkOf,
  networkProblems,
  newPublicInputs,
  publicInputs,
  routeInputs,
  vlanInputs,
  vpcInputs,
} from '../forms/own-interface-inputs.ts';

type Spec = FamilySpec<'instances.interfaces', never>;
type ListParams = ListParamsOf<'instances.interfaces'>;

const rowParams = (row: InstanceInterface) => ({interfaceId: row.id});
const instanceOf = (lookup: Lookup, {computeId}: ListParams) => lookup.find('instances', computeId);

const device = (row: InstanceInterface, lookup: Lookup, params: ListParams) =>
  cellFor(deviceName(row, lookup.rows('instances.interfaces', params)));

/** The reason why an interface can't be added, edited or deleted now. */
function unlessOff(lookup: Lookup, params: ListParams): string | undefined {
  const instance = instanceOf(lookup, params);
  if (!instance) return undefined;
  if (instance.interface_generation !== 'compute') return 'the interfaces of the instance are in its configs';
  return instance.status === 'offline' || instance.status === 'provisioning'
    ? undefined
    : 'needs the instance to be off: shut it down first';
}

const columns: Spec['columns'] = [
  {id: 'device', title: 'Device', width: 6, value: device},
  {id: 'network', title: 'Network', grow: true, width: 16, value: networkText, link: vpcOf},
  {id: 'address', title: 'IP address', width: 15, max: 40, value: addressCell},
  {id: 'route', title: 'Default route', priority: 2, value: routeCell},
  {field: 'mac_address', title: 'MAC address', priority: 3, max: 18},
  {field: 'version', title: 'Version', align: 'right', priority: 4, kind: 'number'},
  {...ageColumn, priority: 3},
  {...standard.shownIdColumn(2), kind: 'number'},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Interface',
        lines: [
          {title: 'Device', value: device},
          standard.idLine,
          {title: 'Network', value: networkText, link: vpcOf},
          {title: 'IP addresses', value: allAddressCells},
          {title: 'NAT', value: row => listCell(natText(row), '\n'), isVisible: row => natText(row).length > 0},
          {title: 'Default route', value: routeCell},
          {title: 'MAC address', value: row => row.mac_address},
        ],
      },
      {
        title: 'History',
        lines: [standard.createdLine, standard.updatedLine, {title: 'Version', value: row => amountCell(row.version)}],
      },
    ],
  },
  {
    title: 'Firewalls',
    list: 'instances.interfaces.firewalls',
    params: (row, params) => ({computeId: params.computeId, interfaceId: row.id}),
    unless: row => (row.vlan ? 'a VLAN has no firewall' : undefined),
  },
  {
    title: 'Versions',
    list: 'instances.interfaces.history',
    params: (_, params) => params,
    filter: (version, row) => version.interface_id === row.id,
  },
  {title: 'Settings', list: 'instances.interfaces.settings', params: (_, params) => params},
];

const isIn =
  (network: 'public' | 'vpc' | 'vlan') =>
  ({row}: FormContext<InstanceInterface>) =>
    row?.[network] != null;

interface VpcBody {
  readonly vpc?:
    | {
        readonly ipv4?:
          | {readonly addresses?: readonly {readonly address?: string | undefined}[] | undefined}
          | undefined;
      }
    | null
    | undefined;
}

/** The addresses in a VPC that a body requests. */
const vpcAddresses = ({vpc}: VpcBody) => (vpc?.ipv4?.addresses ?? []).map(({address}) => address);

const actions: Spec['actions'] = {
  create: {
    title: 'New interface…',
    unless: ({lookup, params}) => unlessOff(lookup, params),
    problems: ({body}) => networkProblems(body),
    undo: {action: 'delete'},
    createdRow: row => row,
    eventActions: ['interface_create'],
    warnings: ({lookup, body}) => [
      ...(body.vlan || body.firewall_id !== undefined
        ? []
        : [defaultProtectionText(body.vpc ? 'vpc_interface' : 'public_interface', lookup)]),
      ...outsideSubnetWarnings(body.vpc?.subnet_id, vpcAddresses(body), lookup),
      ...(body.firewall_id === null ? ['No firewall will protect the interface.'] : []),
      'The change takes effect at the next boot.',
    ],
    inputs: {
      network: {
        title: 'Network',
        input: 'choice',
        values: ['public', 'vpc', 'vlan'],
        labels: {public: 'public', vpc: 'VPC', vlan: 'VLAN'},
        derivedValue: networkOf,
      },
    },
    form: {
      public: {
        title: 'Public',
        input: 'group',
        inputs: newPublicInputs,
        isVisible: ({values: {network}}) => network === 'public',
      },
      vpc: {title: 'VPC', input: 'group', inputs: vpcInputs, isVisible: ({values: {network}}) => network === 'vpc'},
      vlan: {title: 'VLAN', input: 'group', inputs: vlanInputs, isVisible: ({values: {network}}) => network === 'vlan'},
      default_route: {title: 'Default route', help: 'not for a VLAN', input: 'group', inputs: routeInputs},
      firewall_id: {
        title: 'Firewall',
        help: 'Leave empty for the default firewall of the account.',
        input: 'pick',
        family: 'networking.firewalls',
        isVisible: ({values: {network}}) => network !== 'vlan',
      },
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    createdRow: row => row,
    unless: ({lookup, params}) => unlessOff(lookup, params),
    eventActions: ['interface_update'],
    warnings: ({row, lookup, body}) => [
      ...outsideSubnetWarnings(body.vpc?.subnet_id ?? row.vpc?.subnet_id, vpcAddresses(body), lookup),
      'The change takes effect at the next boot.',
    ],
    undo: {action: 'update', body: sentFields('public', 'vpc', 'vlan', 'default_route')},
    form: {
      public: {title: 'Public', input: 'group', inputs: publicInputs, isVisible: isIn('public')},
      vpc: {title: 'VPC', input: 'group', inputs: vpcInputs, isVisible: isIn('vpc')},
      vlan: {title: 'VLAN', input: 'group', inputs: vlanInputs, isVisible: isIn('vlan')},
      default_route: {title: 'Default route', help: 'not for a VLAN', input: 'group', inputs: routeInputs},
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    unless: ({lookup, params}) => unlessOff(lookup, params),
    eventActions: ['interface_delete'],
    warnings: ({row}) => {
      const addresses = interfaceAddresses(row);
      return addresses.length === 0 ? [] : [`The instance can no longer be reached at ${addresses.join(', ')}.`];
    },
  },
  'settings.update': {elsewhere: 'instances.interfaces.settings'},
};

export const ownInterfaces = defineFamily('instances.interfaces', {
  title: 'Interfaces of the instance',
  one: 'interface',
  today: true,
  rows: ({interfaces}) => interfaces,
  label: interfaceLabel,
  columns,
  detail,
  actions,
  borrowedActions: {
    settings: {
      title: 'Settings…',
      on: 'list',
      family: 'instances.interfaces.settings',
      action: 'update',
      target: () => 'interface-settings',
      listParams: ({params}) => params,
      presetValues: () => ({}),
    },
  },
  summary: interfaceSummary,
  search: row => [row.mac_address, ...interfaceAddresses(row)].join(' '),
});
