/** Rows that another program deleted while their change was being prepared. */
import {countInSentence, nounInSentence} from '../../../families/format/nouns.ts';
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import type {Collection} from '../../cache/collection-state.ts';
import {deletedReason} from '../batch/change-result.ts';

/** "The volume data-01 was deleted meanwhile." */
export const deletedText = (family: Family, rows: readonly AnyRow[]): string => {
  const [row] = rows;
  return row && rows.length === 1
    ? `The ${nounInSentence(family.one)} ${family.label(row)} was deleted meanwhile.`
    : `The ${countInSentence(rows.length, family)} were deleted meanwhile.`;
};

/** The reason why a change applies to none of its rows, as a sentence if they were deleted. */
export function unavailableText(unavailable: ReadonlyMap<AnyRow, string>, family: Family): string | undefined {
  const other = [...unavailable.values()].find(reason => reason !== deletedReason);
  return other ?? (unavailable.size === 0 ? undefined : deletedText(family, [...unavailable.keys()]));
}

type RowList = Pick<Collection, 'annotation' | 'getState' | 'subscribe'>;

/** Checks later whether rows were deleted since now; rows that the list doesn't have now are never found deleted. */
export class DeletedRows {
  readonly #family: Family;
  readonly #list: RowList;
  readonly #listed: ReadonlySet<AnyRow>;

  constructor(family: Family, list: RowList, rows: readonly (AnyRow | undefined)[]) {
    this.#family = family;
    this.#list = list;
    const {byId, isComplete} = list.getState();
    // In a list that is read in parts, a missing row may only be beyond these parts.
    this.#listed = new Set(
      rows.flatMap(row => (isComplete && row !== undefined && byId.has(family.key(row)) ? [row] : [])),
    );
  }

  has(row: AnyRow | undefined): boolean {
    if (row === undefined || !this.#listed.has(row)) return false;
    const id = this.#family.key(row);
    const {byId, isComplete} = this.#list.getState();
    return (isComplete && !byId.has(id)) || this.#list.annotation(id)?.isDeleted === true;
  }

  /** The deleted rows as a sentence; undefined if all exist. */
  get text(): string | undefined {
    const rows = [...this.#listed].filter(row => this.has(row));
    return rows.length === 0 ? undefined : deletedText(this.#family, rows);
  }

  refusal(row: AnyRow | undefined): string | undefined {
    return row && this.has(row) ? deletedText(this.#family, [row]) : undefined;
  }

  /** Calls back after each deletion of one of the rows; the list is already being read. */
  follow(onDeleted: () => void): () => void {
    if (this.#listed.size === 0) return () => {};
    const count = (): number => [...this.#listed].filter(row => this.has(row)).length;
    let known = count();
    return this.#list.subscribe(() => {
      const now = count();
      if (now > known) onDeleted();
      known = now;
    });
  }
}
