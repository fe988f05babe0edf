/** A field as it is shown; what it offers, and the entries of rows, are looked up when somebody looks. */
import type {Field} from '../../../contract/schema/field.ts';
import type {Identifiers} from '../../api/identifiers.ts';
import type {FieldItems, FieldState, Option} from '../types.ts';
import {
  boundsOf,
  type FieldTitles,
  type FormInput,
  fieldOfValue,
  labelOfValue,
  spelledValue,
  unitOf,
} from './field-specs.ts';
import type {PickerOptions} from './picker-options.ts';
import type {SeveralValues} from './values-of-many.ts';

export interface FieldViewFacts
  extends Pick<FieldState, 'value' | 'problems' | 'required' | 'secret' | 'touched' | 'several'> {
  readonly fieldTitle: FieldTitles;
  readonly identifiers: Identifiers;
  readonly told: string | undefined;
  /** What it tells of may still change: lists are being read. */
  readonly isLoadingLists: () => boolean;
  readonly offers: () => PickerOptions;
  readonly items: () => FieldItems | undefined;
}

export class FieldView implements FieldState {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly help: string | undefined;
  readonly told: string | undefined;
  readonly input: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly unit: string | undefined;
  readonly bounds: string | undefined;
  readonly value: unknown;
  readonly labelled: string | undefined;
  readonly spell: (value: unknown) => unknown;
  readonly read: (typed: unknown) => unknown;
  readonly problems: readonly string[];
  readonly secret: boolean;
  readonly touched: boolean;
  readonly several: SeveralValues | undefined;
  readonly #field: Field | undefined;
  readonly #shown: FieldViewFacts;
  #items: FieldItems | undefined;

  constructor({name, path, input}: FormInput, field: Field | undefined, shown: FieldViewFacts) {
    this.name = name;
    this.path = path;
    this.title = input.title;
    this.help = input.help;
    this.told = shown.told;
    this.input = input.input;
    this.required = input.input === 'file' ? !input.optional : field?.facts.required === true || shown.required;
    this.nullable = field?.facts.nullable === true;
    this.unit = input.unit ?? unitOf(field);
    this.spell = value => spelledValue(field, value, shown.identifiers);
    this.read = typed => shown.identifiers.readValue(fieldOfValue(field, typed), typed);
    this.bounds = boundsOf(field, shown.fieldTitle, this.unit, {
      required: this.required,
      chosen: input.input === 'choice',
      said: this.spell,
    });
    this.value = shown.value;
    this.labelled = labelOfValue(input, shown.value);
    this.problems = shown.problems;
    this.secret = shown.secret;
    this.touched = shown.touched;
    this.several = shown.several;
    this.#field = field;
    this.#shown = shown;
  }
  get options(): readonly Option[] | undefined {
    return this.#shown.offers().get(this.#field).options;
  }
  get loading(): boolean {
    const isToldLater = this.told !== undefined && this.#shown.isLoadingLists();
    return isToldLater || this.#shown.offers().get(this.#field).loading;
  }
  get items(): FieldItems | undefined {
    this.#items ??= this.#shown.items();
    return this.#items;
  }
}
