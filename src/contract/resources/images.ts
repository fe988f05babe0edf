/** Images, public and private (D1 §4.3). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  either,
  flag,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  refine,
  required,
  text,
  today,
  todayValues,
} from '../schema/field.ts';
import {imageSharegroupEndpoints, sharegroupEndpoints} from './image-sharing.ts';

export const imageStatuses = ['creating', 'pending_upload', 'available'] as const;

const imageTags = list(text({min: 3, max: 100}), {maxItems: 500});

/** A disk image; `private/…` IDs are the account's own (D1 §2.4). */
export const Image = model('Image', {
  id: text({readOnly: true, wire: 'image-or-kernel'}),
  label: text({filterable: true}),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
  created_by: text({readOnly: true, wire: 'created-by'}),
  deprecated: flag({readOnly: true, filterable: true}),
  description: nullable(text({min: 1, max: 65000})),
  is_public: flag({readOnly: true, filterable: true}),
  size: integer({readOnly: true, filterable: true, unit: 'MB'}),
  type: todayValues(choice(['manual', 'automatic'], {readOnly: true, filterable: true}), ['shared']),
  expiry: nullable(dateTime({readOnly: true})),
  eol: nullable(dateTime({readOnly: true})),
  vendor: nullable(text({readOnly: true, filterable: true})),
  status: choice(imageStatuses),
  capabilities: today(list(text(), {readOnly: true})),
  image_sharing: today(
    object(
      {
        shared_by: nullable(
          object({
            sharegroup_id: integer(),
            sharegroup_label: text(),
            sharegroup_uuid: text(),
            source_image_id: nullable(text()),
          }),
        ),
        shared_with: nullable(object({sharegroup_count: integer(), sharegroup_list_url: text({wire: 'api-url'})})),
      },
      {readOnly: true},
    ),
  ),
  // A word or a boolean.
  is_shared: today(nullable(refine(either(flag(), text()), {readOnly: true}))),
  regions: today(list(object({region: text(), status: text()}), {readOnly: true})),
  tags: today(imageTags),
  total_size: today(integer({readOnly: true, unit: 'MB'})),
});
export type Image = Read<typeof Image>;

/** A pending image, and the URL for a PUT of its bytes within 24 hours (D1 §4.3). */
export const ImageUpload = model('ImageUpload', {
  upload_to: text(),
  image: Image,
});
export type ImageUpload = Read<typeof ImageUpload>;

/** Body of `images.create` (D1 §4.3). */
export const ImageCreate = model('ImageCreate', {
  disk_id: required(integer()),
  label: text(),
  description: text(),
  cloud_init: today(flag()),
  tags: today(imageTags),
});

/** Body of `images.upload` (D1 §4.3). */
export const ImageUploadRequest = model('ImageUploadRequest', {
  region: required(text()),
  label: required(text()),
  description: text(),
  cloud_init: today(flag()),
  tags: today(imageTags),
});

/** Body of `images.update` (D1 §4.3). */
export const ImageUpdate = model('ImageUpdate', {
  label: text(),
  description: Image.fields.description,
  status: Image.fields.status,
  tags: today(imageTags),
});

/** Body of `images.replicate`: all regions that have a copy after the request. */
export const ImageReplicate = model('ImageReplicate', {regions: required(list(text()))});

export const images = family('images', {
  sharegroups: sharegroupEndpoints,
  list: get('/images', {auth: 'optional', scopes: ['images:read_only'], page: Image}),
  create: post('/images', {
    scopes: ['images:read_write', 'compute:read_only'],
    access: {grants: ['add_images']},
    body: ImageCreate,
    responseModel: Image,
  }),
  upload: post('/images/upload', {
    scopes: ['images:read_write'],
    access: {grants: ['add_images']},
    body: ImageUploadRequest,
    responseModel: ImageUpload,
  }),
  get: get('/images/{imageId}', {auth: 'optional', scopes: ['images:read_only'], responseModel: Image}),
  update: put('/images/{imageId}', {scopes: ['images:read_write'], body: ImageUpdate, responseModel: Image}),
  delete: del('/images/{imageId}', {scopes: ['images:read_write']}),
  replicate: post('/images/{imageId}/regions', {
    scopes: ['images:read_write'],
    body: ImageReplicate,
    responseModel: Image,
    charges: true,
    today: true,
  }),
  imageSharegroups: imageSharegroupEndpoints,
});
