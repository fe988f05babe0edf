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
  items: readonly T[],
  journal: Pick<SendJournal, 'isPersisted' | 'close'>,
  {interrupted, err, output}: Pick<CommandContext, 'interrupted' | 'err' | 'output'>,
  sendOne: (item: T) => Promise<boolean>,
): Promise<number | undefined> {
  let isStopped = false;
  const release = items.length > 1 ? interrupted?.(() => (isStopped = true)) : undefined;
  let sentCount = 0;
  for (const item of items) {
    if (isStopped || !(await sendOne(item))) break;
    sentCount++;
  }
  release?.();
  if (items.length > 1 && output?.isLost())
    err(`skydeck: The output was closed early. ${sentCount} of ${items.length} changes were sent.\n`);
  const unsentCount = items.length - sentCount;
  if (unsentCount === 0) {
    await journal.close();
    return undefined;
  }
  const resumeHint = journal.isPersisted ? '. Run "skydeck do --resume" to resume' : '';
  err(`skydeck: stopped, ${unsentCount} of ${items.length} are left${resumeHint}\n`);
  return isStopped ? exitCodes.interrupted : exitCodes.failed;
}
