import type {WirePosition} from '../../contract/schema/field.ts';

/** The facts of a described list. */
export interface ListDescription {
  readonly title: string;
  readonly one: string;
  /** Name on the command line. */
  readonly name: string;
  /** Names of the fields that together identify a row. */
  readonly key: readonly string[];
  /** Position of the key in the contract, when a provider may spell it in its own way. */
  readonly identifier?: WirePosition;
  /** Name of the field that names a row, if that is not its key. */
  readonly label?: string;
  /** Fields of the table, in their order. */
  readonly columns: readonly string[];
  /** All fields, each as its path, its kind and its title: `price.hourly hourly Hourly price`; separated by `;`. */
  readonly fields: string;
}
