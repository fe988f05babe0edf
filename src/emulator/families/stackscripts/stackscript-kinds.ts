/** Stored data of StackScripts. */
import type {StackScript} from '../../../contract/resources/stackscripts.ts';
import {defineKind} from '../../engine/storage/kind.ts';

export const StackScripts = defineKind<StackScript>('stackscript', {firstId: 10401, hasUpdatedField: true});

/** A StackScript as the entity of an event. */
export const scriptEntity = ({id, label}: Pick<StackScript, 'id' | 'label'>) => ({
  id,
  label,
  type: 'stackscript' as const,
  url: `/v4/compute/stackscripts/${id}`,
});
