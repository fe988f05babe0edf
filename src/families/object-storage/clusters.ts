/** Clusters: locations for buckets (D1 §2.3). */
import type {ObjectStorageCluster} from '../../contract/resources/object-storage.ts';
import {defineStates} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {regionLine} from '../relations/reference-cells.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';

type Spec = FamilySpec<'objectStorage.clusters', never>;

const condition = defineStates<ObjectStorageCluster['status']>({
  available: {condition: 'ok', word: 'available'},
  unavailable: {condition: 'attention', word: 'unavailable'},
});

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Cluster',
        lines: [
          {title: 'ID', value: row => row.id},
          regionLine,
          {title: 'For S3 clients', value: row => row.domain},
          {title: 'For static sites', value: row => row.static_site_domain},
        ],
      },
    ],
  },
  {
    title: 'Buckets',
    list: 'objectStorage.buckets',
    params: () => ({}),
    filter: (bucket, row) => bucket.cluster === row.id,
  },
];

export const clusters = defineFamily('objectStorage.clusters', {
  title: 'Clusters',
  one: 'cluster',
  byName: true,
  aliases: ['cluster'],
  label: row => row.id,
  state: row => condition(row.status),
  stateWords: condition.words,
  columns: [
    {field: 'id', title: 'ID', grow: true, width: 16},
    {field: 'status', title: 'Status', state: true, width: 12},
    {field: 'region', title: 'Region', width: 12, max: 16, link: row => ({family: 'regions', id: row.region})},
    {field: 'domain', title: 'For S3 clients', priority: 2, max: 48},
    {field: 'static_site_domain', title: 'For static sites', priority: 3, max: 56},
  ],
  detail,
  actions: {},
  borrowedActions: {
    bucket: {
      title: 'New bucket…',
      key: 'B',
      on: 'row',
      family: 'objectStorage.buckets',
      action: 'create',
      unless: ({row}) => (row?.status === 'unavailable' ? 'is unavailable' : undefined),
      presetValues: ({row}) => (row ? {cluster: row.id} : {}),
    },
  },
  reconcileSeconds: 3600,
  summary: row => joinParts(row.region, row.status),
});
