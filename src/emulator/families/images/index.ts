/** Images, public and private (D1 §4.3), and their copies and share groups, which only the API of today has. */

import type {Contract} from '../../../contract/index.ts';
import type {Image} from '../../../contract/resources/images.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Clause} from '../../engine/storage/selection.ts';
import {days, formatTimestamp, hours, minutes} from '../../engine/time/clock.ts';
import {defineJob, defineRecurringJob} from '../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Disks, Instances, instanceEntity} from '../instances/instance-kinds.ts';
import {Regions} from '../regions.ts';
import {expireImage, type ImageHidden, Images, imageEntity, visibleImage} from './image-kinds.ts';
import {uploadPath} from './image-upload.ts';
import {imageShareGroups, shareGroups} from './share-groups.ts';
import {firstCopies, stopSharing} from './sharing-kinds.ts';

type Group = Contract['images'];

/** The capture of a disk is complete. */
const captured = defineJob<{id: number}>('image.captured', ({db}, {id}) => {
  if (!db.has(Images, id)) return 'failed';
  db.update(Images, id, {status: 'available'});
  return undefined;
});

interface NewImage extends Pick<Image, 'label' | 'description' | 'size' | 'status'> {
  readonly hidden?: ImageHidden;
}

function add(call: Call<Group['create'] | Group['upload']>, {hidden, ...fields}: NewImage): Image {
  const {db, now} = call;
  const moment = formatTimestamp(now);
  const image = db.insert(
    Images,
    id => ({
      id: `private/${id}`,
      ...fields,
      created: moment,
      updated: moment,
      created_by: call.username,
      deprecated: false,
      is_public: false,
      type: 'manual',
      expiry: null,
      eol: null,
      vendor: null,
    }),
    {hidden},
  );
  call.grantToCaller('image', image.id);
  return image;
}

/** Every user can read public images; private ones belong to the account, and to the users with a grant. */
function visibleTo({actor}: Call<Group['list']>): Clause | undefined {
  const open = `json_extract(doc, '$.is_public')`;
  if (!actor) return {sql: open, values: []};
  if (!actor.isRestricted) return undefined;
  const grantedIds = Object.keys(actor.granted.entities.image ?? {});
  return {
    sql: `${open} OR CAST(id AS TEXT) IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(grantedIds)],
  };
}

export const images: Handlers<Group> = {
  list: call => call.page(Images, {where: visibleTo(call)}),

  create(call) {
    const {db, body} = call;
    const disk = db.row(Disks, body.disk_id);
    const instance = disk?.parent == null ? undefined : db.get(Instances, disk.parent);
    if (!disk || !instance) throw badRequest('is not a disk of this account', 'disk_id');
    call.requireGrant('compute', instance.id, 'read_only');
    if (disk.doc.status !== 'ready') throw badRequest('is not ready', 'disk_id');
    const image = add(call, {
      label: body.label ?? disk.doc.label,
      description: body.description ?? null,
      size: disk.hidden.used || disk.doc.size,
      status: 'creating',
    });
    call.start({
      action: 'disk_imagize',
      entity: instanceEntity(instance),
      secondary: imageEntity(image),
      seconds: 30 + disk.doc.size / 4096,
      ends: captured,
      data: {id: numberOf(image)},
    });
    return image;
  },

  upload(call) {
    const {db, body, random} = call;
    if (!db.byKey(Regions, body.region)) throw badRequest('is not a region', 'region');
    const secret = random.hex(48);
    const {label, description = null} = body;
    const hidden = {secret, region: body.region};
    const image = add(call, {label, description, size: 0, status: 'pending_upload', hidden});
    call.schedule(expireImage, {id: numberOf(image)}, call.now + days);
    call.emit({action: 'image_upload', entity: imageEntity(image)});
    return {image, upload_to: `${call.origin}${uploadPath}${numberOf(image)}/${secret}`};
  },

  get(call) {
    const image = call.db.byKey(Images, call.params.imageId)?.doc;
    if (!image) throw notFound();
    if (image.is_public) return image;
    // Anonymous callers get 404 for a private image (D1 §4.3).
    if (!call.actor) throw notFound();
    return visibleImage(call, image.id) ?? image;
  },

  update(call) {
    const {image, row} = privateImage(call);
    // A `status` in the request is ignored, because clients may send the fields that they read (rule 114).
    const {label = image.label, description = image.description, tags} = call.body;
    const changed = call.db.update(Images, row, {
      label,
      description,
      ...(tags && {tags}),
      updated: formatTimestamp(call.now),
    });
    call.emit({action: 'image_update', entity: imageEntity(changed)});
    return changed;
  },

  delete(call) {
    const {image, row} = privateImage(call);
    call.db.remove(Images, row);
    stopSharing(call.db, image.id);
    call.emit({action: 'image_delete', entity: imageEntity(image)});
    return {};
  },

  /** Deletes the copies in regions that the list lacks at once; new copies become available later. */
  replicate(call) {
    const {db, body} = call;
    const {image, row} = privateImage(call);
    const copies = image.regions ?? firstCopies;
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(image.status !== 'available', 'The image is not available.');
    for (const [index, id] of body.regions.entries()) {
      const region = db.byKey(Regions, id)?.doc;
      fieldErrors.addIf(!region, 'is not a region', `regions.${index}`);
      fieldErrors.addIf(
        !!region && !region.capabilities.includes('Object Storage'),
        'has no object storage',
        `regions.${index}`,
      );
    }
    fieldErrors.addIf(
      !copies.some(({region, status}) => status === 'available' && body.regions.includes(region)),
      'must have a region in which the image is available',
      'regions',
    );
    fieldErrors.throwIfAny();
    const regions = [...new Set(body.regions)].map(
      region => copies.find(copy => copy.region === region) ?? {region, status: 'replicating'},
    );
    const changed = db.update(Images, row, {
      regions,
      total_size: image.size * regions.length,
      updated: formatTimestamp(call.now),
    });
    call.schedule(replicated, {id: row}, call.now + 5 * minutes);
    return changed;
  },

  sharegroups: shareGroups,
  imageSharegroups: imageShareGroups,
};

/** Marks the new copies of an image as available. */
const replicated = defineJob<{id: number}>('image.replicated', ({db}, {id}) => {
  const regions = db.get(Images, id)?.regions;
  if (regions) db.update(Images, id, {regions: regions.map(({region}) => ({region, status: 'available'}))});
  return undefined;
});

const numberOf = ({id}: Image) => Number(id.replace('private/', ''));

/** The private image in the path; public images can't be changed. */
function privateImage({db, params}: Call<Group['update'] | Group['delete'] | Group['replicate']>): {
  image: Image;
  row: number;
} {
  const row = db.byKey(Images, params.imageId);
  if (!row) throw notFound();
  if (row.doc.is_public) throw badRequest('Public Images cannot be changed.');
  return {image: row.doc, row: row.id};
}

/** Deletes expired images; images of deleted instances expire. */
const prune = ({db, now}: UnitOfWork) => {
  for (const {id} of db.where(Images, {sql: `json_extract(doc, '$.expiry')<?`, values: [formatTimestamp(now)]}))
    db.remove(Images, id);
};
defineRecurringJob('images.prune', now => now + hours, prune);
