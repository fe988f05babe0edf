/** MongoDB clusters: the document engine, reachable only over public addresses (D3 §2.1, §4.1). */

import {amountCell, cellFor, yesNoCell} from '../format/cells.ts';
import {humanize, joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import type {FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {clusterFacts, clusterSections} from './cluster.ts';
import {createForm, createWarnings, databaseParams, sharedClusterActions} from './cluster-actions.ts';
import {storageRules} from './cluster-rules.ts';
import {certificate, credentials, unlessProvisioned} from './cluster-tabs.ts';

type Spec = FamilySpec<'databases.mongodb', 'database'>;

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: clusterSections(
      [
        {title: 'Peers', value: row => row.peers},
        {title: 'Port', value: row => amountCell(row.port)},
        {title: 'Require TLS', value: row => yesNoCell(row.ssl_connection)},
      ],
      [
        {
          title: 'Storage',
          lines: [
            {title: 'Replica set', value: row => row.replica_set},
            {title: 'Compression', value: row => cellFor(row.compression_type, humanize)},
            {title: 'Storage engine', value: row => row.storage_engine},
          ],
        },
      ],
    ),
  },
  {title: 'Backups', unless: unlessProvisioned, list: 'databases.mongodb.backups', params: databaseParams},
  {...credentials, operation: 'databases.mongodb.credentials.get'},
  {...certificate, operation: 'databases.mongodb.ssl.get'},
  standard.eventsTab('database'),
];

/** The older storage engine is available only before version 4.0 (D3 §2.1). */
const choosesStorage = ({values}: FormContext): boolean => /^mongodb\/[0-3]\./.test(String(values.engine));

const actions: Spec['actions'] = {
  ...sharedClusterActions,
  create: {
    title: 'New MongoDB database…',
    risk: 'charges',
    undo: {action: 'delete'},
    problems: ({body}) => storageRules(body),
    eventActions: ['database_create'],
    invalidates: ['databases.instances'],
    warnings: ({lookup, body}) => [
      ...createWarnings('mongodb', lookup, body),
      'Only public addresses can reach the database.',
    ],
    form: {
      ...createForm('mongodb'),
      replica_set: {
        title: 'Replica set',
        help: 'Databases with the same replica set replicate each other.',
        input: 'text',
      },
      compression_type: {
        title: 'Compression',
        input: 'choice',
        labels: {none: 'none', snappy: 'snappy: quick', zlip: 'zlip: small, and more work'},
      },
      storage_engine: {
        title: 'Storage engine',
        input: 'choice',
        labels: {wiredtiger: 'WiredTiger', mmapv1: 'MMAPv1'},
        isVisible: choosesStorage,
      },
    },
  },
};

export const mongodb = defineFamily('databases.mongodb', {
  ...clusterFacts,
  title: 'MongoDB databases',
  byName: true,
  aliases: ['mongodb', 'mongo'],
  detail,
  actions,
  summary: row => joinParts(row.region, row.type),
  search: row => [row.id, row.hosts.primary, row.replica_set, ...row.peers].filter(Boolean).join(' '),
});
