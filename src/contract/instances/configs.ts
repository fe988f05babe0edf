/** Configs: kernel, devices and interfaces with which an instance boots (D2 §2.5). */
import {del, get, post, put} from '../schema/endpoint.ts';
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
  undocumented,
} from '../schema/field.ts';
import {devicePathHint, vlanLabelHint} from '../schema/patterns.ts';

export const runLevels = ['default', 'single', 'binbash'] as const;

/** A disk or a volume in a device slot, never both (D2 §2.5). */
export const ConfigDevice = model('ConfigDevice', {
  disk_id: nullable(integer()),
  volume_id: nullable(integer()),
});
export type ConfigDevice = Read<typeof ConfigDevice>;

/** Providers send every slot, with null for empty slots; the documents send only used slots (D2 §2.5). */
const slot = nullable(ConfigDevice);

/** Device slots in rescue mode, in which sdh is reserved (D2 §2.5, §4.1 r3). */
export const RescueDevices = model('RescueDevices', {
  sda: slot,
  sdb: slot,
  sdc: slot,
  sdd: slot,
  sde: slot,
  sdf: slot,
  sdg: slot,
});
export type RescueDevices = Read<typeof RescueDevices>;

/** Device slots sda to sdh (D2 §2.5). */
export const ConfigDevices = model('ConfigDevices', {
  ...RescueDevices.fields,
  sdh: slot,
});
export type ConfigDevices = Read<typeof ConfigDevices>;

/** A network interface of a config (D2 §2.4). */
export const ConfigInterface = model('ConfigInterface', {
  // Empty on a public interface; on a VLAN interface the name of the VLAN, which is required.
  label: nullable(text({max: 64, ...vlanLabelHint, filterable: true})),
  ipam_address: nullable(text({format: 'ip/netmask'})),
  purpose: todayValues(choice(['public', 'vlan']), ['vpc']),
  id: today(integer({readOnly: true})),
  active: today(flag({readOnly: true})),
  vpc_id: today(nullable(integer({readOnly: true}))),
  subnet_id: today(nullable(integer())),
  ipv4: today(
    nullable(
      object({
        vpc: nullable(text({format: 'ipv4', acceptedValues: ['']})),
        nat_1_1: nullable(text({format: 'ipv4', acceptedValues: ['', 'any']})),
      }),
    ),
  ),
  ip_ranges: today(nullable(list(text({format: 'ipv4/prefix_length'})))),
  primary: today(flag()),
});
export type ConfigInterface = Read<typeof ConfigInterface>;

/** A config (D2 §2.5). */
export const InstanceConfig = model('InstanceConfig', {
  id: integer({readOnly: true}),
  kernel: text({default: 'compute/latest-64bit', wire: 'image-or-kernel'}),
  comments: nullable(text()),
  memory_limit: integer(),
  run_level: choice(runLevels),
  virt_mode: choice(['paravirt', 'fullvirt']),
  interfaces: list(ConfigInterface, {maxItems: 3}),
  helpers: object({
    updatedb_disabled: flag(),
    distro: flag(),
    modules_dep: flag(),
    network: flag(),
    devtmpfs_automount: flag(),
  }),
  label: text({min: 1, max: 48, filterable: true}),
  devices: ConfigDevices,
  root_device: text(devicePathHint),
  initrd: undocumented(nullable(text({readOnly: true}))),
  created: undocumented(dateTime({readOnly: true})),
  updated: undocumented(dateTime({readOnly: true})),
});
export type InstanceConfig = Read<typeof InstanceConfig>;

/** Body of `instances.configs.create` (D2 §2.5). */
export const InstanceConfigCreate = model('InstanceConfigCreate', {
  kernel: InstanceConfig.fields.kernel,
  comments: InstanceConfig.fields.comments,
  memory_limit: InstanceConfig.fields.memory_limit,
  run_level: InstanceConfig.fields.run_level,
  virt_mode: InstanceConfig.fields.virt_mode,
  interfaces: InstanceConfig.fields.interfaces,
  helpers: InstanceConfig.fields.helpers,
  label: required(InstanceConfig.fields.label),
  devices: required(ConfigDevices),
  root_device: InstanceConfig.fields.root_device,
});

/** Body of `instances.configs.update`; the interfaces replace all earlier ones (D2 §2.4). */
export const InstanceConfigUpdate = model('InstanceConfigUpdate', {
  ...InstanceConfigCreate.fields,
  label: InstanceConfig.fields.label,
  devices: ConfigDevices,
});

export const configsEndpoints = {
  configs: {
    list: get('/compute/instances/{computeId}/configs', {scopes: ['compute:read_only'], page: InstanceConfig}),
    create: post('/compute/instances/{computeId}/configs', {
      scopes: ['compute:read_write'],
      body: InstanceConfigCreate,
      responseModel: InstanceConfig,
    }),
    get: get('/compute/instances/{computeId}/configs/{configId}', {
      scopes: ['compute:read_only'],
      responseModel: InstanceConfig,
    }),
    update: put('/compute/instances/{computeId}/configs/{configId}', {
      scopes: ['compute:read_write'],
      body: InstanceConfigUpdate,
      responseModel: InstanceConfig,
    }),
    delete: del('/compute/instances/{computeId}/configs/{configId}', {scopes: ['compute:read_write']}),
  },
};
