/** The fields of a form for the screens. */
import type {SeveralValues} from './values-of-many.ts';

/** An input of a form with all its facts: the family's texts, the contract's bounds. */
export interface FieldState {
  readonly name: string;
  /** Dotted path of nested fields: `backups.schedule.window`. */
  readonly path: string;
  readonly title: string;
  readonly help: string | undefined;
  /** Helpful information that is known now. */
  readonly note?: string | undefined;
  readonly input: string;
  readonly isRequired: boolean;
  /** True if the API accepts null. */
  readonly isNullable?: boolean;
  /** True for a switch that sends nothing when it is off. */
  readonly isOnlyYes?: boolean;
  readonly unit: string | undefined;
  /** "1 to 32 characters", from the contract. */
  readonly bounds: string | undefined;
  readonly value: unknown;
  /** The text for a value that is not among the options. */
  readonly valueLabel?: string | undefined;
  /** Converts a value, or an entry of a list, to the provider's spelling; absent = unchanged. */
  readonly spell?: ((value: unknown) => unknown) | undefined;
  /** Converts a typed identifier from either spelling to the contract's. */
  readonly read?: ((typed: unknown) => unknown) | undefined;
  /** The options of choices and pickers; `unless` is the reason why one is disabled. */
  readonly options: readonly Option[] | undefined;
  /** True while the options or notes of the field are being read. */
  readonly isLoading: boolean;
  readonly problems: readonly string[];
  readonly isSecret: boolean;
  /** True for a typed or chosen value; false for a value of the row or a default of the API. */
  readonly isTyped: boolean;
  /** The entries of a list field. */
  readonly items: FieldItems | undefined;
  /** The values in an edit of several rows. If they differ, the field has no value until the user types one. */
  readonly several?: SeveralValues | undefined;
}

/** The entries of a list field. To add an entry, the caller sets the list with a new value at its end. */
export interface FieldItems {
  readonly entries: readonly FieldEntry[];
  /** The name of one entry. */
  readonly one: string;
  /** True if entries can be neither added nor removed. */
  readonly isFixed: boolean;
  readonly atMost: number | undefined;
  /** The initial value of a new entry. */
  blank(): unknown;
}

export interface FieldEntry {
  /** `inbound.0` */
  readonly path: string;
  /** The summary of the entry, if its fields don't provide one. */
  readonly about: string | undefined;
  readonly fields: readonly FieldState[];
  /** Other values of the entry that the API returned, as text: they can’t be edited and are sent back unchanged. */
  readonly others: string | undefined;
}

export interface Option {
  /** The value to send; an object if the API requires one. */
  readonly value: string | number | null | object;
  /** The value as users type it: an identifier in the provider's spelling. */
  readonly typed?: string | undefined;
  readonly text: string;
  readonly detail: string;
  /** The detail in columns, for comparison between options; the first column is hidden first. */
  readonly cells?: readonly string[] | undefined;
  /** True for an option that is listed after the others, also in a search. */
  readonly isDeprecated?: boolean;
  readonly unless: string | undefined;
}
