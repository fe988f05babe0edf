/**
 * A cache of recent entries in two halves: when the newer half is full, the older one is dropped. Entries that are kept
 * longer than needed are copied by every garbage collection, which causes the slowest frames.
 */
export class TwoGenerationCache<K, V> {
  readonly #half: number;
  #newer = new Map<K, V>();
  #older = new Map<K, V>();

  /** @param half the capacity of the newer half. */
  constructor(half: number) {
    this.#half = half;
  }

  get(key: K): V | undefined {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    if (this.#newer.size >= this.#half) {
      this.#older = this.#newer;
      // A new map: `clear()` links the old table to the next one, which would keep its entries alive.
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }
}
