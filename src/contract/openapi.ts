/**
 * The contract as an OpenAPI 3.1 document, for people and programs that read such documents.
 *
 * Answers are described openly (any further value or field may come) and bodies exactly, as everywhere else; a model
 * that stands in both has two schemas therefore.
 */
import {type Access, authOf, type Endpoint, filterable, type LimitClass, limitOf, rootOf} from './endpoint.ts';
import {endpointsOf, type Group} from './family.ts';
import {type JsonSchema, Schemas} from './openapi-schemas.ts';
import {pageSize} from './page.ts';

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
  readonly deprecated?: true;
  readonly 'x-disabled'?: true;
  readonly 'x-charges'?: true;
  readonly 'x-access'?: Access;
  readonly 'x-rate-limit': LimitClass;
}

/** @param server the address of the API without the root segment */
export function openApi(groups: Group, version: string, server = 'https://api.example.org'): OpenApi {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, Operation>> = {};
  const tags = new Set<string>();
  // Answers first: where a model stands in both, the answer keeps the name.
  for (const {spec} of endpointsOf(groups))
    for (const model of [spec.page, spec.returns]) if (model) schemas.of(model, 'read');
  for (const endpoint of endpointsOf(groups)) {
    const path = `/${rootOf(endpoint)}${endpoint.path}`;
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = describe(endpoint, schemas);
    tags.add(familyOf(endpoint));
  }
  return {
    openapi: '3.1.1',
    info: {title: 'Cloud Infrastructure API', version},
    servers: [{url: server}],
    tags: [...tags].map(name => ({name})),
    paths,
    components: {
      schemas: {...schemas.all(), ErrorBody: errorBody},
      parameters,
      responses: {
        Refused: {description: 'Refused; one entry per problem.', ...json({$ref: '#/components/schemas/ErrorBody'})},
      },
      securitySchemes: {token: {type: 'http', scheme: 'bearer', description: 'A personal access or OAuth token.'}},
    },
  };
}

const familyOf = ({id}: Endpoint) => id.slice(0, id.indexOf('.'));

function describe(endpoint: Endpoint, schemas: Schemas): Operation {
  const {spec} = endpoint;
  const asked = parametersOf(endpoint, schemas);
  return {
    operationId: endpoint.id,
    tags: [familyOf(endpoint)],
    ...(asked.length > 0 ? {parameters: asked} : {}),
    ...(spec.body || spec.upload ? {requestBody: bodyOf(endpoint, schemas)} : {}),
    responses: {...answersOf(endpoint, schemas), default: {$ref: '#/components/responses/Refused'}},
    security: securityOf(endpoint),
    ...(spec.deprecated ? {deprecated: true} : {}),
    ...(spec.disabled ? {'x-disabled': true} : {}),
    ...(spec.charges ? {'x-charges': true} : {}),
    ...(spec.access ? {'x-access': spec.access} : {}),
    'x-rate-limit': limitOf(endpoint),
  };
}

function securityOf(endpoint: Endpoint): readonly unknown[] {
  const token = {token: endpoint.spec.scopes ?? []};
  const auth = authOf(endpoint);
  if (auth === 'none') return [];
  return auth === 'optional' ? [{}, token] : [token];
}

function parametersOf(endpoint: Endpoint, schemas: Schemas): readonly (Parameter | {readonly $ref: string})[] {
  const path = Object.entries(endpoint.params).map(
    ([name, type]): Parameter => ({name, in: 'path', required: true, schema: {type}}),
  );
  const query = Object.entries(endpoint.spec.query ?? {}).map(
    ([name, field]): Parameter => ({
      name,
      in: 'query',
      ...(field.facts.required ? {required: true} : {}),
      schema: schemas.of(field, 'write'),
    }),
  );
  const names = endpoint.spec.page ? ['page', 'page_size'] : [];
  if (filterable(endpoint).length > 0) names.push('X-Filter');
  return [...path, ...query, ...names.map(name => ({$ref: `#/components/parameters/${name}`}))];
}

function bodyOf({spec}: Endpoint, schemas: Schemas): unknown {
  const {body, upload = 'application/json'} = spec;
  const schema = body ? schemas.of(body, 'write') : binary;
  return {required: !spec.bodyOptional, content: {[upload]: {schema}}};
}

function answersOf(endpoint: Endpoint, schemas: Schemas): Record<string, unknown> {
  const {also = []} = endpoint.spec;
  const done = {description: 'Done.', ...answerOf(endpoint, schemas)};
  const others = also.map((status): [string, unknown] => {
    if (status >= 400) return [String(status), {$ref: '#/components/responses/Refused'}];
    return [String(status), status === 204 ? {description: 'Done; there is nothing to say.'} : done];
  });
  return {200: done, ...Object.fromEntries(others)};
}

function answerOf({spec}: Endpoint, schemas: Schemas): object {
  if (spec.binary) return {content: {[spec.binary]: {schema: binary}}};
  if (spec.page) return json(pageOf(schemas.of(spec.page, 'read')));
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

const errorBody: JsonSchema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['reason'],
        properties: {field: {type: ['string', 'null']}, reason: {type: 'string'}},
      },
    },
  },
};

const parameters: Record<string, Parameter> = {
  page: {name: 'page', in: 'query', schema: {type: 'integer', minimum: 1, default: 1}},
  page_size: {
    name: 'page_size',
    in: 'query',
    schema: {type: 'integer', minimum: pageSize.min, maximum: pageSize.max, default: pageSize.default},
  },
  'X-Filter': {
    name: 'X-Filter',
    in: 'header',
    description: 'A JSON object that says which items to answer, and in which order.',
    schema: {type: 'string', contentMediaType: 'application/json'},
  },
};
