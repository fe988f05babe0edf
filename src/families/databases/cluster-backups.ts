/** Backups of clusters: one every night, kept for a week, and snapshots on request (D3 §2.1, §4.1). */
import type {DatabaseBackup} from '../../contract/databases/models.ts';
import type {Contract} from '../../contract/index.ts';
import {ageCell, ageOrder, type Cell, cellFor} from '../format/cells.ts';
import {ago, toMillis} from '../format/format.ts';
import type {Actions} from '../shape/actions.ts';
import {
  type Column,
  defineFamily,
  type FamilyId,
  type ListParamsOf,
  type Lookup,
  type Section,
} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {clusterStatusWord, unlessActive} from './cluster.ts';

type ListParams = ListParamsOf<'databases.mysql.backups'>;
type OfEngine = 'databases.mysql' | 'databases.postgresql' | 'databases.mongodb';

const kind = (type: string): Cell => (type === 'auto' ? 'nightly' : type);

const columns: readonly Column<DatabaseBackup, ListParams>[] = [
  {field: 'label', title: 'Label', grow: true, width: 18},
  {field: 'type', title: 'Type', format: kind},
  {
    field: 'created',
    title: 'Age',
    align: 'right',
    format: (date, _, lookup) => ageCell(date, lookup.now),
    sortBy: (row, lookup) => ageOrder(row.created, lookup.now),
  },
  standard.shownIdColumn(3),
];

/** Automatic backups are deleted after seven days. */
const backupRetentionMs = 7 * 24 * 3600_000;

const expiry = ({type, created}: DatabaseBackup, lookup: Lookup) => {
  const at = toMillis(created);
  return type === 'auto' && at !== undefined ? ago(at + backupRetentionMs, lookup.now) : null;
};

const sections: readonly Section<DatabaseBackup, ListParams>[] = [
  {
    title: 'Backup',
    lines: [
      ...standard.identityLines,
      {title: 'Type', value: row => cellFor(row.type, kind)},
      standard.createdLine,
      {title: 'Expires', value: expiry, isVisible: row => row.type === 'auto'},
    ],
  },
];

const rowParams = (row: DatabaseBackup) => ({backupId: row.id});

/** True if the newest event of the database is a reset of its credentials after this time. */
function isResetSince(time: number | undefined, {instanceId}: ListParams, lookup: Lookup): boolean {
  const event = instanceId === undefined ? undefined : lookup.lastEvent('database', instanceId);
  const resetAt = event?.action === 'database_credentials_reset' ? toMillis(event.created) : undefined;
  return time !== undefined && resetAt !== undefined && resetAt > time;
}

/** The contract's groups of the engines agree, so their actions are defined once. */
function actionsOf(engine: OfEngine, list: FamilyId) {
  const cluster = (lookup: Lookup, params: ListParams) =>
    lookup.find(engine, params.instanceId) ?? lookup.find('databases.instances', params.instanceId);
  const unlessClusterActive = (lookup: Lookup, params: ListParams): string | undefined => {
    const row = cluster(lookup, params);
    return row && unlessActive(row);
  };
  return {
    create: {
      title: 'New snapshot…',
      unless: ({lookup, params}) => unlessClusterActive(lookup, params),
      eventActions: ['database_backup_create'],
      invalidates: [list, engine],
      form: {
        label: standard.labelInput,
        target: {
          title: 'Database',
          input: 'choice',
          labels: {primary: 'the primary', secondary: 'a replica: only with three nodes'},
        },
      },
    },
    delete: {
      title: 'Delete',
      rowParams,
      unless: ({lookup, params}) => {
        const status = cluster(lookup, params)?.status;
        return status === 'provisioning' ? `the database is ${clusterStatusWord(status)}` : undefined;
      },
      confirm: {typing: 'label'},
      eventActions: ['database_backup_delete'],
      busyWord: 'deleting',
      warnings: ({row}) => [`The backup ${row.label || row.id} is permanently deleted.`],
    },
    restore: {
      title: 'Restore',
      risk: 'destroys',
      key: 'O',
      rowParams,
      unless: ({lookup, params}) => unlessClusterActive(lookup, params),
      // The backup stays; the current data of the database are lost.
      confirm: {
        typing: 'owner',
        owner: ({instanceId}) => (instanceId === undefined ? undefined : {family: engine, id: Number(instanceId)}),
      },
      eventActions: ['database_backup_restore'],
      busyWord: 'restoring',
      invalidates: [engine, 'databases.instances'],
      warnings: ({row, lookup, params}) => {
        const createdAt = toMillis(row.created);
        return [
          `All data of ${cluster(lookup, params)?.label || 'the database'} is replaced by the backup.`,
          createdAt === undefined
            ? 'Couldn’t read the age of the backup.'
            : `Data written since this backup (${ago(createdAt, lookup.now)}) is lost.`,
          isResetSince(createdAt, params, lookup)
            ? 'The credentials were reset after this backup. The cluster fails when it is restored.'
            : 'If you reset the credentials after this backup, the cluster fails.',
        ];
      },
    },
  } satisfies Actions<Contract['databases']['mysql']['backups'], DatabaseBackup, ListParams>;
}

const facts = {
  one: 'backup',
  label: (row: DatabaseBackup) => row.label,
  sort: 'created',
  columns,
  detail: [{title: 'Overview', sections}],
  summary: (row: DatabaseBackup, lookup: Lookup) => {
    const at = toMillis(row.created);
    return at === undefined ? '' : ago(at, lookup.now);
  },
} as const;

export const mysqlBackups = defineFamily('databases.mysql.backups', {
  ...facts,
  title: 'MySQL backups',
  actions: actionsOf('databases.mysql', 'databases.mysql.backups'),
});

export const postgresqlBackups = defineFamily('databases.postgresql.backups', {
  ...facts,
  title: 'PostgreSQL backups',
  actions: actionsOf('databases.postgresql', 'databases.postgresql.backups'),
});

export const mongodbBackups = defineFamily('databases.mongodb.backups', {
  ...facts,
  title: 'MongoDB backups',
  actions: actionsOf('databases.mongodb', 'databases.mongodb.backups'),
});
