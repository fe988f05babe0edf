/**
 * Converts identifiers to the provider's spelling. Inside the program everything uses the names of the contract; text
 * that is shown, copied, exported or typed passes through this module. Without an ID prefix both spellings are the
 * same.
 */

import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {Field, WirePosition} from '../../contract/schema/field.ts';
import {brandOf, type Translator} from '../../contract/wire/brand-positions.ts';
import type {AnyRow, Family, Lookup} from '../../families/shape/define-family.ts';

/** The provider's identifiers as a profile defines them. */
export interface ProviderNames {
  /** The ID prefix. */
  readonly brand?: string | undefined;
  readonly acronym?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** An operation by its ID; undefined while the contract is not loaded. */
export type OperationOf = (id: string) => Endpoint | undefined;

export class Identifiers {
  readonly hasPrefix: boolean;
  readonly #toProvider: Translator;
  readonly #toContract: Translator;
  readonly #rows = new WeakMap<AnyRow, AnyRow>();

  constructor({brand, acronym, baseUrl}: ProviderNames = {}) {
    const apiHost = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
    const {toWire, toNeutral} = brandOf(brand, {acronym, apiHost});
    this.hasPrefix = Boolean(brand);
    this.#toProvider = toWire;
    this.#toContract = toNeutral;
  }

  /** A text that stands in one of the contract's positions, as the provider spells it. */
  readonly spell: Lookup['spell'] = (position, text, siblings) => this.#toProvider.text(position, text, siblings);

  /** The reverse; the contract's own spelling is taken too. */
  read(position: WirePosition, text: string): string {
    return this.#toContract.text(position, text);
  }

  /** The name of a field, as the provider spells it; of a nested one with periods. */
  fieldName(path: string): string {
    return this.#toProvider.fieldPath(path);
  }

  /** The reverse; the contract's own name is taken too. */
  readFieldName(path: string): string {
    return this.#toContract.fieldPath(path);
  }

  /** A path of the API, as the provider spells it. */
  path(path: string): string {
    return this.#toProvider.path(path);
  }

  /** A row of a family, as the API has it: names and values. The same object where nothing in it differs. */
  row({source, single}: Pick<Family, 'source' | 'single'>, row: AnyRow, operation: OperationOf): AnyRow {
    if (!this.hasPrefix) return row;
    const cached = this.#rows.get(row);
    if (cached) return cached;
    const endpoint = operation(source);
    if (!endpoint) return row;
    const spelling = (single ? this.#toProvider.answer(endpoint, row) : this.#toProvider.item(endpoint, row)) as AnyRow;
    this.#rows.set(row, spelling);
    return spelling;
  }

  /** The response of an operation in the API's spelling. */
  answer(endpoint: Endpoint, answer: unknown): unknown {
    return this.#toProvider.answer(endpoint, answer);
  }

  /** An item of a paged list that no family shows, as the API has it. */
  item(endpoint: Endpoint, item: unknown): unknown {
    return this.#toProvider.item(endpoint, item);
  }

  /** The body of a request in either spelling, as the contract has it. */
  readBody(endpoint: Endpoint, body: unknown): unknown {
    return this.#toContract.request(endpoint, body);
  }

  /** A value of a field of a request in either spelling, as the contract has it. */
  readValue(field: Field | undefined, value: unknown): unknown {
    return field ? this.#toContract.value(field, value) : value;
  }

  /** A value of a field of a request, as the provider spells it. */
  value(field: Field | undefined, value: unknown): unknown {
    return field ? this.#toProvider.value(field, value) : value;
  }
}

/** Those of the contract itself: nothing is spelled in another way. */
export const contractIdentifiers = new Identifiers();
