/** What a picker or a choice offers, with the reason beside what cannot be taken. */
import type {Field} from '../../contract/field.ts';
import type {AnyInput, AnyRow, Family, FamilyId, Look, PathParams} from '../../families/define.ts';
import type {Collection, Option} from '../types.ts';
import {choicesOf} from './fields.ts';

export interface OptionsHost {
  readonly row: AnyRow | undefined;
  readonly look: Look;
  values(): Readonly<Record<string, unknown>>;
  list(family: FamilyId, params?: PathParams): Collection | undefined;
}

/** A candidate's reason is looked up when it is shown: of 100,000 only a screenful is. */
class Candidate implements Option {
  readonly value: string | number;
  readonly text: string;
  readonly #row: AnyRow;
  readonly #family: Family;
  readonly #input: AnyInput;
  readonly #host: OptionsHost;

  constructor(row: AnyRow, family: Family, input: AnyInput, host: OptionsHost) {
    this.#row = row;
    this.#family = family;
    this.#input = input;
    this.#host = host;
    this.value = family.key(row);
    this.text = family.label(row) || String(this.value);
  }
  get detail(): string {
    return this.#family.summary?.(this.#row, this.#host.look) ?? String(this.value);
  }
  get unless(): string | undefined {
    return this.#input.unless?.(this.#row, this.#host.values(), this.#host.row, this.#host.look);
  }
}

export interface Offered {
  readonly options: readonly Option[] | undefined;
  readonly loading: boolean;
}

const nothing: Offered = {options: undefined, loading: false};

/** Offers of one input; made anew only when the list behind it is another. */
export class Offers {
  readonly #input: AnyInput;
  readonly #host: OptionsHost;
  #from: Collection | undefined;
  #version = -1;
  #options: readonly Option[] = [];

  constructor(input: AnyInput, host: OptionsHost) {
    this.#input = input;
    this.#host = host;
  }

  get(field: Field | undefined): Offered {
    const {input, labels = {}, values: offered} = this.#input;
    if (input === 'choice') {
      const values = offered ?? choicesOf(field) ?? Object.keys(labels);
      const option = (value: string | number) => ({
        value,
        text: labels[value] ?? String(value),
        detail: '',
        unless: undefined,
      });
      return {options: values.map(option), loading: false};
    }
    if (input === 'tags') return this.#tags();
    if ((input !== 'pick' && input !== 'pickMany') || !this.#input.from) return nothing;
    const params = this.#input.params?.(this.#host.values(), this.#host.row);
    // What its list hangs from is not chosen yet.
    if (this.#input.params && !params) return {options: [], loading: false};
    return this.#rows(this.#input.from, params);
  }

  #tags(): Offered {
    const known = this.#rows('tags');
    return known.options ? known : {options: [], loading: false};
  }

  #rows(from: FamilyId, params?: PathParams): Offered {
    const collection = this.#host.list(from, params);
    if (!collection) return nothing;
    const {rows, version, complete, failure} = collection.get();
    if (collection !== this.#from || version !== this.#version) {
      this.#from = collection;
      this.#version = version;
      this.#options = rows.map(row => new Candidate(row, collection.family, this.#input, this.#host));
    }
    return {options: this.#options, loading: !complete && failure === undefined};
  }
}
