/**
 * What was used lately, in two halves: the older goes when the newer is full. What is kept for longer than it is of use
 * outlives the garbage of what came after it, and every collection copies it on the way: the slowest frames are those.
 */
export class TwoGenerationCache<K, V> {
  readonly #half: number;
  #newer = new Map<K, V>();
  #older = new Map<K, V>();

  /** @param half how many the newer half takes. */
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
      // A new one: a map that is emptied leads from its old table to the next, and what is in that lives as long.
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }
}
