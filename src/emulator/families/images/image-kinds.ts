/** Stored data of an image. */

import type {Image} from '../../../contract/resources/images.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {Call} from '../../engine/call.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import {ForeignGroups, ShareTokens} from './sharing-kinds.ts';

export interface ImageHidden {
  /** Secret in the address of a pending upload; the address is the permission. */
  readonly secret?: string;
  /** Region of the upload. */
  readonly region?: string;
}

export const Images = defineKind<Image, ImageHidden>('image', {
  firstId: 15000,
  columns: {key: 'id'},
});

/** An Image as the entity of an event. */
export const imageEntity = ({id, label}: Pick<Image, 'id' | 'label'>) => ({
  id,
  label,
  type: 'image' as const,
  url: `/v4/images/${id}`,
});

/** The image, if the caller can read it: public images, private ones with a grant, and those of a joined group. */
export function visibleImage(call: Pick<Call<Endpoint>, 'db' | 'hasGrant'>, id: string): Image | undefined {
  const image = call.db.byKey(Images, id)?.doc ?? joinedImage(call.db, id);
  return image && (image.is_public || image.type === 'shared' || call.hasGrant('image', id, 'read_only'))
    ? image
    : undefined;
}

/** The image in a group that the account has joined with an active token. */
function joinedImage(db: Store, id: string): Image | undefined {
  const groups = db
    .all(ShareTokens)
    .flatMap(({status, sharegroup_uuid: uuid}) => (status === 'active' && uuid !== null ? [uuid] : []));
  const image = groups
    .flatMap(uuid => db.byKey(ForeignGroups, uuid)?.hidden.images ?? [])
    .find(shared => shared.id === id);
  if (!image) return undefined;
  const {updated, created, created_by: by, image_sharing: sharing} = image;
  return {...image, updated: updated ?? created, created_by: by ?? '', image_sharing: {...sharing, shared_with: null}};
}

/** A pending upload expires after a day (D1 §3). */
export const expireImage = defineJob<{id: number}>('image.expired', (work, {id}) => {
  const image = work.db.get(Images, id);
  if (image?.status !== 'pending_upload') return undefined;
  work.db.remove(Images, id);
  work.emit({action: 'image_delete', entity: imageEntity(image), message: 'No data was uploaded within 24 hours.'});
  return undefined;
});
