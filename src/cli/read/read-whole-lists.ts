/** Reads several lists completely, with the reason why some of them are not known. */
import {familyOf} from '../../families/registry.ts';
import type {FamilyId} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Connection} from '../../store/api/connection.ts';
import {toFailure} from '../../store/api/failure-text.ts';
import type {RowCache} from './command-lookup.ts';
import {readRows, UnsupportedTypeError, unreadableWords} from './read-lists.ts';

/**
 * Adds the lists to the cache; a list that the API doesn't have is empty. Returns the reason for each list that could
 * not be read, or not completely.
 * @throws if no list could be read
 */
export async function readWholeLists(
  connection: Connection,
  cache: RowCache,
  families: readonly FamilyId[],
): Promise<ReadonlyMap<FamilyId, string>> {
  const results = await Promise.allSettled(families.map(id => readRows(connection, familyOf(id))));
  const failure = results.find(result => result.status === 'rejected');
  // If no list could be read, the command fails as a whole.
  if (failure?.status === 'rejected' && results.every(result => result.status === 'rejected')) throw failure.reason;
  const reasons = new Map<FamilyId, string>();
  for (const [index, id] of families.entries()) {
    const result = results[index];
    if (result === undefined) continue;
    const family = familyOf(id);
    if (result.status === 'fulfilled') {
      const {rows, unreadable, total} = result.value;
      if (unreadable > 0) {
        cache.addPartial(family, rows);
        reasons.set(id, unreadableWords(family, unreadable, total));
      } else cache.add(family, rows);
    } else if (result.reason instanceof UnsupportedTypeError) cache.add(family, []);
    else {
      cache.addPartial(family, []);
      reasons.set(id, sanitize(toFailure(result.reason).message));
    }
  }
  return reasons;
}
