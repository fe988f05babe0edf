/** Keys for S3 clients. The secret is shown once, when the key is created. */

import type {ObjectStorageKey} from '../../contract/resources/object-storage.ts';
import {type Cell, cellFor, listCell} from '../format/cells.ts';
import {countText, joinParts} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import {revealSecret, shownOnceLine, shownOnceWarning} from '../shape/shown-once.ts';
import * as standard from '../shape/standard.ts';
import {locationInputs, locationKey} from './bucket-location.ts';

type Spec = FamilySpec<'objectStorage.keys', never>;
type Access = NonNullable<ObjectStorageKey['bucket_access']>[number];

/** The buckets of a key; empty for null, which allows every bucket, and possibly for a key without limits. */
const bucketsOf = ({bucket_access}: ObjectStorageKey): readonly Access[] => bucket_access ?? [];

/** A key without limits allows all buckets; a limited key with an empty list allows none. */
const accessCell = (row: ObjectStorageKey): Cell => {
  if (row.limited === false) return {text: 'everything', tone: 'attention'};
  return cellFor(row.limited, () =>
    bucketsOf(row).length === 0 ? 'nothing' : countText(bucketsOf(row).length, 'bucket'),
  );
};

const permissionLabels: Readonly<Record<string, string>> = {read_only: 'read only', read_write: 'read and write'};

/** "acme-site in us-east-1: read and write" */
const accessText = ({bucket_name, permissions, ...place}: Access): string =>
  `${bucket_name ?? '?'} in ${locationKey(place) || '?'}: ${permissionLabels[permissions] ?? permissions ?? '?'}`;

function bucketRef(row: ObjectStorageKey) {
  const [only, ...otherBuckets] = bucketsOf(row);
  return only && otherBuckets.length === 0
    ? ({family: 'objectStorage.buckets', id: `${locationKey(only)}/${only.bucket_name}`} as const)
    : undefined;
}

const columns: Spec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 16},
  {field: 'access_key', title: 'Access key', width: 20, max: 24},
  {
    field: 'limited',
    title: 'Access',
    width: 10,
    format: (_, row) => accessCell(row),
    sortBy: row => (row.limited ? bucketsOf(row).length : Number.MAX_SAFE_INTEGER),
    link: bucketRef,
  },
  {
    field: 'bucket_access',
    title: 'Buckets',
    priority: 2,
    max: 48,
    format: all => cellFor((all ?? []).map(({bucket_name}) => bucket_name ?? '?').join(' ')),
  },
  standard.idColumn,
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Key',
        lines: [
          ...standard.identityLines,
          {title: 'Access key', value: row => row.access_key},
          shownOnceLine('Secret key', 'shown only once, at creation'),
        ],
      },
      {
        title: 'Access',
        lines: [
          {title: 'Access', value: accessCell},
          addedLine('Regions', 'regions', all =>
            listCell(
              all.map(({id, s3_endpoint: host}) => (host ? `${id} (${host})` : id)),
              '\n',
            ),
          ),
          {
            title: 'Buckets',
            value: row => bucketsOf(row).map(accessText),
            link: bucketRef,
            isVisible: row => bucketsOf(row).length > 0,
          },
        ],
      },
    ],
  },
];

const rowParams = (row: ObjectStorageKey) => ({keyId: row.id});

const actions: Spec['actions'] = {
  create: {
    title: 'New access key…',
    risk: ({body}) => (body?.bucket_access === undefined ? 'opens' : undefined),
    undo: {action: 'delete'},
    invalidates: ['objectStorage.keys'],
    warnings: ({body}) => [
      ...(body?.bucket_access === undefined
        ? ['FULL access: the key opens every bucket of the account, now and in the future.']
        : []),
      shownOnceWarning('secret key'),
    ],
    secretName: 'secret key',
    revealedValues: ({response}) => [
      {title: 'Access key', value: response.access_key},
      revealSecret('Secret key', response.secret_key),
    ],
    inputs: {
      opens: {
        title: 'Access',
        input: 'choice',
        values: ['chosen buckets', 'every bucket'],
        required: true,
        // If values contain buckets, the key is limited to chosen buckets.
        derivedValue: ({values: {bucket_access: buckets}}) =>
          Array.isArray(buckets) && buckets.length > 0 ? 'chosen buckets' : undefined,
      },
    },
    form: {
      label: standard.labelInput,
      bucket_access: {
        title: 'Buckets',
        help: 'a key without buckets has no access',
        input: 'rows',
        one: 'bucket',
        required: ({opens}) => opens === 'chosen buckets',
        isVisible: ({values: {opens}}) => opens !== 'every bucket',
        inputs: {
          ...locationInputs,
          bucket_name: {title: 'Bucket', input: 'text'},
          permissions: {
            title: 'Permission',
            input: 'choice',
            labels: {read_only: 'read', read_write: 'read and write'},
          },
        },
      },
    },
  },
  update: {
    ...standard.renameAction,
    rowParams,
  },
  delete: {
    ...standard.revokeAction,
    rowParams,
    invalidates: ['objectStorage.keys'],
    warnings: () => ['Programs that use this key lose access immediately.'],
  },
};

export const keys = defineFamily('objectStorage.keys', {
  title: 'Access keys',
  one: 'key',
  byName: true,
  aliases: ['keys', 'access key'],
  label: row => row.label,
  sort: 'label',
  columns,
  detail,
  actions,
  summary: row => joinParts(row.access_key),
  search: row =>
    `${row.id} ${bucketsOf(row)
      .map(({bucket_name}) => bucket_name ?? '')
      .join(' ')}`,
});
