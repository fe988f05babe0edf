/** Work that several holders share. */

/** Starts with the first holder and ends when the last has released it. */
export function refCounted(begin: () => () => void): () => () => void {
  const holders = new Set<symbol>();
  let end: (() => void) | undefined;
  return () => {
    const holder = Symbol('holder');
    holders.add(holder);
    end ??= begin();
    return () => {
      if (!holders.delete(holder) || holders.size > 0) return;
      end?.();
      end = undefined;
    };
  };
}
