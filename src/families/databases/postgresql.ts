/** PostgreSQL clusters. */

import type {PostgresDatabase} from '../../contract/databases/models.ts';
import {amountCell, cellFor, yesNoCell} from '../format/cells.ts';
import {humanize, joinParts} from '../format/format.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {sentFields} from '../shape/undo-body.ts';
import {clusterFacts, clusterSections} from './cluster.ts';
import {
  createForm,
  createWarnings,
  databaseParams,
  relationalCreate,
  relationalUpdate,
  replication,
  sharedClusterActions,
} from './cluster-actions.ts';
import {replicationRules} from './cluster-rules.ts';
import {certificate, credentials, relationalSections, unlessProvisioned} from './cluster-tabs.ts';

import {databaseMetrics, engineOptions, suspensionActions} from './suspension.ts';

type Spec = FamilySpec<'databases.postgresql', 'database'>;

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: clusterSections<PostgresDatabase>(
      [
        {title: 'Port', value: row => amountCell(row.port)},
        {title: 'Require TLS', value: row => yesNoCell(row.ssl_connection)},
      ],
      [
        ...relationalSections,
        {
          title: 'Replication',
          lines: [
            {title: 'Replication', value: row => cellFor(row.replication_type, humanize)},
            {title: 'Synchronous commit', value: row => cellFor(row.replication_commit_type, humanize)},
          ],
        },
      ],
    ),
  },
  {title: 'Backups', unless: unlessProvisioned, list: 'databases.postgresql.backups', params: databaseParams},
  {...credentials, operation: 'databases.postgresql.credentials.get'},
  {...certificate, operation: 'databases.postgresql.ssl.get'},
  {...engineOptions, operation: 'databases.postgresql.config.get'},
  databaseMetrics,
  standard.eventsTab('database'),
];

const actions: Spec['actions'] = {
  ...sharedClusterActions,
  ...suspensionActions,
  update: {
    ...sharedClusterActions.update,
    undo: {action: 'update', body: sentFields('label', 'allow_list', 'updates', 'engine_config', 'private_network')},
    form: {...sharedClusterActions.update.form, ...relationalUpdate},
  },
  create: {
    title: 'New PostgreSQL database…',
    risk: 'charges',
    undo: {action: 'delete'},
    problems: ({body}) => replicationRules(body),
    eventActions: ['database_create'],
    invalidates: ['databases.instances'],
    warnings: ({lookup, body}) => createWarnings('postgresql', lookup, body),
    form: {
      ...createForm('postgresql'),
      ...relationalCreate,
      replication_type: replication,
      replication_commit_type: {
        title: 'Synchronous commit',
        help: 'asynchronous: local or off; semi-synchronous: the others',
        input: 'choice',
        labels: {
          on: 'on: written by a replica',
          local: 'local: written by the primary',
          remote_write: 'remote write: received by a replica',
          remote_apply: 'remote apply: visible on a replica',
          off: 'off: nothing',
        },
        isVisible: replication.isVisible,
      },
    },
  },
};

export const postgresql = defineFamily('databases.postgresql', {
  ...clusterFacts,
  title: 'PostgreSQL databases',
  byName: true,
  aliases: ['postgresql', 'postgres', 'pg'],
  detail,
  actions,
  summary: row => joinParts(row.region, row.type),
  search: row => `${row.id} ${row.hosts.primary ?? ''}`,
});
