/** The values of a form: the row's own, the API's defaults, and what was typed; and the body that follows from them. */
import type {Endpoint} from '../../contract/endpoint.ts';
import type {Field} from '../../contract/field.ts';
import type {Problem} from '../../contract/problem.ts';
import type {AnyRow, FamilyId, Look, PathParams} from '../../families/define.ts';
import {equal} from '../equal.ts';
import type {Collection, FieldState, Option} from '../types.ts';
import {boundsOf, type FormInput, fieldAt, holdsSecret, inputsOf, isSecretInput} from './fields.ts';
import {Offers} from './options.ts';
import {valueAt, withValue} from './paths.ts';

type Values = Readonly<Record<string, unknown>>;

export interface FormHost {
  readonly row: AnyRow | undefined;
  readonly look: Look;
  list(family: FamilyId, params?: PathParams): Collection | undefined;
}

/** A field as it is shown; what it offers is looked up when somebody looks. */
class FieldView implements FieldState {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly help: string | undefined;
  readonly input: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly unit: string | undefined;
  readonly bounds: string | undefined;
  readonly value: unknown;
  readonly problems: readonly string[];
  readonly secret: boolean;
  readonly touched: boolean;
  readonly #offers: Offers;
  readonly #field: Field | undefined;

  constructor(
    {name, path, input}: FormInput,
    field: Field | undefined,
    shown: Pick<FieldState, 'value' | 'problems' | 'secret' | 'touched'>,
    offers: Offers,
  ) {
    this.name = name;
    this.path = path;
    this.title = input.title;
    this.help = input.help;
    this.input = input.input;
    this.required = field?.facts.required === true;
    this.nullable = field?.facts.nullable === true;
    this.unit = field?.facts.unit;
    this.bounds = boundsOf(field);
    this.value = shown.value;
    this.problems = shown.problems;
    this.secret = shown.secret;
    this.touched = shown.touched;
    this.#offers = offers;
    this.#field = field;
  }
  get options(): readonly Option[] | undefined {
    return this.#offers.get(this.#field).options;
  }
  get loading(): boolean {
    return this.#offers.get(this.#field).loading;
  }
}

const none: readonly string[] = [];

/** What is wrong with an edit that edits nothing. */
export const nothingDiffers = 'nothing is different yet';

export class Form {
  readonly #inputs: readonly FormInput[];
  readonly #host: FormHost;
  readonly #offers = new Map<string, Offers>();
  readonly #problems = new Map<string, readonly string[]>();
  #typed = new Map<string, unknown>();
  #endpoint: Endpoint | undefined;

  constructor(action: Parameters<typeof inputsOf>[0], host: FormHost) {
    this.#inputs = inputsOf(action);
    this.#host = host;
    const offers = {row: host.row, look: host.look, values: () => this.values(), list: host.list};
    for (const {path, input} of this.#inputs) this.#offers.set(path, new Offers(input, offers));
  }

  get isEmpty(): boolean {
    return this.#inputs.length === 0;
  }

  /** The contract arrived: bounds, choices and defaults are known now. */
  describe(endpoint: Endpoint): void {
    this.#endpoint = endpoint;
  }

  /** Takes a value; answers whether the form has such a field. */
  set(path: string, value: unknown): boolean {
    this.#typed.set(path, value);
    this.#problems.delete(path);
    return this.#inputs.some(input => input.path === path);
  }

  /** What was typed, for a draft; without secrets where it is for a file. */
  typed({secrets}: {readonly secrets: boolean}): Values {
    const kept = [...this.#typed].filter(([path]) => secrets || !this.#isSecret(path));
    return Object.fromEntries(kept);
  }

  restore(typed: Values): void {
    this.#typed = new Map(Object.entries(typed));
  }

  /** Everything as it stands, also what is hidden now. */
  values(): Values {
    let values: Values = {};
    for (const input of this.#leaves()) values = withValue(values, input.path, this.#valueOf(input));
    for (const [path, value] of this.#typed)
      if (!this.#inputs.some(input => input.path === path)) values = withValue(values, path, value);
    return values;
  }

  fields(): readonly FieldState[] {
    const values = this.values();
    return this.#inputs
      .filter(input => this.#isShown(input, values))
      .map(input => {
        const field = fieldAt(this.#endpoint, input.path);
        const shown = {
          value: input.input.input === 'group' ? undefined : this.#valueOf(input),
          problems: this.#problems.get(input.path) ?? none,
          secret: isSecretInput(input, field),
          touched: this.#typed.has(input.path),
        };
        return new FieldView(input, field, shown, this.#offers.get(input.path) ?? new Offers(input.input, this.#never));
      });
  }

  /**
   * What would be sent. An edit sends only what differs from the row, so that it does not undo what somebody else
   * changed meanwhile; within an object that differs, all of it, for objects are replaced as a whole.
   */
  body(endpoint: Endpoint): {readonly body: Values | undefined; readonly differs: boolean} {
    const values = this.values();
    let body: Values = {};
    const touched = new Set<string>();
    const isEdit = endpoint.method === 'PUT';
    for (const input of this.#leaves()) {
      if (input.asked || !this.#isShown(input, values)) continue;
      const value = valueAt(values, input.path);
      const [top = ''] = input.path.split('.');
      if (isEdit && !equal(value ?? null, valueAt(this.#host.row, input.path) ?? null)) touched.add(top);
      if (value === undefined || (value === null && !this.#typed.has(input.path))) continue;
      body = withValue(body, input.path, value);
    }
    for (const [path, value] of this.#typed) {
      if (this.#inputs.some(input => input.path === path)) continue;
      body = withValue(body, path, value);
      touched.add(path.split('.')[0] ?? path);
    }
    if (!isEdit) return {body: this.#bare(endpoint, body), differs: true};
    const kept = Object.fromEntries(Object.entries(body).filter(([name]) => touched.has(name)));
    return {body: kept, differs: touched.size > 0};
  }

  /** Shows problems beside their fields; those of no field stand at the first, so that none is lost. */
  place(problems: readonly Problem[]): void {
    this.#problems.clear();
    const shown = this.fields();
    const leaf = (path: string) => shown.find(field => field.path === path && field.input !== 'group');
    for (const {field, reason} of problems) {
      let path = field ?? '';
      // `devices.sda.disk_id` belongs to the input `devices`.
      while (path !== '' && !leaf(path)) path = path.slice(0, Math.max(0, path.lastIndexOf('.')));
      const at = path || shown.find(({input}) => input !== 'group')?.path || '';
      const words = path === field ? reason : field ? `${field}: ${reason}` : reason;
      this.#problems.set(at, [...(this.#problems.get(at) ?? []), words]);
    }
  }

  /** The problems of one field, found while it is typed in. */
  correct(path: string, problems: readonly string[]): void {
    if (problems.length === 0) this.#problems.delete(path);
    else this.#problems.set(path, problems);
  }

  field(path: string): Field | undefined {
    return fieldAt(this.#endpoint, path);
  }

  input(path: string): FormInput | undefined {
    return this.#inputs.find(input => input.path === path);
  }

  /** How a value reads: by the label of what was picked. */
  shown(path: string, value: unknown): string | undefined {
    const options = this.#offers.get(path)?.get(this.field(path)).options;
    const option = options?.find(candidate => candidate.value === value);
    // Words that begin with the value only explain it.
    return option && !option.text.startsWith(String(value)) ? `${option.text} (${value})` : undefined;
  }

  readonly #never = {row: undefined, look: {} as Look, values: () => ({}), list: () => undefined};

  /** A body that may be left out is left out when there is nothing in it. */
  #bare(endpoint: Endpoint, body: Values): Values | undefined {
    if (!endpoint.spec.body) return undefined;
    return endpoint.spec.bodyOptional && Object.keys(body).length === 0 ? undefined : body;
  }

  #leaves(): readonly FormInput[] {
    return this.#inputs.filter(({input}) => input.input !== 'group');
  }

  #isSecret(path: string): boolean {
    const input = this.input(path);
    return input !== undefined && (isSecretInput(input, this.field(path)) || holdsSecret(input));
  }

  #isShown({input, scope, within}: FormInput, values: Values): boolean {
    if (within && !this.#isShown(within, values)) return false;
    const {row, look} = this.#host;
    const beside = scope === '' ? values : ((valueAt(values, scope.slice(0, -1)) ?? {}) as Values);
    return input.when?.(beside, row, look) ?? true;
  }

  #valueOf(input: FormInput): unknown {
    if (this.#typed.has(input.path)) return this.#typed.get(input.path);
    const {row, look} = this.#host;
    const initial = input.input.initial?.(row, look);
    if (initial !== undefined) return initial;
    const field = this.field(input.path);
    // A secret is never filled in: what reads back is at best a placeholder for it.
    if (isSecretInput(input, field)) return undefined;
    return valueAt(row, input.path) ?? field?.facts.default;
  }
}
