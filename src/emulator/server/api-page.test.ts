import {afterAll, beforeAll, expect, it} from 'vitest';
import {openTestAccount, type TestAccount} from '../testing/test-account.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await openTestAccount();
});
afterAll(() => account.close());

it('serves a page that loads its files from the emulator only', async () => {
  const response = await account.raw('/docs');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const addresses = [...(await response.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses).toEqual(['data:,', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/docs/page.js']);
  for (const address of addresses.slice(1)) {
    const file = await account.raw(address);
    expect(file.status, address).toBe(200);
    expect(file.headers.get('content-type'), address).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    expect((await file.text()).length, address).toBeGreaterThan(500);
  }
});

it('serves no other file of the renderer, and rejects POST', async () => {
  for (const path of [
    '/docs/index.html',
    '/docs/../package.json',
    '/docs/constructor',
    '/docs/swagger-ui-bundle.js.map',
  ])
    expect((await account.raw(path)).status, path).toBe(404);
  expect((await account.raw('/docs', {method: 'POST'})).status).toBe(404);
});

it('lists the page among the addresses of the emulator', async () => {
  expect(await (await account.raw('/')).json()).toMatchObject({page: expect.stringMatching(/^http.+\/docs$/)});
});
