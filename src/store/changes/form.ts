/** The values of a form: the row's own, the API's defaults, and what was typed; and the body that follows from them. */
import type {Endpoint} from '../../contract/endpoint.ts';
import type {Field} from '../../contract/field.ts';
import type {Problem} from '../../contract/problem.ts';
import type {AnyRow, Around, FamilyId, Look, PathParams} from '../../families/define.ts';
import {words} from '../../families/format.ts';
import {equal} from '../equal.ts';
import {isSecretField, masked, withoutSecrets} from '../secrets.ts';
import type {Collection} from '../types.ts';
import {amended, isAmendment} from './amendment.ts';
import {FieldView} from './field-view.ts';
import {
  entryInputs,
  type FormInput,
  fieldAt,
  holdsSecret,
  type Inputs,
  inputsOf,
  isSecretInput,
  labelIn,
} from './fields.ts';
import {Offers} from './options.ts';
import {isIndex, isObject, valueAt, withValue} from './paths.ts';
import {placed} from './placing.ts';
import type {FieldItems, FieldState} from './types.ts';

type Values = Readonly<Record<string, unknown>>;

export interface FormHost {
  readonly row: AnyRow | undefined;
  /** Where the list is that the form belongs to. */
  readonly at: PathParams;
  readonly look: Look;
  list(family: FamilyId, params?: PathParams): Collection | undefined;
  /** Lists that were looked at are still being read. */
  consulting(): boolean;
}

const none: readonly string[] = [];

/** What is wrong with an edit that edits nothing. */
export const nothingDiffers = 'nothing is different yet';

interface FormAction {
  readonly asks?: Inputs | undefined;
  readonly form?: Inputs | undefined;
  /** The body, where nothing is asked. */
  readonly sends?: ((row: AnyRow, at: PathParams) => Values) | undefined;
}

export class Form {
  readonly #action: FormAction;
  readonly #host: FormHost;
  readonly #offers = new Map<string, Offers>();
  #problems: ReadonlyMap<string, readonly string[]> = new Map();
  #typed = new Map<string, unknown>();
  #endpoint: Endpoint | undefined;

  constructor(action: FormAction, host: FormHost) {
    this.#action = action;
    this.#host = host;
  }

  get isEmpty(): boolean {
    return Object.keys({...this.#action.asks, ...this.#action.form}).length === 0;
  }

  /** The contract arrived: bounds, choices and defaults are known now. */
  describe(endpoint: Endpoint): void {
    this.#endpoint = endpoint;
  }

  /**
   * Takes a value. What is inside of one input, an entry of rows or a part of an object, changes that one.
   * Entries that moved leave their problems behind: these are found again.
   */
  set(path: string, value: unknown): void {
    const input = this.#leaves().find(leaf => path.startsWith(`${leaf.path}.`));
    if (input) {
      const whole = withValue({'': this.#valueOf(input)}, path.slice(input.path.length), value);
      this.#typed.set(input.path, whole['']);
    } else this.#typed.set(path, value);
    this.#problems = new Map([...this.#problems].filter(([at]) => at !== path && !at.startsWith(`${path}.`)));
  }

  /** What was typed, for a draft; without secrets where it is for a file. */
  typed({secrets}: {readonly secrets: boolean}): Values {
    const kept = [...this.#typed].filter(entry => secrets || !this.#isSecret(...entry));
    return Object.fromEntries(kept);
  }

  restore(typed: Values): void {
    this.#typed = new Map(Object.entries(typed));
  }

  /** The same form with the same answers, about another row. */
  about(row: AnyRow | undefined): Form {
    const other = new Form(this.#action, {...this.#host, row});
    other.restore(this.typed({secrets: true}));
    if (this.#endpoint) other.describe(this.#endpoint);
    return other;
  }

  /** Everything as it stands, also what is hidden now. */
  values(): Values {
    return this.#valuesOf(this.#inputs());
  }

  /** The inputs for files that are shown now, with what was typed. */
  files(): readonly {readonly input: FormInput; readonly value: unknown}[] {
    const values = this.values();
    return this.#leaves()
      .filter(input => input.input.input === 'file' && this.#isShown(input, values))
      .map(input => ({input, value: valueAt(values, input.path)}));
  }

  /** What was picked on the way to something else, and is not sent: the instance whose disk it is. */
  asked(): readonly {readonly path: string; readonly value: unknown}[] {
    const values = this.values();
    return this.#leaves()
      .filter(input => input.asked && input.input.input === 'pick' && this.#isShown(input, values))
      .map(({path}) => ({path, value: valueAt(values, path)}))
      .filter(({value}) => value !== undefined && value !== null);
  }

  fields(): readonly FieldState[] {
    return this.#shown(this.#inputs(), this.values());
  }

  /**
   * What would be sent. An edit sends only what differs from the row, so that it does not undo what somebody else
   * changed meanwhile; within an object that differs, all of it, for objects are replaced as a whole.
   */
  body(endpoint: Endpoint): {readonly body: Values | undefined; readonly differs: boolean} {
    const {row, at} = this.#host;
    if (this.#action.sends && row) return {body: this.#action.sends(row, at), differs: true};
    const values = this.values();
    let body: Values = {};
    const touched = new Set<string>();
    const isEdit = endpoint.method === 'PUT';
    for (const input of this.#leaves()) {
      const {path} = input;
      if (input.asked || input.input.input === 'file' || !this.#isShown(input, values)) continue;
      const before = this.held(input) ?? null;
      let value = valueAt(values, path);
      // What was emptied is said to be so, where the API takes that.
      const isEmptied = (value === undefined || value === '') && before !== null && before !== '';
      if (isEdit && isEmptied && this.field(path)?.facts.nullable) value = null;
      if (isEdit && !equal(value ?? null, before)) touched.add(path.split('.')[0] ?? path);
      if (value === undefined || (value === null && !this.#typed.has(path))) continue;
      body = withValue(body, path, this.#typed.has(path) ? this.#sent(input, value, values) : value);
    }
    for (const [path, value] of this.#typed) {
      if (this.input(path)) continue;
      body = withValue(body, path, value);
      touched.add(path.split('.')[0] ?? path);
    }
    if (!isEdit) return {body: this.#bare(endpoint, body), differs: true};
    // A file is another one each time.
    if (!endpoint.spec.body) return {body: undefined, differs: this.files().length > 0 || this.isEmpty};
    const kept = Object.fromEntries(Object.entries(body).filter(([name]) => touched.has(name)));
    return {body: kept, differs: touched.size > 0};
  }

  /**
   * What the row says now of what an input sends. It may stand elsewhere in the row, where only the family finds it: the
   * policies of a firewall among its rules. Fixed entries may carry more there than can be sent.
   */
  held({path, input: {initial, fixed}}: FormInput, row = this.#host.row): unknown {
    const {look} = this.#host;
    const [head = path] = path.split('.');
    return row && initial && (fixed || !(head in row)) ? initial(row, look, this.#around({})) : valueAt(row, path);
  }

  /** What has to be filled in although the contract does not say so. */
  missing(): readonly Problem[] {
    const values = this.values();
    const isEmpty = ({path}: FormInput) => (valueAt(values, path) ?? '') === '';
    // Who knows the disk need not say whose it is.
    const isReached = this.#leaves().some(input => !input.asked && input.input.params && !isEmpty(input));
    return this.#leaves()
      .filter(input => this.#isRequired(input, values) && isEmpty(input) && !(input.asked && isReached))
      .filter(input => this.#isShown(input, values))
      .map(({path}) => ({field: path, reason: 'is required'}));
  }

  /** Shows problems beside their fields; those of no field stand at the first, so that none is lost. */
  place(problems: readonly Problem[]): void {
    this.#problems = placed(problems, this.fields());
  }

  /** The problems of one field, found while it is typed in. */
  correct(path: string, problems: readonly string[]): void {
    const others = [...this.#problems].filter(([at]) => at !== path);
    this.#problems = new Map(problems.length === 0 ? others : [...others, [path, problems]]);
  }

  field(path: string): Field | undefined {
    return fieldAt(this.#endpoint, path);
  }

  /** The input at a path, also inside of rows. */
  input(path: string, among: readonly FormInput[] = this.#inputs()): FormInput | undefined {
    const rows = among.find(({path: at, input}) => input.input === 'rows' && path.startsWith(`${at}.`));
    const [index = ''] = rows ? path.slice(rows.path.length + 1).split('.') : [];
    if (rows && isIndex(index)) return this.input(path, this.#entry(rows, Number(index)));
    return among.find(input => input.path === path);
  }

  isGroup(path: string): boolean {
    return this.input(path)?.input.input === 'group';
  }

  /** How a value reads: by the label of what was picked. */
  shown(path: string, value: unknown): string | undefined {
    const input = this.input(path);
    const options = input && this.#offersOf(input).get(this.field(path)).options;
    const option = options?.find(candidate => equal(candidate.value, value));
    if (!option || typeof value === 'object') return option?.text ?? (input && labelIn(input.input, value));
    // Words that begin with the value only explain it, and some end with it already.
    if (option.text.endsWith(`(${value})`)) return option.text;
    return option.text.startsWith(String(value)) ? undefined : `${option.text} (${value})`;
  }

  /** An entry of rows in a few words. */
  entryWords(rows: FormInput, index: number, entry: unknown): string {
    const values = withValue({}, `${rows.path}.${index}`, entry);
    const inputs = this.#entry(rows, index).filter(({input}) => input.input !== 'group');
    const words = inputs.map(input => {
      const value = valueAt(values, input.path);
      if (value === undefined || value === null || value === '') return undefined;
      if (isSecretInput(input, this.field(input.path))) return masked;
      if (Array.isArray(value)) return value.every(one => typeof one !== 'object') ? value.join(', ') : undefined;
      const [option] = (this.shown(input.path, value) ?? String(value)).split(/: | \(/);
      return option;
    });
    const about = isObject(entry) ? rows.input.about?.(entry, this.#host.row) : undefined;
    return [about, ...words].filter(Boolean).join(' ') || 'empty';
  }

  #inputs(): readonly FormInput[] {
    const chosen = this.#valuesOf(inputsOf(this.#action, () => ({})));
    return inputsOf(this.#action, group => this.#inside(group, chosen));
  }

  #inside({input: {of}, scope}: FormInput, values: Values): Inputs {
    return typeof of === 'function' ? of(this.#beside(scope, values), this.#host.look) : (of ?? {});
  }

  #entry(rows: FormInput, index: number): readonly FormInput[] {
    return entryInputs(rows, index, group => this.#inside(group, this.values()));
  }

  #leaves(): readonly FormInput[] {
    return this.#inputs().filter(({input}) => input.input !== 'group');
  }

  #valuesOf(inputs: readonly FormInput[]): Values {
    let values: Values = {};
    for (const input of inputs)
      if (input.input.input !== 'group') values = withValue(values, input.path, this.#valueOf(input));
    for (const [path, value] of this.#typed)
      if (!inputs.some(input => input.path === path)) values = withValue(values, path, value);
    return values;
  }

  #shown(inputs: readonly FormInput[], values: Values): readonly FieldState[] {
    return inputs
      .filter(input => this.#isShown(input, values))
      .map(input => {
        const {path} = input;
        const field = this.field(path);
        return new FieldView(input, field, {
          value: input.input.input === 'group' ? undefined : valueAt(values, path),
          problems: this.#problems.get(path) ?? none,
          required: this.#isRequired(input, values),
          secret: isSecretInput(input, field),
          touched: this.#typed.has(path),
          told: input.input.tells?.(this.#host.row, this.#host.look),
          consulting: () => this.#host.consulting(),
          called: other => this.input(other)?.input.title ?? words(other),
          offers: () => this.#offersOf(input),
          items: () => this.#items(input, values),
        });
      });
  }

  #items(rows: FormInput, values: Values): FieldItems | undefined {
    if (rows.input.input !== 'rows') return undefined;
    const entries = valueAt(values, rows.path);
    const field = this.field(rows.path);
    return {
      entries: (Array.isArray(entries) ? entries : []).map((entry: unknown, index) => ({
        path: `${rows.path}.${index}`,
        about: isObject(entry) ? rows.input.about?.(entry, this.#host.row) : undefined,
        fields: this.#shown(this.#entry(rows, index), values),
      })),
      one: rows.input.one ?? 'entry',
      fixed: rows.input.fixed === true,
      atMost: field?.kind === 'list' ? field.facts.maxItems : undefined,
      blank: () => this.#blank(rows),
    };
  }

  /** A new entry: what it begins with by its inputs, or by the contract. */
  #blank(rows: FormInput): Values {
    let blank: Values = {};
    for (const {path, input} of entryInputs(rows, 0, group => this.#inside(group, {}))) {
      if (input.input === 'group' || input.input === 'rows') continue;
      const {row, look} = this.#host;
      const value = input.initial?.(row, look, this.#around()) ?? this.field(path)?.facts.default;
      blank = withValue(blank, path.slice(`${rows.path}.0.`.length), value);
    }
    return blank;
  }

  /** Of the entries of rows, only what is shown. */
  #sent(input: FormInput, value: unknown, values: Values): unknown {
    if (input.input.input !== 'rows' || !Array.isArray(value)) return value;
    return value.map((entry: unknown, index) => {
      // What is no entry at all is left for the contract to refuse.
      if (!isObject(entry)) return entry;
      let kept = entry;
      for (const inner of this.#entry(input, index)) {
        if (inner.input.input === 'group') continue;
        const at = inner.path.slice(`${input.path}.${index}.`.length);
        const held = valueAt(kept, at);
        if (held !== undefined)
          kept = withValue(kept, at, this.#isShown(inner, values) ? this.#sent(inner, held, values) : undefined);
      }
      return kept;
    });
  }

  /** A body that may be left out is left out when there is nothing in it. */
  #bare(endpoint: Endpoint, body: Values): Values | undefined {
    if (!endpoint.spec.body) return undefined;
    return endpoint.spec.bodyOptional && Object.keys(body).length === 0 ? undefined : body;
  }

  #offersOf(input: FormInput): Offers {
    const known = this.#offers.get(input.path);
    if (known) return known;
    const {row, look, list} = this.#host;
    const values = () => this.#beside(input.scope, this.values());
    const made = new Offers(input.input, {row, look, list, values, around: () => this.#around()});
    this.#offers.set(input.path, made);
    return made;
  }

  #beside(scope: string, values: Values): Values {
    if (scope === '') return values;
    const beside = valueAt(values, scope.slice(0, -1));
    // A command line may have typed a word where an entry belongs.
    return isObject(beside) ? beside : {};
  }

  #around(values?: Values): Around {
    const form = this;
    return {
      at: this.#host.at,
      get values() {
        return values ?? form.values();
      },
    };
  }

  #isSecret(path: string, value: unknown): boolean {
    const input = this.input(path);
    const field = this.field(path);
    if (input && input.input.input !== 'group') return isSecretInput(input, field) || holdsSecret(input.input);
    // What no input asks for is judged by its names; what is free in the contract may be anything.
    const names = path.split('.');
    const isFree = names.some((_, index) => this.field(names.slice(0, index + 1).join('.'))?.kind === 'free');
    return isFree || names.some(name => isSecretField(name, field)) || withoutSecrets(value, field) !== value;
  }

  /** Beside what the contract says. */
  #isRequired({input: {required}, scope}: FormInput, values: Values): boolean {
    return typeof required === 'function' ? required(this.#beside(scope, values)) : required === true;
  }

  #isShown({input, scope, within}: FormInput, values: Values): boolean {
    if (within && !this.#isShown(within, values)) return false;
    const {row, look} = this.#host;
    return input.when?.(this.#beside(scope, values), row, look, this.#around(values)) ?? true;
  }

  /** The values that follow from no others: typed, or the kind that never does. */
  #leading(): Values {
    return inputsOf(this.#action, () => ({}))
      .filter(({input}) => input.input !== 'group')
      .filter(({input, path}) => input.follows === undefined || this.#typed.has(path))
      .reduce<Values>((values, input) => withValue(values, input.path, this.#valueOf(input)), {});
  }

  #valueOf(input: FormInput): unknown {
    if (this.#typed.has(input.path)) {
      const typed = this.#typed.get(input.path);
      return isAmendment(typed) ? amended(this.held(input), typed) : typed;
    }
    const {row, look} = this.#host;
    // What something begins with cannot depend on the values that it is a part of.
    const initial = input.input.initial?.(row, look, this.#around({}));
    if (initial !== undefined) return initial;
    const following = input.input.follows?.(this.#leading(), row, look, this.#around({}));
    if (following !== undefined) return following;
    const field = this.field(input.path);
    // A secret is never filled in: what reads back is at best a placeholder for it.
    if (isSecretInput(input, field)) return undefined;
    // Where its family says what it opens with, that stands for the row: nothing, too.
    return (input.input.initial ? undefined : valueAt(row, input.path)) ?? field?.facts.default;
  }
}
