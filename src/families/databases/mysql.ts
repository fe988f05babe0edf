/** MySQL clusters (D3 §2.1, §4.1). */

import type {MysqlDatabase} from '../../contract/databases/models.ts';
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

type Spec = FamilySpec<'databases.mysql', 'database'>;

const detail: Spec['detail'] = [
  {
    title: 'Overview',
    sections: clusterSections<MysqlDatabase>(
      [
        {title: 'Port', value: row => amountCell(row.port)},
        {title: 'Require TLS', value: row => yesNoCell(row.ssl_connection)},
      ],
      [
        ...relationalSections,
        {title: 'Replication', lines: [{title: 'Replication', value: row => cellFor(row.replication_type, humanize)}]},
      ],
    ),
  },
  {title: 'Backups', unless: unlessProvisioned, list: 'databases.mysql.backups', params: databaseParams},
  {...credentials, operation: 'databases.mysql.credentials.get'},
  {...certificate, operation: 'databases.mysql.ssl.get'},
  {...engineOptions, operation: 'databases.mysql.config.get'},
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
    title: 'New MySQL database…',
    risk: 'charges',
    undo: {action: 'delete'},
    problems: ({body}) => replicationRules(body),
    eventActions: ['database_create'],
    invalidates: ['databases.instances'],
    warnings: ({lookup, body}) => createWarnings('mysql', lookup, body),
    form: {...createForm('mysql'), ...relationalCreate, replication_type: replication},
  },
};

export const mysql = defineFamily('databases.mysql', {
  ...clusterFacts,
  title: 'MySQL databases',
  byName: true,
  aliases: ['mysql'],
  detail,
  actions,
  summary: row => joinParts(row.region, row.type),
  search: row => `${row.id} ${row.hosts.primary ?? ''}`,
});
