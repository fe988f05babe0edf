/**
 * The contract as an OpenAPI 3.1 document, for people and programs that read such documents.
 *
 * Answers are described openly (any further value or field may come) and bodies exactly, as everywhere else; a model in
 * both has two schemas therefore. It uses the words and the dialect of the server it describes: a client that is
 * generated from it must be able to call that server.
 */

import {type Access, authOf, type Endpoint, filterable, type LimitClass, limitOf, rootOf} from '../schema/endpoint.ts';
import {endpointsOf, type Group} from '../schema/family.ts';
import {type Field, flag, list, model, type ObjectField, object, text} from '../schema/field.ts';
import {type Brand, brandOf, type Translator} from '../wire/brand-positions.ts';
import {type Dialect, dialects} from '../wire/dialect.ts';
import {type JsonSchema, JsonSchemaBuilder} from './openapi-schemas.ts';

export interface OpenApi {
  readonly openapi: '3.1.1';
  readonly info: {readonly title: string; readonly version: string};
  readonly servers: readonly unknown[];
  readonly tags: readonly {readonly name: string}[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly operationId: string;
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

export interface OpenApiOptions {
  /** Version of the interface. */
  readonly version: string;
  /** The address of the API without the root segment. */
  readonly server?: string | undefined;
  /** Default: the contract's own language. */
  readonly brand?: Brand | undefined;
  /** Default: that of the documents. */
  readonly dialect?: Dialect | undefined;
}

/** Inputs for writing a description. */
interface OpenApiContext {
  readonly words: Translator;
  readonly dialect: Dialect;
  readonly schemas: JsonSchemaBuilder;
  /** Answers of operations in this dialect that differ from the contract. */
  readonly answers: ReadonlyMap<string, Field>;
}

export function openApi(
  groups: Group,
  {version, server = 'https://api.example.org', brand = brandOf(), dialect = dialects.documents}: OpenApiOptions,
): OpenApi {
  const words = brand.toWire;
  const schemas = new JsonSchemaBuilder({words, unknownFields: dialect.unknownFields});
  const context = {words, dialect, schemas, answers: answersIn(groups, dialect)};
  const paths: Record<string, Record<string, Operation>> = {};
  const tags = new Set<string>();
  // Answers first: a model in both an answer and a body keeps its name for the answer.
  for (const {spec} of endpointsOf(groups))
    for (const field of [spec.page, spec.returns]) if (field) schemas.of(field, 'read');
  for (const endpoint of endpointsOf(groups)) {
    const path = words
      .path(`/${rootOf(endpoint)}${endpoint.path}`)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${parameterName(words, name)}}`);
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = describe(endpoint, context);
    tags.add(familyOf(endpoint));
  }
  return {
    openapi: '3.1.1',
    info: {title: 'Cloud Infrastructure API', version},
    servers: [{url: server}],
    tags: [...tags].map(name => ({name})),
    paths,
    components: {
      schemas: {...schemas.all(), ErrorBody: errorBodyOf(dialect)},
      parameters: parametersIn(dialect),
      responses: {
        Refused: {description: 'Refused; one entry per problem.', ...json({$ref: '#/components/schemas/ErrorBody'})},
      },
      securitySchemes: {token: {type: 'http', scheme: 'bearer', description: 'A personal access or OAuth token.'}},
    },
  };
}

const metricsServer = {
  url: 'https://metrics.example.org',
  description: 'The host of the metrics. It takes a token of `monitor.services.token`.',
};

const familyOf = ({id}: Endpoint) => id.slice(0, id.indexOf('.'));

/** An ID in a path is called like the field that holds it: `computeId` is `compute` and an ending. */
const parameterName = (words: Translator, name: string): string =>
  name.replace(/^(\w+)Id$/, (_, noun: string) => `${words.fieldPath(noun)}Id`);

/** Answers that a dialect has of another shape than the contract, by the operation. */
function answersIn(groups: Group, dialect: Dialect): ReadonlyMap<string, Field> {
  const endpoints = new Map([...endpointsOf(groups)].map(endpoint => [endpoint.id, endpoint.spec]));
  const answers = new Map<string, Field | undefined>();
  if (dialect.volumeResize === 'volume') answers.set('volumes.resize', endpoints.get('volumes.get')?.returns);
  if (dialect.rebuild === 'config') answers.set('instances.rebuild', endpoints.get('instances.configs.get')?.returns);
  if (dialect.series === 'wrapped')
    for (const id of ['instances.stats.get', 'instances.stats.month']) {
      const stats = endpoints.get(id)?.returns;
      if (stats?.kind !== 'object') continue;
      const {title = text(), ...series} = stats.fields;
      answers.set(id, model(`${stats.name ?? ''}Wrapped`, {title, data: object(series)}));
    }
  const contents = endpoints.get('objectStorage.objects.list')?.returns;
  if (dialect.objectMarker === 'listing' && contents?.kind === 'object')
    answers.set('objectStorage.objects.list', listingWithMarker(contents));
  return new Map([...answers].flatMap(([id, field]) => (field ? [[id, field] as const] : [])));
}

/** A listing that gives the next marker beside its entries, and not in each of them. */
function listingWithMarker({name, fields}: ObjectField): Field {
  const {data} = fields;
  if (data?.kind !== 'list' || data.item.kind !== 'object') throw new Error(`${name} isn’t a listing`);
  const {next_marker = text(), is_truncated = flag(), ...entry} = data.item.fields;
  return model(`${name}Marked`, {data: list(object(entry)), next_marker, is_truncated});
}

function describe(endpoint: Endpoint, context: OpenApiContext): Operation {
  const {spec} = endpoint;
  const parameters = parametersOf(endpoint, context);
  return {
    operationId: endpoint.id,
    tags: [familyOf(endpoint)],
    ...(parameters.length > 0 ? {parameters} : {}),
    ...(spec.body || spec.upload ? {requestBody: bodyOf(endpoint, context)} : {}),
    responses: {...answersOf(endpoint, context), default: {$ref: '#/components/responses/Refused'}},
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

/** Grants are fields of a grants object, and so are the kinds of objects that they are on. */
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
      schema: {type},
    }),
  );
  const query = Object.entries(endpoint.spec.query ?? {}).map(
    ([name, field]): Parameter => ({
      name: words.fieldPath(name),
      in: 'query',
      ...(field.facts.required ? {required: true} : {}),
      schema: schemas.of(field, 'write'),
    }),
  );
  const {page, unpaged} = endpoint.spec;
  const names = page && !unpaged ? ['page', 'page_size'] : [];
  if (filterable(endpoint).length > 0) names.push('X-Filter');
  return [...path, ...query, ...names.map(name => ({$ref: `#/components/parameters/${name}`}))];
}

function bodyOf({spec}: Endpoint, {schemas}: OpenApiContext): unknown {
  const {body, upload = 'application/json'} = spec;
  const schema = body ? schemas.of(body, 'write') : binary;
  return {required: !spec.bodyOptional, content: {[upload]: {schema}}};
}

function answersOf(endpoint: Endpoint, context: OpenApiContext): Record<string, unknown> {
  const {also = []} = endpoint.spec;
  const success = {description: 'Done.', ...answerOf(endpoint, context)};
  const alternatives = also.map((status): [string, unknown] => {
    if (status >= 400) return [String(status), {$ref: '#/components/responses/Refused'}];
    return [String(status), status === 204 ? {description: 'Done, without a body.'} : success];
  });
  return {200: success, ...Object.fromEntries(alternatives)};
}

function answerOf({id, spec}: Endpoint, {schemas, answers}: OpenApiContext): object {
  const other = answers.get(id);
  if (other) return json(schemas.of(other, 'read'));
  if (spec.binary) return {content: {[spec.binary]: {schema: binary}}};
  if (spec.page) {
    const item = schemas.of(spec.page, 'read');
    return json(spec.unpaged ? {type: 'array', items: item} : pageOf(item));
  }
  if (spec.returns) return json(schemas.of(spec.returns, 'read'));
  return json({type: 'object', ...(spec.answers ? {} : {maxProperties: 0})});
}

const json = (schema: JsonSchema) => ({content: {'application/json': {schema}}});
const binary: JsonSchema = {type: 'string', contentMediaType: 'application/octet-stream'};

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

/** A problem that is tied to no field has the field null, or omits it. */
const errorBodyOf = ({absentField: noField}: Dialect): JsonSchema => ({
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: noField === 'null' ? ['field', 'reason'] : ['reason'],
        properties: {
          field: {type: noField === 'null' ? ['string', 'null'] : 'string'},
          reason: {type: 'string'},
        },
      },
    },
  },
});

const parametersIn = ({pageSize}: Dialect): Record<string, Parameter> => ({
  page: {name: 'page', in: 'query', schema: {type: 'integer', minimum: 1, default: 1}},
  page_size: {
    name: 'page_size',
    in: 'query',
    schema: {type: 'integer', minimum: pageSize.min, maximum: pageSize.max, default: pageSize.default},
  },
  'X-Filter': {
    name: 'X-Filter',
    in: 'header',
    description: 'A JSON object with conditions for the items, and their order.',
    schema: {type: 'string', contentMediaType: 'application/json'},
  },
});
