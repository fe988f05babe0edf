/** Network interfaces of a config, one by one. The API of today has them; the config also contains them. */

import type {Contract} from '../../../contract/index.ts';
import type {BootInterface} from '../../../contract/instances/config-interfaces.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import type {FieldError} from '../../../contract/schema/field-error.ts';
import {type Cell, cellFor, listCell, noneCell, yesNoCell} from '../../format/cells.ts';
import {joinParts} from '../../format/format.ts';
import {outsideSubnetsWarnings, outsideSubnetWarnings} from '../../relations/subnet-addresses.ts';
import type {ActionContext} from '../../shape/contexts.ts';
import {defineFamily, type FamilySpec, type ListParamsOf, type Lookup, type Ref} from '../../shape/define-family.ts';
import * as standard from '../../shape/standard.ts';
import {restoringBody, sentFields} from '../../shape/undo-body.ts';
import {vpcText} from '../forms/interface-words.ts';
import {interfaceInputs} from '../forms/interfaces.ts';

type Spec = FamilySpec<'instances.configs.interfaces', never>;
type ListParams = ListParamsOf<'instances.configs.interfaces'>;
type Create = RequestBody<Contract['instances']['configs']['interfaces']['create']>;

const family = 'instances.configs.interfaces';
const afterBoot = 'The change takes effect at the next boot.';
const isVpc = ({purpose}: BootInterface): boolean => purpose === 'vpc';

/** "public", "vpc", or the label of the VLAN. */
const labelOf = ({purpose, label}: BootInterface): string => (purpose === 'vlan' && label) || purpose;

const vpcOf = (row: BootInterface): Ref | undefined =>
  row.vpc_id == null ? undefined : {family: 'vpcs', id: row.vpc_id};

const networkCell = (row: BootInterface, lookup: Lookup): Cell => {
  if (row.purpose === 'vlan') return `VLAN ${row.label || '?'}`;
  return isVpc(row) ? vpcText(row, lookup) : cellFor(row.purpose);
};

/** Addresses and ranges of the interface; the API has none for a public interface. */
const addressesOf = ({ipam_address, ipv4, ip_ranges}: BootInterface): readonly string[] =>
  [ipam_address, ipv4?.vpc, ...(ip_ranges ?? [])].filter(
    address => typeof address === 'string' && address !== '',
  ) as string[];

/** "eth0": the position in the order of the config. */
const device = (row: BootInterface, lookup: Lookup, params: ListParams): Cell => {
  const index = lookup.rows(family, params).findIndex(({id}) => id === row.id);
  return cellFor(index < 0 ? undefined : `eth${index}`);
};

const routeCell = ({primary}: BootInterface): Cell => (primary ? 'default' : noneCell);

const columns: Spec['columns'] = [
  {id: 'device', title: 'Device', width: 6, value: device},
  {id: 'network', title: 'Network', grow: true, width: 16, value: networkCell, link: vpcOf},
  {id: 'address', title: 'IP address', width: 15, max: 40, value: row => cellFor(addressesOf(row)[0] ?? null)},
  {id: 'route', title: 'Route', priority: 2, value: routeCell},
  {field: 'active', title: 'Active', priority: 3, format: yesNoCell},
  {field: 'purpose', title: 'Purpose', optional: true},
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
          {title: 'Network', value: networkCell, link: vpcOf},
          {title: 'IP addresses', value: row => listCell(addressesOf(row), '\n')},
          {title: 'NAT', value: row => row.ipv4?.nat_1_1, isVisible: row => Boolean(row.ipv4?.nat_1_1)},
          {title: 'Default route', value: row => yesNoCell(row.primary)},
          {title: 'Active', value: row => yesNoCell(row.active)},
        ],
      },
    ],
  },
];

/** The reason why the interfaces can't be changed: the instance itself has interfaces. */
const unlessOwn = (lookup: Lookup, {computeId}: ListParams): string | undefined =>
  lookup.find('instances', computeId)?.interface_generation === 'compute'
    ? 'the instance has interfaces of its own'
    : undefined;

const rowParams = (row: BootInterface) => ({interfaceId: row.id});
const invalidates = ['instances.configs', family] as const;
const currentIds = (lookup: Lookup, params: ListParams): readonly number[] =>
  lookup.rows(family, params).map(({id}) => id);

/** The order after a move of one interface by a step; undefined if it is already at that end. */
function moveInterface(ids: readonly number[], id: number, step: -1 | 1): readonly number[] | undefined {
  const from = ids.indexOf(id);
  const other = ids[from + step];
  if (from < 0 || other === undefined) return undefined;
  return ids.with(from, other).with(from + step, id);
}

/** The API sets the order of all interfaces of the config at once. */
function orderProblems(lookup: Lookup, params: ListParams, ids: readonly number[]): readonly FieldError[] {
  const all = currentIds(lookup, params);
  const isWhole = ids.length === all.length && all.every(id => ids.includes(id));
  return isWhole || !lookup.complete(family, params)
    ? []
    : [{field: 'ids', reason: 'must name each interface of the config once'}];
}

/** "public, vpc, backend" */
const orderText = (lookup: Lookup, params: ListParams, ids: readonly number[]): string =>
  ids
    .map(id => lookup.rows(family, params).find(row => row.id === id))
    .map((row, index) => (row ? labelOf(row) : String(ids[index])))
    .join(', ');

const {purpose, label, ipam_address, subnet_id, ipv4, ip_ranges, primary} = interfaceInputs.inputs;

const actions: Spec['actions'] = {
  create: {
    title: 'New interface…',
    unless: ({lookup, params}) => unlessOwn(lookup, params),
    undo: {action: 'delete'},
    eventActions: ['compute_config_update'],
    warnings: ({lookup, body}) => [...outsideSubnetsWarnings([body], lookup), afterBoot],
    form: {
      purpose,
      label,
      ipam_address,
      subnet_id,
      ipv4,
      ip_ranges,
      primary: {...primary, isVisible: ({values}) => values.purpose !== 'vlan'},
    },
  },
  order: {
    title: 'Order…',
    unless: ({lookup, params}) =>
      unlessOwn(lookup, params) ??
      (lookup.complete(family, params) && currentIds(lookup, params).length < 2
        ? 'fewer than two interfaces'
        : undefined),
    invalidates,
    confirm: 'ask',
    problems: ({lookup, params, body: {ids}}) => orderProblems(lookup, params, ids),
    comparisons: ({lookup, params, body: {ids}}) => [
      {
        title: 'Order',
        before: orderText(lookup, params, currentIds(lookup, params)),
        after: orderText(lookup, params, ids),
      },
    ],
    warnings: () => [afterBoot],
    form: {
      ids: {
        title: 'Interfaces',
        help: 'All of them, eth0 first. Deselect one and select it again to move it to the end.',
        input: 'pickMany',
        family: family,
        params: ({params}) => params,
        initial: ({lookup, params}) => currentIds(lookup, params as ListParams),
      },
    },
  },
  update: {
    title: 'Edit…',
    rowParams,
    unless: ({row, lookup, params}) =>
      unlessOwn(lookup, params) ?? (row.purpose === 'vlan' ? 'a VLAN interface can’t be edited' : undefined),
    eventActions: ['compute_config_update'],
    warnings: ({row, lookup, body}) => [...outsideSubnetWarnings(row.subnet_id, [body.ipv4?.vpc], lookup), afterBoot],
    undo: {
      action: 'update',
      // Another interface may have lost its default route to this one, so the change can't be undone.
      body: (row, sent) =>
        sent.primary === true && !row.primary
          ? undefined
          : sentFields<typeof sent>('primary', 'ipv4', 'ip_ranges')(row, sent),
    },
    form: {
      ipv4: {...ipv4, isVisible: ({row}) => row !== undefined && isVpc(row)},
      ip_ranges: {...ip_ranges, isVisible: ({row}) => row !== undefined && isVpc(row)},
      primary: {title: primary.title, input: primary.input},
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams,
    // The interface can be added again with the same values.
    confirm: 'ask',
    unless: ({row, lookup, params}) =>
      unlessOwn(lookup, params) ?? (row.active ? 'it is active: shut the instance down first' : undefined),
    eventActions: ['compute_config_update'],
    warnings: () => ['Undo adds a new one at the end.'],
    undo: {
      action: 'create',
      body: row => ({
        ...restoringBody<Partial<Create>>(row, 'label', 'ipam_address', 'subnet_id', 'ip_ranges', 'primary'),
        purpose: row.purpose as 'public',
        ...(row.ipv4 && {ipv4: row.ipv4}),
      }),
    },
  },
};

const move = (title: string, key: string, step: -1 | 1) =>
  ({
    title,
    key,
    on: 'row',
    family,
    action: 'order',
    unless: ({row, lookup, params}: ActionContext<BootInterface | undefined, ListParams>) =>
      row && moveInterface(currentIds(lookup, params), row.id, step) === undefined
        ? `already ${step < 0 ? 'first' : 'last'}`
        : undefined,
    presetValues: ({row, lookup, params}: ActionContext<BootInterface | undefined, ListParams>) => {
      const ids = row && moveInterface(currentIds(lookup, params), row.id, step);
      return ids ? {ids} : {};
    },
  }) as const;

export const configInterfaces = defineFamily(family, {
  title: 'Interfaces of the config',
  one: 'interface',
  name: 'config-interfaces',
  aliases: ['config-interfaces'],
  today: true,
  label: labelOf,
  columns,
  detail,
  actions,
  borrowedActions: {earlier: move('Move up', 'K', -1), later: move('Move down', 'J', 1)},
  summary: (row, lookup) =>
    joinParts(
      isVpc(row) ? vpcText(row, lookup) : undefined,
      addressesOf(row).join(', '),
      row.primary ? 'default route' : undefined,
    ),
  search: row => addressesOf(row).join(' '),
});
