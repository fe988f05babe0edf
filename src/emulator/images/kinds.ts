/** What is kept of an Image. */
import type {Endpoint} from '../../contract/endpoint.ts';
import type {Image} from '../../contract/images.ts';
import type {Call} from '../engine/call.ts';
import {kind} from '../engine/kind.ts';

export interface ImageHidden {
  /** Where the bytes of a pending upload go; the address is the permission. */
  readonly secret?: string;
  /** Region that takes the upload. */
  readonly region?: string;
}

export const Images = kind<Image, ImageHidden>('image', {
  first: 15000,
  columns: {key: 'id'},
});

/** An Image as events name it. */
export const imageEntity = ({id, label}: Pick<Image, 'id' | 'label'>) => ({
  id,
  label,
  type: 'image' as const,
  url: `/v4/images/${id}`,
});

/** The Image, if the caller may see it: public ones always, private ones as granted. */
export function visibleImage(call: Pick<Call<Endpoint>, 'db' | 'may'>, id: string): Image | undefined {
  const image = call.db.byKey(Images, id)?.doc;
  return image && (image.is_public || call.may('image', id, 'read_only')) ? image : undefined;
}
