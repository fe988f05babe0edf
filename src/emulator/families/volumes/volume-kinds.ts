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

/** The vendor token of device paths is the capitalized word (D1 §2.2). */
export const volumePath = ({word}: Pick<UnitOfWork, 'word'>, label: string): string =>
  `/dev/disk/by-id/scsi-0${capitalize(word)}_Volume_${label}`;

/** A Volume as events name it. */
export const volumeEntity = ({id, label}: Pick<Volume, 'id' | 'label'>) => ({
  id,
  label,
  type: 'volume' as const,
  url: `/v4/volumes/${id}`,
});

/** Creating, cloning and resizing all end in an active Volume. */
export const activateVolume = defineJob<{id: number}>('volume.ready', ({db}, {id}) => {
  if (!db.has(Volumes, id)) return 'failed';
  db.update(Volumes, id, {status: 'active'});
  return undefined;
});

/** Attaching and detaching are true at once; only their events take a moment. */
export const finishVolumeEvent = defineJob<Record<string, never>>('volume.done', () => undefined);
