import {request} from 'node:http';
import {afterEach, describe, expect, it} from 'vitest';
import {openTestAccount, type TestAccount} from '../testing/test-account.ts';

let account: TestAccount | undefined;
afterEach(() => account?.close());

const open = async (options: Parameters<typeof openTestAccount>[0] = {}) => {
  account = await openTestAccount(options);
  return account;
};

/** Status of a request with a host name of its own, which `fetch` does not send. */
function statusWith(path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    request({host: '127.0.0.1', port: account?.port, path, method, headers}, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

describe('control routes', () => {
  it('without a token accept callers on this machine only', async () => {
    await open();
    expect(await statusWith('/_emulator', {host: 'localhost:1'})).toBe(200);
    expect(await statusWith('/_emulator', {host: 'emulator:4400'})).toBe(403);
    expect(await statusWith('/_emulator/requests', {host: 'emulator:4400'})).toBe(403);
    expect(await statusWith('/_emulator', {host: 'localhost', origin: 'http://localhost'})).toBe(403);
  });

  it('with a token accept callers that send the token, from any address', async () => {
    await open({controlToken: 'control-me'});
    const host = 'emulator:4400';
    for (const path of ['/_emulator', '/_emulator/requests', '/_emulator/snapshot']) {
      expect(await statusWith(path, {host: 'localhost'})).toBe(401);
      expect(await statusWith(path, {host, authorization: 'Bearer control-you'})).toBe(401);
      expect(await statusWith(path, {host, authorization: `Bearer ${account?.token}`})).toBe(401);
      expect(await statusWith(path, {host, authorization: 'Bearer control-me'})).toBe(200);
      expect(await statusWith(path, {host, 'x-emulator-token': 'control-me'})).toBe(200);
    }
    expect(await statusWith('/_emulator/reset', {host}, 'POST')).toBe(401);
    expect(await statusWith('/_emulator/reset', {host, 'x-emulator-token': 'control-me'}, 'POST')).toBe(200);
  });

  it('show health and readiness to everyone', async () => {
    for (const controlToken of [undefined, 'control-me']) {
      await open({controlToken});
      for (const path of ['/_emulator/health', '/_emulator/ready']) {
        expect(await statusWith(path, {host: 'emulator:4400'})).toBe(200);
        expect(await statusWith(path, {host: 'emulator:4400'}, 'HEAD')).toBe(200);
        expect(await statusWith(path, {host: 'emulator:4400'}, 'POST')).not.toBe(200);
      }
      expect(await (await account?.raw('/_emulator/ready'))?.json()).toEqual({status: 'ready'});
      await account?.close();
    }
    account = undefined;
  });
});
