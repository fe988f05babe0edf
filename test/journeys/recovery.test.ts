/** A single malformed response of the API must not keep the console from recovering without a key. */

import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, expect, onTestFinished, test} from 'vitest';
import {createKeymap} from '../../src/keymap/keymap.ts';
import type {ListModelState} from '../../src/store/list/list-model.ts';
import {accountPart} from '../../src/store/session/account-state.ts';
import {freshnessWords} from '../../src/store/sync/freshness-text.ts';
import {emptyWords} from '../../src/ui/screens/list/empty-state.ts';
import {titleSpans} from '../../src/ui/screens/shared/list-title.ts';
import {bareEnv, runCommandLine} from '../support/cli.ts';
import {type Intercept, openTimedSession, type TimedSession} from '../support/timed-session.ts';

const MINUTE = 60_000;
let virtual: TimedSession | undefined;
afterEach(async () => {
  await virtual?.close();
  virtual = undefined;
});

const farDates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Retry-After as a date': {'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT'},
  'Retry-After in seconds': {'retry-after': '999999999999999'},
  'X-RateLimit-Reset': {'x-ratelimit-limit': '1600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '253402300799'},
};

describe('bug: one answer with a date in the year 9999 locked the console out', () => {
  test.each(
    Object.entries(farDates),
  )('%s: the console retries within five minutes, and shows the time', async (_, headers) => {
    let isFar = false;
    virtual = await openTimedSession({
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
    for (const source of [instances, accountPart(session.account, 'status'), accountPart(session.account, 'pulse')])
      source.subscribe(() => {});
    await advance(1000);
    isFar = true;
    volumes.subscribe(() => {});
    await advance(MINUTE);
    const {failure} = session.account.getState().status;
    expect(failure).toMatchObject({code: 'throttled'});
    // Each reason is kept for `:messages`.
    const messages = session.account.getState().messages.map(({text}) => text);
    expect(messages).toEqual(
      expect.arrayContaining([failure?.message, `Volumes: ${volumes.getState().failure?.message}`]),
    );
    const at = clock.now();
    expect(failure?.retryAt).toBeGreaterThan(at);
    expect(failure?.retryAt).toBeLessThan(at + 5 * MINUTE);
    const before = traffic.length;
    await advance(3 * MINUTE);
    expect(traffic.length).toBe(before);
    await advance(2 * MINUTE);
    expect(session.account.getState().status).toMatchObject({liveness: 'live', failure: undefined});
    expect(volumes.getState()).toMatchObject({isComplete: true, failure: undefined});
    expect(instances.getState().failure).toBeUndefined();
  });
});

const pageOf = (url = '') => Number(new URL(url, 'http://x').searchParams.get('page'));

/** Returns the list of Volumes with one row per page, and the given page facts. */
const volumesAs =
  (envelope: (page: number) => object | undefined): Intercept =>
  ({url}, answer) => {
    if (!url?.startsWith('/v4/volumes?')) return false;
    const page = pageOf(url);
    const body = envelope(page);
    const volume = {id: page, label: `data-${page}`, status: 'active', size: 20, region: 'us-east', tags: []};
    answer.writeHead(body ? 200 : 204, {'content-type': 'application/json'});
    answer.end(body && JSON.stringify({data: [volume], page, results: 1, ...body}));
    return true;
  };

describe('bug: a list without an end was read forever', () => {
  test.each([
    ['each page promises one more page', (page: number) => ({pages: page + 1}), 11, 'grew from 2 to'],
    [
      'the first page promises 10^15 pages',
      () => ({pages: 1e15, results: 1e15}),
      1,
      'The API promises 1,000,000,000,000,000 pages',
    ],
    ['every answer is page 1', () => ({pages: 9, page: 1}), 1, 'answered page 1 of the list when asked for page 2'],
    ['every answer is HTTP 204', () => undefined, 0, 'HTTP 204 (no content) where content was promised'],
  ])('%s: the read ends, keeps the rows, and shows the reason', async (name, envelope, rows, message) => {
    virtual = await openTimedSession({accounts: 'empty', intercept: volumesAs(envelope)});
    const {session, advance, traffic, clock} = virtual;
    const volumes = session.collection('volumes');
    for (const source of [volumes, accountPart(session.account, 'status')]) source.subscribe(() => {});
    await advance(5 * MINUTE);
    const state = volumes.getState();
    expect(state.rows).toHaveLength(rows);
    expect(state).toMatchObject({isComplete: false, failure: {code: 'mismatch'}});
    const view = {
      ids: state.rows.map(({id}) => id),
      filter: '',
      selection: new Set(),
      problemsOnly: false,
    } as unknown as ListModelState;
    const title = titleSpans({family: volumes.family, params: {}, state, view}, {now: clock.now()});
    const shown = title.map(({text}) => text).join('');
    // Without rows the body of the list has the reason.
    const body = emptyWords(createKeymap(), volumes.family, state, view).join(' ');
    expect(rows > 0 ? shown : body).toContain(message);
    if (rows > 0) expect(shown).toContain(`  ${rows}+ ·`);
    // A lasting failure isn't requested again all the time; a 204 may be temporary and costs one request.
    const asked = traffic.filter(({operation}) => operation === 'volumes.list');
    expect(asked.length).toBeLessThanOrEqual(name === 'every answer is HTTP 204' ? 12 : 20);
    expect(session.account.getState().status.liveness).toBe('live');
  });

  test.each([
    ['table', []],
    ['stream of JSON lines', ['--ndjson']],
  ])('get as a %s ends with exit code 1 and the reason', async (_, flags) => {
    const url = await serving((incoming, answer) => {
      if (volumesAs(page => ({pages: page + 1}))(incoming, answer)) return;
      answer.writeHead(404).end('{}');
    });
    const {code, out, err} = await runCommandLine(
      ['get', 'volumes', ...flags],
      bareEnv('/nonexistent', {url, token: 'token'}),
    );
    expect(code).toBe(1);
    expect(err).toMatch(/The list grew from 2 to 1\d pages while it was read\. Skydeck stopped after page 11\./);
    expect(out.split('\n').filter(Boolean)).toHaveLength(flags.length > 0 ? 11 : 0);
  });
});

/** Starts an API with these answers, for command lines. */
async function serving(answer: Parameters<typeof createServer>[1] & {}): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`;
}

test('bug: a command waited a minute for an API with faults', async () => {
  let asked = 0;
  const url = await serving((_, answer) => {
    asked++;
    answer.writeHead(503, {'retry-after': '25'}).end();
  });
  const {code, err} = await runCommandLine(['get', 'volumes'], bareEnv('/nonexistent', {url, token: 'token'}));
  expect([code, asked]).toEqual([1, 1]);
  expect(err).toMatch(/HTTP 503.*\. If this persists, check your provider’s status page\.\n$/);
});

describe('bug: an API that hung was shown as live', () => {
  test('the status is “no answer” five seconds after a missed poll, and live after an answer', async () => {
    let isHung = false;
    virtual = await openTimedSession({accounts: 3, intercept: () => isHung});
    const {session, advance, clock} = virtual;
    for (const source of [
      session.collection('instances'),
      accountPart(session.account, 'status'),
      accountPart(session.account, 'pulse'),
    ])
      source.subscribe(() => {});
    await advance(40_000);
    const words = () => freshnessWords(session.account.getState().status, clock.now());
    expect(words()).toBe('live');
    isHung = true;
    const confirmedAt = session.account.getState().status.confirmedAt ?? 0;
    // Idle polls are 15 s apart.
    await advance(confirmedAt + 20_000 - clock.now() - 1);
    expect(words()).toBe('live');
    await advance(1);
    expect(words()).toBe('no answer for 5s');
    await advance(7000);
    expect(words()).toBe('no answer for 12s');
    await advance(30_000);
    expect(words()).toMatch(/^offline \d+s/);
    expect(session.account.getState().status.confirmedAt).toBe(confirmedAt);
    isHung = false;
    await advance(60_000);
    expect(words()).toBe('live');
  });

  test('bug: a refused request left the status live until the next poll', async () => {
    let isDown = false;
    virtual = await openTimedSession({
      intercept(_, answer) {
        if (isDown) answer.destroy();
        return isDown;
      },
    });
    const {session, advance, clock} = virtual;
    const volumes = session.collection('volumes');
    for (const source of [volumes, accountPart(session.account, 'status')]) source.subscribe(() => {});
    await advance(40_000);
    const words = () => freshnessWords(session.account.getState().status, clock.now());
    expect(words()).toBe('live');
    isDown = true;
    void volumes.refetch();
    await advance(100);
    expect(words()).toMatch(/^offline/);
  });

  test('an answer with status 502 makes the data stale until the next successful poll', async () => {
    let isBroken = false;
    virtual = await openTimedSession({
      intercept(_, answer) {
        if (isBroken) answer.writeHead(502).end();
        return isBroken;
      },
    });
    const {session, advance, clock} = virtual;
    for (const source of [session.collection('instances'), accountPart(session.account, 'status')])
      source.subscribe(() => {});
    await advance(16_000);
    const seen = new Set<string>();
    session.account.subscribe(
      state => state.status,
      () => seen.add(session.account.getState().status.liveness),
    );
    isBroken = true;
    await advance(20_000);
    expect(freshnessWords(session.account.getState().status, clock.now())).toMatch(/^stale \d+s/);
    isBroken = false;
    await advance(30_000);
    expect([...seen]).toEqual(['stale', 'live']);
  });
});

describe('bug: a misread row stayed wrong after the API was correct again', () => {
  /** Answers one region, with a country that is none for as long as it is broken. */
  const brokenRegions =
    (isBroken: () => boolean): Intercept =>
    ({url}, answer) => {
      if (!isBroken() || !url?.startsWith('/v4/regions')) return false;
      const region = {id: 'us-east', label: 'x', country: 42, status: 'ok', capabilities: [], resolvers: {}};
      answer.writeHead(200, {'content-type': 'application/json'});
      answer.end(
        JSON.stringify(url.startsWith('/v4/regions/') ? region : {data: [region], page: 1, pages: 1, results: 1}),
      );
      return true;
    };
  const read = ({traffic}: TimedSession) => traffic.filter(({operation}) => operation.startsWith('regions.')).length;

  test('the row is read again within a minute, and not again once it is correct', async () => {
    let isBroken = true;
    virtual = await openTimedSession({accounts: 3, intercept: brokenRegions(() => isBroken)});
    const {session, advance} = virtual;
    const regions = session.collection('regions');
    for (const source of [regions, accountPart(session.account, 'status')]) source.subscribe(() => {});
    await advance(1000);
    expect(regions.getState().byId.get('us-east')).toMatchObject({country: '42'});
    isBroken = false;
    await advance(MINUTE);
    expect(regions.getState().byId.get('us-east')).toMatchObject({country: 'us'});
    const before = read(virtual);
    await advance(10 * MINUTE);
    expect(read(virtual)).toBe(before);
  });

  test('a row that stays wrong is read less and less often, and at once after an outage', async () => {
    let isBroken = true;
    let isAway = false;
    const intercept = brokenRegions(() => isBroken);
    virtual = await openTimedSession({
      accounts: 3,
      intercept(incoming, answer) {
        if (!isAway) return intercept(incoming, answer);
        incoming.socket.destroy();
        return true;
      },
    });
    const {session, advance} = virtual;
    const regions = session.collection('regions');
    for (const source of [regions, accountPart(session.account, 'status')]) source.subscribe(() => {});
    await advance(30 * MINUTE);
    expect(read(virtual)).toBeLessThanOrEqual(8);
    isAway = true;
    await advance(MINUTE);
    isAway = isBroken = false;
    await advance(20_000);
    expect(session.account.getState().status.liveness).toBe('live');
    expect(regions.getState().byId.get('us-east')).toMatchObject({country: 'us'});
  });
});
