/** Events of volumes and images. */
import type {FamilyId} from '../shape/define-family.ts';
import {type EventWordsFor, passiveMeaning, passiveMeaningOf} from './event-wording.ts';

export const volumeEvents: EventWordsFor<'volume'> = {
  volume_attach: {
    ...passiveMeaning('attached', '[ to {secondary}]'),
    busyWord: 'attaching',
    invalidates: ['instances.volumes', 'instances.configs'],
  },
  volume_clone: {...passiveMeaning('cloned'), busyWord: 'cloning', invalidates: ['volumes']},
  volume_create: {...passiveMeaning('created'), busyWord: 'creating', invalidates: ['instances.volumes']},
  volume_delete: {...passiveMeaning('deleted'), busyWord: 'deleting', isDeletion: true},
  volume_update: passiveMeaning('updated'),
  volume_detach: {
    ...passiveMeaning('detached', '[ from {secondary}]'),
    busyWord: 'detaching',
    invalidates: ['instances.volumes', 'instances.configs'],
  },
  volume_migrate: {...passiveMeaning('migrated'), busyWord: 'migrating'},
  volume_migrate_scheduled: passiveMeaningOf('a migration[ of {entity}]', 'scheduled'),
  volume_resize: {...passiveMeaning('resized'), busyWord: 'resizing'},
};

export const imageEvents: EventWordsFor<'image'> = {
  image_delete: {...passiveMeaning('deleted'), busyWord: 'deleting', isDeletion: true},
  image_update: passiveMeaning('updated'),
  image_upload: {...passiveMeaning('uploaded'), busyWord: 'uploading'},
};

const keys: readonly FamilyId[] = ['objectStorage.keys'];

export const accessKeyEvents: EventWordsFor<'obj'> = {
  obj_access_key_create: {...passiveMeaningOf('the access key[ {entity}]', 'created'), invalidates: keys},
  obj_access_key_update: {...passiveMeaningOf('the access key[ {entity}]', 'updated'), invalidates: keys},
  obj_access_key_delete: {...passiveMeaningOf('the access key[ {entity}]', 'revoked'), invalidates: keys},
};
