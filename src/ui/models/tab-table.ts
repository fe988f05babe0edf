/** The list that a tab of a detail shows, to export it. */
import type {AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';

export interface TabTable {
  readonly family: Family;
  readonly params: PathParams;
  readonly rows: readonly AnyRow[];
  readonly isComplete: boolean;
}
