import type {WirePosition} from '../../contract/schema/field.ts';

/** The facts of a described list. */
export interface ListDescription {
  readonly title: string;
  readonly one: string;
  /** The name on the command line. */
  readonly name: string;
  /** The names of the fields that together identify a row. */
  readonly key: readonly string[];
  /** The position of the key in the contract, if a provider may spell it differently. */
  readonly identifier?: WirePosition;
  /** The name of the field with the row's label, if that isn't its key. */
  readonly label?: string;
  /** The fields of the table, in order. */
  readonly columns: readonly string[];
  /** All fields, separated by `;`. Each is a path, a kind and a title: `price.hourly hourly Hourly price`. */
  readonly fields: string;
}
