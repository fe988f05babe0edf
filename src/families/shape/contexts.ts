/** Inputs that the callbacks of actions and those of form inputs share. */
import type {Lookup} from './resource.ts';

/** Input of a callback that reads no other rows. */
export interface TargetContext<Row, ListParams> {
  /** The row that the action is on; undefined if the action is the list's. */
  readonly row: Row;
  /** The path parameters of the list. */
  readonly params: ListParams;
}
/** Input of a callback about a row, or about the list as a whole. */
export interface ActionContext<Row, ListParams> extends TargetContext<Row, ListParams> {
  /** Read access to other rows. */
  readonly lookup: Lookup;
}
