/** The place of a row that a command names. */
import type {PathParams} from '../../families/shape/resource.ts';

/** A row with the parameters of its list. */
export interface RowRef {
  readonly params: PathParams;
  /** The ID of the row; absent for a family with a single row, or for the whole list. */
  readonly id: string | undefined;
}
