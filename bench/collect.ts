/** Garbage collection between two measurements, so that neither pays for the garbage of the other. */
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
  // The next limit is set by now. Later ones are V8's own.
  setFlagsFromString('--heap-growing-percent=0');
}
