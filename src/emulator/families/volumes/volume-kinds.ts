/** Stored data of a volume. */
import type {Volume} from '../../../contract/resources/volumes.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import {capitalize, type UnitOfWork} from '../../engine/unit-of-work.ts';

export const Volumes = defineKind<Volume, {readonly migrating: boolean}>('volume', {
  grant: 'volume',
  firstId: 4400,
  columns: {key: 'label', parent: 'compute_id'},
  hasUpdatedField: true,
  meteredFields: ['size'],
});

/** The device path of a volume; its vendor is the capitalized word (D1 §2.2). */
export const volumePath = ({word}: Pick<UnitOfWork, 'word'>, label: string): string =>
  `/dev/disk/by-id/scsi-0${capitalize(word)}_Volume_${label}`;

/** A Volume as the entity of an event. */
export const volumeEntity = ({id, label}: Pick<Volume, 'id' | 'label'>) => ({
  id,
  label,
  type: 'volume' as const,
  url: `/v4/volumes/${id}`,
});

/** Marks a volume as active after it was created, cloned or resized. */
export const activateVolume = defineJob<{id: number}>('volume.ready', ({db}, {id}) => {
  if (!db.has(Volumes, id)) return 'failed';
  db.update(Volumes, id, {status: 'active'});
  return undefined;
});

/** Only ends the event: attaching and detaching change the volume at once. */
export const finishVolumeEvent = defineJob<Record<string, never>>('volume.done', () => undefined);
