/** IDs of a kind in the order of their changes, so that a remembered list looks only at what has changed since. */

/** Changes after which searching the whole kind is as quick. */
const maxChanges = 1000;

export class ChangedIds {
  #ids: number[] = [];
  /** Changes that the log no longer has. */
  #dropped = 0;

  /** Number of the changes so far. */
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
   * @returns undefined when they are too many
   */
  since(count: number): ReadonlySet<number> | undefined {
    const start = count - this.#dropped;
    if (start < 0 || this.#ids.length - start > maxChanges) return undefined;
    return new Set(this.#ids.slice(start));
  }
}
