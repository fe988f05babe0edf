/**
 * Remembers the bytes of list pages and what was read from them: a page that did not change is not parsed again, and
 * its items stay the same objects. Comparing a megabyte takes a hundredth of parsing it.
 */
export interface CachedPage<T> {
  readonly bytes: Buffer;
  readonly value: T;
}

export class PageCache<T> {
  /** In order of use, the oldest first. */
  readonly #pages = new Map<string, CachedPage<T>>();
  readonly #capacity: number;
  #size = 0;

  /** @param capacity bytes */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#size;
  }

  /** What was read from exactly these bytes, if they are what came last. */
  getIfSame(key: string, bytes: Buffer): T | undefined {
    const page = this.#pages.get(key);
    if (!page?.bytes.equals(bytes)) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page.value;
  }

  /** What came last, whatever it was. */
  getLatest(key: string): CachedPage<T> | undefined {
    return this.#pages.get(key);
  }

  /** @param pages of the whole list; those of one that does not fit would push out each other before they are asked for */
  set(key: string, bytes: Buffer, value: T, pages: number): void {
    this.#drop(key);
    if (bytes.length * pages > this.#capacity) return;
    this.#pages.set(key, {bytes, value});
    this.#size += bytes.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#size <= this.#capacity) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#pages.get(key)?.bytes.length ?? 0;
    this.#pages.delete(key);
  }
}
