/** Compute instances (D2 §4.1). More than 300 lines: the models and operations of one section of the documents. */

import {Firewall, FirewallAssignment} from '../networking/firewalls.ts';
import {NodeBalancer} from '../resources/nodebalancers.ts';
import {Volume} from '../resources/volumes.ts';
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  flag,
  free,
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
  undocumented,
} from '../schema/field.ts';
import {labelPattern} from '../schema/patterns.ts';
import {backupsEndpoints} from './backups.ts';
import {configInterfacesEndpoints} from './config-interfaces.ts';
import {ConfigInterface, configsEndpoints, RescueDevices} from './configs.ts';
import {disksEndpoints} from './disks.ts';
import {instanceIpsEndpoints} from './instance-ips.ts';
import {interfacesEndpoints} from './interfaces.ts';
import {statsEndpoints} from './stats.ts';

export const instanceStatuses = [
  'running',
  'offline',
  'booting',
  'rebooting',
  'shutting_down',
  'provisioning',
  'deleting',
  'migrating',
  'rebuilding',
  'cloning',
  'restoring',
  'stopped',
] as const;

/** Statuses that the API of today has added. */
export const todayInstanceStatuses = ['busy', 'billing_suspension'] as const;

export const backupDays = [
  'Scheduling',
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

export const backupWindows = [
  'Scheduling',
  'W0',
  'W2',
  'W4',
  'W6',
  'W8',
  'W10',
  'W12',
  'W14',
  'W16',
  'W18',
  'W20',
  'W22',
] as const;

const onOrOff = ['enabled', 'disabled'] as const;

/** The treatment of an instance during maintenance of its host. */
const maintenancePolicy = text({wire: 'policy'});

const placementGroupChoice = object({id: integer()});
/** Base64; the instance reads it, the API never returns it. */
const backupSchedule = object({day: nullable(choice(backupDays)), window: nullable(choice(backupWindows))});

const metadata = object({user_data: text({format: 'base64', writeOnly: true})}, {writeOnly: true});
const migrationType = choice(['warm', 'cold'], {default: 'cold'});

/** A compute instance (D2 §2.1). */
export const Instance = model('Instance', {
  label: text({
    min: 3,
    max: 64,
    ...labelPattern,
    filterable: true,
  }),
  region: text({readOnly: true, filterable: true}),
  image: nullable(text({readOnly: true, filterable: true, wire: 'image-or-kernel'})),
  type: text({readOnly: true}),
  group: text({filterable: true, deprecated: true}),
  tags: list(text(), {filterable: true}),
  id: integer({readOnly: true, filterable: true}),
  status: todayValues(choice(instanceStatuses, {readOnly: true}), todayInstanceStatuses),
  hypervisor: choice(['kvm'], {readOnly: true}),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
  ipv4: list(text({format: 'ipv4'}), {readOnly: true, filterable: true}),
  ipv6: nullable(text({format: 'ipv6/128', readOnly: true})),
  specs: object(
    {
      disk: integer({readOnly: true, unit: 'MB'}),
      memory: integer({readOnly: true, unit: 'MB'}),
      vcpus: integer({readOnly: true}),
      transfer: integer({readOnly: true}),
      gpus: undocumented(integer({readOnly: true})),
    },
    {readOnly: true},
  ),
  alerts: object({
    cpu: integer(),
    network_in: integer(),
    network_out: integer(),
    transfer_quota: integer(),
    io: integer(),
  }),
  backups: object({
    enabled: flag({readOnly: true}),
    available: undocumented(flag({readOnly: true})),
    schedule: backupSchedule,
    last_successful: nullable(dateTime({readOnly: true})),
  }),
  watchdog_enabled: flag(),
  host_uuid: undocumented(text({readOnly: true})),
  capabilities: today(list(text(), {readOnly: true})),
  disk_encryption: today(nullable(choice(onOrOff, {readOnly: true}))),
  has_user_data: today(flag({readOnly: true})),
  interface_generation: today(choice(['legacy_config', 'compute'], {readOnly: true, wire: 'interface-generation'})),
  kube_cluster_id: today(nullable(integer({readOnly: true}))),
  maintenance_policy: today(maintenancePolicy),
  placement_group: today(
    nullable(
      object(
        {
          id: integer(),
          label: text(),
          placement_group_type: text(),
          placement_group_policy: text(),
          migrating_to: nullable(integer()),
        },
        {readOnly: true},
      ),
    ),
  ),
});
export type Instance = Read<typeof Instance>;

/** Body of `instances.create` (D2 §2.4). */
export const InstanceCreate = model('InstanceCreate', {
  image: text({wire: 'image-or-kernel'}),
  root_pass: text({min: 7, max: 128, format: 'password', writeOnly: true, requiredWhen: 'image is given'}),
  authorized_keys: list(text(), {writeOnly: true}),
  authorized_users: list(text(), {writeOnly: true}),
  stackscript_id: integer(),
  stackscript_data: free({requiredWhen: 'the StackScript needs user-defined input'}),
  booted: flag({writeOnly: true, default: true}),
  backup_id: integer(),
  backups_enabled: flag(),
  swap_size: integer({min: 0, default: 512, unit: 'MB'}),
  type: required(text()),
  region: required(text()),
  label: Instance.fields.label,
  tags: list(text(), {filterable: true}),
  group: text({filterable: true, deprecated: true}),
  private_ip: flag(),
  interfaces: list(ConfigInterface, {maxItems: 3}),
  disk_encryption: today(choice(onOrOff)),
  firewall_id: today(integer()),
  maintenance_policy: today(maintenancePolicy),
  metadata: today(metadata),
  network_helper: today(flag()),
  placement_group: today(placementGroupChoice),
});

/** Body of `instances.update` (D2 §4.1). */
export const InstanceUpdate = model('InstanceUpdate', {
  label: Instance.fields.label,
  group: text({deprecated: true}),
  tags: list(text()),
  alerts: Instance.fields.alerts,
  backups: object({schedule: backupSchedule}),
  watchdog_enabled: flag(),
  maintenance_policy: today(maintenancePolicy),
});

/** Body of `instances.rescue` (D2 §4.1). */
export const InstanceRescue = model('InstanceRescue', {
  devices: RescueDevices,
});

/** Body of `instances.resize` (D2 §4.1). */
export const InstanceResize = model('InstanceResize', {
  type: required(text()),
  allow_auto_disk_resize: flag({default: true}),
  migration_type: today(migrationType),
});

/** Body of `instances.boot`. */
export const InstanceBoot = model('InstanceBoot', {
  config_id: integer(),
});

/** Body of `instances.clone`. */
export const InstanceClone = model('InstanceClone', {
  region: text(),
  type: text(),
  compute_id: integer(),
  label: text({min: 3, max: 64}),
  group: text({deprecated: true}),
  backups_enabled: flag(),
  disks: list(integer()),
  configs: list(integer()),
  maintenance_policy: today(maintenancePolicy),
  metadata: today(metadata),
  placement_group: today(placementGroupChoice),
  private_ip: today(flag()),
});

/** Body of `instances.migrate`. */
export const InstanceMigrate = model('InstanceMigrate', {
  region: text(),
  upgrade: flag({default: false}),
  placement_group: today(placementGroupChoice),
  type: today(migrationType),
});

/** Body of `instances.mutate`. */
export const InstanceMutate = model('InstanceMutate', {
  allow_auto_disk_resize: flag({default: true}),
});

/** Body of `instances.resetPassword`. */
export const InstanceResetPassword = model('InstanceResetPassword', {
  root_pass: required(text()),
});

/** Body of `instances.rebuild`. */
export const InstanceRebuild = model('InstanceRebuild', {
  image: required(text({wire: 'image-or-kernel'})),
  root_pass: required(text({min: 7, max: 128, format: 'password', writeOnly: true})),
  authorized_keys: list(text(), {writeOnly: true}),
  authorized_users: list(text(), {writeOnly: true}),
  stackscript_id: integer(),
  stackscript_data: free(),
  booted: flag({writeOnly: true, default: true}),
  disk_encryption: today(choice(onOrOff)),
  maintenance_policy: today(maintenancePolicy),
  metadata: today(metadata),
  type: today(text()),
});

export const instances = family('instances', {
  list: get('/compute/instances', {scopes: ['compute:read_only'], page: Instance}),
  create: post('/compute/instances', {
    scopes: ['compute:read_write'],
    access: {grants: ['add_compute']},
    body: InstanceCreate,
    responseModel: Instance,
    charges: true,
    limit: 'createInstance',
  }),
  get: get('/compute/instances/{computeId}', {scopes: ['compute:read_only'], responseModel: Instance}),
  update: put('/compute/instances/{computeId}', {
    scopes: ['compute:read_write'],
    body: InstanceUpdate,
    responseModel: Instance,
  }),
  delete: del('/compute/instances/{computeId}', {scopes: ['compute:read_write']}),
  rescue: post('/compute/instances/{computeId}/rescue', {
    scopes: ['compute:read_write'],
    body: InstanceRescue,
    bodyOptional: true,
    // The recovery environment boots from `sdh` (D2 §4.1 r3).
    reserved: ['devices.sdh'],
  }),
  resize: post('/compute/instances/{computeId}/resize', {scopes: ['compute:read_write'], body: InstanceResize}),
  shutdown: post('/compute/instances/{computeId}/shutdown', {scopes: ['compute:read_write']}),
  volumes: {
    list: get('/compute/instances/{computeId}/volumes', {scopes: ['compute:read_only'], page: Volume}),
  },
  boot: post('/compute/instances/{computeId}/boot', {
    scopes: ['compute:read_write'],
    body: InstanceBoot,
    bodyOptional: true,
  }),
  clone: post('/compute/instances/{computeId}/clone', {
    scopes: ['compute:read_write'],
    access: {grants: ['add_compute']},
    body: InstanceClone,
    responseModel: Instance,
    charges: true,
  }),
  firewalls: {
    list: get('/compute/instances/{computeId}/firewalls', {scopes: ['compute:read_only'], page: Firewall}),
    update: put('/compute/instances/{computeId}/firewalls', {
      scopes: ['compute:read_write'],
      body: FirewallAssignment,
      page: Firewall,
      today: true,
    }),
    apply: post('/compute/instances/{computeId}/firewalls/apply', {scopes: ['compute:read_write'], today: true}),
  },
  migrate: post('/compute/instances/{computeId}/migrate', {
    scopes: ['compute:read_write'],
    body: InstanceMigrate,
    bodyOptional: true,
  }),
  mutate: post('/compute/instances/{computeId}/mutate', {
    scopes: ['compute:read_write'],
    body: InstanceMutate,
    bodyOptional: true,
  }),
  nodebalancers: {
    list: get('/compute/instances/{computeId}/nodebalancers', {scopes: ['compute:read_only'], page: NodeBalancer}),
  },
  resetPassword: post('/compute/instances/{computeId}/password', {
    scopes: ['compute:read_write'],
    body: InstanceResetPassword,
  }),
  reboot: post('/compute/instances/{computeId}/reboot', {
    scopes: ['compute:read_write'],
    body: InstanceBoot,
    bodyOptional: true,
  }),
  rebuild: post('/compute/instances/{computeId}/rebuild', {
    scopes: ['compute:read_write'],
    body: InstanceRebuild,
    responseModel: Instance,
  }),
  configs: {...configsEndpoints.configs, interfaces: configInterfacesEndpoints},
  ...disksEndpoints,
  ...backupsEndpoints,
  ...statsEndpoints,
  ...instanceIpsEndpoints,
  ...interfacesEndpoints,
});
