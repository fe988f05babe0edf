/** Backups of an instance. */
import {get, post} from '../schema/endpoint.ts';
import {
  choice,
  dateTime,
  flag,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  required,
  text,
  today,
  todayValues,
} from '../schema/field.ts';
import {diskFilesystems, todayFilesystems} from './disks.ts';

/** A backup or snapshot. */
export const InstanceBackup = model('InstanceBackup', {
  id: integer({readOnly: true}),
  type: choice(['auto', 'snapshot'], {readOnly: true}),
  status: choice(['paused', 'pending', 'running', 'needsPostProcessing', 'successful', 'failed', 'userAborted'], {
    readOnly: true,
  }),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
  finished: nullable(dateTime({readOnly: true})),
  label: nullable(text()),
  configs: list(text(), {readOnly: true}),
  disks: list(
    object({size: integer(), filesystem: todayValues(choice(diskFilesystems), todayFilesystems), label: text()}),
    {readOnly: true},
  ),
  available: today(flag({readOnly: true})),
});
export type InstanceBackup = Read<typeof InstanceBackup>;

/** All backups of an instance; not paged. */
export const InstanceBackups = model('InstanceBackups', {
  automatic: list(InstanceBackup),
  snapshot: object({in_progress: nullable(InstanceBackup), current: nullable(InstanceBackup)}),
});
export type InstanceBackups = Read<typeof InstanceBackups>;

/** Body of `instances.backups.takeSnapshot`. */
export const InstanceBackupTakeSnapshot = model('InstanceBackupTakeSnapshot', {
  label: required(text({min: 1, max: 255})),
});

/** Body of `instances.backups.restore`. */
export const InstanceBackupRestore = model('InstanceBackupRestore', {
  compute_id: required(integer()),
  overwrite: flag(),
});

export const backupsEndpoints = {
  backups: {
    list: get('/compute/instances/{computeId}/backups', {
      scopes: ['compute:read_only'],
      responseModel: InstanceBackups,
    }),
    takeSnapshot: post('/compute/instances/{computeId}/backups', {
      scopes: ['compute:read_write'],
      body: InstanceBackupTakeSnapshot,
      responseModel: InstanceBackup,
    }),
    cancel: post('/compute/instances/{computeId}/backups/cancel', {scopes: ['compute:read_write']}),
    enable: post('/compute/instances/{computeId}/backups/enable', {scopes: ['compute:read_write']}),
    get: get('/compute/instances/{computeId}/backups/{backupId}', {
      scopes: ['compute:read_only'],
      responseModel: InstanceBackup,
    }),
    restore: post('/compute/instances/{computeId}/backups/{backupId}/restore', {
      scopes: ['compute:read_write'],
      body: InstanceBackupRestore,
    }),
  },
};
