/** Events of volumes and images. */
import {type EventWordsFor, passiveMeaning} from './event-wording.ts';

export const volumeEvents: EventWordsFor<'volume'> = {
  volume_attach: {
    ...passiveMeaning('attached', '[ to {secondary}]'),
    busy: 'attaching',
    invalidates: ['instances.volumes', 'instances.configs'],
  },
  volume_clone: {...passiveMeaning('cloned'), busy: 'cloning', invalidates: ['volumes']},
  volume_create: {...passiveMeaning('created'), busy: 'creating', invalidates: ['instances.volumes']},
  volume_delete: {...passiveMeaning('deleted'), busy: 'deleting', removes: true},
  volume_update: passiveMeaning('updated'),
  volume_detach: {
    ...passiveMeaning('detached', '[ from {secondary}]'),
    busy: 'detaching',
    invalidates: ['instances.volumes', 'instances.configs'],
  },
  volume_resize: {...passiveMeaning('resized'), busy: 'resizing'},
};

export const imageEvents: EventWordsFor<'image'> = {
  image_delete: {...passiveMeaning('deleted'), busy: 'deleting', removes: true},
  image_update: passiveMeaning('updated'),
  image_upload: {...passiveMeaning('uploaded'), busy: 'uploading'},
};
