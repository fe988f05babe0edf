/** Versions of Kubernetes, and the prices of control planes. */
import {amountCell} from '../format/cells.ts';
import {monthly} from '../format/format.ts';
import {monthlyTextIn, regionPrices} from '../format/prices.ts';
import {identifierCell, monthlyColumn} from '../shape/column.ts';
import {defineFamily} from '../shape/define-family.ts';

const daily = 86_400;

export const kubeVersions = defineFamily('kube.versions', {
  title: 'Kubernetes versions',
  one: 'version',
  name: 'kubernetes-versions',
  byName: true,
  today: true,
  aliases: ['kube-versions'],
  label: row => row.id,
  reconcileSeconds: daily,
  columns: [{field: 'id', title: 'Version', grow: true, width: 12, kind: 'version'}],
  detail: [{title: 'Overview', sections: [{title: 'Version', lines: [{title: 'Version', value: row => row.id}]}]}],
  actions: {},
});

export const kubeTierVersions = defineFamily('kube.tiers.versions', {
  title: 'Versions',
  one: 'version',
  name: 'tier-versions',
  today: true,
  label: row => row.id,
  reconcileSeconds: daily,
  columns: [
    {field: 'id', title: 'Version', grow: true, width: 12, kind: 'version'},
    {field: 'tier', title: 'Tier', width: 10},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Version',
          lines: [
            {title: 'Version', value: row => row.id},
            {title: 'Tier', value: row => row.tier},
          ],
        },
      ],
    },
  ],
  actions: {},
});

export const kubeTypes = defineFamily('kube.types', {
  title: 'Kubernetes prices',
  one: 'price',
  name: 'kubernetes-prices',
  byName: true,
  today: true,
  identifier: 'kube-type',
  aliases: ['kube-types'],
  label: row => row.label,
  reconcileSeconds: daily,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 20},
    monthlyColumn,
    {field: 'id', title: 'ID', identifier: 'kube-type', priority: 2},
  ],
  detail: [
    {
      title: 'Overview',
      sections: [
        {
          title: 'Control plane',
          lines: [
            {title: 'Label', value: row => row.label},
            {title: 'ID', value: (row, lookup) => identifierCell('kube-type', row.id, lookup)},
            {title: 'Price', value: row => monthlyTextIn(row, undefined)},
            {title: 'In other regions', value: row => regionPrices(row).join('\n') || null},
            {title: 'Transfer', value: row => amountCell(row.transfer, gigabytes => `${gigabytes} GB`)},
          ],
        },
      ],
    },
  ],
  actions: {},
  summary: row => monthly(row.price.monthly),
});
