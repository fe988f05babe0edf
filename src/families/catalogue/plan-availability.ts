/** The availability of plans in regions. The API of today has it. */
import type {RegionAvailability} from '../../contract/resources/service-prices.ts';
import {yesNoCell} from '../format/cells.ts';
import {defineFamily} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

const planRef = ({plan}: RegionAvailability) => ({family: 'types', id: plan}) as const;
const regionRef = ({region}: RegionAvailability) => ({family: 'regions', id: region}) as const;

const keyOf = ({region, plan}: RegionAvailability): string => standard.joinedKey(region, plan);

export const planAvailability = defineFamily('regions.availability', {
  title: 'Plan availability',
  one: 'plan in a region',
  name: 'plan-availability',
  group: 'more',
  today: true,
  aliases: ['plan-availability'],
  key: keyOf,
  label: keyOf,
  columns: [
    {field: 'region', title: 'Region', grow: true, width: 16, link: regionRef},
    {field: 'plan', title: 'Plan', link: planRef},
    {field: 'available', title: 'Available'},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Plan in a region',
          lines: [
            {title: 'Available', value: row => yesNoCell(row.available)},
            {title: 'Plan', value: row => row.plan, link: planRef},
            {title: 'Region', value: row => row.region, link: regionRef},
          ],
        },
      ],
    },
  ],
  actions: {},
  reconcileSeconds: 86_400,
});
