/** Collects garbage between two measurements, so that the second doesn't include collecting the garbage of the first. */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

setFlagsFromString('--expose-gc');
const collectNow = runInNewContext('gc') as () => void;

/** Collects all garbage of this process. */
export const collectGarbage = (): void => collectNow();

/** Collects all garbage, and delays the next collection: a process that measures others should not pause meanwhile. */
export function collectAndDelayNext(): void {
  setFlagsFromString('--heap-growing-percent=400');
  collectNow();
  // V8 has now set the next limit with the larger growth. It sets later limits with its own.
  setFlagsFromString('--heap-growing-percent=0');
}
