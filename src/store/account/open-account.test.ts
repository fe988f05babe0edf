import {afterEach, expect, it} from 'vitest';
import {createTestResources, listPage, rejectionOf} from '../../client/testing.ts';
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
