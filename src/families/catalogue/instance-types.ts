/** Types of instances, shown as plans: their resources and prices. */
import type {InstanceType} from '../../contract/resources/types.ts';
import {amountCell, formatIfKnown, unknownCell} from '../format/cells.ts';
import {allotment, countText, hourly, joinParts, megabits, megabytes, monthly} from '../format/format.ts';
import {lowestPrice, regionPrices} from '../format/prices.ts';
import {hourlyColumn, measuredPrice, monthlyColumn, priceCell} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

type Spec = FamilySpec<'types', never>;

const successor = (row: InstanceType) => (row.successor ? ({family: 'types', id: row.successor} as const) : undefined);

const columns: Spec['columns'] = [
  {field: 'id', title: 'ID', width: 14, max: 24},
  {field: 'label', title: 'Label', grow: true, priority: 3},
  {field: 'class', title: 'Class', priority: 4},
  {field: 'vcpus', title: 'VCPU', align: 'right', priority: 2},
  {
    id: 'ram',
    title: 'RAM',
    align: 'right',
    width: 6,
    priority: 2,
    value: row => amountCell(row.memory, megabytes),
    kind: 'megabytes',
    measure: row => row.memory,
  },
  {
    id: 'disk',
    title: 'Disk',
    align: 'right',
    width: 7,
    priority: 2,
    value: row => amountCell(row.disk, megabytes),
    kind: 'megabytes',
    measure: row => row.disk,
  },
  {
    field: 'transfer',
    title: 'Network transfer',
    align: 'right',
    priority: 3,
    kind: 'allotment',
    format: gb => amountCell(gb, allotment),
  },
  {
    field: 'network_out',
    title: 'Network out',
    align: 'right',
    priority: 4,
    kind: 'megabits',
    format: mbits => amountCell(mbits, megabits),
  },
  monthlyColumn,
  hourlyColumn,
  {
    id: 'backups',
    title: 'Backups',
    align: 'right',
    optional: true,
    value: row => (row.addons.backups?.price ? priceCell(row.addons.backups, 'monthly', monthly) : unknownCell),
    kind: 'monthly',
    measure: row => (row.addons.backups?.price ? measuredPrice(row.addons.backups, 'monthly') : undefined),
  },
  {field: 'gpus', title: 'GPU', align: 'right', optional: true},
  {field: 'successor', title: 'Successor', optional: true, link: successor},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Plan',
        lines: [
          {title: 'ID', value: row => row.id},
          standard.labelLine,
          {title: 'Class', value: row => row.class},
          {title: 'Free upgrade', value: row => row.successor, link: successor},
        ],
      },
      {
        title: 'Resources',
        lines: [
          {title: 'VCPU', value: row => amountCell(row.vcpus)},
          {title: 'GPU', value: row => amountCell(row.gpus), isVisible: row => row.gpus !== 0},
          {title: 'RAM', value: row => amountCell(row.memory, megabytes)},
          {title: 'Disk', value: row => amountCell(row.disk, megabytes)},
          {title: 'Network transfer', value: row => amountCell(row.transfer, allotment)},
          {title: 'Network out', value: row => amountCell(row.network_out, megabits)},
        ],
      },
      {
        title: 'Price',
        lines: [
          {title: 'Monthly', value: row => amountCell(row.price.monthly, monthly)},
          {title: 'Hourly', value: row => amountCell(row.price.hourly, hourly)},
          {title: 'By region', value: regionPrices, isVisible: row => regionPrices(row).length > 0},
          {title: 'Backups, monthly', value: row => amountCell(row.addons.backups?.price?.monthly, monthly)},
          {title: 'Backups, hourly', value: row => amountCell(row.addons.backups?.price?.hourly, hourly)},
          {
            title: 'Backups by region',
            value: row => regionPrices(row.addons.backups ?? {}),
            isVisible: row => regionPrices(row.addons.backups ?? {}).length > 0,
          },
        ],
      },
    ],
  },
];

export const types = defineFamily('types', {
  title: 'Plans',
  one: 'plan',
  group: 'compute',
  aliases: ['plan', 'type'],
  withId: true,
  label: row => row.label || row.id,
  columns,
  detail,
  actions: {},
  borrowedActions: {
    deploy: {
      title: 'Deploy…',
      key: 'D',
      on: 'row',
      family: 'instances',
      action: 'create',
      presetValues: ({row}) => (row ? {type: row.id} : {}),
    },
  },
  sort: 'price',
  reconcileSeconds: 3600,
  summary: row =>
    joinParts(
      formatIfKnown(row.vcpus, n => countText(n, 'VCPU')),
      formatIfKnown(row.memory, n => `${megabytes(n)} RAM`),
      formatIfKnown(row.disk, n => `${megabytes(n)} disk`),
      formatIfKnown(row.price.monthly, price =>
        lowestPrice(row, 'monthly').differs ? `from ${monthly(lowestPrice(row, 'monthly').least)}` : monthly(price),
      ),
    ),
  search: row => row.id,
});
