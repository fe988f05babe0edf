/**
 * `/openapi.json` describes the very API that is served: every described operation is there under its described path, and
 * every answer fits its described schema, in each dialect and under a provider's word.
 */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import type {Endpoint} from '../../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import {dialects, operationsIn} from '../../src/contract/wire/dialect.ts';
import {openTestAccount, type TestAccount} from '../../src/emulator/testing/test-account.ts';
import {existing} from './existing.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Schema[];
  readonly requestBody?: {readonly content: Readonly<Record<string, {readonly schema: Schema}>>};
  readonly responses: Readonly<
    Record<string, {readonly content?: Readonly<Record<string, {readonly schema: Schema}>>}>
  >;
  readonly security: readonly Schema[];
  /** Of an operation on another host. */
  readonly servers?: readonly unknown[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, {readonly schema: Schema}>>;
  };
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Values that don't match the schema, by path. It supports the keywords that the description uses. */
function* misfits(document: Document, schema: Schema, value: unknown, place = ''): Generator<string> {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/components/schemas/', '');
    yield* misfits(document, document.components.schemas[name] ?? {}, value, place);
    return;
  }
  if (Array.isArray(schema.anyOf)) {
    const all = (schema.anyOf as Schema[]).map(option => [...misfits(document, option, value, place)]);
    if (!all.some(found => found.length === 0)) yield* all[0] ?? [];
    return;
  }
  const {type, properties, required, items, additionalProperties} = schema;
  const actual = typeOf(value);
  const types = [type ?? actual].flat();
  if (!types.includes(actual) && !(actual === 'integer' && types.includes('number'))) {
    yield `${place}: ${actual}, not ${types.join(' or ')}`;
    return;
  }
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) yield `${place}: ${value} is none of ${schema.enum}`;
  if (typeof value === 'string') {
    const {minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern} = schema;
    const {length} = [...value];
    if (length < Number(minLength) || length > Number(maxLength))
      yield `${place}: ${JSON.stringify(value)} has ${length} characters`;
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
      yield `${place}: ${value} is not ${pattern}`;
  }
  if (typeof value === 'number') {
    const {minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY} = schema;
    if (value < Number(minimum) || value > Number(maximum)) yield `${place}: ${value} is out of bounds`;
  }
  if (Array.isArray(value)) {
    if (value.length > Number(schema.maxItems ?? value.length)) yield `${place}: ${value.length} items`;
    for (const [index, item] of value.entries())
      yield* misfits(document, (items ?? {}) as Schema, item, `${place}.${index}`);
  }
  if (actual === 'object') {
    const members = value as Readonly<Record<string, unknown>>;
    for (const name of (required ?? []) as string[]) if (!(name in members)) yield `${place}.${name}: is missing`;
    for (const [name, entry] of Object.entries(members)) {
      const inner = (properties as Readonly<Record<string, Schema>> | undefined)?.[name];
      if (inner) yield* misfits(document, inner, entry, `${place}.${name}`);
      else if (additionalProperties === false) yield `${place}.${name}: is not described`;
    }
  }
}

const endpoints = new Map<string, Endpoint>([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));

/** Reading them needs something that no demo account has at once. */
const unread = new Set([
  'objectStorage.objects.acl.get',
  'databases.mongodb.credentials.get',
  'databases.mongodb.ssl.get',
  'instances.interfaces.history.list',
  'instances.interfaces.settings.get',
]);

describe.each([
  {dialect: 'documents', brand: undefined},
  {dialect: 'provider', brand: undefined},
  {dialect: 'provider', brand: 'instance'},
  {dialect: 'documents', brand: 'orbit'},
  {dialect: 'today', brand: 'acmecloud'},
] as const)('in the dialect $dialect with the ID prefix $brand', ({dialect, brand}) => {
  let account: TestAccount;
  let document: Document;
  beforeAll(async () => {
    account = await openTestAccount({accounts: 'demo', dialect, brand});
    account.pass(3600);
    document = (await (await account.raw('/openapi.json')).json()) as Document;
  });
  afterAll(() => account.close());

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({path, method: method.toUpperCase(), operation})),
    );

  /** The described path, with IDs of what exists: in the language of the description, and of the contract's path. */
  const filled = (path: string, {operationId}: Operation) => {
    const endpoint = endpoints.get(operationId);
    const names = Object.keys(endpoint?.params ?? {});
    let place = 0;
    return path.replaceAll(/\{\w+\}/g, () => {
      const name = names[place++] ?? '';
      if (name === 'month') return '1';
      return endpoint && brand && /^(imageId|kernelId)$/.test(name)
        ? existing(account.db, endpoint.path, name).replace('compute%2F', `${brand}%2F`)
        : existing(account.db, endpoint?.path ?? '', name);
    });
  };

  it('every described operation is served under its path', async () => {
    const wrong: string[] = [];
    for (const {path, method, operation} of operations()) {
      if (operation.servers) continue;
      // Without a token only the route is looked at, and what needs none.
      const response = await account.raw(filled(path, operation), {method, redirect: 'manual'});
      const isOpen = operation.security.length === 0 || operation.security.some(way => Object.keys(way).length === 0);
      if (!isOpen && response.status !== 401) wrong.push(`${method} ${path}: ${response.status}`);
      if (response.status === 405) wrong.push(`${method} ${path}: 405`);
      await response.arrayBuffer();
    }
    expect(wrong).toEqual([]);
    expect(operations()).toHaveLength([...endpointsOf(operationsIn(contract, dialects[dialect]))].length);
  });

  it('every answer fits its schema', async () => {
    const wrong: string[] = [];
    let read = 0;
    const headers = {Authorization: `Bearer ${account.token}`};
    for (const {path, method, operation} of operations()) {
      const schema = operation.responses[200]?.content?.['application/json']?.schema;
      if (method !== 'GET' || !schema || unread.has(operation.operationId)) continue;
      const response = await account.raw(filled(path, operation), {headers});
      const content = await response.text();
      // The demo account has none, or the response is empty.
      if (response.status === 404 || response.status === 204) continue;
      const body: unknown = JSON.parse(content);
      expect(response.status, `${path} ${JSON.stringify(body)}`).toBeLessThan(300);
      read++;
      for (const misfit of misfits(document, schema, body))
        wrong.push(`${operation.operationId}${misfit.replaceAll(/\.\d+(?=\.|:)/g, '.*')}`);
    }
    expect([...new Set(wrong)]).toEqual([]);
    expect(read).toBeGreaterThan(120);
  });

  it('every example fits its schema', () => {
    const wrong: string[] = [];
    let read = 0;
    for (const [name, schema] of Object.entries(document.components.schemas))
      for (const example of (schema.examples ?? []) as unknown[]) {
        read++;
        wrong.push(...[...misfits(document, schema, example)].map(misfit => `${name}${misfit}`));
      }
    expect(wrong).toEqual([]);
    expect(read).toBeGreaterThan(200);
  });

  it('a refusal fits its schema', async () => {
    const headers = {Authorization: `Bearer ${account.token}`, 'Content-Type': 'application/json'};
    const responses = [
      await account.raw('/v4/nothing'),
      await account.raw('/v4/volumes', {method: 'POST', headers, body: '{}'}),
    ];
    for (const response of responses)
      expect([...misfits(document, document.components.schemas.ErrorBody ?? {}, await response.json())]).toEqual([]);
  });

  it('page sizes have the described bounds', async () => {
    const headers = {Authorization: `Bearer ${account.token}`};
    const {minimum, maximum} = document.components.parameters.page_size?.schema ?? {};
    expect(maximum).toBe(dialect === 'documents' ? 100 : 500);
    const status = async (size: unknown) => (await account.raw(`/v4/volumes?page_size=${size}`, {headers})).status;
    expect([await status(minimum), await status(maximum)]).toEqual([200, 200]);
    expect([await status(Number(minimum) - 1), await status(Number(maximum) + 1)]).toEqual([400, 400]);
  });

  it.skipIf(brand === undefined)('names have only the ID prefix of the provider', () => {
    const texts = JSON.stringify([document.paths, document.components]);
    const neutral = [
      ...texts.matchAll(/"(compute(?:_\w+|s|\/[^"]*|:\w+)?|add_compute|\/v4\/compute\/[^"]*|\{?computeId\}?)"/g),
    ].map(([, found]) => found);
    expect([...new Set(neutral)]).toEqual([]);
    expect(Object.keys(document.paths)).toContain(`/v4/${brand}/instances/{${brand}Id}`);
    expect(document.components.schemas.VolumeAttach?.properties).toHaveProperty(`${brand}_id`);
    expect(document.paths['/v4/volumes/{volumeId}/attach']?.post?.security).toEqual([
      {token: ['volumes:read_write', `${brand}s:read_write`]},
    ]);
  });
});
