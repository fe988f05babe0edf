/** The contract of the code, in the format of the stored facts. */
import {authOf, type Endpoint, filterable, limitOf, rootOf} from '../../src/contract/schema/endpoint.ts';
import type {ChoiceField, Field, Model, Shape} from '../../src/contract/schema/field.ts';

export type Description = {readonly [name: string]: unknown};

const typeOf = (field: Field): string => {
  if (field.kind === 'choice') return typeof field.values[0] === 'number' ? 'integer' : 'text';
  return field.kind;
};

/** Regular expressions are compared by their matches: a slash needs no escape. */
const sourceOf = (pattern: unknown) => (pattern instanceof RegExp ? pattern.source.replaceAll('\\/', '/') : undefined);

const documentedValues = ({values, facts}: ChoiceField) => values.filter(value => !facts.todayValues?.includes(value));

export function describeField(field: Field): Description {
  const {wire, requirement, acceptedValues, requiredByDocuments, emptiedByNull, todayValues, ...facts}: Description = {
    ...field.facts,
  };
  return present({
    ...facts,
    ...(requiredByDocuments ? {required: true, requiredWhen: undefined} : {}),
    type: typeOf(field),
    pattern: sourceOf(facts.pattern),
    hint: sourceOf(facts.hint),
    values: field.kind === 'choice' ? documentedValues(field) : undefined,
    items: field.kind === 'list' ? describeField(field.item) : undefined,
    of: field.kind === 'either' ? field.options.map(describeField) : undefined,
    model: field.kind === 'object' ? field.name : undefined,
    fields: field.kind === 'object' && field.name === undefined ? describeFields(field.fields) : undefined,
  });
}

/** The facts of the documented fields. */
export const describeFields = (fields: Shape): Description =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.facts.undocumented)
      .map(([name, field]) => [name, describeField(field)]),
  );

export function describeEndpoint(endpoint: Endpoint): Description {
  const {spec} = endpoint;
  return present({
    method: endpoint.method,
    path: endpoint.path,
    root: rootOf(endpoint),
    auth: authOf(endpoint),
    scopes: spec.scopes,
    access: spec.access,
    params: Object.keys(endpoint.params).length > 0 ? endpoint.params : undefined,
    query: spec.query && describeFields(spec.query),
    body: bodyOf(endpoint),
    answer: answerOf(endpoint),
    filterable: filterable(endpoint).length > 0 ? filterable(endpoint) : undefined,
    limit: limitOf(endpoint),
    charges: spec.charges,
    deprecated: spec.deprecated,
    disabled: spec.disabled,
  });
}

function bodyOf({spec}: Endpoint): Description | undefined {
  const {body, upload} = spec;
  if (!body && !upload) return undefined;
  const fields = body?.kind === 'object' ? describeFields(body.fields) : undefined;
  return present({type: upload, optional: spec.bodyOptional, fields});
}

function answerOf({spec}: Endpoint): Description {
  const {page, responseModel, untypedResponse, binary} = spec;
  const model = (page ?? responseModel)?.name;
  const plain = binary === undefined ? (untypedResponse ?? 'empty') : 'binary';
  const kind = page ? 'page' : responseModel ? 'object' : plain === 'nothing' ? 'none' : plain;
  return present({kind, model, orEmpty: spec.orEmpty, pagedBy: spec.pagedBy, type: binary, also: spec.otherStatuses});
}

/** The models among these fields and below them, by name. */
export function modelsIn(fields: Iterable<Field | undefined>): ReadonlyMap<string, Model> {
  const models = new Map<string, Model>();
  const walk = (field: Field) => {
    if (field.kind === 'list') walk(field.item);
    if (field.kind === 'either') field.options.forEach(walk);
    if (field.kind !== 'object') return;
    if (field.name !== undefined) models.set(field.name, field);
    Object.values(field.fields).forEach(walk);
  };
  for (const field of fields) if (field) walk(field);
  return models;
}

const present = (members: Description): Description =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Every single fact by its path. */
export function flatten(value: unknown, path = '', facts = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    for (const [name, inner] of Object.entries(value)) flatten(inner, path === '' ? name : `${path}.${name}`, facts);
  else if (Array.isArray(value) && value.some(inner => typeof inner === 'object'))
    for (const [index, inner] of value.entries()) flatten(inner, `${path}.${index}`, facts);
  else facts.set(path, JSON.stringify(value));
  return facts;
}
