/** The client of the login service: the servers that may receive secrets, and the requests that may be repeated. */
import {afterEach, expect, test} from 'vitest';
import {createGate, createTestResources, manualClock, passTurns, type RequestHandler, rejectionOf} from '../testing.ts';
import {createOAuthClient} from './oauth-client.ts';

const resources = createTestResources();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of closers.splice(0)) await end();
  await resources.end();
});

const secrets = {
  secret: 'canary-client-secret',
  refresh: 'canary-refresh',
  code: 'canary-code',
  verifier: 'canary-proof',
};

async function service(handler: RequestHandler) {
  const server = await resources.server(handler);
  const clock = manualClock();
  const login = createOAuthClient({
    url: server.url.replace('/v4', '/login'),
    clientId: 'desk',
    secret: secrets.secret,
    env: {},
    clock,
  });
  closers.push(() => login.close());
  const all = () => [
    login.refresh(secrets.refresh),
    login.exchange(secrets.code, {verifier: secrets.verifier}, 'http://127.0.0.1/callback'),
    login.revoke(secrets.refresh),
  ];
  return {server, login, clock, all};
}

test('plain HTTP is allowed only for loopback addresses', () => {
  const open = () => createOAuthClient({url: 'http://login.example.com', clientId: 'desk', secret: undefined, env: {}});
  expect(open).toThrow(/unencrypted. Use https/);
});

test('secrets echoed in a refusal of the login service are masked', async () => {
  const {all, server} = await service(({body}) => ({
    status: 400,
    body: {error: 'invalid_grant', error_description: `I do not like ${decodeURIComponent(body.toString())}`},
  }));
  for (const failure of (await Promise.all(all().map(rejectionOf))) as Error[]) {
    expect(failure.message).toMatch(/^The login service denied access: I do not like .*\*\*\*/);
    expect(`${failure.message}${failure.stack}${JSON.stringify(failure)}`).not.toContain('canary');
  }
  expect(server.requests.every(({body}) => body.toString().includes('canary'))).toBe(true);
});

test('the target of a redirect receives nothing', async () => {
  const otherServer = await resources.server();
  const {all} = await service(() => ({status: 307, headers: {location: otherServer.url}}));
  for (const failure of await Promise.all(all().map(rejectionOf))) expect(failure).toMatchObject({code: 'unreachable'});
  expect(otherServer.requests).toEqual([]);
});

test('an endless answer and a missing answer both end with an error', async () => {
  const {login, server, clock} = await service(() => ({body: `{"access_token": "${'x'.repeat(2 * 1024 * 1024)}"}`}));
  expect(await rejectionOf(login.refresh('x'))).toMatchObject({reason: 'too-large'});
  const arrival = createGate();
  server.answer(() => {
    arrival.resolve();
    return new Promise<undefined>(() => {});
  });
  const late = rejectionOf(login.refresh('x'));
  await arrival.promise;
  await passTurns();
  clock.advance(15_000);
  expect(await late).toMatchObject({reason: 'timeout'});
});
