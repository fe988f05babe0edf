import {expect, it} from 'vitest';
import {startLogin} from './oauth-login.ts';

it('reports a refusal of the login service in one line without terminal escape sequences', async () => {
  const redirect = 'http://127.0.0.1:4711/callback';
  const attempt = startLogin(
    {
      name: 'work',
      baseUrl: 'https://api.example.com',
      login: {url: 'https://login.example.com', clientId: 'skydeck'},
      env: {},
      now: () => 0,
    },
    redirect,
  );
  const back = new URL(redirect);
  back.searchParams.set('state', new URL(attempt.address).searchParams.get('state') ?? '');
  back.searchParams.set('error', 'invalid\u001b[2J\nscope');
  await expect(attempt.complete(back.href)).rejects.toThrow(
    /^The login service rejected the request: invalid \[2J scope$/,
  );
});
