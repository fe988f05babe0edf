import {describe, expect, it} from 'vitest';
import {contract} from '../index.ts';
import {checkBody} from '../reading/check-body.ts';
import {endpointsOf} from '../schema/family.ts';
import {brandOf} from '../wire/brand-positions.ts';
import {exampleOf} from './example-builder.ts';
import {openApi} from './openapi.ts';
import {ownSummaries} from './operation-summaries.ts';
import {resourceNouns} from './resource-nouns.ts';
import {sectionDescriptions} from './section-descriptions.ts';

const document = openApi(contract, {version: '4.130.0'});
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({path, method, operation})),
);

/** Every object of the document, with its place. */
function* nodes(value: unknown, place = '#'): Generator<{place: string; node: Record<string, unknown>}> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield {place, node: value as Record<string, unknown>};
  for (const [name, inner] of Object.entries(value)) yield* nodes(inner, `${place}/${name}`);
}

const resolveReference = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

describe('the OpenAPI document', () => {
  it('has every operation once', () => {
    const ids = operations.map(({operation}) => operation.operationId);
    expect(ids.sort()).toEqual([...endpointsOf(contract)].map(({id}) => id).sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has no broken references', () => {
    const references = [...nodes(document)].flatMap(({place, node}) =>
      node.$ref ? [{place, to: String(node.$ref)}] : [],
    );
    expect(references.length).toBeGreaterThan(500);
    expect(references.filter(({to}) => resolveReference(to) === undefined)).toEqual([]);
  });

  it('declares the parameters of each path, and has no duplicate paths', () => {
    for (const {path, operation} of operations) {
      expect(path).toMatch(/^\/(v4(beta)?|v2beta)\//);
      const declared = (operation.parameters ?? []).flatMap(parameter =>
        'in' in parameter && parameter.in === 'path' ? [parameter.name] : [],
      );
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
    const shapes = Object.keys(document.paths).map(path => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('has a success and an error response for every operation, and describes its tag', () => {
    for (const {operation} of operations) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', 'default']));
      for (const status of Object.keys(operation.responses)) expect(status).toMatch(/^([2-5]\d\d|default)$/);
      const [tag] = operation.tags;
      expect(document.tags.find(({name}) => name === tag)?.description, tag).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('gives every operation a unique summary and a description in sentences', () => {
    const summaries = operations.map(({operation}) => operation.summary);
    expect(summaries.filter(summary => !/^[A-Z][a-z]+ \S.*[^.]$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(summaries.length);
    for (const {operation} of operations)
      expect(operation.description, operation.operationId).toMatch(/^[A-Z][\s\S]+\.$/);
    expect(summaries).toContain('Create a config');
    const create = operations.find(({operation}) => operation.operationId === 'volumes.create')?.operation;
    expect(create?.summary).toBe('Create a Volume');
    expect(create?.description).toContain(
      'Needs a token with the scope `volumes:read_write`. A restricted user also needs the grant `add_volumes`.',
    );
  });

  it('has no texts for operations that the contract does not have', () => {
    const ids = [...endpointsOf(contract)].map(({id}) => id);
    const groups = new Set(ids.map(id => id.slice(0, id.lastIndexOf('.'))));
    expect(Object.keys(ownSummaries).filter(id => !ids.includes(id))).toEqual([]);
    expect(Object.keys(resourceNouns).filter(group => !groups.has(group))).toEqual([]);
    expect(Object.keys(sectionDescriptions)).toEqual(document.tags.map(({name}) => name));
  });

  it('lists the error statuses of each operation', () => {
    const statuses = (id: string) =>
      Object.keys(operations.find(({operation}) => operation.operationId === id)?.operation.responses ?? {});
    expect(statuses('volumes.update')).toEqual(['200', '400', '401', '403', '404', '429', 'default']);
    expect(statuses('regions.get')).toEqual(['200', '400', '404', '429', 'default']);
    expect(statuses('account.get')).toEqual(['200', '401', '403', '429', 'default']);
    expect(statuses('account.cancel')).toContain('409');
    for (const {operation} of operations) expect(operation.responses, operation.operationId).toHaveProperty('429');
  });

  it('marks the fields that every response has as required', () => {
    const required = (name: string) => document.components.schemas[name]?.required as readonly string[] | undefined;
    expect(required('Volume')).toEqual(expect.arrayContaining(['id', 'label', 'compute_id', 'tags']));
    // Only newer providers send `encryption`. An empty text may be absent. A firewall rule keeps the fields that were sent.
    expect(required('Volume')).not.toContain('encryption');
    expect(required('DomainRecord')).not.toContain('name');
    expect(required('FirewallRule')).toBeUndefined();
  });

  it('has valid request examples, whose field names have the provider’s ID prefix', () => {
    const words = brandOf('acmecloud').toWire;
    const invalid: unknown[] = [];
    for (const {id, spec} of endpointsOf(contract)) {
      if (!spec.body || spec.upload) continue;
      const {fieldErrors} = checkBody(spec.body, exampleOf(spec.body, 'write', brandOf().toWire));
      if (fieldErrors.length > 0) invalid.push([id, fieldErrors]);
      expect(JSON.stringify(exampleOf(spec.body, 'write', words)), id).not.toMatch(/"(compute_|computes?"|compute\/)/);
    }
    expect(invalid).toEqual([]);
    const {schemas} = document.components;
    expect(schemas.VolumeCreate?.examples).toEqual([{region: 'us-east', label: 'web-1'}]);
    const named = Object.entries(schemas).filter(([name]) => name !== 'ErrorBody');
    expect(named.filter(([, {examples}]) => !Array.isArray(examples)).map(([name]) => name)).toEqual([]);
  });

  it('uses the keywords of JSON Schema correctly', () => {
    const schemas = [...nodes(document.components.schemas), ...nodes(document.paths)];
    for (const {place, node} of schemas) {
      if (place.endsWith('/properties') || place.includes('/examples/')) continue;
      const {type, enum: values, required, properties, pattern} = node;
      if (typeof type === 'string' || Array.isArray(type))
        for (const name of [type].flat()) expect(types, place).toContain(name);
      if (Array.isArray(values)) expect(new Set(values).size, place).toBe(values.length);
      if (Array.isArray(required)) for (const name of required) expect(properties, place).toHaveProperty(String(name));
      if (typeof pattern === 'string') expect(() => new RegExp(pattern, 'u'), place).not.toThrow();
    }
  });

  it('forbids additional fields in bodies, and allows them in responses', () => {
    const {schemas} = document.components;
    expect(schemas.VolumeCreate).toMatchObject({
      required: ['label'],
      additionalProperties: false,
      properties: {
        label: {type: 'string', minLength: 1, maxLength: 32},
        size: {type: 'integer', default: 20, 'x-unit': 'GB'},
        region: {'x-required-when': 'compute_id is absent'},
      },
    });
    expect(schemas.Volume).not.toHaveProperty('additionalProperties');
    expect(schemas.Volume).toMatchObject({
      properties: {
        status: {type: 'string', examples: ['creating', 'active', 'resizing', 'key_rotating'], readOnly: true},
        compute_id: {type: ['integer', 'null']},
        created: {format: 'date-time-local'},
      },
    });
    expect(schemas.ConfigInterface).not.toHaveProperty('additionalProperties');
    expect(schemas.ConfigInterfaceSent).toMatchObject({properties: {purpose: {enum: ['public', 'vlan', 'vpc']}}});
  });

  it('states the authorization of each operation, and marks those that cost money', () => {
    const operation = (id: string) => operations.find(entry => entry.operation.operationId === id)?.operation;
    expect(operation('regions.list')?.security).toEqual([]);
    expect(operation('images.list')?.security).toEqual([{}, {token: ['images:read_only']}]);
    expect(operation('images.list')?.description).toContain(
      'Without a token it returns less. A token needs the scope `images:read_only`.',
    );
    expect(operation('volumes.create')).toMatchObject({
      security: [{token: ['volumes:read_write']}],
      'x-charges': true,
      'x-access': {grants: ['add_volumes']},
    });
    expect(operation('account.users.grants.get')?.responses).toHaveProperty('204');
    expect(operation('support.tickets.attachments.create')?.requestBody).toMatchObject({
      content: {'multipart/form-data': {schema: {$ref: '#/components/schemas/TicketAttachmentCreate'}}},
    });
  });
});
