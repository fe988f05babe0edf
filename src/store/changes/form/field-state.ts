/** The fields of a form for the screens. */
import type {SeveralValues} from './values-of-many.ts';

/** An input of a form with all its facts: the family's words, the contract's bounds. */
export interface FieldState {
  readonly name: string;
  /** Dotted path of nested fields: `backups.schedule.window`. */
  readonly path: string;
  readonly title: string;
  readonly help: string | undefined;
  /** Information that helps to answer and is known now. */
  readonly note?: string | undefined;
  readonly input: string;
  readonly required: boolean;
  /** True if the API accepts null. */
  readonly nullable?: boolean;
  /** A switch whose no isn't sent. */
  readonly onlyYes?: boolean;
  readonly unit: string | undefined;
  /** "1 to 32 characters", from the contract. */
  readonly bounds: string | undefined;
  readonly value: unknown;
  /** The text for a value that is not among the options. */
  readonly valueLabel?: string | undefined;
  /** Converts a value, or one of a list, to the provider's spelling; absent = unchanged. */
  readonly spell?: ((value: unknown) => unknown) | undefined;
  /** Converts a typed identifier of either spelling to the contract's. */
  readonly read?: ((typed: unknown) => unknown) | undefined;
  /** The options of choices and pickers; `unless` is the reason why one is disabled. */
  readonly options: readonly Option[] | undefined;
  /** True while the options or the information beside the field are being read. */
  readonly loading: boolean;
  readonly problems: readonly string[];
  readonly secret: boolean;
  /** True for a typed or chosen value; false for the row's own or the API's default. */
  readonly isTyped: boolean;
  /** The entries of a list field. */
  readonly items: FieldItems | undefined;
  /** The values of an edit of several rows. If they differ, the field has no value until one is typed. */
  readonly several?: SeveralValues | undefined;
}

/** The entries of a list field. To add one, the list is set with a new value at its end. */
export interface FieldItems {
  readonly entries: readonly FieldEntry[];
  /** The name of one entry. */
  readonly one: string;
  /** True if entries can be neither added nor removed. */
  readonly fixed: boolean;
  readonly atMost: number | undefined;
  /** The initial value of a new entry. */
  blank(): unknown;
}

export interface FieldEntry {
  /** `inbound.0` */
  readonly path: string;
  /** The summary of the entry, if its fields don't make one. */
  readonly about: string | undefined;
  readonly fields: readonly FieldState[];
  /** Other values of the entry that the API returned, in words: they can’t be edited and are sent back unchanged. */
  readonly others: string | undefined;
}

export interface Option {
  /** The value to send; an object if the API takes one. */
  readonly value: string | number | null | object;
  /** The value as users type it: an identifier in the provider's spelling. */
  readonly typed?: string | undefined;
  readonly text: string;
  readonly detail: string;
  /** The detail in columns, for comparison between options; the first column is dropped first. */
  readonly cells?: readonly string[] | undefined;
  readonly unless: string | undefined;
}
