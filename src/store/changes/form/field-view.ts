/** The state of a field on screen. Its options and its entries are computed only when they are read. */
import type {Field} from '../../../contract/schema/field.ts';
import type {Identifiers} from '../../api/identifiers.ts';
import {
  boundsOf,
  type FieldTitles,
  type FormInput,
  fieldOfValue,
  labelOfValue,
  spelledValue,
  unitOf,
} from './field-specs.ts';
import type {FieldItems, FieldState, Option} from './field-state.ts';
import type {PickerOptions} from './picker-options.ts';
import type {SeveralValues} from './values-of-many.ts';

export interface FieldViewFacts
  extends Pick<FieldState, 'value' | 'problems' | 'isRequired' | 'isSecret' | 'isTyped' | 'several'> {
  readonly fieldTitle: FieldTitles;
  readonly identifiers: Identifiers;
  /** A note that depends on lists. */
  readonly listNote: string | undefined;
  readonly note: string | undefined;
  /** True while lists that its options or notes depend on are being read. */
  readonly isLoadingLists: () => boolean;
  readonly offers: () => PickerOptions;
  readonly items: () => FieldItems | undefined;
}

export class FieldView implements FieldState {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly help: string | undefined;
  readonly note: string | undefined;
  readonly input: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly isOnlyYes: boolean;
  readonly unit: string | undefined;
  readonly bounds: string | undefined;
  readonly value: unknown;
  readonly valueLabel: string | undefined;
  readonly spell: (value: unknown) => unknown;
  readonly read: (text: unknown) => unknown;
  readonly problems: readonly string[];
  readonly isSecret: boolean;
  readonly isTyped: boolean;
  readonly several: SeveralValues | undefined;
  readonly #field: Field | undefined;
  readonly #facts: FieldViewFacts;
  #items: FieldItems | undefined;

  constructor({name, path, spec}: FormInput, field: Field | undefined, facts: FieldViewFacts) {
    this.name = name;
    this.path = path;
    this.title = spec.title;
    this.help = spec.help;
    this.note = facts.listNote ?? facts.note;
    this.input = spec.input;
    this.isRequired = spec.input === 'file' ? !spec.optional : field?.facts.required === true || facts.isRequired;
    this.isNullable = field?.facts.nullable === true;
    this.isOnlyYes = spec.onlyYes === true;
    this.unit = spec.unit ?? unitOf(field);
    this.spell = value => spelledValue(field, value, facts.identifiers);
    this.read = text => facts.identifiers.readValue(fieldOfValue(field, text), text);
    this.bounds = boundsOf(field, facts.fieldTitle, this.unit, {
      isRequired: this.isRequired,
      chosen: spec.input === 'choice',
      display: this.spell,
    });
    this.value = facts.value;
    this.valueLabel = labelOfValue(spec, facts.value);
    this.problems = facts.problems;
    this.isSecret = facts.isSecret;
    this.isTyped = facts.isTyped;
    this.several = facts.several;
    this.#field = field;
    this.#facts = facts;
  }
  get options(): readonly Option[] | undefined {
    return this.#facts.offers().get(this.#field).options;
  }
  get isLoading(): boolean {
    const isNoteLoading = this.#facts.listNote !== undefined && this.#facts.isLoadingLists();
    return isNoteLoading || this.#facts.offers().get(this.#field).isLoading;
  }
  get items(): FieldItems | undefined {
    this.#items ??= this.#facts.items();
    return this.#items;
  }
}
