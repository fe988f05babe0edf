import {afterEach, expect, it} from 'vitest';
import {createTestResources, listPage, rejectionOf} from '../../client/testing.ts';
import {rejectedTokenAdvice} from '../../profiles/fetch-token.ts';
import type {SecretSource} from '../../profiles/profile.ts';
import {toFailure} from '../api/failure-text.ts';
import {demoAccount, profileAccount} from './open-account.ts';

const bench = createTestResources();
afterEach(() => bench.end());

it('reports that a refused token worked until now, for later connections too', async () => {
  let isGood = true;
  const server = await bench.server(() =>
    isGood ? {body: listPage([])} : {status: 401, body: {errors: [{field: null, reason: 'Invalid Token'}]}},
  );
  const account = profileAccount(
    {name: 'test', baseUrl: server.url, production: false, readOnly: false},
    {SKYDECK_TOKEN: 'secret-token'},
  );
  const readVolumes = async () => {
    const connection = await account.connect();
    const list = connection.operation('volumes.list');
    if (!list) throw new Error('the contract has no volumes');
    return connection.page(list, {priority: 'user'}).finally(() => connection.close());
  };
  await readVolumes();
  isGood = false;
  for (const _ of ['first', 'second'])
    expect(await rejectionOf(readVolumes())).toMatchObject({
      remedy: expect.stringContaining('The token worked until now'),
    });
});

it('bug: a rejected token of a profile was looked for in SKYDECK_TOKEN', async () => {
  const server = await bench.server(() => ({status: 401, body: {errors: [{field: null, reason: 'Invalid Token'}]}}));
  const rejection = async (token: SecretSource) => {
    const account = profileAccount(
      {name: 'lab', baseUrl: server.url, production: false, readOnly: false, token},
      {ACME_TOKEN: 'secret-token'},
    );
    const connection = await account.connect();
    const list = connection.operation('volumes.list');
    if (!list) throw new Error('the contract has no volumes');
    const error = await rejectionOf(connection.page(list, {priority: 'user'}).finally(() => connection.close()));
    return toFailure(error).message;
  };
  expect(await rejection({env: 'ACME_TOKEN'})).toMatch(/Invalid Token\. Check ACME_TOKEN, which profile lab uses\.$/);
  // The message names the file and the reason; advice about another source would mislead.
  expect(await rejection({file: '/nowhere/.lab-token'})).toBe(
    'The file /nowhere/.lab-token doesn’t exist. Create it, or name another one in the profile with "skydeck config edit".',
  );
  expect(await rejection({command: ['/nowhere/pass']})).toBe('The token command /nowhere/pass failed (ENOENT)');
  expect(rejectedTokenAdvice({file: '~/.lab-token'}, 'lab')).toBe(
    'Check the token in ~/.lab-token, which profile lab uses.',
  );
});

it('tries to start the demo again after a failure, and closes after it', async () => {
  let attempts = 0;
  const account = demoAccount(async () => {
    attempts++;
    throw new Error('no room');
  }, false);
  await expect(account.connect()).rejects.toThrow('no room');
  await expect(account.connect()).rejects.toThrow('no room');
  expect(attempts).toBe(2);
  await account.close();
});
