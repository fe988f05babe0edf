/** Waits until this process has no work left, except work that waits for time to pass. */
import './lazy-modules.ts';

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Node's names of work that ends without a timer: files, compression, random bytes, turns of the event loop. */
const UNFINISHED =
  /^(FSReq|CloseReq|FileHandleCloseReq|Immediate|ZLIB|RandomBytesRequest|PBKDF2Request|ScryptRequest|HashRequest|SignRequest)/;

const hasUnfinishedWork = (): boolean => process.getActiveResourcesInfo().some(name => UNFINISHED.test(name));

/** The number of idle turns after which no work remains: work can continue through promises alone. */
const QUIET_TURNS = 3;

/** A test that still has work after this number of turns never ends. */
const MAX_TURNS = 200_000;

/**
 * @param isBusy returns true while other work is in progress: a request, a paint
 * @throws when the work never ends
 */
export async function settle(isBusy: () => boolean | Promise<boolean>, maxTurns = MAX_TURNS): Promise<void> {
  let turns = 0;
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    await nextTurn();
    quiet = hasUnfinishedWork() || (await isBusy()) ? 0 : quiet + 1;
    if (++turns > maxTurns) throw new Error(`Still busy after ${maxTurns} turns of the event loop`);
  }
}
