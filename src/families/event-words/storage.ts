/** What happens to Volumes and Images. */
import {passive, type Words} from './words.ts';

export const volumeEvents: Words<'volume'> = {
  volume_attach: {
    ...passive('attached', '[ to {secondary}]'),
    busy: 'attaching',
    refresh: ['instances.volumes', 'instances.configs'],
  },
  volume_clone: {...passive('cloned'), busy: 'cloning', refresh: ['volumes']},
  volume_create: {...passive('created'), busy: 'creating', refresh: ['instances.volumes']},
  volume_delete: {...passive('deleted'), busy: 'deleting', removes: true},
  volume_update: passive('updated'),
  volume_detach: {
    ...passive('detached', '[ from {secondary}]'),
    busy: 'detaching',
    refresh: ['instances.volumes', 'instances.configs'],
  },
  volume_resize: {...passive('resized'), busy: 'resizing'},
};

export const imageEvents: Words<'image'> = {
  image_delete: {...passive('deleted'), busy: 'deleting', removes: true},
  image_update: passive('updated'),
  image_upload: {...passive('uploaded'), busy: 'uploading'},
};
