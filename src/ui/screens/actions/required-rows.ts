/** Loads rows that are needed to resume a batch. */
import type {RowId} from '../../../families/shape/define-family.ts';
import type {Collection} from '../../../store/cache/collection-state.ts';
import type {ClockPort, NotificationPort} from '../../context/ports.ts';

/** Reads a list until these rows are loaded, or to its end. Returns false after a failure, which is reported. */
export async function loadRows(
  context: ClockPort & NotificationPort,
  collection: Collection,
  ids: readonly RowId[] | undefined,
): Promise<boolean> {
  const {promise, resolve} = Promise.withResolvers<void>();
  const suffices = (): boolean => {
    const {byId, isComplete} = collection.getState();
    return isComplete || ids?.every(id => byId.has(id)) === true;
  };
  // If an earlier read failed, a new listener causes another read.
  const {failure: before} = collection.getState();
  const look = (): void => {
    const {phase, failure} = collection.getState();
    const hasFailed = phase === 'failed' || (failure !== undefined && failure !== before);
    if (suffices() || hasFailed) resolve();
    // A listing without a count is read in parts: the next read starts when the current one has ended.
    else if (phase === 'ready') context.clock.schedule(0, () => collection.fetchMore?.());
  };
  const stop = collection.subscribe(look);
  look();
  await promise.finally(stop);
  if (suffices()) return true;
  context.say(collection.getState().failure?.message ?? `the ${collection.family.title} could not be read`, 'failed');
  return false;
}
