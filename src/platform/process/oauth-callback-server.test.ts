import {expect, it} from 'vitest';
import {startOAuthCallbackServer} from './oauth-callback-server.ts';

const redirect = new URL('http://127.0.0.1/callback');

it('stops waiting for the browser after its timeout', async () => {
  const {answered, redirectUrl: at} = await startOAuthCallbackServer({redirect, isExpected: () => true, timeoutMs: 1});
  await expect(answered).rejects.toThrow(/waiting for the browser/);
  await expect(fetch(at)).rejects.toThrow();
});

it('accepts one answer, with the expected path and method, and then closes', async () => {
  const callback = await startOAuthCallbackServer({
    redirect,
    isExpected: ({searchParams}) => searchParams.get('state') === 's',
    timeoutMs: 60_000,
  });
  const at = (search: string) => new URL(search, callback.redirectUrl);
  expect(at('').port).toMatch(/^[1-9]\d+$/);
  for (const [url, method, status] of [
    [at('/other?state=s'), 'GET', 404],
    [at('?state=s'), 'POST', 404],
    [at('?state=x'), 'GET', 400],
  ] as const)
    expect((await fetch(url, {method})).status).toBe(status);
  const good = await fetch(at('?state=s&code=c'));
  expect([good.status, good.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await callback.answered).toBe(at('?state=s&code=c').href);
  await good.text();
  await expect
    .poll(() =>
      fetch(at('?state=s')).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
});

it('fails with EADDRINUSE if the port is in use', async () => {
  const first = await startOAuthCallbackServer({redirect, isExpected: () => true, timeoutMs: 60_000});
  const same = {redirect: new URL(first.redirectUrl), isExpected: () => true, timeoutMs: 60_000};
  await expect(startOAuthCallbackServer(same)).rejects.toThrow(/EADDRINUSE/);
  first.close();
});
