/** Buckets of Object Storage; a label is unique within its cluster (D1 §2.3, §4.2). */

import type {Bucket, ObjectStorageKey} from '../../contract/resources/object-storage.ts';
import {amountCell, cellFor, formatIfKnown} from '../format/cells.ts';
import {bytes, countText, joinParts} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import {ageColumn} from '../shape/column.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {
  bucketRegionCell,
  isSameLocation,
  locationCell,
  locationInputs,
  locationKey,
  locationParams,
  locationRef,
  regionOfLocation,
} from './bucket-location.ts';

type Spec = FamilySpec<'objectStorage.buckets', never>;

export const bucketParams = (row: Bucket) => ({clusterId: locationKey(row), bucket: row.label});

const opensWith = (key: ObjectStorageKey, row: Bucket): boolean =>
  key.limited === false ||
  (key.bucket_access ?? []).some(access => isSameLocation(access, row) && access.bucket_name === row.label);

/** Permissions that a canned ACL gives to others. */
export const aclLabels = {
  private: 'private: only with a key',
  'public-read': 'public read: anyone can read',
  'authenticated-read': 'authenticated read: any key can read',
  'public-read-write': 'public read and write: anyone can read and write',
} as const;

export const aclWords = (acl: string): string => (aclLabels as Readonly<Record<string, string>>)[acl] ?? acl;

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {id: 'cluster', title: 'Location', width: 12, max: 20, value: locationCell, link: locationRef},
  {
    id: 'region',
    title: 'Region',
    optional: true,
    max: 20,
    value: (row, lookup) => cellFor(regionOfLocation(row, lookup)),
  },
  {field: 'objects', title: 'Objects', align: 'right', width: 8, format: n => amountCell(n)},
  {field: 'size', title: 'Size', align: 'right', width: 8, format: size => amountCell(size, bytes)},
  {field: 'hostname', title: 'Host name', priority: 3, max: 56},
  {...ageColumn, priority: 2},
];

const detail: Spec['detail'] = [
  {
    title: 'Objects',
    list: 'objectStorage.objects',
    params: bucketParams,
  },
  {
    title: 'Overview',
    sections: [
      {
        title: 'Bucket',
        lines: [
          standard.labelLine,
          addedLine('Endpoint', 's3_endpoint'),
          addedLine('Endpoint type', 'endpoint_type'),
          {title: 'Cluster', value: row => row.cluster, link: locationRef, isVisible: row => Boolean(row.cluster)},
          {
            title: 'Region',
            value: bucketRegionCell,
            link: (row, lookup) => {
              const region = regionOfLocation(row, lookup);
              return region === undefined ? undefined : {family: 'regions', id: region};
            },
          },
          {title: 'Host name', value: row => row.hostname},
          {title: 'Objects', value: row => amountCell(row.objects)},
          {title: 'Size', value: row => amountCell(row.size, bytes)},
          standard.createdLine,
        ],
      },
    ],
  },
  {title: 'Keys', list: 'objectStorage.keys', params: () => ({}), filter: opensWith},
  {
    title: 'ACL',
    operation: 'objectStorage.buckets.access.get',
    params: bucketParams,
    refreshSeconds: 60,
    content: {
      sections: [
        {
          title: 'ACL',
          lines: [
            {title: 'ACL', value: ({acl}) => cellFor(acl, aclWords)},
            {title: 'CORS', value: ({cors_enabled: cors}) => cellFor(cors, isOn => (isOn ? 'every origin' : 'off'))},
          ],
        },
      ],
    },
  },
  {
    title: 'Certificate',
    operation: 'objectStorage.buckets.ssl.get',
    params: bucketParams,
    refreshSeconds: 60,
    content: {
      sections: [
        {
          title: 'TLS',
          lines: [
            {
              title: 'Certificate',
              value: response =>
                cellFor(response.ssl, hasCertificate => (hasCertificate ? 'one of its own' : 'that of the service')),
            },
          ],
        },
      ],
    },
  },
  {
    title: 'Transfer',
    operation: 'objectStorage.transfer.get',
    params: () => ({}),
    refreshSeconds: 600,
    content: {
      sections: [
        {
          title: 'All buckets together',
          lines: [{title: 'Out this month', value: response => amountCell(response.used, bytes)}],
        },
      ],
    },
  },
];

export const exposureWarnings = (acl: string | undefined, subject: string): readonly string[] =>
  acl === 'public-read'
    ? [`Anyone on the internet can read ${subject}.`]
    : acl === 'public-read-write'
      ? [`Anyone on the internet can read, change and fill ${subject}, at your expense.`]
      : [];

/** All buckets with the number of their objects, if they are loaded; for an action that deletes all of them. */
function everything(lookup: Lookup): string {
  const buckets = lookup.rows('objectStorage.buckets');
  if (!lookup.complete('objectStorage.buckets')) return 'All buckets and everything in them';
  const objects = buckets.reduce((sum, bucket) => sum + bucket.objects, 0);
  const size = buckets.reduce((sum, bucket) => sum + bucket.size, 0);
  return `${countText(buckets.length, 'bucket')} with ${countText(objects, 'object')} (${bytes(size)})`;
}

const certificate = {
  title: 'Certificate',
  help: 'PEM, with its chain',
  input: 'multiline',
} as const;

const actions: Spec['actions'] = {
  create: {
    title: 'New bucket…',
    risk: ({body}) => (exposureWarnings(body.acl, 'it').length > 0 ? 'opens' : 'charges'),
    undo: {action: 'delete'},
    invalidates: ['objectStorage.buckets'],
    warnings: ({body}) => exposureWarnings(body.acl, 'it'),
    form: {
      label: {...standard.labelInput, help: '3 to 63 characters, part of its host name'},
      cluster: {...locationInputs.cluster, required: values => !values.region},
      region: locationInputs.region,
      acl: {title: 'ACL', input: 'choice', labels: aclLabels},
      cors_enabled: {title: 'CORS', help: 'Allows web pages of every origin.', input: 'toggle'},
      endpoint_type: {title: 'Endpoint type', help: 'that of the region', input: 'choice', isVisible: mayBeCurrentApi},
      s3_endpoint: {title: 'Endpoint', help: 'a host name of the region', input: 'text', isVisible: mayBeCurrentApi},
    },
  },
  delete: {
    ...standard.deleteAction,
    rowParams: bucketParams,
    unless: ({row}) => (row.objects > 0 ? `holds ${countText(row.objects, 'object')}: empty it first` : undefined),
    invalidates: ['objectStorage.buckets'],
    warnings: ({row}) => [`${row.label || 'The bucket'} is permanently deleted. Other accounts can then use its name.`],
  },
  'access.update': {
    title: 'Access…',
    risk: ({body}) => (exposureWarnings(body?.acl, '').length > 0 ? 'opens' : 'interrupts'),
    key: 'A',
    rowParams: bucketParams,
    confirm: 'ask',
    warnings: ({row, body}) => [
      ...exposureWarnings(body?.acl, row.label || 'the bucket'),
      'The tab ACL shows the current ACL.',
    ],
    form: {
      acl: {title: 'ACL', input: 'choice', labels: {...aclLabels, custom: 'custom: as an S3 client has set it'}},
      cors_enabled: {title: 'CORS', help: 'Allows web pages of every origin.', input: 'toggle'},
    },
  },
  'access.modify': {elsewhere: 'access.update: the same request, sent with PUT'},
  'ssl.upload': {
    title: 'Upload certificate…',
    undo: {action: 'ssl.delete'},
    key: 'U',
    rowParams: bucketParams,
    confirm: 'ask',
    warnings: () => ['To replace a certificate, delete the current one first.'],
    form: {
      certificate,
      private_key: {title: 'Private key', help: 'PEM; stored, never shown again', input: 'multiline', secret: true},
    },
  },
  'ssl.delete': {
    title: 'Delete certificate',
    key: 'D',
    rowParams: bucketParams,
    confirm: {typing: 'label'},
    warnings: ({row}) => [`${row.hostname || 'The bucket'} then uses the certificate of the service.`],
  },
};

export const buckets = defineFamily('objectStorage.buckets', {
  title: 'Buckets',
  one: 'bucket',
  group: 'storage',
  entry: 'Object Storage',
  aliases: ['bucket', 'object storage', 's3'],
  key: row => `${locationKey(row)}/${row.label}`,
  contents: row => ({family: 'objectStorage.objects', params: bucketParams(row)}),
  label: row => row.label,
  sort: 'label',
  columns,
  detail,
  actions,
  adoptedActions: {
    'objectStorage.cancel': {
      title: 'Cancel Object Storage',
      risk: 'destroys',
      confirm: {typing: 'account'},
      invalidates: ['objectStorage.buckets', 'objectStorage.keys'],
      warnings: ({lookup}) => [`${everything(lookup)} of this account are permanently deleted.`],
    },
  },
  borrowedActions: {
    key: {
      title: 'New access key…',
      key: 'K',
      on: 'row',
      family: 'objectStorage.keys',
      action: 'create',
      presetValues: ({row}) =>
        row
          ? {
              label: row.label,
              bucket_access: [{...locationParams(row), bucket_name: row.label, permissions: 'read_write'}],
            }
          : {},
    },
  },
  // Changes in a bucket have no events.
  reconcileSeconds: 300,
  summary: row =>
    joinParts(
      locationKey(row),
      formatIfKnown(row.objects, n => countText(n, 'object')),
    ),
  search: row => `${row.cluster ?? ''} ${row.region ?? ''} ${row.hostname ?? ''}`,
});
