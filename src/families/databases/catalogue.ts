/** Choices for a database: versions of engines, and plans with their prices (D3 §4.1). */
import type {DatabaseType} from '../../contract/databases/models.ts';
import {amountCell, type Cell, cellFor, formatIfKnown, noneCell, yesNoCell} from '../format/cells.ts';
import {countText, joinParts, megabytes, monthly} from '../format/format.ts';
import {defineFamily, type FamilySpec, type Line} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {type DatabaseEngineName, engineName, engineNames} from './cluster.ts';

type Types = FamilySpec<'databases.types', never>;

export const engines = defineFamily('databases.engines', {
  title: 'Database engines',
  one: 'engine',
  byName: true,
  aliases: ['engines', 'engine'],
  label: row => joinParts([engineName(row.engine ?? ''), row.version].filter(Boolean).join(' ')),
  columns: [
    {field: 'engine', title: 'Engine', grow: true, width: 12, format: engineName},
    {field: 'version', title: 'Version', width: 10, kind: 'version'},
    {field: 'id', title: 'ID', priority: 2, max: 32},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Engine',
          lines: [
            {title: 'Engine', value: row => cellFor(row.engine, engineName)},
            {title: 'Version', value: row => row.version},
            {title: 'ID', value: row => row.id},
          ],
        },
      ],
    },
  ],
  actions: {},
  reconcileSeconds: 3600,
  summary: row => row.id,
});

const names = Object.keys(engineNames) as DatabaseEngineName[];

const pricesFor = (row: DatabaseType, nodes: number): number[] =>
  names.flatMap(engine => {
    const price = row.engines[engine].find(({quantity}) => quantity === nodes)?.price.monthly;
    return typeof price === 'number' ? price : [];
  });

/** The price for this number of nodes; if the engines differ, the lowest price with "from". */
function priceCell(row: DatabaseType, nodes: number): Cell {
  const prices = pricesFor(row, nodes);
  if (prices.length === 0) return noneCell;
  const least = Math.min(...prices);
  return prices.every(price => price === least) ? monthly(least) : `from ${monthly(least)}`;
}

const leastPrice = (row: DatabaseType, nodes: number): number => Math.min(...pricesFor(row, nodes));

const priceLine = (engine: DatabaseEngineName): Line<DatabaseType> => ({
  title: engineNames[engine],
  value: row => {
    const prices = row.engines[engine].map(({quantity, price}) =>
      joinParts(
        formatIfKnown(quantity, n => countText(n, 'node')),
        formatIfKnown(price.monthly, monthly),
      ),
    );
    return prices.length === 0 ? 'not offered' : prices;
  },
});

const columns: Types['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 20},
  {field: 'id', title: 'ID', priority: 2, max: 24},
  {field: 'class', title: 'Class', priority: 3},
  {field: 'vcpus', title: 'VCPU', align: 'right'},
  {
    field: 'memory',
    title: 'RAM',
    align: 'right',
    width: 6,
    format: mb => amountCell(mb, megabytes),
    kind: 'megabytes',
  },
  {
    field: 'disk',
    title: 'Disk',
    align: 'right',
    width: 7,
    format: mb => amountCell(mb, megabytes),
    kind: 'megabytes',
  },
  {
    id: 'price',
    title: '1 node',
    align: 'right',
    value: row => priceCell(row, 1),
    kind: 'monthly',
    measure: row => leastPrice(row, 1),
  },
  {
    id: 'price_of_three',
    title: '3 nodes',
    align: 'right',
    priority: 2,
    value: row => priceCell(row, 3),
    kind: 'monthly',
    measure: row => leastPrice(row, 3),
  },
  {field: 'deprecated', title: 'Deprecated', optional: true, format: yesNoCell},
];

const detail: Types['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Plan',
        lines: [
          standard.labelLine,
          {title: 'ID', value: row => row.id},
          {title: 'Class', value: row => row.class},
          {title: 'Deprecated', value: row => yesNoCell(row.deprecated)},
        ],
      },
      {
        title: 'Each node',
        lines: [
          {title: 'VCPU', value: row => amountCell(row.vcpus)},
          {title: 'RAM', value: row => amountCell(row.memory, megabytes)},
          {title: 'Disk', value: row => amountCell(row.disk, megabytes)},
        ],
      },
      {title: 'Price', lines: names.map(priceLine)},
    ],
  },
];

export const databaseTypes = defineFamily('databases.types', {
  name: 'database-plans',
  title: 'Database plans',
  one: 'database plan',
  byName: true,
  withId: true,
  label: row => row.label || row.id,
  columns,
  detail,
  actions: {},
  sort: 'price',
  reconcileSeconds: 3600,
  summary: row => {
    const price = priceCell(row, 1);
    return joinParts(
      formatIfKnown(row.vcpus, n => countText(n, 'VCPU')),
      formatIfKnown(row.memory, n => `${megabytes(n)} RAM`),
      formatIfKnown(row.disk, n => `${megabytes(n)} disk`),
      typeof price === 'string' ? `${price} a node` : undefined,
    );
  },
  search: row => row.id,
});
