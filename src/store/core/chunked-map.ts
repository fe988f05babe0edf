/**
 * A map by ID that grows in small steps. V8 doubles a map at once, which at 100,000 entries delays a key press
 * noticeably; this map doubles one of its many parts. Entries have no order.
 */
import type {RowId} from '../../families/shape/define-family.ts';

/** A power of two. */
const CHUNKS = 16;

export class ChunkedMap<T> {
  /** The parts, created at their first use, because most lists are short. */
  readonly #parts: (Map<RowId, T> | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: RowId): T | undefined {
    return this.#parts[chunkOf(id)]?.get(id);
  }

  has(id: RowId): boolean {
    return this.#parts[chunkOf(id)]?.has(id) ?? false;
  }

  set(id: RowId, value: T): void {
    const place = chunkOf(id);
    let part = this.#parts[place];
    if (!part) {
      part = new Map();
      this.#parts[place] = part;
    }
    const before = part.size;
    part.set(id, value);
    this.#size += part.size - before;
  }

  delete(id: RowId): boolean {
    const deleted = this.#parts[chunkOf(id)]?.delete(id) ?? false;
    if (deleted) this.#size--;
    return deleted;
  }

  *keys(): Generator<RowId, undefined> {
    for (const part of this.#parts) if (part) yield* part.keys();
    return undefined;
  }

  *values(): Generator<T, undefined> {
    for (const part of this.#parts) if (part) yield* part.values();
    return undefined;
  }
}

/** Consecutive IDs, and names with different last letters, are distributed over the parts. */
function chunkOf(id: RowId): number {
  if (typeof id === 'number') return id & (CHUNKS - 1);
  const last = id.length - 1;
  return last < 0 ? 0 : (id.charCodeAt(last) * 7 + id.charCodeAt(last >> 1)) & (CHUNKS - 1);
}
