/** A form: its fields as they are shown, and the body that follows from how they are filled in. */
import type {Endpoint} from '../../contract/endpoint.ts';
import type {Field} from '../../contract/field.ts';
import type {Problem} from '../../contract/problem.ts';
import type {AnyRow, FamilyId, PathParams} from '../../families/define.ts';
import {words} from '../../families/format.ts';
import {equal} from '../equal.ts';
import {masked} from '../secrets.ts';
import type {Collection} from '../types.ts';
import {FieldView} from './field-view.ts';
import {choicesOf, type FormInput, isSecretInput, labelIn} from './fields.ts';
import {Filling, type FillingHost, type FormAction, type Values} from './filling.ts';
import {Offers} from './options.ts';
import {isObject, valueAt, withValue} from './paths.ts';
import {placed} from './placing.ts';
import type {FieldItems, FieldState} from './types.ts';

export interface FormHost extends FillingHost {
  list(family: FamilyId, params?: PathParams): Collection | undefined;
  /** Lists that were looked at are still being read. */
  consulting(): boolean;
}

const none: readonly string[] = [];

/** How a field says that it has no value, where the API takes that; otherwise what stands there. */
function noValueOf(field: Field | undefined, value: unknown): unknown {
  if (field?.facts.nullable) return null;
  return field?.kind === 'text' && field.facts.also?.includes('') ? '' : value;
}

/** What is wrong with an edit that edits nothing. */
export const nothingDiffers = 'nothing is different yet';

export class Form {
  readonly #action: FormAction;
  readonly #host: FormHost;
  readonly #filling: Filling;
  readonly #offers = new Map<string, Offers>();
  #problems: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(action: FormAction, host: FormHost, filling = new Filling(action, host)) {
    this.#action = action;
    this.#host = host;
    this.#filling = filling;
  }

  get isEmpty(): boolean {
    return Object.keys({...this.#action.asks, ...this.#action.form}).length === 0;
  }

  describe(endpoint: Endpoint): void {
    this.#filling.describe(endpoint);
  }

  /** Takes a value. Entries that moved leave their problems behind: these are found again. */
  set(path: string, value: unknown): void {
    this.#filling.set(path, value);
    this.#problems = new Map([...this.#problems].filter(([at]) => at !== path && !at.startsWith(`${path}.`)));
  }

  typed(which: {readonly secrets: boolean}): Values {
    return this.#filling.typed(which);
  }

  restore(typed: Values): void {
    this.#filling.restore(typed);
  }

  values(): Values {
    return this.#filling.values();
  }

  held(input: FormInput, row?: AnyRow): unknown {
    return this.#filling.held(input, row);
  }

  field(path: string): Field | undefined {
    return this.#filling.field(path);
  }

  input(path: string): FormInput | undefined {
    return this.#filling.input(path);
  }

  /** The same form with the same answers, about another row. */
  about(row: AnyRow | undefined): Form {
    return new Form(this.#action, {...this.#host, row}, this.#filling.about(row));
  }

  /** The inputs for files that are shown now, with what was typed. */
  files(): readonly {readonly input: FormInput; readonly value: unknown}[] {
    const values = this.values();
    return this.#filling
      .leaves()
      .filter(input => input.input.input === 'file' && this.#filling.isShown(input, values))
      .map(input => ({input, value: valueAt(values, input.path)}));
  }

  /** What was picked on the way to something else, and is not sent: the instance whose disk it is. */
  asked(): readonly {readonly path: string; readonly value: unknown}[] {
    const values = this.values();
    return this.#filling
      .leaves()
      .filter(input => input.asked && input.input.input === 'pick' && this.#filling.isShown(input, values))
      .map(({path}) => ({path, value: valueAt(values, path)}))
      .filter(({value}) => value !== undefined && value !== null);
  }

  fields(): readonly FieldState[] {
    return this.#shown(this.#filling.inputs(), this.values());
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
    for (const input of this.#filling.leaves()) {
      const {path} = input;
      if (input.asked || input.input.input === 'file' || !this.#filling.isShown(input, values)) continue;
      const before = this.held(input) ?? null;
      let value = valueAt(values, path);
      // What was emptied is said to be so, where the API takes that.
      const isEmptied = (value === undefined || value === '') && before !== null && before !== '';
      if (isEdit && isEmptied) value = noValueOf(this.field(path), value);
      if (isEdit && !equal(value ?? null, before)) touched.add(path.split('.')[0] ?? path);
      if (value === undefined || (value === null && !this.#filling.isTyped(path))) continue;
      body = withValue(body, path, this.#filling.isTyped(path) ? this.#sent(input, value, values) : value);
    }
    for (const [path, value] of this.#filling.unasked()) {
      body = withValue(body, path, value);
      touched.add(path.split('.')[0] ?? path);
    }
    if (!isEdit) return {body: this.#bare(endpoint, body), differs: true};
    // A file is another one each time.
    if (!endpoint.spec.body) return {body: undefined, differs: this.files().length > 0 || this.isEmpty};
    const kept = Object.fromEntries(Object.entries(body).filter(([name]) => touched.has(name)));
    return {body: kept, differs: touched.size > 0};
  }

  /** What has to be filled in although the contract does not say so. */
  missing(): readonly Problem[] {
    const values = this.values();
    const isEmpty = ({path}: FormInput) => (valueAt(values, path) ?? '') === '';
    // Who knows the disk need not say whose it is.
    const isReached = this.#filling.leaves().some(input => !input.asked && input.input.params && !isEmpty(input));
    return this.#filling
      .leaves()
      .filter(input => this.#filling.isRequired(input, values) && isEmpty(input) && !(input.asked && isReached))
      .filter(input => this.#filling.isShown(input, values))
      .map(({path}) => ({field: path, reason: 'is required'}));
  }

  /** Shows problems beside their fields; those of no field stand at the first, so that none is lost. */
  place(problems: readonly Problem[]): void {
    this.#problems = placed(problems, this.fields());
  }

  /** What is sent for what was typed into a line. */
  written(path: string, typed: unknown): unknown {
    const input = this.input(path);
    return typeof typed === 'string' && input ? this.#sent(input, typed, {}) : typed;
  }

  /** The problems of one field, found while it is typed in. */
  correct(path: string, problems: readonly string[]): void {
    const others = [...this.#problems].filter(([at]) => at !== path);
    this.#problems = new Map(problems.length === 0 ? others : [...others, [path, problems]]);
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
    const inputs = this.#filling.entry(rows, index).filter(({input}) => input.input !== 'group');
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

  /** Of one value alone there is nothing to choose; it is sent, and stands in the preview. */
  #isForegone({path, input}: FormInput, values: Values): boolean {
    if (input.input !== 'choice' || this.#problems.has(path)) return false;
    const [only, ...more] = input.values ?? choicesOf(this.field(path)) ?? [];
    return only !== undefined && more.length === 0 && valueAt(values, path) === only;
  }

  #shown(inputs: readonly FormInput[], values: Values): readonly FieldState[] {
    return inputs
      .filter(input => this.#filling.isShown(input, values) && !this.#isForegone(input, values))
      .map(input => {
        const {path} = input;
        const field = this.field(path);
        return new FieldView(input, field, {
          value: input.input.input === 'group' ? undefined : valueAt(values, path),
          problems: this.#problems.get(path) ?? none,
          required: this.#filling.isRequired(input, values),
          secret: isSecretInput(input, field),
          touched: this.#filling.isTyped(path),
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
        fields: this.#shown(this.#filling.entry(rows, index), values),
      })),
      one: rows.input.one ?? 'entry',
      fixed: rows.input.fixed === true,
      atMost: field?.kind === 'list' ? field.facts.maxItems : undefined,
      blank: () => this.#filling.blank(rows),
    };
  }

  /** Of the entries of rows, only what is shown. */
  #sent(input: FormInput, value: unknown, values: Values): unknown {
    if (typeof value === 'string') return input.input.written?.(value) ?? value;
    if (input.input.input !== 'rows' || !Array.isArray(value)) return value;
    return value.map((entry: unknown, index) => {
      // What is no entry at all is left for the contract to refuse.
      if (!isObject(entry)) return entry;
      let kept = entry;
      for (const inner of this.#filling.entry(input, index)) {
        if (inner.input.input === 'group') continue;
        const at = inner.path.slice(`${input.path}.${index}.`.length);
        const held = valueAt(kept, at);
        if (held !== undefined)
          kept = withValue(
            kept,
            at,
            this.#filling.isShown(inner, values) ? this.#sent(inner, held, values) : undefined,
          );
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
    const values = () => this.#filling.beside(input.scope, this.values());
    const made = new Offers(input.input, {row, look, list, values, around: () => this.#filling.around()});
    this.#offers.set(input.path, made);
    return made;
  }
}
