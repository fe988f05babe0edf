/** JSON Schema of account files, for editors: the bodies of the operations that create resources. */
import {contract} from '../../../contract/index.ts';
import {type JsonSchema, JsonSchemaBuilder} from '../../../contract/openapi/openapi-schemas.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {Model} from '../../../contract/schema/field.ts';
import {isRecord} from '../../../contract/schema/json.ts';
import {brand} from '../../../contract/wire/brand.ts';
import type {JsonObject} from '../../engine/http/json.ts';
import {accountSections, grantSections} from './account-sections.ts';
import {TokensPart, UserPart} from './load-account.ts';

const permissions = {enum: ['read_only', 'read_write']};
const label = {type: 'string', description: 'The label of a resource of this file.'};

export function accountSchema(): JsonSchema {
  const builder = new JsonSchemaBuilder({words: brand().toWire, unknownFields: 'refuse'});
  const bodyOf = ({spec}: Endpoint) => builder.schemaOf(unnamed(spec.body as Model), 'write');
  const properties: JsonObject = {account: bodyOf(contract.account.update)};
  for (const {name, create, references = {}, children, optional = []} of accountSections) {
    const body = structuredClone(bodyOf(create)) as JsonObject;
    for (const place of Object.keys(references)) referTo(body, place.split('.'));
    if (Array.isArray(body.required))
      body.required = body.required.filter(field => !optional.includes(field as string));
    if (children) (body.properties as JsonObject)[children.name] = {type: 'array', items: bodyOf(children.create)};
    properties[name] = {type: 'array', items: body};
  }
  properties.tokens = builder.schemaOf(TokensPart.fields.tokens, 'write');
  properties.users = {type: 'array', items: {...userSchema(builder)}};
  const text = JSON.stringify({properties, $defs: builder.all()}).replaceAll('#/components/schemas/', '#/$defs/');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'An account of the Skydeck emulator',
    description:
      'For editors: the first line of the file may be # yaml-language-server: $schema=PATH. docs/emulator-accounts.md explains account files.',
    type: 'object',
    additionalProperties: false,
    ...JSON.parse(text),
  };
}

/** Removes the name of a model, so that its schema is inlined and not referenced. */
const unnamed = ({name: _, ...body}: Model): Model => body;

/** A reference to another resource is a label in the file, and an ID in the API. */
function referTo(schema: JsonObject, [name = '', ...rest]: readonly string[]): void {
  const properties = schema.properties as Record<string, JsonObject>;
  const field = properties[name];
  if (!field) return;
  if (rest.length > 0) referTo(field, rest);
  else properties[name] = field.type === 'array' ? {type: 'array', items: label} : label;
}

function userSchema(builder: JsonSchemaBuilder): JsonObject {
  const user = structuredClone(builder.schemaOf(unnamed(UserPart), 'write')) as JsonObject;
  const {global} = (contract.account.users.grants.update.spec.body as Model).fields;
  const kinds = Object.entries(grantSections).map(([kind, section]) => [
    kind,
    {type: 'object', additionalProperties: permissions, description: `By the labels of ${section}.`},
  ]);
  const grants = {
    type: 'object',
    additionalProperties: false,
    properties: {global: global && builder.schemaOf(global, 'write'), ...Object.fromEntries(kinds)},
  };
  return {...user, properties: {...(isRecord(user.properties) ? user.properties : {}), grants}};
}
