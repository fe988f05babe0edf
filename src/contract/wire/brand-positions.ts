/**
 * The translation between the contract's language and the provider's, by the positions that the contract marks.
 *
 * This file is separate from `brand.ts`, so that the console can use it without the contract's lists: its first frame
 * is painted before they load.
 */

import type {Endpoint} from '../schema/endpoint.ts';
import type {Field, ObjectField, Shape, WirePosition} from '../schema/field.ts';
import type {FieldError} from '../schema/field-error.ts';
import {mapItems} from '../schema/response-items.ts';
import {type FieldTranslation, translateFilter} from './brand-filter.ts';
import {ShapeTranslator} from './brand-shapes.ts';
import {type Members, type WordTranslator, wordsFor} from './brand-words.ts';
import type {Filter} from './filter.ts';

/** One direction of the translation. A value that needs no translation is returned itself. */
export interface Translator {
  /** A path, relative or from the root, with its parameters filled in; or a URL of the API. */
  path(path: string): string;
  /** The body of a request. */
  request(endpoint: Endpoint, body: unknown): unknown;
  /** The body of a response, other than an error. */
  response(endpoint: Endpoint, body: unknown): unknown;
  /** The problems of an error response: the fields, never the texts. */
  problems(fieldErrors: readonly FieldError[]): readonly FieldError[];
  filter(endpoint: Endpoint, filter: Filter): Filter;
  /** Scopes separated by spaces or commas, as in tokens and in `X-OAuth-Scopes`. */
  scopes(text: string): string;
  /** An item of a list, or an object of a listing that isn't a page. */
  item(endpoint: Endpoint, item: unknown): unknown;
  /** A value of one field. */
  value(field: Field, value: unknown): unknown;
  /** A text in one of the positions; for some, other members of the same object decide. */
  text(position: WirePosition, text: string, siblings?: Members): string;
  /** The name of a field; names of nested fields are joined by periods. */
  fieldPath(path: string): string;
}

export interface Brand {
  /** From the contract's language to the provider's. */
  readonly toWire: Translator;
  /** From the provider's language to the contract's. */
  readonly toNeutral: Translator;
}

export interface BrandOptions {
  /** The provider's short name of its Kubernetes product, in lower case. */
  readonly acronym?: string | undefined;
  /** Host, and port if it isn't the default, of the API: absolute URLs of other hosts are not translated. */
  readonly apiHost?: string | undefined;
}

/** Like `brand`, for a word that was checked before. */
export function brandOf(word?: string, {acronym, apiHost}: BrandOptions = {}): Brand {
  if (!word) return {toWire: unchanged, toNeutral: unchanged};
  const {toWire, toNeutral} = wordsFor(word, acronym, apiHost);
  return {
    toWire: new PositionTranslator(toWire, name => name),
    toNeutral: new PositionTranslator(toNeutral, toWire.key),
  };
}

const unchanged: Translator = {
  path: path => path,
  request: (_, body) => body,
  response: (_, body) => body,
  problems: fieldErrors => fieldErrors,
  filter: (_, filter) => filter,
  scopes: text => text,
  item: (_, item) => item,
  value: (_, value) => value,
  text: (_, text) => text,
  fieldPath: path => path,
};

class PositionTranslator implements Translator {
  readonly #words: WordTranslator;
  readonly #source: (name: string) => string;
  readonly #shapes: ShapeTranslator;
  readonly #fieldsByShape = new Map<Shape, ReadonlyMap<string, Field>>();

  constructor(words: WordTranslator, source: (name: string) => string) {
    this.#words = words;
    this.#source = source;
    this.#shapes = new ShapeTranslator(words, source);
  }

  path(path: string): string {
    return this.#words.path(path);
  }

  scopes(text: string): string {
    return this.#words.scopes(text);
  }

  request(endpoint: Endpoint, body: unknown): unknown {
    return this.#translate(endpoint.spec.body, body);
  }

  item(endpoint: Endpoint, item: unknown): unknown {
    const {page, responseModel} = endpoint.spec;
    if (page) return this.#translate(page, item);
    return (responseModel && this.#shapes.ofAny(objectsIn(responseModel))?.(item, {})) ?? item;
  }

  value(field: Field, value: unknown): unknown {
    return this.#translate(field, value);
  }

  text(position: WirePosition, text: string, siblings: Members = {}): string {
    return this.#words.value[position](text, siblings);
  }

  response(endpoint: Endpoint, body: unknown): unknown {
    return mapItems(endpoint, body, (field, item) => this.#translate(field, item));
  }

  problems(fieldErrors: readonly FieldError[]): readonly FieldError[] {
    return fieldErrors.map(problem => {
      const field = problem.field && this.fieldPath(problem.field);
      return field === problem.field ? problem : {...problem, field};
    });
  }

  filter(endpoint: Endpoint, filter: Filter): Filter {
    const fields = endpoint.spec.page?.fields ?? {};
    const places = this.#fieldsByShape.get(fields) ?? fieldTranslationsOf(fields, this.#source);
    this.#fieldsByShape.set(fields, places);
    const at = (name: string): FieldTranslation => {
      const wire = places.get(name)?.facts.wire;
      return {name: this.fieldPath(name), translate: wire && this.#words.value[wire]};
    };
    return translateFilter(filter, at) as Filter;
  }

  #translate(field: Field | undefined, value: unknown): unknown {
    return (field && this.#shapes.translatorOf(field)?.(value, {})) ?? value;
  }

  /** Translates each segment, except those inside the user's own JSON. */
  fieldPath(path: string): string {
    const segments = path.split('.');
    const dataIndex = segments.indexOf('stackscript_data');
    return segments
      .map((name, index) => (dataIndex >= 0 && index > dataIndex ? name : this.#words.key(name)))
      .join('.');
  }
}

const objects = new WeakMap<Field, readonly ObjectField[]>();

/**
 * The object of a response and every object in it: a listing may consist of any of them. A name has the same
 * translation in all of them.
 */
function objectsIn(field: Field): readonly ObjectField[] {
  const shape = objects.get(field);
  if (shape) return shape;
  const found =
    field.kind === 'list'
      ? objectsIn(field.item)
      : field.kind === 'either'
        ? field.options.flatMap(objectsIn)
        : field.kind === 'object'
          ? [field, ...Object.values(field.fields).flatMap(objectsIn)]
          : [];
  objects.set(field, found);
  return found;
}

/** The fields of a list by their dotted names, in the source language. */
function fieldTranslationsOf(fields: Shape, source: (name: string) => string, prefix = ''): ReadonlyMap<string, Field> {
  const places = new Map<string, Field>();
  for (const [name, field] of Object.entries(fields)) {
    const path = prefix + source(name);
    places.set(path, field);
    if (field.kind === 'object')
      for (const [inner, place] of fieldTranslationsOf(field.fields, source, `${path}.`)) places.set(inner, place);
  }
  return places;
}
