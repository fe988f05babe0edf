/** Objects in a bucket, and their common prefixes as folders: paged by marker, not by page number (D1 §4.2 r3). */
import type {BucketObject} from '../../contract/resources/object-storage.ts';
import {ageCell, ageOrder, amountCell, type Cell, momentCell, noneCell} from '../format/cells.ts';
import {bytes} from '../format/format.ts';
import {defineFamily, type FamilySpec, type PathParams} from '../shape/define-family.ts';
import type {FormContext, InputValues} from '../shape/forms.ts';
import {revealSecret} from '../shape/shown-once.ts';
import * as standard from '../shape/standard.ts';
import {aclLabels, aclWords, exposureWarnings} from './buckets.ts';
import {mediaTypeOf, unknownMediaType} from './media-types.ts';
import {delimiter, replacementText, urlMethods} from './object-names.ts';

type Spec = FamilySpec<'objectStorage.objects', never>;

/** True for a common prefix, which has no facts of an object. */
const isFolder = (row: Pick<BucketObject, 'etag' | 'size'>): boolean => row.etag === null && row.size === null;

const unlessObject = (row: BucketObject | undefined): string | undefined =>
  row && isFolder(row) ? 'is a folder: open it' : undefined;

const sizeCell = (row: BucketObject): Cell => (isFolder(row) ? noneCell : amountCell(row.size, bytes));

/** Names are relative to the bucket; in a folder, its prefix is omitted. */
const nameIn = (name: string, prefix = ''): string => name.slice(prefix.length) || './';

const columns: Spec['columns'] = [
  {
    field: 'name',
    title: 'Name',
    grow: true,
    width: 24,
    format: (name, row, _, {prefix}) => {
      const text = nameIn(name, prefix);
      return isFolder(row) ? {text, tone: 'accent'} : text;
    },
  },
  {
    id: 'size',
    title: 'Size',
    align: 'right',
    width: 8,
    value: sizeCell,
    kind: 'bytes',
    measure: row => (isFolder(row) ? null : row.size),
  },
  {
    id: 'age',
    title: 'Modified',
    align: 'right',
    width: 7,
    value: (row, lookup) => ageCell(row.last_modified, lookup.now),
    kind: 'moment',
    measure: row => row.last_modified,
    sortBy: (row, lookup) => ageOrder(row.last_modified, lookup.now),
  },
  {field: 'owner', title: 'Owner', optional: true, max: 40},
  {field: 'etag', title: 'ETag', optional: true, max: 36},
];

interface BucketParams {
  readonly clusterId: string;
  readonly bucket: string;
  readonly prefix?: string;
}

const bucketOf = ({clusterId, bucket}: BucketParams) =>
  ({family: 'objectStorage.buckets', id: `${clusterId}/${bucket}`}) as const;

/** The parent folder: "a/" for "a/b/"; an empty text at the top level. */
const parentFolder = (prefix: string): string => prefix.slice(0, prefix.slice(0, -1).lastIndexOf(delimiter) + 1);

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Object',
        lines: [
          {title: 'Name', value: row => row.name},
          {title: 'Bucket', value: (_, __, {bucket}) => bucket, link: (_, __, params) => bucketOf(params)},
          {title: 'Size', value: sizeCell},
          {title: 'Modified', value: (row, lookup) => momentCell(row.last_modified, lookup.now)},
          {title: 'Owner', value: row => row.owner},
          {title: 'ETag', value: row => row.etag},
        ],
      },
    ],
  },
  {
    title: 'ACL',
    unless: unlessObject,
    operation: 'objectStorage.objects.acl.get',
    params: ({name}, {clusterId, bucket}) => ({clusterId, bucket, name}),
    refreshSeconds: 120,
    content: {
      sections: [
        {
          title: 'ACL',
          lines: [
            {title: 'Rule', value: ({acl}) => aclWords(acl)},
            {title: 'As XML', value: ({acl_xml}) => acl_xml},
          ],
        },
      ],
    },
  },
];

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const lastOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
const methodOf = ({method}: InputValues): string => String(method ?? 'GET').toUpperCase();

/** The name of the uploaded file in the folder. */
const nameOf = ({file}: InputValues, {prefix = ''}: PathParams): string | undefined =>
  textOf(file) === '' ? undefined : `${prefix}${lastOf(textOf(file))}`;

/** GET and DELETE send no body, and therefore no content type. */
const hasContent = ({values}: FormContext): boolean => !['GET', 'DELETE'].includes(methodOf(values));

/** The validity in seconds of a URL that is used at once: the minimum of the API. */
const minUrlSeconds = 360;

const presignedActions: Spec['presignedActions'] = {
  delete: {
    ...standard.deleteAction,
    operation: 'createUrl',
    unless: ({row}) => (isFolder(row) ? 'folder; delete the objects in it instead' : undefined),
    requestBody: ({row: {name}}) => ({name, method: 'DELETE', expires_in: minUrlSeconds}),
    presignedRequest: {method: 'DELETE', address: ({url}) => url},
    warnings: ({row: {name}}) => [`${name} is permanently deleted.`],
    invalidates: ['objectStorage.objects', 'objectStorage.buckets'],
    final: 'Deleted data can’t be recovered.',
  },
};

const actions: Spec['actions'] = {
  createUrl: {
    title: 'Pre-signed URL by object name…',
    risk: 'opens',
    confirm: 'none',
    fileFinals: {
      file: 'The content of a replaced object can’t be recovered.',
      to: 'A downloaded file stays until you delete it.',
    },
    warnings: ({params, params: {prefix}, body, lookup, fileInputs}) => [
      // With a file, the URL is used at once and never shown.
      ...(fileInputs?.size
        ? []
        : [`Anyone who has the URL can ${urlMethods[body.method] ?? body.method} the object until the URL expires.`]),
      ...(body.method === 'PUT' ? replacementText(body.name, params, lookup) : []),
      ...(body.name.endsWith(delimiter) && body.name !== prefix
        ? ['A name that ends like this reads as a folder.']
        : []),
    ],
    inputs: {
      file: {
        title: 'File',
        help: 'File to upload now. Leave empty to get the URL.',
        input: 'file',
        optional: true,
        isVisible: ({values}) => methodOf(values) === 'PUT',
      },
      to: {
        title: 'Save as',
        help: 'File for the download. Leave empty to get the URL.',
        input: 'file',
        optional: true,
        isSaveTarget: true,
        isVisible: ({values}) => methodOf(values) === 'GET',
      },
    },
    transfer: ({response: {url}, values, params: {clusterId, bucket, prefix}}) => {
      const {file, to, name, content_type, expires_in} = values;
      const seconds = typeof expires_in === 'number' ? expires_in : 3600;
      const params = {clusterId, bucket, ...(prefix !== undefined && {prefix})};
      const target = {family: 'objectStorage.objects', id: textOf(name), params} as const;
      if (textOf(file) !== '' && methodOf(values) === 'PUT')
        return {
          direction: 'up',
          file: 'file',
          url,
          seconds,
          target,
          contentType: textOf(content_type) || unknownMediaType,
          invalidates: ['objectStorage.objects', 'objectStorage.buckets'],
        };
      return textOf(to) !== '' && methodOf(values) === 'GET'
        ? {direction: 'down', file: 'to', url, seconds, target}
        : undefined;
    },
    revealedValues: ({response: {url}, values}) =>
      textOf(values.file) === '' && textOf(values.to) === '' ? [revealSecret('URL', url)] : [],
    form: {
      name: {
        title: 'Object',
        help: 'Name; the object may be uploaded later',
        input: 'text',
        derivedValue: ({values, params}) => nameOf(values, params),
      },
      method: {
        title: 'Method',
        input: 'choice',
        values: ['GET', 'PUT', 'DELETE'],
        labels: {GET: 'GET: fetching it', PUT: 'PUT: uploading it', DELETE: 'DELETE: deleting it'},
      },
      content_type: {
        title: 'Content type',
        help: 'The upload must send the same value.',
        input: 'text',
        isVisible: hasContent,
        derivedValue: ({values: {file, name}}) => mediaTypeOf(textOf(file) || textOf(name)),
      },
      expires_in: {title: 'Expires in', help: 'like 1h or 3600', input: 'number'},
    },
  },
  'acl.update': {
    title: 'ACL by object name…',
    risk: ({body}) => (exposureWarnings(body.acl, '').length > 0 ? 'opens' : undefined),
    confirm: 'ask',
    warnings: ({body}) => exposureWarnings(body.acl, body.name || 'the object'),
    form: {
      name: {
        title: 'Object',
        help: 'Full name with folders; the object doesn’t have to be in this list',
        input: 'text',
      },
      acl: {
        title: 'ACL',
        input: 'choice',
        labels: {...aclLabels, custom: 'custom: as an S3 client has set it'},
      },
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
  presignedActions,
  contents: (row, {clusterId, bucket}) =>
    isFolder(row) ? {family: 'objectStorage.objects', params: {clusterId, bucket, prefix: row.name}} : undefined,
  container({clusterId, bucket, prefix = ''}) {
    if (prefix === '') return {family: 'objectStorage.buckets', params: {}};
    const parentPrefix = parentFolder(prefix);
    const params = {clusterId, bucket, ...(parentPrefix !== '' && {prefix: parentPrefix})};
    return {family: 'objectStorage.objects', params};
  },
  locationText: ({bucket, prefix = ''}) => `${bucket}/${prefix}`,
  query: {delimiter},
  borrowedActions: {
    // Objects that are created in a folder are uploaded to it.
    create: {
      title: 'Upload…',
      key: 'U',
      on: 'list',
      family: 'objectStorage.objects',
      action: 'createUrl',
      presetValues: () => ({method: 'PUT'}),
    },
    download: {
      title: 'Download…',
      key: 'D',
      on: 'row',
      family: 'objectStorage.objects',
      action: 'createUrl',
      unless: ({row}) => unlessObject(row),
      presetValues: ({row}) => (row ? {name: row.name, method: 'GET'} : {}),
      initialValues: ({row}) => ({to: row ? lastOf(row.name) : ''}),
    },
    address: {
      title: 'Share by pre-signed URL…',
      key: 'P',
      on: 'row',
      family: 'objectStorage.objects',
      action: 'createUrl',
      unless: ({row}) => unlessObject(row),
      presetValues: ({row}) => (row ? {name: row.name} : {}),
      initialValues: () => ({file: null, to: null}),
    },
    access: {
      title: 'ACL…',
      key: 'A',
      on: 'row',
      family: 'objectStorage.objects',
      action: 'acl.update',
      unless: ({row}) => unlessObject(row),
      presetValues: ({row}) => (row ? {name: row.name} : {}),
    },
  },
  summary: row => {
    const cell = sizeCell(row);
    return typeof cell === 'string' ? cell : '';
  },
});
