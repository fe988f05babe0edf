/** Block storage volumes (D1 §4.1). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  flag,
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
import {volumeLabelHint} from '../schema/patterns.ts';
import {priceColumns, VolumeType} from './service-prices.ts';

const maxVolumeSize = 10240;

/** A block storage volume, attachable to one instance in its region (D1 §2.2). */
export const Volume = model('Volume', {
  id: integer({readOnly: true}),
  label: text({min: 1, max: 32, ...volumeLabelHint, filterable: true}),
  filesystem_path: text({readOnly: true}),
  status: todayValues(choice(['creating', 'active', 'resizing'], {readOnly: true}), ['key_rotating']),
  size: integer({max: maxVolumeSize, unit: 'GiB'}),
  region: text({readOnly: true}),
  compute_id: nullable(integer()),
  compute_label: nullable(text({readOnly: true})),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
  tags: list(text(), {filterable: true}),
  hardware_type: choice(['hdd', 'nvme'], {readOnly: true}),
  encryption: today(choice(['enabled', 'disabled'], {readOnly: true})),
  io_ready: today(flag({readOnly: true})),
});
export type Volume = Read<typeof Volume>;

/** Body of `volumes.create` (D1 §4.1). */
export const VolumeCreate = model('VolumeCreate', {
  region: text({requiredWhen: 'compute_id is absent'}),
  compute_id: integer(),
  size: integer({min: 1, default: 20, unit: 'GB', hintMax: maxVolumeSize}),
  label: required(Volume.fields.label),
  config_id: integer(),
  tags: list(text()),
  encryption: today(choice(['enabled', 'disabled'], {default: 'disabled'})),
});

/** Body of `volumes.update` (D1 §4.1). */
export const VolumeUpdate = model('VolumeUpdate', {
  label: Volume.fields.label,
  tags: list(text()),
});

/** Body of `volumes.attach` (D1 §4.1). */
export const VolumeAttach = model('VolumeAttach', {
  compute_id: required(integer()),
  config_id: integer(),
  persist_across_boots: flag({default: true}),
});

/** Body of `volumes.clone` (D1 §4.1). */
export const VolumeClone = model('VolumeClone', {
  label: required(Volume.fields.label),
});

/** Body of `volumes.resize` (D1 §4.1). */
export const VolumeResize = model('VolumeResize', {
  size: required(Volume.fields.size),
});

export const volumes = family('volumes', {
  list: get('/volumes', {scopes: ['volumes:read_only'], page: Volume}),
  create: post('/volumes', {
    scopes: ['volumes:read_write'],
    access: {grants: ['add_volumes']},
    body: VolumeCreate,
    responseModel: Volume,
    charges: true,
  }),
  get: get('/volumes/{volumeId}', {scopes: ['volumes:read_only'], responseModel: Volume}),
  update: put('/volumes/{volumeId}', {scopes: ['volumes:read_write'], body: VolumeUpdate, responseModel: Volume}),
  delete: del('/volumes/{volumeId}', {scopes: ['volumes:read_write']}),
  attach: post('/volumes/{volumeId}/attach', {
    scopes: ['volumes:read_write', 'compute:read_write'],
    access: {entities: {volume: 'read_only', instance: 'read_write'}},
    body: VolumeAttach,
    responseModel: Volume,
  }),
  detach: post('/volumes/{volumeId}/detach', {
    scopes: ['volumes:read_write', 'compute:read_write'],
    access: {entities: {volume: 'read_write', instance: 'read_write'}},
  }),
  clone: post('/volumes/{volumeId}/clone', {
    scopes: ['volumes:read_write'],
    access: {grants: ['add_volumes']},
    body: VolumeClone,
    responseModel: Volume,
    charges: true,
  }),
  resize: post('/volumes/{volumeId}/resize', {scopes: ['volumes:read_write'], body: VolumeResize, charges: true}),
  types: {
    list: get('/volumes/types', {auth: 'none', page: VolumeType, columns: priceColumns, today: true}),
  },
});
