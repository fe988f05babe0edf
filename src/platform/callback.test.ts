import {expect, it} from 'vitest';
import {awaitBrowser} from './callback.ts';

const redirect = new URL('http://127.0.0.1/callback');

it('waits no longer than it is told', async () => {
  const {came, redirect: at} = await awaitBrowser({redirect, expected: () => true, patience: 1});
  await expect(came).rejects.toThrow(/nobody came back/);
  await expect(fetch(at)).rejects.toThrow();
});

it('takes one answer, on the path and with the method that were asked for, and is gone', async () => {
  const callback = await awaitBrowser({
    redirect,
    expected: ({searchParams}) => searchParams.get('state') === 's',
    patience: 60_000,
  });
  const at = (search: string) => new URL(search, callback.redirect);
  expect(at('').port).toMatch(/^[1-9]\d+$/);
  for (const [url, method, status] of [
    [at('/other?state=s'), 'GET', 404],
    [at('?state=s'), 'POST', 404],
    [at('?state=x'), 'GET', 400],
  ] as const)
    expect((await fetch(url, {method})).status).toBe(status);
  const good = await fetch(at('?state=s&code=c'));
  expect([good.status, good.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await callback.came).toBe(at('?state=s&code=c').href);
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

it('says when the port is taken', async () => {
  const first = await awaitBrowser({redirect, expected: () => true, patience: 60_000});
  const same = {redirect: new URL(first.redirect), expected: () => true, patience: 60_000};
  await expect(awaitBrowser(same)).rejects.toThrow(/EADDRINUSE/);
  first.close();
});
