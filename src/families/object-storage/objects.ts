/** Objects in a bucket, and what stands for folders of them: read from a marker on, not by page (D1 §4.2 r3). */
import type {BucketObject} from '../../contract/object-storage.ts';
import {age, ageOrder, amount, type Cell, moment, none} from '../cells.ts';
import {defineFamily, type FamilySpec} from '../define.ts';
import {bytes} from '../format.ts';
import {aclLabels, exposes} from './buckets.ts';

type Spec = FamilySpec<'objectStorage.objects', never>;

/** A common prefix has no facts of its own. */
export const isFolder = (row: Pick<BucketObject, 'etag' | 'size'>): boolean => row.etag === null && row.size === null;

const ifFolder = (row: BucketObject | undefined): string | undefined =>
  row && isFolder(row) ? 'is a folder: open it' : undefined;

const sizeCell = (row: BucketObject): Cell => (isFolder(row) ? none : amount(row.size, bytes));

const columns: Spec['columns'] = [
  {field: 'name', title: 'Name', grow: true, width: 24},
  {id: 'size', title: 'Size', align: 'right', width: 8, value: sizeCell, sortBy: row => row.size ?? Number.NaN},
  {
    id: 'age',
    title: 'Changed',
    align: 'right',
    width: 7,
    value: (row, look) => age(row.last_modified, look.now),
    sortBy: (row, look) => ageOrder(row.last_modified, look.now),
  },
  {field: 'owner', title: 'Owner', optional: true, max: 40},
  {field: 'etag', title: 'ETag', optional: true, max: 36},
];

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Object',
        lines: [
          {title: 'Name', value: row => row.name},
          {title: 'Size', value: sizeCell},
          {title: 'Changed', value: (row, look) => moment(row.last_modified, look.now)},
          {title: 'Owner', value: row => row.owner},
          {title: 'ETag', value: row => row.etag},
        ],
      },
    ],
  },
];

/** These send nothing that would have a type. */
const hasContent = (values: Readonly<Record<string, unknown>>): boolean =>
  !['GET', 'DELETE'].includes(String(values.method ?? 'GET'));

const actions: Spec['actions'] = {
  createUrl: {
    title: 'Pre-signed address…',
    confirm: 'none',
    warns: (_, __, ___, body) => [
      `Whoever has the address can ${body.method === 'GET' ? 'fetch' : body.method} the object until it expires, without a key.`,
    ],
    reveals: answer => [{title: 'Address', value: answer.url, secret: true}],
    form: {
      name: {title: 'Object', help: 'it need not be there yet', input: 'text'},
      method: {
        title: 'For',
        input: 'choice',
        values: ['GET', 'PUT', 'DELETE'],
        labels: {GET: 'GET: fetching it', PUT: 'PUT: uploading it', DELETE: 'DELETE: deleting it'},
      },
      content_type: {
        title: 'Content type',
        help: 'what is sent must say the same',
        input: 'text',
        when: hasContent,
      },
      expires_in: {title: 'Expires in', input: 'number'},
    },
  },
  'acl.update': {
    title: 'Access…',
    confirm: 'ask',
    warns: (_, __, ___, body) => exposes(body.acl, body.name || 'the object'),
    form: {
      name: {title: 'Object', input: 'text'},
      acl: {title: 'Access', input: 'choice', labels: {...aclLabels, custom: 'custom: as an S3 client has set it'}},
    },
  },
};

export const objects = defineFamily('objectStorage.objects', {
  title: 'Objects',
  one: 'object',
  key: row => row.name,
  label: row => row.name,
  columns,
  detail,
  actions,
  borrows: {
    address: {
      title: 'Pre-signed address…',
      key: 'U',
      on: 'row',
      family: 'objectStorage.objects',
      action: 'createUrl',
      unless: ifFolder,
      fills: row => (row ? {name: row.name} : {}),
    },
    access: {
      title: 'Access…',
      key: 'A',
      on: 'row',
      family: 'objectStorage.objects',
      action: 'acl.update',
      unless: ifFolder,
      fills: row => (row ? {name: row.name} : {}),
    },
  },
  summary: row => {
    const cell = sizeCell(row);
    return typeof cell === 'string' ? cell : '';
  },
});
