/** Regions: data centers and their capabilities (D1 §4.4). */

import type {Region} from '../../contract/resources/regions.ts';
import {type Cell, cellFor, defineStates, listCell} from '../format/cells.ts';
import {countryName, countText} from '../format/format.ts';
import {nounInSentence} from '../format/nouns.ts';
import {regionLocation} from '../relations/reference-cells.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type Line, type Lookup} from '../shape/define-family.ts';

type Spec = FamilySpec<'regions', never>;

const condition = defineStates<Region['status']>({
  ok: {condition: 'ok', word: 'ok'},
  outage: {condition: 'failed', word: 'outage'},
});

/** The API's other names for services, mapped to the titles of their lists. */
const words: Readonly<Record<string, string>> = {
  'Block Storage': 'Volumes',
  'Cloud Firewall': 'Firewalls',
  Computes: 'Instances',
  'GPU Computes': 'GPU instances',
  'Managed Databases': 'Databases',
  'Placement Group': 'Placement groups',
  Vlans: 'VLANs',
};
export const capabilityWords = (capabilities: readonly string[], lookup: Pick<Lookup, 'spell'>): readonly string[] =>
  capabilities.map(capability => capabilityWord(capability, lookup));
const capabilityWord = (capability: string, lookup?: Pick<Lookup, 'spell'>): string =>
  (Object.hasOwn(words, capability) ? words[capability] : undefined) ??
  lookup?.spell('capabilities', capability) ??
  capability;
const services = ({capabilities}: Region, lookup: Lookup) => listCell(capabilityWords(capabilities, lookup), ', ');

/** Not every region has every service (D1 §4.4); a region without any capabilities is not checked. */
export const unlessCapable = (region: Region, capability: string): string | undefined =>
  region.capabilities.length > 0 && !region.capabilities.includes(capability)
    ? `has no ${nounInSentence(capabilityWord(capability))}`
    : undefined;
export const unlessInService = (region: Region): string | undefined =>
  region.status === 'outage' ? 'has an outage' : undefined;

const columns: Spec['columns'] = [
  {field: 'id', title: 'ID', width: 12},
  {id: 'label', title: 'Label', priority: 2, width: 10, max: 24, value: row => cellFor(row.label)},
  {field: 'status', title: 'Status', state: true},
  {field: 'country', title: 'Country', max: 24, format: countryName},
  {
    field: 'capabilities',
    title: 'Capabilities',
    priority: 2,
    grow: true,
    identifier: 'capabilities',
    format: (_, row, lookup) => services(row, lookup),
  },
];

const resolvers = (addresses: string | undefined) => cellFor(addresses, all => all.split(/,\s*/).join('  '));

/** A count in a list that is not loaded completely is marked as a minimum. */
function usageText(
  rows: readonly {readonly region: string}[],
  region: string,
  isComplete: boolean,
): string | undefined {
  const count = rows.filter(row => row.region === region).length;
  return isComplete ? String(count) : count > 0 ? `at least ${count}` : undefined;
}

const inUse = (
  title: string,
  family: 'instances' | 'volumes' | 'nodebalancers' | 'databases.instances',
): Line<Region> => ({
  title,
  value: (row, lookup) => usageText(lookup.rows(family), row.id, lookup.complete(family)),
});

/** "at most 100, with 5 instances each" */
function placementLimits({
  maximum_pgs_per_customer: groups,
  maximum_computes_per_pg: members,
}: NonNullable<Region['placement_group_limits']>): Cell {
  const parts = [
    groups === null || groups === undefined ? '' : `at most ${groups}`,
    members === null || members === undefined ? '' : `${countText(members, 'instance')} each`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'no known limit';
}

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Region',
        lines: [
          {title: 'ID', value: row => row.id},
          {title: 'Label', value: row => row.label, isVisible: row => Boolean(row.label)},
          {title: 'Country', value: row => cellFor(row.country, countryName)},
          {title: 'Capabilities', value: services},
          addedLine('Site', 'site_type'),
          addedLine('Placement groups', 'placement_group_limits', placementLimits),
          addedLine('Metrics', 'monitors', ({metrics}) => listCell(metrics, ', ')),
          addedLine('Alerts', 'monitors', ({alerts}) => listCell(alerts, ', ')),
        ],
      },
      {
        title: 'Resolvers',
        lines: [
          {title: 'IPv4', value: row => resolvers(row.resolvers.ipv4)},
          {title: 'IPv6', value: row => resolvers(row.resolvers.ipv6)},
        ],
      },
      {
        title: 'Usage',
        lines: [
          inUse('Instances', 'instances'),
          inUse('Volumes', 'volumes'),
          inUse('NodeBalancers', 'nodebalancers'),
          inUse('Databases', 'databases.instances'),
        ],
      },
    ],
  },
];

export const regions = defineFamily('regions', {
  title: 'Regions',
  one: 'region',
  group: 'catalog',
  aliases: ['region', 'datacenters', 'dc'],
  label: row => row.id,
  state: row => condition(row.status),
  stateWords: condition.words,
  columns,
  detail,
  actions: {},
  reconcileSeconds: 3600,
  summary: row => regionLocation(row) ?? '',
});
