/** Fields that break the contract, by operation, each counted once, however many rows and polls show it. */
import type {Mismatch as Note} from '../../contract/reading/reader.ts';

/** A field that does not match the contract. */
export interface Mismatch {
  readonly operation: string;
  /** Path inside the response, without the places of items: `data[].label`; empty for the whole response. */
  readonly field: string;
  /** Expected value and last value found, as text. */
  readonly reason: string;
  /** Number of responses with this mismatch. */
  readonly responses: number;
  /** Time of the last occurrence, milliseconds since 1970. */
  readonly at: number;
}

export class MismatchLog {
  readonly #mismatches = new Map<string, Mismatch>();
  #all: readonly Mismatch[] | undefined;

  /** The most recent first; the same list until something is recorded. */
  get all(): readonly Mismatch[] {
    this.#all ??= [...this.#mismatches.values()].reverse();
    return this.#all;
  }

  /** Records one response. Returns the fields that broke the contract, each once. */
  record(operation: string, notes: readonly Note[], at: number): readonly Mismatch[] {
    if (notes.length === 0) return [];
    const mismatches = new Map<string, Mismatch>();
    for (const {path, reason} of notes) {
      const field = fieldPathOf(path);
      const key = `${operation} ${field}`;
      const responses = (this.#mismatches.get(key)?.responses ?? 0) + 1;
      if (!mismatches.has(key)) mismatches.set(key, {operation, field, reason, responses, at});
    }
    for (const [key, mismatch] of mismatches) {
      // Moves the entry to the end, because the map is in the order of time.
      this.#mismatches.delete(key);
      this.#mismatches.set(key, mismatch);
    }
    this.#all = undefined;
    return [...mismatches.values()];
  }
}

/** `data.3.disks.0.size` → `data[].disks[].size` */
const fieldPathOf = (path: string): string => path.replace(/(?:^|\.)\d+(?=\.|$)/g, '[]');
