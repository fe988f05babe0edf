import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {withoutToday} from '../../contract/schema/without-today.ts';
import {openTestAccount, type TestAccount} from '../testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

type Paths = Record<string, Record<string, {operationId: string}>>;

it('describes every operation, with the address of the request as its server', async () => {
  const response = await account.raw('/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json');
  const {openapi, servers, paths} = (await response.json()) as {
    openapi: string;
    servers: {url: string}[];
    paths: Paths;
  };
  expect(openapi).toMatch(/^3\.1\./);
  expect(JSON.stringify(servers)).toContain(new URL(account.url).origin);
  const described = Object.values(paths).flatMap(methods => Object.values(methods).map(({operationId}) => operationId));
  expect(described.toSorted()).toEqual([...endpointsOf(withoutToday(contract))].map(({id}) => id).toSorted());
});

it('every reference in the OpenAPI document has a target', async () => {
  const document = (await (await account.raw('/openapi.json')).json()) as Record<string, unknown>;
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(300);
  for (const path of new Set(references)) {
    const found = path
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(found, path).toBeDefined();
  }
});

it('the root path lists the addresses of the API and its description', async () => {
  expect(await (await account.raw('/')).json()).toMatchObject({
    api: account.url,
    description: expect.stringMatching(/openapi\.json$/),
  });
  expect((await account.raw('/', {method: 'POST'})).status).toBe(404);
});
