/**
 * The contract as an OpenAPI 3.1 document.
 *
 * Responses are described openly (any further value or field may occur) and bodies exactly, so a model that occurs in
 * both has two schemas. The document uses the spelling and the dialect of the server that it describes: a client
 * generated from it must be able to call that server.
 */

import {type Endpoint, rootOf} from '../schema/endpoint.ts';
import {endpointsOf, type Group} from '../schema/family.ts';
import {type Field, flag, list, model, type ObjectField, object, text} from '../schema/field.ts';
import {type Brand, brandOf, type Translator} from '../wire/brand-positions.ts';
import {type Dialect, dialects} from '../wire/dialect.ts';
import {errorResponses} from './error-responses.ts';
import {
  describeOperation,
  type OpenApiContext,
  type OperationObject,
  type Parameter,
  parameterName,
  sectionOf,
} from './openapi-operations.ts';
import {type JsonSchema, JsonSchemaBuilder} from './openapi-schemas.ts';
import {introduction, sectionDescriptions} from './section-descriptions.ts';

export interface OpenApi {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly unknown[];
  readonly tags: readonly {readonly name: string; readonly description: string}[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
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

export function openApi(
  groups: Group,
  {version, server = 'https://api.example.org', brand = brandOf(), dialect = dialects.documents}: OpenApiOptions,
): OpenApi {
  const words = brand.toWire;
  const schemas = new JsonSchemaBuilder({words, unknownFields: dialect.unknownFields});
  const context: OpenApiContext = {words, schemas, responses: responsesIn(groups, dialect)};
  const paths: Record<string, Record<string, OperationObject>> = {};
  const sections = new Set<string>();
  // Responses first: a model in both a response and a body keeps its name for the response.
  for (const {id, spec} of endpointsOf(groups)) {
    const response = context.responses.get(id) ?? spec.page ?? spec.responseModel;
    if (response) schemas.schemaOf(response, 'read');
  }
  for (const endpoint of endpointsOf(groups)) {
    const path = describedPath(endpoint, words);
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = describeOperation(endpoint, context);
    sections.add(sectionOf(endpoint));
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cloud Infrastructure API',
      version,
      description: introduction,
      license: {name: 'MIT', identifier: 'MIT'},
    },
    servers: [{url: server}],
    tags: [...sections].map(name => ({name, description: sectionDescriptions[name] ?? ''})),
    paths,
    components: {
      schemas: {...schemas.all(), ErrorBody: errorBodyOf(dialect)},
      parameters: parametersIn(dialect),
      responses: errorResponses,
      securitySchemes: {token: {type: 'http', scheme: 'bearer', description: 'A personal access or OAuth token.'}},
    },
  };
}

/** The path with the names of its parameters. Servers take it with and without a slash at its end. */
const describedPath = (endpoint: Endpoint, words: Translator): string =>
  words
    .path(`/${rootOf(endpoint)}${endpoint.path}`)
    .replace(/\/$/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${parameterName(words, name)}}`);

/** Responses whose shape in the dialect differs from the contract, by operation. */
function responsesIn(groups: Group, dialect: Dialect): ReadonlyMap<string, Field> {
  const endpoints = new Map([...endpointsOf(groups)].map(endpoint => [endpoint.id, endpoint.spec]));
  const responses = new Map<string, Field | undefined>();
  if (dialect.volumeResize === 'volume') responses.set('volumes.resize', endpoints.get('volumes.get')?.responseModel);
  if (dialect.rebuild === 'config')
    responses.set('instances.rebuild', endpoints.get('instances.configs.get')?.responseModel);
  if (dialect.series === 'wrapped')
    for (const id of ['instances.stats.get', 'instances.stats.month']) {
      const stats = endpoints.get(id)?.responseModel;
      if (stats?.kind !== 'object') continue;
      const {title = text(), ...series} = stats.fields;
      responses.set(id, model(`${stats.name ?? ''}Wrapped`, {title, data: object(series)}));
    }
  const contents = endpoints.get('objectStorage.objects.list')?.responseModel;
  if (dialect.objectMarker === 'listing' && contents?.kind === 'object')
    responses.set('objectStorage.objects.list', listingWithMarker(contents));
  return new Map([...responses].flatMap(([id, field]) => (field ? [[id, field] as const] : [])));
}

/** A listing with the next marker beside its entries, instead of in each entry. */
function listingWithMarker({name, fields}: ObjectField): Field {
  const {data} = fields;
  if (data?.kind !== 'list' || data.item.kind !== 'object') throw new Error(`${name} isn’t a listing`);
  const {next_marker = text(), is_truncated = flag(), ...entry} = data.item.fields;
  return model(`${name}Marked`, {data: list(object(entry)), next_marker, is_truncated});
}

/** A problem without a field has null as its field, or omits it. */
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
  page: {
    name: 'page',
    in: 'query',
    description: 'The page, from 1.',
    schema: {type: 'integer', minimum: 1, default: 1},
  },
  page_size: {
    name: 'page_size',
    in: 'query',
    description: 'Items of a page.',
    schema: {type: 'integer', minimum: pageSize.min, maximum: pageSize.max, default: pageSize.default},
  },
  'X-Filter': {
    name: 'X-Filter',
    in: 'header',
    description: 'A JSON object with conditions for the items, and their order.',
    example: '{"+order_by": "id", "+order": "desc"}',
    schema: {type: 'string', contentMediaType: 'application/json'},
  },
});
