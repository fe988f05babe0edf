/** Price lists of services. The API of today has them. */
import type {NetworkTransferPrice} from '../../contract/resources/service-prices.ts';
import {amountCell, type Cell, cellText, noneCell} from '../format/cells.ts';
import {hourly, joinParts, monthly} from '../format/format.ts';
import {hourlyColumn, monthlyColumn} from '../shape/column.ts';
import {defineFamily} from '../shape/define-family.ts';

/** Only network transfer may have no monthly price. */
type ServicePrice = NetworkTransferPrice;

const {optional: _, ...shownHourlyColumn} = hourlyColumn;

/** "ap-south · hourly $0.02/h · monthly $12.00/mo" in a line of its own for each region. */
const regionPricesCell = ({region_prices: prices}: ServicePrice): Cell =>
  prices.length === 0
    ? noneCell
    : prices
        .map(price =>
          joinParts(
            price.id,
            `hourly ${cellText(amountCell(price.hourly, hourly))}`,
            `monthly ${cellText(amountCell(price.monthly, monthly))}`,
          ),
        )
        .join('\n');

const detail = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Price',
        lines: [
          {title: 'ID', value: ({id}: ServicePrice) => id},
          {title: 'Label', value: ({label}: ServicePrice) => label},
          {title: 'Hourly', value: ({price}: ServicePrice) => amountCell(price.hourly, hourly)},
          {title: 'Monthly', value: ({price}: ServicePrice) => amountCell(price.monthly, monthly)},
          {title: 'In other regions', value: regionPricesCell},
          {title: 'Transfer', value: ({transfer}: ServicePrice) => amountCell(transfer)},
        ],
      },
    ],
  },
] as const;

/** The parts that all price lists share. */
const priceList = {
  one: 'price',
  group: 'more',
  today: true,
  reconcileSeconds: 86_400,
  label: ({label}: ServicePrice) => label,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 16},
    {field: 'id', title: 'ID'},
    shownHourlyColumn,
    {...monthlyColumn, priority: 2},
    {field: 'transfer', title: 'Transfer', align: 'right', priority: 2},
  ],
  detail,
  actions: {},
} as const;

export const volumePrices = defineFamily('volumes.types', {
  ...priceList,
  title: 'Volume prices',
  name: 'volume-prices',
  aliases: ['volume-prices'],
});

export const objectStoragePrices = defineFamily('objectStorage.types', {
  ...priceList,
  title: 'Object storage prices',
  name: 'object-storage-prices',
  aliases: ['object-storage-prices'],
});

export const nodebalancerPrices = defineFamily('nodebalancers.types', {
  ...priceList,
  title: 'NodeBalancer prices',
  name: 'nodebalancer-prices',
  aliases: ['nodebalancer-prices'],
});

export const longviewPrices = defineFamily('longview.types', {
  ...priceList,
  title: 'Longview prices',
  name: 'longview-prices',
  aliases: ['longview-prices'],
});

export const transferPrices = defineFamily('networkTransfer.prices', {
  ...priceList,
  title: 'Transfer prices',
  name: 'transfer-prices',
  aliases: ['transfer-prices'],
});
