/** IDs of a kind in the order of their changes, so that a cached list checks only the rows that changed. */

/** With more changes, searching the whole kind is as fast. */
const maxChanges = 1000;

export class ChangedIds {
  #ids: number[] = [];
  /** Number of changes that were removed from the log. */
  #dropped = 0;

  /** Number of changes so far. */
  get end(): number {
    return this.#dropped + this.#ids.length;
  }

  add(id: number): void {
    this.#ids.push(id);
    if (this.#ids.length < 2 * maxChanges) return;
    this.#ids = this.#ids.slice(-maxChanges);
    this.#dropped += maxChanges;
  }

  /**
   * IDs that changed after the first `count` changes.
   * @returns undefined if they are too many, or no longer in the log
   */
  since(count: number): ReadonlySet<number> | undefined {
    const start = count - this.#dropped;
    if (start < 0 || this.#ids.length - start > maxChanges) return undefined;
    return new Set(this.#ids.slice(start));
  }
}
