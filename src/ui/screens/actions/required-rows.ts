/** Loads rows that an action needs, or that are needed to resume a batch or a draft. */
import type {RowId} from '../../../families/shape/define-family.ts';
import {type Collection, type CollectionState, whenCollection} from '../../../store/cache/collection-state.ts';
import type {ClockPort, NotificationPort} from '../../context/ports.ts';

/** Reads a list until these rows are loaded, or to its end. Returns false after a failure, which is reported. */
export async function loadRows(
  context: ClockPort & NotificationPort,
  collection: Collection,
  ids: readonly RowId[] | undefined,
): Promise<boolean> {
  // A snapshot may lack rows that the account has.
  const isSufficient = ({byId, isComplete, isFromSnapshot}: CollectionState): boolean =>
    (isComplete && !isFromSnapshot) || ids?.every(id => byId.has(id)) === true;
  // If an earlier read failed, a new listener causes another read.
  const {failure: before} = collection.getState();
  const hasFailed = ({phase, failure}: CollectionState): boolean =>
    phase === 'failed' || (failure !== undefined && failure !== before);
  const state = await whenCollection(collection, now => isSufficient(now) || hasFailed(now), context);
  if (isSufficient(state)) return true;
  context.say(state.failure?.message ?? `the ${collection.family.title} could not be read`, 'failed');
  return false;
}
