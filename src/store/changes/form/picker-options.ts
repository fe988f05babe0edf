/** The options of a picker or a choice; disabled ones have a reason. */
import type {Field} from '../../../contract/schema/field.ts';
import type {
  AnyInput,
  AnyPickerSource,
  AnyRow,
  Family,
  FamilyId,
  FormContext,
  Lookup,
  PathParams,
} from '../../../families/shape/define-family.ts';
import type {FormCandidateContext, PickerPart} from '../../../families/shape/forms.ts';
import type {Identifiers} from '../../api/identifiers.ts';
import type {Collection} from '../../cache/collection-state.ts';
import {choicesOf, spelledValue} from './field-specs.ts';
import type {Option} from './field-state.ts';
import {candidateContextOf} from './form-context.ts';

export interface PickerOptionsHost {
  readonly lookup: Lookup;
  readonly identifiers: Identifiers;
  formContext(): FormContext<AnyRow>;
  list(family: FamilyId, params?: PathParams): Collection | undefined;
}

/** The facts that the options of one list share. */
interface OptionList {
  readonly family: Family;
  readonly source: OptionSource;
  readonly host: PickerOptionsHost;
}

/** An option whose reason is computed when it is shown: of 100,000 options only one screen is. */
class LazyOption implements Option {
  readonly value: Option['value'];
  readonly text: string;
  readonly #row: AnyRow;
  readonly #family: Family;
  readonly #source: OptionSource;
  readonly #host: PickerOptionsHost;

  constructor(row: AnyRow, text: string, {family, source, host}: OptionList) {
    this.#row = row;
    this.#family = family;
    this.#source = source;
    this.#host = host;
    this.value = (source.toValue?.(this.#context) ?? family.key(row)) as Option['value'];
    this.text = text;
  }
  get typed(): string {
    return this.#source.toValue ? '' : this.#family.idText(this.#row, this.#host.lookup);
  }
  get detail(): string {
    const {lookup} = this.#host;
    const {detail, toValue} = this.#source;
    const text =
      detail?.(this.#context) ??
      this.cells?.filter(Boolean).join('  ') ??
      this.#family.summary?.(this.#row, lookup) ??
      '';
    // In a list of several families each option names its family.
    return toValue ? [this.#family.one, text].filter(Boolean).join(' · ') : text || this.typed;
  }
  get cells(): readonly string[] | undefined {
    return this.#source.comparedColumns?.(this.#context);
  }
  get isDeprecated(): boolean {
    return this.#row.deprecated === true;
  }
  get unless(): string | undefined {
    return this.#source.unless?.(this.#context);
  }
  get #context(): FormCandidateContext<AnyRow, AnyRow> {
    return candidateContextOf(this.#host.formContext(), this.#row);
  }
}

/** An option for a part of a row. */
class PartOption implements Option {
  readonly value: string | number;
  readonly text: string;
  readonly typed: string;
  readonly detail: string;
  readonly cells = undefined;
  readonly #of: LazyOption;

  constructor({value, text, detail}: PickerPart, of: LazyOption) {
    this.value = value;
    this.text = text;
    this.typed = String(value);
    this.detail = detail;
    this.#of = of;
  }
  get unless(): string | undefined {
    return this.#of.unless;
  }
}

export interface OfferedOptions {
  readonly options: readonly Option[] | undefined;
  readonly isLoading: boolean;
}

const noOptions: OfferedOptions = {options: undefined, isLoading: false};

/** The list to pick from, and the value to send for a row if that isn't its key. */
type OptionSource = Omit<AnyPickerSource, 'toValue'> & Partial<Pick<AnyPickerSource, 'toValue'>>;

/** The options of one list; created again only for another list object. */
class OptionCache {
  #from: Collection | undefined;
  #version = -1;
  #options: readonly Option[] = [];

  get(source: OptionSource, collection: Collection, host: PickerOptionsHost): readonly Option[] {
    const {rows, version} = collection.getState();
    if (collection === this.#from && version === this.#version) return this.#options;
    const {family} = collection;
    const list = {family, source, host};
    const idOf = (row: AnyRow) => family.idText(row, host.lookup);
    const labels = rows.map(row => family.label(row) || idOf(row));
    const seen = new Set<string>();
    const duplicates = new Set(labels.filter(label => seen.size === seen.add(label).size));
    this.#from = collection;
    this.#version = version;
    this.#options = rows.flatMap((row, index): readonly Option[] => {
      const label = labels[index] ?? '';
      // If options have the same label, their IDs are appended.
      const hasDetail = (family.withId || duplicates.has(label)) && label !== idOf(row);
      const option = new LazyOption(row, hasDetail ? `${label} (${idOf(row)})` : label, list);
      return source.parts?.(row).map(part => new PartOption(part, option)) ?? [option];
    });
    return this.#options;
  }
}

/** The options of one input. */
export class PickerOptions {
  readonly #input: AnyInput;
  readonly #host: PickerOptionsHost;
  readonly #candidates = new Map<OptionSource, OptionCache>();
  readonly #sources: readonly OptionSource[];

  constructor(input: AnyInput, host: PickerOptionsHost) {
    this.#input = input;
    this.#host = host;
    this.#sources =
      input.sources ?? (input.family ? [input as OptionSource] : input.input === 'tags' ? [{family: 'tags'}] : []);
  }

  get(field: Field | undefined): OfferedOptions {
    const {input, labels = {}, values: offered} = this.#input;
    if (input === 'choice') {
      const values = offered ?? choicesOf(field) ?? Object.keys(labels);
      const option = (value: string | number) => {
        const text = String(spelledValue(field, value, this.#host.identifiers));
        return {value, typed: text, text: labels[value] ?? text, detail: '', unless: undefined};
      };
      return {options: values.map(option), isLoading: false};
    }
    if (this.#sources.length === 0) return noOptions;
    const parts = this.#sources.map(source => this.#part(source));
    const [first] = parts;
    if (parts.length === 1 && first) return first;
    return {options: parts.flatMap(({options = []}) => options), isLoading: parts.some(({isLoading}) => isLoading)};
  }

  #part(source: OptionSource): OfferedOptions {
    const params = source.params?.(this.#host.formContext());
    // The user hasn't chosen the parent resource of the list yet.
    if (source.params && !params) return {options: [], isLoading: false};
    const collection = this.#host.list(source.family, params);
    if (!collection) return this.#input.input === 'tags' ? {options: [], isLoading: false} : noOptions;
    const candidates = this.#candidates.get(source) ?? new OptionCache();
    this.#candidates.set(source, candidates);
    const {isComplete, failure} = collection.getState();
    return {
      options: candidates.get(source, collection, this.#host),
      isLoading: !isComplete && failure === undefined,
    };
  }
}
