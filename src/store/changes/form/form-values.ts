/** The inputs of a form and their values: values of the row, defaults of the API, and typed values. */

import {originalOf} from '../../../contract/reading/originals.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {Field} from '../../../contract/schema/field.ts';
import type {AnyRow, FormContext, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import {isObject} from '../../../families/shape/json-object.ts';
import {isIndex, valueAt, valuesByPath, withValue} from '../../core/dotted-paths.ts';
import {isSecretField, isSecretPath, withoutSecrets} from '../../core/secret-fields.ts';
import {
  entryInputs,
  type FormInput,
  fieldAt,
  holdsSecret,
  type InputMap,
  inputsOf,
  isSecretInput,
  responseFieldAt,
} from './field-specs.ts';
import {formContextOf} from './form-context.ts';
import {applyAmendment, isAmendment} from './list-amendment.ts';
import {type SeveralValues, summarizeValues} from './values-of-many.ts';

export type FieldValues = Readonly<Record<string, unknown>>;

export interface FormValuesHost {
  readonly row: AnyRow | undefined;
  /** All edited rows if the form edits several; `row` comes first. */
  readonly rows?: readonly AnyRow[] | undefined;
  /** The path parameters of the list that the form belongs to. */
  readonly params: PathParams;
  readonly lookup: Lookup;
  /** The label of a row. */
  readonly labelOf?: ((row: AnyRow) => string) | undefined;
}

const noValues = (): FieldValues => ({});

export interface FormAction {
  readonly inputs?: InputMap | undefined;
  readonly form?: InputMap | undefined;
  /** Builds the body of an action without inputs. */
  readonly requestBody?: ((context: {readonly row: AnyRow; readonly params: PathParams}) => FieldValues) | undefined;
}

export class FormValues {
  readonly #action: FormAction;
  readonly #host: FormValuesHost;
  #typedValues = new Map<string, unknown>();
  #restored: readonly FieldValues[] = [];
  #endpoint: Endpoint | undefined;

  constructor(action: FormAction, host: FormValuesHost) {
    this.#action = action;
    this.#host = host;
  }

  /** Receives the contract's endpoint when it is loaded: it defines the bounds, choices and defaults. */
  describe(endpoint: Endpoint): void {
    this.#endpoint = endpoint;
  }

  /** Sets a value. If the path is inside an input, such as a part of an object, that input changes. */
  set(path: string, value: unknown): void {
    this.#typedValues.delete(this.input(path)?.spec.replaces ?? '');
    const input = this.leafInputs().find(leaf => path.startsWith(`${leaf.path}.`));
    if (input) {
      const whole = withValue({'': this.#valueOf(input)}, path.slice(input.path.length), value);
      this.#typedValues.set(input.path, whole['']);
    } else if (this.#isUnchangedInEach(path, value)) this.#typedValues.delete(path);
    else this.#typedValues.set(path, value);
  }

  /** True for a field of several rows without a typed value, whose values all rows keep. */
  #isUnchangedInEach(path: string, value: unknown): boolean {
    if (!this.isOfSeveral || (value !== undefined && value !== '')) return false;
    const leaf = this.leafInputs().find(input => input.path === path);
    return value === undefined || (leaf !== undefined && this.several(leaf)?.differs === true);
  }

  /** True for an edit, which sends the values of the row back; any other request has only the values of the form. */
  get isEdit(): boolean {
    return this.#host.row !== undefined && this.#endpoint?.method === 'PUT';
  }

  /** True if the form edits several rows: in fields that the user doesn't type, each row keeps its value. */
  get isOfSeveral(): boolean {
    return (this.#host.rows?.length ?? 0) > 1 && this.isEdit;
  }

  /** The values of this field in all edited rows; undefined if the form edits one row. */
  several(input: FormInput): SeveralValues | undefined {
    if (!this.isOfSeveral) return undefined;
    const value = this.#typedValues.get(input.path);
    const values = (this.#host.rows ?? []).map(row => this.rowValue(input, row));
    return summarizeValues(values, isAmendment(value) ? value : undefined);
  }

  /** True for the label, which distinguishes rows: several rows must not get the same label. */
  isName({path}: FormInput): boolean {
    const {row, labelOf} = this.#host;
    return row !== undefined && labelOf !== undefined && valueAt(row, path) === labelOf(row);
  }

  isTyped(path: string): boolean {
    return this.#typedValues.has(path);
  }

  /** Typed values without an input. */
  extraValues(): readonly (readonly [path: string, value: unknown])[] {
    const inputs = this.inputs();
    return [...this.#typedValues].filter(([path]) => !this.input(path, inputs));
  }

  /** Typed values for a draft; without secrets if the draft goes to a file. */
  typed({secrets}: {readonly secrets: boolean}): FieldValues {
    if (secrets) return Object.fromEntries(this.#typedValues);
    const inputs = this.inputs();
    return Object.fromEntries([...this.#typedValues].filter(([path, value]) => !this.#isSecret(path, value, inputs)));
  }

  restore(values: FieldValues): void {
    this.#typedValues = new Map(Object.entries(values));
  }

  /** Records values that the API once returned, in the shape of the body: they are sent unchanged. */
  allowRestored(values: FieldValues): void {
    this.#restored = [...this.#restored, values];
  }

  get restored(): readonly FieldValues[] {
    return this.#restored;
  }

  /** The same values, for another row. */
  withRow(row: AnyRow | undefined): FormValues {
    const other = new FormValues(this.#action, {...this.#host, row});
    other.restore(this.typed({secrets: true}));
    other.#restored = this.#restored;
    if (this.#endpoint) other.describe(this.#endpoint);
    return other;
  }

  /** All current values, including those of hidden inputs. */
  values(): FieldValues {
    return this.#valuesOf(this.inputs());
  }

  /**
   * The row's current value for an input, as the API returned it. Some values are in another part of the row that only
   * the family knows: the policies of a firewall are in its rules. Fixed entries may have more fields in the row than
   * can be sent.
   */
  rowValue({path, spec: {initial, fixed}}: FormInput, row = this.#host.row): unknown {
    const [head = path] = path.split('.');
    return originalOf(
      row && initial && (fixed || !(head in row)) ? initial({...this.#contextOf(noValues), row}) : valueAt(row, path),
    );
  }

  /** The same form before any value was typed. */
  get untouched(): FormValues {
    const other = new FormValues(this.#action, this.#host);
    if (this.#endpoint) other.describe(this.#endpoint);
    return other;
  }

  field(path: string): Field | undefined {
    return fieldAt(this.#endpoint, path);
  }

  /** The contract's field of a path in the response to an edit; undefined for other requests. */
  responseField(path: string): Field | undefined {
    return responseFieldAt(this.#endpoint, path);
  }

  /** The input at a path, including inputs inside rows. */
  input(path: string, candidates: readonly FormInput[] = this.inputs()): FormInput | undefined {
    const rows = candidates.find(({path: at, spec}) => spec.input === 'rows' && path.startsWith(`${at}.`));
    const [index = ''] = rows ? path.slice(rows.path.length + 1).split('.') : [];
    if (rows && isIndex(index)) return this.input(path, this.entry(rows, Number(index)));
    return candidates.find(input => input.path === path);
  }

  inputs(): readonly FormInput[] {
    let values: FieldValues | undefined;
    // Few groups depend on values, and each of them requires an iteration over all inputs.
    const groupValues = (): FieldValues => {
      values ??= this.#valuesOf(inputsOf(this.#action, () => ({})));
      return values;
    };
    return inputsOf(this.#action, group => this.#entryInputs(group, groupValues));
  }

  #entryInputs({spec: {inputs}, scope}: FormInput, values: () => FieldValues): InputMap {
    return typeof inputs === 'function' ? inputs(this.formContext(scope, values)) : (inputs ?? {});
  }

  /** The inputs of an entry of rows. */
  entry(rows: FormInput, index: number): readonly FormInput[] {
    return entryInputs(rows, index, group => this.#entryInputs(group, () => this.values()));
  }

  /** The inputs with a separate value. */
  leafInputs(): readonly FormInput[] {
    return this.inputs().filter(({spec}) => spec.input !== 'group');
  }

  /** A new entry with the initial values of its inputs or of the contract. */
  blankEntry(rows: FormInput): FieldValues {
    let blank: FieldValues = {};
    for (const {path, spec} of entryInputs(rows, 0, group => this.#entryInputs(group, () => ({})))) {
      if (spec.input === 'group' || spec.input === 'rows') continue;
      const context = this.#contextOf(() => this.values(), noValues);
      const value = spec.initial?.(context) ?? defaultOf(this.field(path));
      blank = withValue(blank, path.slice(`${rows.path}.0.`.length), value);
    }
    return blank;
  }

  /** The siblings of an input's value: those in its entry or in the whole form. */
  siblingValues(scope: string, values: FieldValues): FieldValues {
    if (scope === '') return values;
    const beside = valueAt(values, scope.slice(0, -1));
    // A command line may contain a text instead of an entry.
    return isObject(beside) ? beside : {};
  }

  /** The context of the inputs of a scope. */
  formContext(scope = '', values = () => this.values()): FormContext<AnyRow> {
    return this.#contextOf(values, () => this.siblingValues(scope, values()));
  }

  #contextOf(values: () => FieldValues, beside = values): FormContext<AnyRow> {
    const {row, lookup, params} = this.#host;
    return formContextOf({row, lookup, params}, values, beside);
  }

  /** True if the form requires the input in addition to the contract. */
  isRequired({spec: {required}, scope}: FormInput, values: FieldValues): boolean {
    return typeof required === 'function' ? required(this.siblingValues(scope, values)) : required === true;
  }

  isShown({spec, scope, within}: FormInput, values: FieldValues): boolean {
    if (within && !this.isShown(within, values)) return false;
    return spec.isVisible?.(this.formContext(scope, () => values)) ?? true;
  }

  #valuesOf(inputs: readonly FormInput[]): FieldValues {
    const own = inputs.filter(({spec}) => spec.input !== 'group').map(input => this.#entryOf(input));
    const others = [...this.#typedValues].filter(([path]) => !inputs.some(input => input.path === path));
    return valuesByPath([...own, ...others]);
  }

  #entryOf(input: FormInput): readonly [path: string, value: unknown] {
    return [input.path, this.#valueOf(input)];
  }

  #isSecret(path: string, value: unknown, inputs: readonly FormInput[]): boolean {
    const input = this.input(path, inputs);
    const field = this.field(path);
    if (isSecretPath(path, field)) return true;
    if (input && input.spec.input !== 'group') return isSecretInput(input, field) || holdsSecret(input.spec);
    // For a value without an input, the field names decide whether it is secret. A free-form object of the contract may
    // contain anything, so it counts as secret.
    const names = path.split('.');
    const isFree = names.some((_, index) => this.field(names.slice(0, index + 1).join('.'))?.kind === 'free');
    return isFree || names.some(name => isSecretField(name, field)) || withoutSecrets(value, field) !== value;
  }

  /** The values that don't depend on other values: typed ones, or those of inputs that never depend on others. */
  #independentValues(): FieldValues {
    const inputs = inputsOf(this.#action, ({spec: {inputs}}) => (typeof inputs === 'function' ? {} : (inputs ?? {})))
      .filter(({spec}) => spec.input !== 'group')
      .filter(({spec, path}) => spec.derivedValue === undefined || this.#typedValues.has(path));
    return valuesByPath(inputs.map(input => this.#entryOf(input)));
  }

  #valueOf(input: FormInput): unknown {
    if (this.#typedValues.has(input.path)) {
      const value = this.#typedValues.get(input.path);
      return isAmendment(value) ? applyAmendment(this.rowValue(input), value) : value;
    }
    // An initial value can't depend on the values that contain it.
    const initial = input.spec.initial?.(this.#contextOf(noValues));
    if (initial !== undefined) return originalOf(initial);
    const following = input.spec.derivedValue?.({...this.#contextOf(noValues), values: this.#independentValues()});
    if (following !== undefined) return following;
    const field = this.field(input.path);
    // A secret is never filled in: the API returns at most a placeholder for it.
    if (isSecretInput(input, field)) return undefined;
    // If the family defines an initial value, it replaces the row's value, even when it is undefined.
    const value = input.spec.initial ? undefined : originalOf(valueAt(this.#host.row, input.path));
    // An edited row already has a value. If that value is empty, the default for new resources does not apply.
    return value ?? (this.isEdit ? undefined : defaultOf(field));
  }
}

/** The API's default, which a new request sends; a field that older providers refuse is not sent. */
const defaultOf = (field: Field | undefined): unknown => (field?.facts.today ? undefined : field?.facts.default);
