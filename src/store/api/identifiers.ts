/**
 * Converts identifiers to the provider's spelling. Code uses the names of the contract; text that is shown, copied,
 * exported or typed passes through this module. Without an ID prefix both spellings are the same.
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

  /** A text in one of the contract's positions, in the provider's spelling. */
  readonly spell: Lookup['spell'] = (position, text, siblings) => this.#toProvider.text(position, text, siblings);

  /** Converts to the contract's spelling; accepts a text that already has it. */
  read(position: WirePosition, text: string): string {
    return this.#toContract.text(position, text);
  }

  /** The name of a field in the provider's spelling; nested names have periods. */
  fieldName(path: string): string {
    return this.#toProvider.fieldPath(path);
  }

  /** Converts a field name to the contract's spelling; accepts a name that already has it. */
  readFieldName(path: string): string {
    return this.#toContract.fieldPath(path);
  }

  /** A path of the API in the provider's spelling. */
  path(path: string): string {
    return this.#toProvider.path(path);
  }

  /** A path of the API in the contract's spelling; accepts a path that already has it. */
  readPath(path: string): string {
    return this.#toContract.path(path);
  }

  /** A row of a family with the API's names and values; the same object if none differs. */
  row({source, single}: Pick<Family, 'source' | 'single'>, row: AnyRow, operation: OperationOf): AnyRow {
    if (!this.hasPrefix) return row;
    const cached = this.#rows.get(row);
    if (cached) return cached;
    const endpoint = operation(source);
    if (!endpoint) return row;
    const spelling = (
      single ? this.#toProvider.response(endpoint, row) : this.#toProvider.item(endpoint, row)
    ) as AnyRow;
    this.#rows.set(row, spelling);
    return spelling;
  }

  /** The response of an operation in the API's spelling. */
  response(endpoint: Endpoint, response: unknown): unknown {
    return this.#toProvider.response(endpoint, response);
  }

  /** An item of a paged list without a family, with the API's names and values. */
  item(endpoint: Endpoint, item: unknown): unknown {
    return this.#toProvider.item(endpoint, item);
  }

  /** The body of a request, converted from either spelling to the contract's. */
  readBody(endpoint: Endpoint, body: unknown): unknown {
    return this.#toContract.request(endpoint, body);
  }

  /** The body of a request in the provider's spelling, converted from either spelling. */
  body(endpoint: Endpoint, body: unknown): unknown {
    return this.#toProvider.request(endpoint, this.readBody(endpoint, body));
  }

  /** A value of a request field, converted from either spelling to the contract's. */
  readValue(field: Field | undefined, value: unknown): unknown {
    return field ? this.#toContract.value(field, value) : value;
  }

  /** A value of a request field, in the provider's spelling. */
  value(field: Field | undefined, value: unknown): unknown {
    return field ? this.#toProvider.value(field, value) : value;
  }
}

/** The contract's own identifiers, without any conversion. */
export const contractIdentifiers = new Identifiers();
