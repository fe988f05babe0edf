/** Disks of an instance. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {
  choice,
  dateTime,
  free,
  integer,
  list,
  model,
  nullable,
  type Read,
  required,
  text,
  today,
  todayValues,
} from '../schema/field.ts';

export const diskFilesystems = ['raw', 'swap', 'ext3', 'ext4', 'initrd'] as const;
/** Filesystems that the API of today has added. */
export const todayFilesystems = ['ext2'] as const;

/** A disk of an instance; size in MB. */
export const Disk = model('Disk', {
  id: integer({readOnly: true}),
  label: text({min: 1, max: 48, filterable: true}),
  status: choice(['ready', 'not ready', 'deleting'], {readOnly: true}),
  size: integer({filterable: true}),
  filesystem: todayValues(choice(diskFilesystems), todayFilesystems),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
  disk_encryption: today(nullable(choice(['enabled', 'disabled'], {readOnly: true}))),
});
export type Disk = Read<typeof Disk>;

/** Body of `instances.disks.create`. */
export const InstanceDiskCreate = model('InstanceDiskCreate', {
  size: required(integer({min: 1})),
  label: Disk.fields.label,
  filesystem: Disk.fields.filesystem,
  image: text({wire: 'image-or-kernel'}),
  authorized_keys: list(text(), {writeOnly: true}),
  authorized_users: list(text(), {writeOnly: true}),
  root_pass: text({min: 7, max: 128, format: 'password', writeOnly: true}),
  stackscript_id: integer(),
  stackscript_data: free(),
});

/** Body of `instances.disks.update`. */
export const InstanceDiskUpdate = model('InstanceDiskUpdate', {
  label: Disk.fields.label,
  size: integer(),
  filesystem: Disk.fields.filesystem,
});

/** Body of `instances.disks.resetPassword`. */
export const InstanceDiskResetPassword = model('InstanceDiskResetPassword', {
  password: required(text()),
});

/** Body of `instances.disks.resize`. */
export const InstanceDiskResize = model('InstanceDiskResize', {
  size: required(integer({min: 1})),
});

export const disksEndpoints = {
  disks: {
    list: get('/compute/instances/{computeId}/disks', {scopes: ['compute:read_only'], page: Disk}),
    create: post('/compute/instances/{computeId}/disks', {
      scopes: ['compute:read_write'],
      body: InstanceDiskCreate,
      responseModel: Disk,
    }),
    get: get('/compute/instances/{computeId}/disks/{diskId}', {scopes: ['compute:read_only'], responseModel: Disk}),
    update: put('/compute/instances/{computeId}/disks/{diskId}', {
      scopes: ['compute:read_write'],
      body: InstanceDiskUpdate,
      responseModel: Disk,
    }),
    delete: del('/compute/instances/{computeId}/disks/{diskId}', {scopes: ['compute:read_write']}),
    clone: post('/compute/instances/{computeId}/disks/{diskId}/clone', {
      scopes: ['compute:read_write'],
      responseModel: Disk,
    }),
    resetPassword: post('/compute/instances/{computeId}/disks/{diskId}/password', {
      scopes: ['compute:read_write'],
      body: InstanceDiskResetPassword,
    }),
    resize: post('/compute/instances/{computeId}/disks/{diskId}/resize', {
      scopes: ['compute:read_write'],
      body: InstanceDiskResize,
    }),
  },
};
