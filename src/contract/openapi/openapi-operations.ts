/** Operations of the API description: their parameters, bodies, responses and permissions. */
import {type Access, authOf, type Endpoint, filterable, type LimitClass, limitOf} from '../schema/endpoint.ts';
import type {Field} from '../schema/field.ts';
import type {Translator} from '../wire/brand-positions.ts';
import {refusalsOf} from './error-responses.ts';
import type {JsonSchema, JsonSchemaBuilder} from './openapi-schemas.ts';
import {descriptionOf, parameterDescriptionOf} from './operation-descriptions.ts';
import {summaryOf} from './operation-summaries.ts';
import {resourceNouns} from './resource-nouns.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | {readonly $ref: string})[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security: readonly unknown[];
  /** The address of an operation on another host. */
  readonly servers?: readonly unknown[];
  readonly deprecated?: true;
  readonly 'x-disabled'?: true;
  readonly 'x-charges'?: true;
  readonly 'x-access'?: unknown;
  readonly 'x-rate-limit': LimitClass;
}

/** Inputs for writing a description. */
export interface OpenApiContext {
  readonly words: Translator;
  readonly schemas: JsonSchemaBuilder;
  /** Responses of operations in this dialect that differ from the contract. */
  readonly responses: ReadonlyMap<string, Field>;
}

const metricsServer = {
  url: 'https://metrics.example.org',
  description: 'The host of the metrics. It takes a token of `monitor.services.token`.',
};

export const sectionOf = ({id}: Endpoint) => id.slice(0, id.indexOf('.'));

/** A parameter has the name of the field with its ID: `computeId` is `compute` and an ending. */
export const parameterName = (words: Translator, name: string): string =>
  name.replace(/^(\w+)Id$/, (_, noun: string) => `${words.fieldPath(noun)}Id`);

export function describeOperation(endpoint: Endpoint, context: OpenApiContext): OperationObject {
  const {spec} = endpoint;
  const parameters = parametersOf(endpoint, context);
  const summary = summaryOf(endpoint.id);
  if (summary === undefined) throw new Error(`${endpoint.id} has no summary`);
  return {
    operationId: endpoint.id,
    summary,
    description: descriptionOf(endpoint, context.words),
    tags: [sectionOf(endpoint)],
    ...(parameters.length > 0 ? {parameters} : {}),
    ...(spec.body || spec.upload ? {requestBody: bodyOf(endpoint, context)} : {}),
    responses: {...responsesOf(endpoint, context), ...refusalsOf(endpoint)},
    security: securityOf(endpoint, context),
    ...(spec.host ? {servers: [metricsServer]} : {}),
    ...(spec.deprecated ? {deprecated: true} : {}),
    ...(spec.disabled ? {'x-disabled': true} : {}),
    ...(spec.charges ? {'x-charges': true} : {}),
    ...(spec.access ? {'x-access': accessOf(spec.access, context)} : {}),
    'x-rate-limit': limitOf(endpoint),
  };
}

function securityOf(endpoint: Endpoint, {words}: OpenApiContext): readonly unknown[] {
  const token = {token: (endpoint.spec.scopes ?? []).map(scope => words.scopes(scope))};
  const auth = authOf(endpoint);
  if (auth === 'none') return [];
  return auth === 'optional' ? [{}, token] : [token];
}

/** Global grants and the types of objects are both fields of a grants object. */
function accessOf(access: Access, {words}: OpenApiContext): unknown {
  const {grants, entities, ...rest} = access;
  return {
    ...rest,
    ...(grants ? {grants: grants.map(grant => words.fieldPath(grant))} : {}),
    ...(entities ? {entities} : {}),
  };
}

function parametersOf(
  endpoint: Endpoint,
  {schemas, words}: OpenApiContext,
): readonly (Parameter | {readonly $ref: string})[] {
  const path = Object.entries(endpoint.params).map(
    ([name, type]): Parameter => ({
      name: parameterName(words, name),
      in: 'path',
      required: true,
      description: parameterDescriptionOf(name),
      schema: {type},
    }),
  );
  const query = Object.entries(endpoint.spec.query ?? {}).map(
    ([name, field]): Parameter => ({
      name: words.fieldPath(name),
      in: 'query',
      ...(field.facts.required ? {required: true} : {}),
      schema: schemas.schemaOf(field, 'write'),
    }),
  );
  const {page, unpaged} = endpoint.spec;
  const names = page && !unpaged ? ['page', 'page_size'] : [];
  if (filterable(endpoint).length > 0) names.push('X-Filter');
  return [...path, ...query, ...names.map(name => ({$ref: `#/components/parameters/${name}`}))];
}

function bodyOf({spec}: Endpoint, {schemas}: OpenApiContext): unknown {
  const {body, upload = 'application/json'} = spec;
  const schema = body ? schemas.schemaOf(body, 'write') : binary;
  return {required: !spec.bodyOptional, content: {[upload]: {schema}}};
}

function responsesOf(endpoint: Endpoint, context: OpenApiContext): Record<string, unknown> {
  const {otherStatuses = []} = endpoint.spec;
  const success = {description: responseDescription(endpoint), ...responseOf(endpoint, context)};
  const alternatives = otherStatuses
    .filter(status => status < 400)
    .map((status): [string, unknown] => [
      String(status),
      status === 204 ? {description: 'Done, without a body.'} : success,
    ]);
  return {200: success, ...Object.fromEntries(alternatives)};
}

/** `A page of Volumes.`, `A Volume.` or `Done.` */
function responseDescription({id, method, spec}: Endpoint): string {
  const [one, many] = resourceNouns[id.slice(0, id.lastIndexOf('.'))] ?? [];
  const sentence = (noun: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}.`;
  if (spec.page && many) return spec.unpaged ? sentence(many) : `A page of ${many}.`;
  return method === 'GET' && spec.responseModel && one ? sentence(one) : 'Done.';
}

function responseOf({id, spec}: Endpoint, {schemas, responses}: OpenApiContext): object {
  const other = responses.get(id);
  if (other) return json(schemas.schemaOf(other, 'read'));
  if (spec.binary) return {content: {[spec.binary]: {schema: binary}}};
  if (spec.page) {
    const item = schemas.schemaOf(spec.page, 'read');
    return json(spec.unpaged ? {type: 'array', items: item} : pageOf(item));
  }
  if (spec.responseModel) {
    const schema = schemas.schemaOf(spec.responseModel, 'read');
    return json(spec.orEmpty ? {anyOf: [schema, nothing]} : schema);
  }
  return json(spec.untypedResponse ? {type: 'object'} : nothing);
}

const json = (schema: JsonSchema) => ({content: {'application/json': {schema}}});
const binary: JsonSchema = {type: 'string', contentMediaType: 'application/octet-stream'};
const nothing: JsonSchema = {type: 'object', maxProperties: 0};

const pageOf = (item: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['data', 'page', 'pages', 'results'],
  properties: {
    data: {type: 'array', items: item},
    page: {type: 'integer', minimum: 1},
    pages: {type: 'integer', minimum: 1},
    results: {type: 'integer', minimum: 0},
  },
});
