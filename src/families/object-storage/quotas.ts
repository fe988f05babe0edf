/** Quotas of Object Storage: the limits of the account at each endpoint. The API of today has them. */
import type {ObjectStorageQuota, ObjectStorageQuotaUsage} from '../../contract/resources/storage-quotas.ts';
import type {Read} from '../../contract/schema/field.ts';
import {amountCell, type Cell, cellFor} from '../format/cells.ts';
import {bytes, formatNumber, joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';

type Spec = FamilySpec<'objectStorage.quotas', never>;
type Usage = Read<typeof ObjectStorageQuotaUsage>;

const names: Readonly<Record<string, string>> = {
  'Number of Buckets': 'buckets',
  'Number of Objects': 'objects',
  'Total Capacity': 'capacity',
};
const nameOf = ({quota_name: name}: ObjectStorageQuota): string | undefined => names[name] ?? name;
const nameCell = (row: ObjectStorageQuota): Cell => cellFor(nameOf(row) ?? null);

const limitCell = ({quota_limit: limit, resource_metric: metric}: ObjectStorageQuota): Cell =>
  amountCell(limit, metric === 'byte' ? bytes : formatNumber);

/** "3 of 1,000"; null if the usage was not measured. */
const usageText = ({usage, quota_limit: limit}: Usage): Cell =>
  amountCell(usage, used =>
    typeof limit === 'number' && limit > 0
      ? `${formatNumber(used)} of ${formatNumber(limit)} (${Math.round((100 * used) / limit)}%)`
      : formatNumber(used),
  );

/** Empty if the usage was not measured. */
const usagesIn = ({usage}: Usage): readonly number[] => (typeof usage === 'number' ? [usage] : []);

const rowParams = ({quota_id}: ObjectStorageQuota) => ({objQuotaId: quota_id});

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Quota',
        lines: [
          {title: 'Quota', value: nameCell},
          {title: 'ID', value: row => row.quota_id},
          {title: 'Description', value: row => row.description},
          {title: 'Limit', value: limitCell},
          {title: 'Endpoint', value: row => row.s3_endpoint},
          {title: 'Endpoint type', value: row => row.endpoint_type},
        ],
      },
    ],
  },
  {
    title: 'Usage',
    operation: 'objectStorage.quotas.usage.get',
    params: rowParams,
    refreshSeconds: 300,
    content: {sections: [{title: 'Usage', lines: [{title: 'Used', value: usageText}]}]},
  },
];

export const quotas = defineFamily('objectStorage.quotas', {
  title: 'Storage quotas',
  one: 'quota',
  group: 'storage',
  today: true,
  aliases: ['storage-quotas'],
  key: row => row.quota_id,
  label: row => joinParts(nameOf(row), row.s3_endpoint),
  columns: [
    {id: 'name', title: 'Quota', width: 10, value: nameCell},
    {field: 's3_endpoint', title: 'Endpoint', grow: true, width: 24},
    {
      id: 'usage',
      title: 'Used',
      align: 'right',
      optional: true,
      sample: {
        operation: 'objectStorage.quotas.usage.get',
        params: row => rowParams(row),
        take: response => ({usage: usagesIn(response as Usage)}),
      },
      value: (row, lookup) =>
        amountCell(lookup.sampled('objectStorage.quotas.usage.get', rowParams(row))?.usage?.[0], used =>
          row.resource_metric === 'byte' ? bytes(used) : formatNumber(used),
        ),
    },
    {field: 'quota_limit', title: 'Limit', align: 'right', format: (_, row) => limitCell(row)},
    {field: 'endpoint_type', title: 'Type', priority: 2},
    {field: 'quota_id', title: 'ID', optional: true, max: 60},
    {field: 'description', title: 'Description', priority: 3, max: 48},
  ],
  detail,
  actions: {},
  reconcileSeconds: 3600,
  summary: row => joinParts(row.s3_endpoint, row.endpoint_type),
});
