/** Sends changes to several rows: one after the other, to the end or until an interrupt or error ends it early. */

import {exitCodes} from '../io/exit-codes.ts';
import type {CommandContext} from '../io/open-account.ts';
import type {SendJournal} from './batch-journal.ts';

/** Result of the remaining rows. */
export const notSentText = 'was not sent';

/**
 * An interrupt lets the current request finish, and skips the remaining rows; a single change has no remaining rows.
 * @param sendOne resolves to true when the request was sent: a change that can't be journaled is not sent, nor are the
 * remaining ones
 * @returns the exit code if some rows remain
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
  err(`skydeck: Stopped with ${unsentCount} of ${items.length} remaining${resumeHint}\n`);
  return isStopped ? exitCodes.interrupted : exitCodes.failed;
}
