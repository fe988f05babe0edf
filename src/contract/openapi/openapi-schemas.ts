/** JSON Schema of fields, and the named schemas that they refer to. */

import {type Field, nullable, type ObjectField, type TextFormat} from '../schema/field.ts';
import type {Translator} from '../wire/brand-positions.ts';
import {exampleOf} from './example-builder.ts';
import {isNullInResponses, isOmittable} from './omittable-fields.ts';
import {fieldDescriptionOf} from './operation-descriptions.ts';

export type JsonSchema = {readonly [keyword: string]: unknown};

/** Vocabulary of the API description, and its treatment of undeclared fields. */
export interface SchemaOptions {
  readonly words: Pick<Translator, 'fieldPath' | 'scopes' | 'value'>;
  readonly unknownFields: 'refuse' | 'ignore';
}

/** Bodies are closed, responses open. */
export type SchemaSide = 'read' | 'write';

/** Formats that have another name in the registry; date-times of the API have no zone. */
const formatNames: Partial<Record<TextFormat, string>> = {'date-time': 'date-time-local', url: 'uri-reference'};

export class JsonSchemaBuilder {
  readonly #options: SchemaOptions;
  readonly #schemas = new Map<string, JsonSchema>();
  /** Names of schemas by side and name of the model. */
  readonly #keys = new Map<string, string>();

  constructor(options: SchemaOptions) {
    this.#options = options;
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  schemaOf(field: Field, side: SchemaSide): JsonSchema {
    return present({...this.#plain(field, side), ...this.#annotations(field)});
  }

  #plain(field: Field, side: SchemaSide): JsonSchema {
    const nullable = field.facts.nullable === true;
    const type = (name: string) => (nullable ? [name, 'null'] : name);
    switch (field.kind) {
      case 'text': {
        const {min, max, pattern, hint, format, acceptedValues} = field.facts;
        // Values in responses may break the bounds, and may be shorter texts for an absent value.
        const isBound = side === 'write' || acceptedValues === undefined;
        return {
          type: type('string'),
          minLength: side === 'write' ? min : undefined,
          maxLength: max,
          pattern: pattern?.source,
          'x-advisory-pattern': hint?.source,
          format: isBound ? format && (formatNames[format] ?? format) : undefined,
        };
      }
      case 'integer':
      case 'number':
        return {
          type: type(field.kind),
          minimum: field.facts.min,
          maximum: field.facts.max,
          'x-advisory-maximum': field.facts.hintMax,
        };
      case 'flag':
        return {type: type('boolean')};
      case 'choice': {
        const schemaName = field.values.map(value => this.#options.words.value(field, value));
        const name = typeof field.values[0] === 'number' ? 'integer' : 'string';
        return {
          type: type(name),
          ...(side === 'write' ? {enum: nullable ? [...schemaName, null] : schemaName} : {examples: schemaName}),
        };
      }
      case 'list':
        return {type: type('array'), items: this.schemaOf(field.item, side), maxItems: field.facts.maxItems};
      case 'object':
        return this.#objectOrReference(field, side, nullable);
      case 'free':
        return {type: type('object'), additionalProperties: true};
      case 'either':
        return {
          anyOf: [...field.options.map(option => this.schemaOf(option, side)), ...(nullable ? [{type: 'null'}] : [])],
        };
      case 'binary':
        return {type: 'string', contentMediaType: 'application/octet-stream'};
    }
  }

  #objectOrReference(field: ObjectField, side: SchemaSide, nullable: boolean): JsonSchema {
    const schema = field.name === undefined ? this.#object(field, side) : this.#reference(field, field.name, side);
    return nullable ? {anyOf: [schema, {type: 'null'}]} : schema;
  }

  #reference(field: ObjectField, name: string, side: SchemaSide): JsonSchema {
    const schemaName = this.#keys.get(`${side} ${name}`);
    if (schemaName) return {$ref: `#/components/schemas/${schemaName}`};
    const key = this.#schemas.has(name) ? `${name}Sent` : name;
    this.#keys.set(`${side} ${name}`, key);
    // The entry is reserved before the model is described, so that models inside it keep their order.
    this.#schemas.set(key, {});
    this.#schemas.set(key, {...this.#object(field, side), examples: [exampleOf(field, side, this.#options.words)]});
    return {$ref: `#/components/schemas/${key}`};
  }

  #object(model: ObjectField, side: SchemaSide): JsonSchema {
    const {words, unknownFields} = this.#options;
    const members = Object.entries(model.fields).map(([name, field]) => ({
      name: words.fieldPath(name),
      field,
      key: name,
    }));
    const required = members.filter(({key, field}) => isRequired(model, key, field, side)).map(({name}) => name);
    const schemaOf = (key: string, field: Field) =>
      this.schemaOf(side === 'read' && isNullInResponses(model, key) ? nullable(field) : field, side);
    return present({
      type: 'object',
      required: required.length > 0 ? required : undefined,
      properties: Object.fromEntries(members.map(({name, field, key}) => [name, schemaOf(key, field)])),
      additionalProperties: side === 'write' && unknownFields === 'refuse' ? false : undefined,
    });
  }

  #annotations(field: Field): JsonSchema {
    const {facts} = field;
    const {words} = this.#options;
    return {
      description: fieldDescriptionOf(field, words),
      default: facts.default === undefined ? undefined : words.value(field, facts.default),
      readOnly: facts.readOnly,
      writeOnly: facts.writeOnly,
      deprecated: facts.deprecated,
      'x-filterable': facts.filterable,
      'x-unit': facts.unit,
      // The text starts with the name of a field.
      'x-required-when': facts.requiredWhen?.replace(/^\w+/, name => words.fieldPath(name)),
    };
  }
}

/** Bodies require the fields that must be sent; responses require the documented fields, except omittable ones. */
const isRequired = (model: ObjectField, name: string, {facts}: Field, side: SchemaSide): boolean =>
  side === 'write' ? facts.required === true : !facts.undocumented && !facts.writeOnly && !isOmittable(model, name);

const present = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
