/** Translates whole values by the positions that the fields carry. Values without a field stay unchanged. */

import type {Field, ObjectField} from '../schema/field.ts';
import {isRecord} from '../schema/json.ts';
import type {Members, WordTranslator} from './brand-words.ts';

/** Returns the same value when it needs no translation. */
export type Translate = (value: unknown, siblings: Members) => unknown;

export type Direction = 'toWire' | 'toNeutral';

/** Compiles the translation of a field, once; `undefined` for a field that needs none. */
export class ShapeTranslator {
  readonly #words: WordTranslator;
  /** Translates a name of the contract into the source language. */
  readonly #source: (name: string) => string;
  readonly #compiled = new Map<Field, Translate | undefined>();
  readonly #translateByOptions = new Map<readonly ObjectField[], Translate | undefined>();

  constructor(words: WordTranslator, source: (name: string) => string) {
    this.#words = words;
    this.#source = source;
  }

  translatorOf(field: Field): Translate | undefined {
    if (!this.#compiled.has(field)) this.#compiled.set(field, this.#compile(field));
    return this.#compiled.get(field);
  }

  /** Translates a value of any of these objects: a name has the same translation in all of them. */
  ofAny(objects: readonly ObjectField[]): Translate | undefined {
    if (!this.#translateByOptions.has(objects)) this.#translateByOptions.set(objects, this.#object(objects));
    return this.#translateByOptions.get(objects);
  }

  #compile(field: Field): Translate | undefined {
    const {wire} = field.facts;
    if (wire) {
      const translate = this.#words.value[wire];
      return (value, siblings) => (typeof value === 'string' ? translate(value, siblings) : value);
    }
    switch (field.kind) {
      case 'list':
        return this.#list(field.item);
      case 'object':
        return this.#object([field]);
      case 'either':
        return this.#translateOptions(field.options);
      default:
        return undefined;
    }
  }

  #list(item: Field): Translate | undefined {
    const translate = this.translatorOf(item);
    return (
      translate &&
      (value => {
        if (!Array.isArray(value)) return value;
        const translated = value.map(entry => translate(entry, {}));
        return translated.some((entry, index) => entry !== value[index]) ? translated : value;
      })
    );
  }

  /** A name has the same translation in every option, so the option of the value doesn't matter. */
  #translateOptions(options: readonly Field[]): Translate | undefined {
    const objects = options.filter(option => option.kind === 'object');
    const [list] = options.filter(option => option.kind === 'list');
    const asObject = this.#object(objects);
    const asList = list && this.translatorOf(list);
    if (!asObject && !asList) return undefined;
    return (value, siblings) => (Array.isArray(value) ? asList : asObject)?.(value, siblings) ?? value;
  }

  #object(options: readonly ObjectField[]): Translate | undefined {
    const sourceNames = new Map<string, string>();
    const values = new Map<string, Translate>();
    for (const [name, field] of options.flatMap(option => Object.entries(option.fields))) {
      const source = this.#source(name);
      const put = this.#words.key(source);
      if (put !== source) sourceNames.set(source, put);
      const translate = this.translatorOf(field);
      if (translate) values.set(source, translate);
    }
    if (sourceNames.size === 0 && values.size === 0) return undefined;
    return value => (isRecord(value) ? translateMembers(value, sourceNames, values) : value);
  }
}

/** In most objects at most two values change; only a changed name requires a new object. */
function translateMembers(
  value: Record<string, unknown>,
  sourceNames: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, Translate>,
): Record<string, unknown> {
  let translated = value;
  for (const [name, translate] of values) {
    if (!Object.hasOwn(value, name)) continue;
    const entry = translate(value[name], value);
    if (entry === value[name]) continue;
    if (translated === value) translated = {...value};
    translated[name] = entry;
  }
  // If the object already has the new name, the translation would lose a member.
  const isMoved = (name: string) => Object.hasOwn(value, name) && !Object.hasOwn(value, sourceNames.get(name) ?? name);
  if (![...sourceNames.keys()].some(isMoved)) return translated;

  const members = Object.entries(translated).map(([name, entry]) => [
    isMoved(name) ? sourceNames.get(name) : name,
    entry,
  ]);
  // Unlike an assignment, this creates an ordinary member even for `__proto__`.
  return Object.fromEntries(members);
}
