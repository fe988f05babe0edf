/**
 * Services by region: services that the account can use in a region, and services that it can't. The API of today has
 * them.
 */
import type {AccountAvailability} from '../../contract/account/programs.ts';
import {capabilityWords} from '../catalogue/regions.ts';
import {listCell} from '../format/cells.ts';
import {regionLocation} from '../relations/reference-cells.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';

type Spec = FamilySpec<'account.availability', never>;

const serviceCell = (services: readonly string[] | null | undefined, lookup: Lookup) =>
  listCell(services && capabilityWords(services, lookup), ', ');
const regionRef = ({region}: AccountAvailability) => ({family: 'regions', id: region}) as const;

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Services',
        lines: [
          {title: 'Region', value: row => row.region, link: regionRef},
          {
            title: 'Location',
            value: (row, lookup) => {
              const region = lookup.find('regions', row.region);
              return region ? (regionLocation(region) ?? null) : undefined;
            },
          },
          {title: 'Available', value: (row, lookup) => serviceCell(row.available, lookup)},
          {title: 'Unavailable', value: (row, lookup) => serviceCell(row.unavailable, lookup)},
        ],
      },
    ],
  },
];

export const servicesByRegion = defineFamily('account.availability', {
  title: 'Services by region',
  one: 'region',
  name: 'services-by-region',
  group: 'more',
  today: true,
  aliases: ['services-by-region'],
  key: row => row.region,
  label: row => row.region,
  columns: [
    {field: 'region', title: 'Region', width: 12, link: regionRef},
    {
      field: 'unavailable',
      title: 'Unavailable',
      grow: true,
      width: 24,
      identifier: 'capabilities',
      format: (services, _, lookup) => serviceCell(services, lookup),
    },
    {
      field: 'available',
      title: 'Available',
      priority: 2,
      max: 60,
      identifier: 'capabilities',
      format: (services, _, lookup) => serviceCell(services, lookup),
    },
  ],
  detail,
  actions: {},
  reconcileSeconds: 3600,
  summary: () => '',
});
