/** IPv6 ranges of the account, and the pools of the regions that provide addresses. */
import type {Ipv6Range} from '../../contract/networking/ipv6.ts';
import {amountCell, type Cell, cellFor, noneCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {defineFamily, type FamilySpec, type Lookup, type Ref} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {routedInstance} from './assign-addresses.ts';

/** "2001:db8::/64" */
const rangeText = (row: {readonly range: string; readonly prefix: number}): string =>
  [row.range, ...(typeof row.prefix === 'number' ? [`/${row.prefix}`] : [])].filter(Boolean).join('');

/** The instance with the address that the range is routed to. */
const target = ({route_target}: Pick<Ipv6Range, 'route_target'>, lookup: Lookup) =>
  routedInstance(route_target, lookup);
const targetRef = (row: Ipv6Range, lookup: Lookup): Ref | undefined => {
  const instance = target(row, lookup);
  return instance && {family: 'instances', id: instance.id};
};
const routed = (row: Ipv6Range, lookup: Lookup): Cell =>
  row.route_target === null ? noneCell : cellFor(row.route_target, address => target(row, lookup)?.label ?? address);

type Spec = FamilySpec<'networking.ipv6.ranges', never>;

const columns: Spec['columns'] = [
  {id: 'range', title: 'Range', grow: true, width: 20, value: row => cellFor(rangeText(row))},
  {id: 'routed', title: 'Routed to', width: 14, max: 40, value: routed, link: targetRef},
  {field: 'region', title: 'Region', priority: 2, max: 14, link: row => ({family: 'regions', id: row.region})},
  {field: 'route_target', title: 'Route target', priority: 3, max: 40},
];

const actions: Spec['actions'] = {
  create: {
    title: 'New range…',
    invalidates: ['networking.ipv6.ranges', 'instances.ips'],
    // The API requires exactly one of both; the form hides the other.
    problems: ({body: {compute_id, route_target}}) =>
      compute_id === undefined && !route_target
        ? [{field: 'compute_id', reason: 'is required, unless its address is given'}]
        : [],
    form: {
      prefix_length: {
        title: 'Prefix length',
        input: 'choice',
        labels: {56: '/56: 256 networks of a /64', 64: '/64: one network'},
        initial: () => 64,
      },
      compute_id: {
        title: 'Instance',
        help: 'Instance that the range is routed to',
        input: 'pick',
        family: 'instances',
        isVisible: ({values}) => !values.route_target,
      },
      route_target: {
        title: 'Route target',
        help: 'SLAAC address of an instance, if you don’t select one',
        input: 'text',
        isVisible: ({values}) => values.compute_id === undefined || values.compute_id === null,
      },
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams: row => ({range: row.range}),
    invalidates: ['instances.ips'],
    warnings: ({row}) => [`${rangeText(row) || 'The range'} is no longer routed. You can’t get it back.`],
  },
};

export const ranges = defineFamily('networking.ipv6.ranges', {
  title: 'IPv6 ranges',
  one: 'IPv6 range',
  group: 'network',
  aliases: ['ranges', 'range'],
  key: row => row.range,
  label: rangeText,
  columns,
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Range',
          lines: [
            {title: 'Range', value: row => cellFor(rangeText(row))},
            {title: 'Routed to', value: routed, link: targetRef},
            {title: 'Route target', value: row => row.route_target},
            regionLine,
          ],
        },
      ],
    },
    {
      title: 'Routing',
      operation: 'networking.ipv6.ranges.get',
      params: row => ({range: row.range}),
      refreshSeconds: 300,
      content: {
        sections: [
          {
            title: 'Routing',
            lines: [
              {
                title: 'Instances',
                value: (row, lookup) =>
                  row.computes.length === 0
                    ? noneCell
                    : row.computes.map(id => lookup.find('instances', id)?.label ?? `instance ${id}`),
                links: row => row.computes.map(id => ({family: 'instances', id})),
              },
              {title: 'Shared by BGP', value: row => cellFor(row.is_bgp, isShared => (isShared ? 'yes' : 'no'))},
            ],
          },
        ],
      },
    },
  ],
  actions,
  summary: row => joinParts(row.region),
});

export const pools = defineFamily('networking.ipv6.pools', {
  title: 'IPv6 pools',
  one: 'IPv6 pool',
  byName: true,
  aliases: ['pools', 'pool'],
  key: row => `${row.region} ${row.range}`,
  label: rangeText,
  columns: [
    {id: 'range', title: 'Range', grow: true, width: 20, value: row => cellFor(rangeText(row))},
    {field: 'region', title: 'Region', width: 12, link: row => ({family: 'regions', id: row.region})},
    {field: 'route_target', title: 'Routed to', priority: 2, max: 40},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Pool',
          lines: [
            {title: 'Range', value: row => row.range},
            {title: 'Prefix length', value: row => amountCell(row.prefix, length => `/${length}`)},
            {title: 'Routed to', value: row => row.route_target},
            regionLine,
          ],
        },
      ],
    },
  ],
  actions: {},
  reconcileSeconds: 3600,
});
