/** Resources that are opened together. */

/**
 * Waits until all are open. If one can't be opened, those that are open are closed.
 * @throws the reason why one can't be opened
 */
export async function openAll<T>(
  opening: readonly Promise<T>[],
  close: (opened: T) => Promise<unknown>,
): Promise<readonly T[]> {
  const results = await Promise.allSettled(opening);
  const failed = results.find(result => result.status === 'rejected');
  const opened = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  if (!failed) return opened;
  // A resource that can't be closed must not hide why another one couldn't be opened.
  await Promise.allSettled(opened.map(close));
  throw failed.reason;
}
