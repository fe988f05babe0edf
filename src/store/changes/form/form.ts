/**
 * A form: its fields for display, and the request body with their values.
 *
 * More than 300 lines: one class, whose fields, values and problems depend on each other.
 */
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {Field} from '../../../contract/schema/field.ts';
import type {FieldError} from '../../../contract/schema/field-error.ts';
import {countText, formatNumber, humanize as wordsOf} from '../../../families/format/format.ts';
import {nounInSentence} from '../../../families/format/nouns.ts';
import type {AnyRow, FamilyId, PathParams} from '../../../families/shape/define-family.ts';
import {isObject} from '../../../families/shape/json-object.ts';
import {ownProperty} from '../../../platform/text/own-property.ts';
import type {Failure} from '../../api/failure.ts';
import {contractIdentifiers, type Identifiers} from '../../api/identifiers.ts';
import type {Collection} from '../../cache/collection-state.ts';
import {leavesOf, valueAt, withValue} from '../../core/dotted-paths.ts';
import {jsonEqual} from '../../core/json-equal.ts';
import {maskText} from '../../core/secret-fields.ts';
import {draftValues} from './draft-values.ts';
import {choicesOf, type FormInput, isSecretInput, labelOfValue, spelledValue, unitOf} from './field-specs.ts';
import type {FieldItems, FieldState} from './field-state.ts';
import {FieldView} from './field-view.ts';
import {type FieldValues, type FormAction, FormValues, type FormValuesHost} from './form-values.ts';
import {readPairs, writePairs} from './pair-lines.ts';
import {PickerOptions} from './picker-options.ts';
import {missingInEntry, placeProblems} from './problem-placement.ts';
import {refusalWords} from './refusal-words.ts';
import {buildBody, type FormBody, returnedValues, sentValue} from './request-body.ts';

export interface FormHost extends FormValuesHost {
  /** The provider's spelling of identifiers; absent = the contract's spelling. */
  readonly identifiers?: Identifiers | undefined;
  list(family: FamilyId, params?: PathParams): Collection | undefined;
  /** True while lists that the form depends on are being read. */
  isLoadingLists(): boolean;
  /** A note about a label that another resource has. */
  labelNote?(label: unknown): string | undefined;
}

const noProblems: readonly string[] = [];

/** The problem of an edit that changes nothing. */
export const noDifferenceText = 'nothing is different yet';

export class Form {
  readonly #action: FormAction;
  readonly #host: FormHost;
  readonly #formValues: FormValues;
  readonly #identifiers: Identifiers;
  readonly #offers = new Map<string, PickerOptions>();
  #problems: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(action: FormAction, host: FormHost, formValues = new FormValues(action, host)) {
    this.#action = action;
    this.#host = host;
    this.#formValues = formValues;
    this.#identifiers = host.identifiers ?? contractIdentifiers;
  }

  get isEmpty(): boolean {
    return Object.keys({...this.#action.inputs, ...this.#action.form}).length === 0;
  }

  describe(endpoint: Endpoint): void {
    this.#formValues.describe(endpoint);
  }

  /**
   * Sets a value. Problems of entries that moved, and of the groups around the value, are removed; the next preview
   * finds them again.
   */
  set(path: string, value: unknown): void {
    this.#formValues.set(path, value);
    const replaced = this.input(path)?.spec.replaces;
    const isAffected = (at: string) =>
      at === replaced || at === path || at.startsWith(`${path}.`) || path.startsWith(`${at}.`);
    this.#problems = new Map([...this.#problems].filter(([at]) => !isAffected(at)));
  }

  typed(options: {readonly secrets: boolean}): FieldValues {
    return this.#formValues.typed(options);
  }

  /** Typed values for the file of drafts. */
  draft(): FieldValues {
    return draftValues(this.#formValues);
  }

  restore(values: FieldValues): void {
    this.#formValues.restore(values);
  }

  /** Records values that the API once returned: fields with these values are sent unchanged. */
  allowRestored(values: FieldValues): void {
    this.#formValues.allowRestored(values);
  }

  values(): FieldValues {
    return this.#formValues.values();
  }

  /** The values before any was typed. */
  untouchedValues(): FieldValues {
    return this.#formValues.untouched.values();
  }

  rowValue(input: FormInput, row?: AnyRow): unknown {
    return this.#formValues.rowValue(input, row);
  }

  /** True if the value of an input still is the value that was read from the API. */
  isRead(path: string): boolean {
    const input = this.input(path);
    return input !== undefined && jsonEqual(valueAt(this.values(), path) ?? null, this.rowValue(input) ?? null);
  }

  field(path: string): Field | undefined {
    return this.#formValues.field(path);
  }

  input(path: string): FormInput | undefined {
    return this.#formValues.input(path);
  }

  /** The same form with the same values, for another row. */
  withRow(row: AnyRow | undefined): Form {
    return new Form(this.#action, {...this.#host, row}, this.#formValues.withRow(row));
  }

  /** The file inputs that are visible now, with their typed values. */
  files(): readonly {readonly input: FormInput; readonly value: unknown}[] {
    const values = this.values();
    return this.#formValues
      .leafInputs()
      .filter(input => input.spec.input === 'file' && this.#formValues.isShown(input, values))
      .map(input => ({input, value: valueAt(values, input.path)}));
  }

  /** Values that are not sent, because they only helped to choose another value: the instance of a disk. */
  helperValues(): readonly {readonly path: string; readonly value: unknown}[] {
    const values = this.values();
    return this.#formValues
      .leafInputs()
      .filter(input => input.isAuxiliary && input.spec.input === 'pick' && this.#formValues.isShown(input, values))
      .map(({path}) => ({path, value: valueAt(values, path)}))
      .filter(({value}) => value !== undefined && value !== null);
  }

  fields(): readonly FieldState[] {
    return this.#fieldStates(this.#formValues.inputs(), this.values());
  }

  /** The request body for the current values. */
  body(endpoint: Endpoint): FormBody {
    const {row, params} = this.#host;
    return buildBody({action: this.#action, formValues: this.#formValues, row, params}, endpoint);
  }

  /** Values that the API returned, in the shape of the body. */
  read(endpoint: Endpoint): readonly FieldValues[] {
    return returnedValues(this.#formValues, this.#host.row, endpoint);
  }

  /** Fields that must be filled in although the contract doesn't require them. */
  missing(endpoint: Endpoint): readonly FieldError[] {
    const missing = missingPaths(this.#formValues);
    // If a field was already empty when the row was read, an edit of another field must not report it.
    const before = endpoint.method === 'PUT' ? missingPaths(this.#formValues.untouched) : [];
    return missing.filter(path => !before.includes(path)).map(field => ({field, reason: 'is required'}));
  }

  /** Shows problems at their fields; problems without a field show at the first field, so that none is lost. */
  place(fieldErrors: readonly FieldError[]): void {
    const explained = fieldErrors.map(one => ({...one, reason: this.#reasonAt(one.field, one.reason)}));
    this.#problems = placeProblems(explained, this.fields(), this.#identifiers);
  }

  /** The text of a refusal, with the names that the form gives to entries of lists. */
  refusalWords(failure: Failure): string {
    return refusalWords(failure, this.fields(), this.#identifiers);
  }

  /** The value to send for a typed line, or for several of them. */
  toSentValue(path: string, typed: unknown): unknown {
    const input = this.input(path);
    return input && input.spec.input !== 'rows' ? sentValue(this.#formValues, input, typed, {}) : typed;
  }

  /** Sets the problems of one field while the user types. */
  correct(path: string, problems: readonly string[]): void {
    const others = [...this.#problems].filter(([at]) => at !== path);
    const explained = problems.map(reason => this.#reasonAt(path, reason));
    this.#problems = new Map(problems.length === 0 ? others : [...others, [path, explained]]);
  }

  /** Shows the required fields of an entry that are still empty. */
  checkEntry(entry: string): void {
    for (const path of missingInEntry(this.fields(), entry)) this.correct(path, ['is required']);
  }

  /** If a text should contain pairs, the reason names the line that isn't a pair. */
  #reasonAt(path: string | null, reason: string): string {
    const value = path !== null && this.input(path)?.spec.input === 'pairs' ? valueAt(this.values(), path) : undefined;
    return (typeof value === 'string' && readPairs(value).mistakes[0]?.message) || reason;
  }

  isGroup(path: string): boolean {
    return this.input(path)?.spec.input === 'group';
  }

  /** The text for a value: the label of the picked option. */
  valueText(path: string, value: unknown): string | undefined {
    const input = this.input(path);
    if (input?.spec.input === 'pairs' && isObject(value)) return writePairs(value).replaceAll('\n', ', ') || undefined;
    const options = input && this.#offersOf(input).get(this.field(path)).options;
    const option = options?.find(candidate => jsonEqual(candidate.value, value));
    const shownValue = typeof value === 'object' ? value : spelledValue(this.field(path), value, this.#identifiers);
    if (!option || typeof value === 'object')
      return (
        option?.text ??
        (input && labelOfValue(input.spec, value)) ??
        (shownValue === value ? undefined : String(shownValue))
      );
    // An option's text may already start with its value, as an explanation does, or end with it.
    if (option.text.endsWith(`(${shownValue})`)) return option.text;
    // The seconds or the 0 behind "2 hours" or "by default" mean nothing to a reader, unlike the ID of a resource.
    if (input?.spec.input === 'choice' && typeof value === 'number') return option.text;
    return option.text.startsWith(String(shownValue))
      ? shownValue === value
        ? undefined
        : String(shownValue)
      : `${option.text} (${shownValue})`;
  }

  /** A value without a label, in the provider's spelling. */
  spelled(path: string, value: unknown): unknown {
    return spelledValue(this.field(path), value, this.#identifiers);
  }

  /** The name of a field without an input. */
  nameOf(path: string): string {
    return wordsOf(this.#identifiers.fieldName(path)).replaceAll('.', ' ');
  }

  /** A short summary of an entry of rows. */
  entryWords(rows: FormInput, index: number, entry: unknown): string {
    return [this.aboutOf(rows, entry), this.entryValues(rows, index, entry)].filter(Boolean).join(' ') || 'empty';
  }

  /** The values of an entry, without the name of its resource. */
  entryValues(rows: FormInput, index: number, entry: unknown): string {
    const values = withValue({}, `${rows.path}.${index}`, entry);
    const inputs = this.#formValues.entry(rows, index).filter(({spec}) => spec.input !== 'group');
    const words = inputs.map(input => {
      const value = valueAt(values, input.path);
      if (value === undefined || value === null || value === '') return undefined;
      if (isSecretInput(input, this.field(input.path))) return maskText;
      if (Array.isArray(value)) return this.#arrayWords(input, value);
      if (typeof value === 'number' && input.spec.input === 'number') return this.#numberWords(input, value);
      const [option] = (this.valueText(input.path, value) ?? String(value)).split(/: | \(/);
      // Without the title of its field, “none” means nothing to a reader.
      return option === 'none' ? undefined : option;
    });
    return words.filter(Boolean).join(' ');
  }

  /** "prod, web", or the entries inside of an entry: "with node-1 192.0.2.1:80, node-2 192.0.2.2:80". */
  #arrayWords(input: FormInput, value: readonly unknown[]): string | undefined {
    if (value.every(item => typeof item !== 'object')) return value.join(', ');
    if (input.spec.input !== 'rows') return undefined;
    return `with ${value.map((entry, index) => this.entryWords(input, index, entry)).join(', ')}`;
  }

  /** "3 nodes", "size 512 MB": a number among other values of an entry. */
  #numberWords({spec, path}: FormInput, value: number): string {
    const noun = nounInSentence(spec.title);
    if (/^[a-z]+s$/.test(noun)) return countText(value, noun.slice(0, -1));
    return [noun, formatNumber(value), spec.unit ?? unitOf(this.field(path))].filter(Boolean).join(' ');
  }

  /**
   * True for a choice with a single option. The form doesn't ask for it, but the value is sent and the preview shows
   * it.
   */
  #hasSingleOption({path, spec}: FormInput, values: FieldValues): boolean {
    if (spec.input !== 'choice' || this.#problems.has(path)) return false;
    const [only, ...more] = spec.values ?? choicesOf(this.field(path)) ?? [];
    return only !== undefined && more.length === 0 && valueAt(values, path) === only;
  }

  /** True for inputs that can't apply to several rows at once: their label, and lists with different entries. */
  #isForOneRow(input: FormInput): boolean {
    const kind = input.spec.input;
    const sharedValues = kind === 'group' || input.scope !== '' ? undefined : this.#formValues.several(input);
    if (sharedValues === undefined) return false;
    return (
      this.#formValues.isName(input) ||
      (sharedValues.differs && (kind === 'rows' || kind === 'json' || kind === 'pairs'))
    );
  }

  #fieldStates(inputs: readonly FormInput[], values: FieldValues): readonly FieldState[] {
    return inputs
      .filter(input => this.#formValues.isShown(input, values) && !this.#hasSingleOption(input, values))
      .filter(input => !this.#isForOneRow(input))
      .map(input => {
        const {path} = input;
        const field = this.field(path);
        const sharedValues = input.spec.input === 'group' ? undefined : this.#formValues.several(input);
        const isOpen = sharedValues?.differs === true && !this.#formValues.isTyped(path);
        return new FieldView(input, field, {
          value: input.spec.input === 'group' || isOpen ? undefined : valueAt(values, path),
          several: sharedValues,
          problems: this.#problems.get(path) ?? noProblems,
          isRequired: this.#formValues.isRequired(input, values),
          isSecret: isSecretInput(input, field) && input.spec.isReadable !== true,
          isTyped: this.#formValues.isTyped(path),
          listNote: input.spec.note?.(this.#formValues.formContext(input.scope, () => values)),
          note: this.#othersOf(input) ?? (path === 'label' ? this.#host.labelNote?.(values.label) : undefined),
          isLoadingLists: () => this.#host.isLoadingLists(),
          identifiers: this.#identifiers,
          fieldTitle: other => this.input(other)?.spec.title ?? wordsOf(this.#identifiers.fieldName(other)),
          offers: () => this.#offersOf(input),
          items: () => this.#items(input, values),
        });
      });
  }

  #items(rows: FormInput, values: FieldValues): FieldItems | undefined {
    if (rows.spec.input !== 'rows') return undefined;
    const entries = valueAt(values, rows.path);
    const field = this.field(rows.path);
    return {
      entries: (Array.isArray(entries) ? entries : []).map((entry: unknown, index) => ({
        path: `${rows.path}.${index}`,
        about: this.aboutOf(rows, entry),
        fields: this.#fieldStates(this.#formValues.entry(rows, index), values),
        others: uneditableFieldsText(entry, {
          field: field?.kind === 'list' ? field.item : undefined,
          responseField: this.#formValues.responseField(`${rows.path}.${index}`),
          inputNames: this.#formValues.entry(rows, index).map(({path}) => path.slice(`${rows.path}.${index}.`.length)),
        }),
      })),
      one: rows.spec.one ?? 'entry',
      isFixed: rows.spec.fixed === true,
      atMost: field?.kind === 'list' ? field.facts.maxItems : undefined,
      blank: () => this.#formValues.blankEntry(rows),
    };
  }

  /** The other values of a group that the API returned. */
  #othersOf({spec, path}: FormInput): string | undefined {
    if (spec.input !== 'group' || !this.#formValues.isEdit) return undefined;
    return uneditableFieldsText(valueAt(this.#host.row, path), {
      field: this.field(path),
      responseField: this.#formValues.responseField(path),
      inputNames: this.#formValues.inputs().flatMap(one => (one.within?.path === path ? [one.name] : [])),
    });
  }

  /** The summary of a list entry. If all its fields are empty, its other values: "ruleset 5". */
  aboutOf(rows: FormInput, entry: unknown): string | undefined {
    if (!isObject(entry)) return undefined;
    const description = rows.spec.entryName?.({entry, row: this.#host.row});
    if (description !== undefined) return description;
    const {inputs} = rows.spec;
    const fieldNames = typeof inputs === 'object' ? Object.keys(inputs) : [];
    const isBare = fieldNames.every(name => leavesOf({[name]: entry[name]}).every(([, value]) => isBlankValue(value)));
    const words = Object.entries(entry).flatMap(([name, value]) =>
      fieldNames.includes(name) || typeof value === 'object' || value === '' ? [] : [`${wordsOf(name)} ${value}`],
    );
    return isBare && words.length > 0 ? words.join(', ') : undefined;
  }

  #offersOf(input: FormInput): PickerOptions {
    const offered = this.#offers.get(input.path);
    if (offered) return offered;
    const {lookup, list} = this.#host;
    const created = new PickerOptions(input.spec, {
      lookup,
      identifiers: this.#identifiers,
      list,
      formContext: () => this.#formValues.formContext(input.scope),
    });
    this.#offers.set(input.path, created);
    return created;
  }
}

const isBlankValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

interface GroupFields {
  /** The fields of the request body. */
  readonly field: Field | undefined;
  /** The fields of the response; a request omits those that its body doesn't have. */
  readonly responseField: Field | undefined;
  readonly inputNames: readonly string[];
}

/**
 * Fields that the API returned and that are sent back unchanged: unknown fields, and fields of today's API without an
 * input.
 */
function uneditableFieldsText(value: unknown, {field, responseField, inputNames}: GroupFields): string | undefined {
  if (field?.kind !== 'object' || !isObject(value)) return undefined;
  const responseFields = responseField?.kind === 'object' ? responseField.fields : {};
  const names = Object.keys(value).filter(name => {
    const facts = ownProperty(field.fields, name)?.facts;
    if (!facts) return ownProperty(responseFields, name) === undefined;
    return facts.today && !facts.readOnly && !isBlankValue(value[name]) && !inputNames.includes(name);
  });
  if (names.length === 0) return undefined;
  const pronoun = names.length === 1 ? 'it' : 'them';
  return `Skydeck can’t edit ${names.map(wordsOf).join(', ')}, and sends ${pronoun} back unchanged.`;
}

/** Paths of empty inputs that the form requires in addition to the contract. */
function missingPaths(formValues: FormValues): readonly string[] {
  const values = formValues.values();
  const isEmpty = ({path}: FormInput) => (valueAt(values, path) ?? '') === '';
  const leafInputs = formValues.leafInputs();
  // If a disk is known, its instance is not required.
  const isReached = leafInputs.some(input => !input.isAuxiliary && input.spec.params && !isEmpty(input));
  return leafInputs
    .filter(input => formValues.isRequired(input, values) && isEmpty(input) && !(input.isAuxiliary && isReached))
    .filter(input => formValues.isShown(input, values))
    .map(({path}) => path);
}
