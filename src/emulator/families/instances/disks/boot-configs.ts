/** Boot configs of an instance (D2 §2.5). */

import type {Contract} from '../../../../contract/index.ts';
import type {InstanceConfig} from '../../../../contract/instances/configs.ts';
import type {RequestBody} from '../../../../contract/schema/endpoint.ts';
import type {Call, Handlers} from '../../../engine/call.ts';
import {Json} from '../../../engine/http/json.ts';
import {FieldErrors, notFound} from '../../../engine/http/refusal.ts';
import type {UnitOfWork} from '../../../engine/unit-of-work.ts';
import {Kernels} from '../../kernels.ts';
import {keepVlans} from '../../networking/vlan-kinds.ts';
import {attachConfigVolumes, attachErrors} from '../../volumes/attach.ts';
import {Volumes} from '../../volumes/volume-kinds.ts';
import {completeInterfaces, interfaceErrors} from '../addresses/interfaces.ts';
import {
  Configs,
  type DeviceSlot,
  Disks,
  Instances,
  instanceEntity,
  type StoredConfig,
  type StoredInstance,
  slots,
} from '../instance-kinds.ts';
import {configInterfaces} from '../interfaces/config-interfaces.ts';
import {hasOwnInterfaces} from '../interfaces/interface-kinds.ts';
import {addBootConfig} from '../lifecycle/deploy-image.ts';

type Group = Contract['instances']['configs'];
type BootConfigRequest = Partial<RequestBody<Group['create']>>;

const event = (instance: StoredInstance, {id, label}: InstanceConfig, action: string) => ({
  action,
  entity: instanceEntity(instance),
  secondary: {id, label, type: 'compute_config', url: `/v4/compute/instances/${instance.id}/configs/${id}`},
});

export const bootConfigs: Handlers<Group> = {
  interfaces: configInterfaces,

  list(call) {
    const instance = call.find(Instances, call.params.computeId);
    const hasAllSlots = call.dialect.deviceSlots === 'all';
    return call.page(Configs, {
      parent: instance.id,
      ...(hasAllSlots ? {revise: (text: string) => JSON.stringify(withAllSlots(JSON.parse(text)))} : {}),
    });
  },

  create(call) {
    const {db, body} = call;
    const instance = call.find(Instances, call.params.computeId);
    check(call, instance, body, body.virt_mode);
    const {interfaces = [], helpers = {}, ...rest} = body;
    const config = addBootConfig(db, call.now, instance, {
      ...rest,
      ...rootDevice(body),
      ...(body.memory_limit ? {} : {memory_limit: instance.specs.memory}),
      devices: keptDevices(body.devices),
      interfaces: completeInterfaces(interfaces),
      helpers: helpers as InstanceConfig['helpers'],
    });
    attachConfigVolumes(call, instance, config);
    if (call.dialect.additions === 'today') keepVlans(call, instance.region, interfaces);
    call.emit(event(instance, config, 'compute_config_create'));
    return presentConfig(call, config);
  },

  get: call => presentConfig(call, configAt(call)),

  update(call) {
    const {db, body} = call;
    const before = configAt(call);
    const instance = call.find(Instances, call.params.computeId);
    const virtual = body.virt_mode ?? before.virt_mode;
    check(call, instance, body, virtual);
    const {interfaces, helpers, devices, ...rest} = body;
    const config = db.update(Configs, before.id, {
      ...rest,
      ...rootDevice(body),
      ...(body.memory_limit === 0 ? {memory_limit: instance.specs.memory} : {}),
      ...(devices ? {devices: keptDevices(devices) as InstanceConfig['devices']} : {}),
      // The list replaces all interfaces (D2 §2.4).
      ...(interfaces ? {interfaces: completeInterfaces(interfaces)} : {}),
      ...(helpers ? {helpers: {...before.helpers, ...helpers}} : {}),
    });
    attachConfigVolumes(call, instance, config);
    if (call.dialect.additions === 'today') keepVlans(call, instance.region, interfaces ?? []);
    call.emit(event(instance, config, 'compute_config_update'));
    return presentConfig(call, config);
  },

  delete(call) {
    const config = configAt(call);
    const instance = call.find(Instances, call.params.computeId);
    call.db.remove(Configs, config.id);
    call.emit(event(instance, config, 'compute_config_delete'));
    return {};
  },
};

/** The config in the path, which must belong to the instance in the path. */
function configAt({db, params}: Call<Group['get'] | Group['update'] | Group['delete']>): StoredConfig {
  const row = db.row(Configs, params.configId);
  if (row?.parent !== params.computeId) throw notFound();
  return row.doc;
}

const presentConfig = ({dialect}: Pick<Call<Group['get']>, 'dialect'>, config: InstanceConfig): Json<InstanceConfig> =>
  new Json(JSON.stringify(dialect.deviceSlots === 'all' ? withAllSlots(config) : config));

/** Adds empty slots as null: providers return all eight slots. */
export function withAllSlots(config: InstanceConfig): InstanceConfig {
  const held: Partial<InstanceConfig['devices']> = config.devices;
  const devices = Object.fromEntries(slots.map(slot => [slot, held[slot] ?? null]));
  return {...config, devices: devices as InstanceConfig['devices']};
}

/** An invalid root device is replaced by the first device. */
const rootDevice = ({root_device: device}: BootConfigRequest) =>
  device !== undefined && !/^\/dev\/[a-z0-9]+$/.test(device) ? {root_device: '/dev/sda'} : {};

type Devices = NonNullable<BootConfigRequest['devices']>;

/** Stored form of devices: both fields of a device are present, and empty slots are omitted. */
const keptDevices = (devices: Devices): Partial<InstanceConfig['devices']> =>
  Object.fromEntries(
    Object.entries(devices)
      .filter(([, device]) => device?.disk_id != null || device?.volume_id != null)
      .map(([slot, device]) => [slot, {disk_id: device?.disk_id ?? null, volume_id: device?.volume_id ?? null}]),
  );

function check(work: UnitOfWork, instance: StoredInstance, body: BootConfigRequest, virtual: string | undefined): void {
  const {db} = work;
  const fieldErrors = new FieldErrors();
  fieldErrors.addIf(body.kernel !== undefined && !db.byKey(Kernels, body.kernel), 'is not a kernel', 'kernel');
  const limit = body.memory_limit ?? 0;
  fieldErrors.addIf(
    limit < 0 || limit > instance.specs.memory,
    `must be 0 to ${instance.specs.memory} MB`,
    'memory_limit',
  );
  if (body.interfaces) interfaceErrors(fieldErrors, db, {region: instance.region, requests: body.interfaces});
  fieldErrors.addIf(
    hasOwnInterfaces(instance) && (body.interfaces ?? []).length > 0,
    'are not for an instance with interfaces of its own',
    'interfaces',
  );
  if (body.devices) deviceErrors(fieldErrors, work, {instance, devices: body.devices, virtual});
  fieldErrors.throwIfAny();
}

const lateSlots: readonly DeviceSlot[] = ['sde', 'sdf', 'sdg', 'sdh'];

interface DeviceRequest {
  readonly instance: StoredInstance;
  readonly devices: Devices;
  readonly virtual: string | undefined;
}

function deviceErrors(fieldErrors: FieldErrors, work: UnitOfWork, {instance, devices, virtual}: DeviceRequest): void {
  const {db} = work;
  const usedLabels = new Set<string>();
  for (const [slot, device] of Object.entries(devices)) {
    const {disk_id, volume_id} = device ?? {};
    const at = `devices.${slot}`;
    fieldErrors.addIf(disk_id != null && volume_id != null, 'holds a disk or a Volume, not both', at);
    if (disk_id == null && volume_id == null) continue;
    const name = disk_id != null ? `disk ${disk_id}` : `volume ${volume_id}`;
    fieldErrors.addIf(usedLabels.has(name), 'is in another slot already', at);
    usedLabels.add(name);
    fieldErrors.addIf(
      virtual === 'fullvirt' && lateSlots.includes(slot as DeviceSlot),
      'is not available with fullvirt',
      at,
    );
    if (disk_id != null && db.row(Disks, disk_id)?.parent !== instance.id)
      fieldErrors.add('is not a disk of the instance', `${at}.disk_id`);
    if (volume_id != null) {
      const volume = db.get(Volumes, volume_id);
      if (!volume) fieldErrors.add('is not a Volume of this account', `${at}.volume_id`);
      else if (volume.compute_id !== instance.id)
        attachErrors(fieldErrors, work, {volume, instance, field: `${at}.volume_id`});
    }
  }
}
