/** Contexts of callbacks, for actions and for inputs of forms. */
import type {Lookup} from './resource.ts';

/** The context of a callback that reads no other rows. */
export interface TargetContext<Row, ListParams> {
  /** The row of the action; undefined for an action on the list. */
  readonly row: Row;
  /** The path parameters of the list. */
  readonly params: ListParams;
}
/** The context of a callback about a row, or about the list as a whole. */
export interface ActionContext<Row, ListParams> extends TargetContext<Row, ListParams> {
  /** Read access to other rows. */
  readonly lookup: Lookup;
}
