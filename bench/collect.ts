/** Garbage of what was measured before is nobody's who is measured next. */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

setFlagsFromString('--expose-gc');
const collectNow = runInNewContext('gc') as () => void;

/** Collects what this process has left behind; then V8 goes on as it would have. */
export const collect = (): void => collectNow();

/** The same for a process that measures others: it is not to collect while it does. */
export function collectForLong(): void {
  setFlagsFromString('--heap-growing-percent=400');
  collectNow();
  // The limit until the next time is found by now; what else runs in this process has V8's own.
  setFlagsFromString('--heap-growing-percent=0');
}
