/** How changes to several are sent: each after the other, to the end or until something ends it early. */

import {exitCodes} from '../io/exit-codes.ts';
import type {CommandContext} from '../io/open-account.ts';
import type {SendJournal} from './batch-journal.ts';

/** What became of those that were left. */
export const notSentText = 'was not sent';

/**
 * An interrupt ends what is under way in good order, and leaves the rest; of a single change there is none.
 * @param sendOne resolves to whether it left: what cannot be written down does not, nor does the rest
 * @returns the exit code where some are left
 */
export async function sendAll<T>(
  due: readonly T[],
  journal: Pick<SendJournal, 'isPersisted' | 'close'>,
  {interrupted, err, output}: Pick<CommandContext, 'interrupted' | 'err' | 'output'>,
  sendOne: (one: T) => Promise<boolean>,
): Promise<number | undefined> {
  let isStopped = false;
  const release = due.length > 1 ? interrupted?.(() => (isStopped = true)) : undefined;
  let sent = 0;
  for (const one of due) {
    if (isStopped || !(await sendOne(one))) break;
    sent++;
  }
  release?.();
  if (due.length > 1 && output?.isLost())
    err(`skydeck: The output was closed early. ${sent} of ${due.length} changes were sent.\n`);
  const unsentCount = due.length - sent;
  if (unsentCount === 0) {
    await journal.close();
    return undefined;
  }
  const further = journal.isPersisted ? ': skydeck do --resume goes on with them' : '';
  err(`skydeck: stopped, ${unsentCount} of ${due.length} are left${further}\n`);
  return isStopped ? exitCodes.interrupted : exitCodes.failed;
}
