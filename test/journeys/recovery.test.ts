/** What one strange answer of the API may not do: keep the console from recovering without a key. */
import {afterEach, describe, expect, test} from 'vitest';
import {openVirtual, type Virtual} from '../support/virtual.ts';

const MINUTE = 60_000;
let virtual: Virtual | undefined;
afterEach(async () => {
  await virtual?.close();
  virtual = undefined;
});

const farDates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Retry-After as a date': {'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT'},
  'Retry-After in seconds': {'retry-after': '999999999999999'},
  'X-RateLimit-Reset': {'x-ratelimit-limit': '1600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '253402300799'},
};

describe('bug: one answer from the year 9999 locks the console out', () => {
  test.each(Object.entries(farDates))('%s: it asks again after five minutes, and says so', async (_, headers) => {
    let isFar = false;
    virtual = await openVirtual({
      intercept(incoming, answer) {
        if (!isFar || !incoming.url?.startsWith('/v4/volumes')) return false;
        isFar = false;
        answer.writeHead(429, {...headers, 'content-type': 'application/json'});
        answer.end('{"errors":[{"reason":"Too many requests"}]}');
        return true;
      },
    });
    const {session, advance, clock, traffic} = virtual;
    const instances = session.collection('instances');
    const volumes = session.collection('volumes');
    for (const source of [instances, session.status, session.pulse]) source.subscribe(() => {});
    await advance(1000);
    isFar = true;
    volumes.subscribe(() => {});
    await advance(MINUTE);
    const {failure} = session.status.get();
    expect(failure).toMatchObject({code: 'throttled'});
    const at = clock.now();
    expect(failure?.retryAt).toBeGreaterThan(at);
    expect(failure?.retryAt).toBeLessThan(at + 5 * MINUTE);
    const before = traffic.length;
    await advance(3 * MINUTE);
    expect(traffic.length).toBe(before);
    await advance(2 * MINUTE);
    expect(session.status.get()).toMatchObject({liveness: 'live', failure: undefined});
    expect(volumes.get()).toMatchObject({complete: true, failure: undefined});
    expect(instances.get().failure).toBeUndefined();
  });
});
