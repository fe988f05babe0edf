/**
 * `monitor --hook` and `--exec`: each change reaches its receiver in the receiver's format, and --cursor keeps undelivered
 * changes.
 */
import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {manualClock} from '../../store/testing/manual-clock.ts';
import {event, instanceEntity, TestAccount} from '../../store/testing/test-account.ts';
import {instance} from '../../store/testing/test-families.ts';
import {type MonitorOptions, monitor} from '../commands/monitor.ts';
import {UsageError} from '../io/command-errors.ts';
import {splitWords} from './split-words.ts';

let api: TestAccount;
let clock: ReturnType<typeof manualClock>;
let folder: string;
let cursor: string;
beforeEach(() => {
  api = new TestAccount();
  clock = manualClock();
  folder = mkdtempSync(join(tmpdir(), 'skydeck-hook-'));
  cursor = join(folder, 'cursor');
  api.lists.set('instances.list', [instance(1, {status: 'running'}), instance(2, {status: 'running'})]);
  api.events = [event({action: 'compute_create', entity: instanceEntity(1)})];
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const account: OpenedAccount = {
  profile: {name: 'prod', production: false, readOnly: true},
  connect: () => api.connect(),
  close: async () => {},
};

const set = (id: number, status: string) => {
  api.setFacts('instances.list', id, {status});
  api.events.push(event({action: 'compute_shutdown', entity: instanceEntity(id)}));
};

interface Post {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: never;
}

/** A receiver on this machine that sends these answers in order, and 200 afterwards. */
async function startReceiver(...answers: readonly (number | 'reset')[]) {
  const rest = [...answers];
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      posts.push({path: request.url, headers: request.headers, body: JSON.parse(text) as never});
      const answer = rest.shift() ?? 200;
      if (answer === 'reset') request.socket.destroy();
      else response.writeHead(answer).end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?team=a`, posts};
}

interface Alert {
  readonly startsAt?: string;
  readonly endsAt: string;
}

interface Running {
  /** Advances the clock until the condition is true. */
  until(holds: () => boolean): Promise<void>;
  err(): string;
  leave(): Promise<number>;
}

async function start(options: MonitorOptions, env: Readonly<Record<string, string>> = {}): Promise<Running> {
  let err = '';
  const leaving = new AbortController();
  const ended = monitor(
    [account],
    {...options, signal: leaving.signal},
    {
      startDemo: () => Promise.reject(new Error('no demo')),
      env,
      out() {},
      err: more => (err += more),
      columns: undefined,
      clock,
    },
  );
  ended.catch(() => {});
  let isOver = false;
  void ended.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (clock.timers === 0 && !isOver) await new Promise(setImmediate);
  if (isOver) await ended;
  await clock.advance(20_000);
  return {
    async until(holds) {
      while (!holds()) {
        await new Promise(setImmediate);
        await clock.advance(250);
      }
    },
    err: () => err,
    leave() {
      leaving.abort();
      return ended;
    },
  };
}

describe('--hook', () => {
  it('posts each change as JSON, with its ID and a key from the environment', async () => {
    const {url, posts} = await startReceiver();
    const stream = await start({hook: url}, {SKYDECK_HOOK_KEY: 'k-1'});
    set(1, 'stopped');
    await stream.until(() => posts.length === 1);
    expect(posts[0]).toMatchObject({
      path: '/hook?team=a',
      headers: {'content-type': 'application/json', authorization: 'Bearer k-1'},
      body: {kind: 'changed', profile: 'prod', type: 'instances', resource: '1', from: 'running', to: 'stopped'},
    });
    expect(posts[0]?.headers['idempotency-key']).toBe((posts[0]?.body as unknown as {id: string}).id);
    expect(await stream.leave()).toBe(0);
    expect(clock.timers).toBe(0);
  });

  it('retries after 500, 429 and a broken connection, with the same ID, and keeps the order', async () => {
    const {url, posts} = await startReceiver(500, 429, 'reset');
    const stream = await start({hook: url});
    set(1, 'stopped');
    await stream.until(() => posts.length > 0);
    set(2, 'stopped');
    await stream.until(() => posts.length === 5);
    const bodies = posts.map(({body}) => body as unknown as {id: string; resource: string});
    expect(bodies.map(({resource}) => resource)).toEqual(['1', '1', '1', '1', '2']);
    expect(new Set(bodies.slice(0, 4).map(({id}) => id)).size).toBe(1);
    expect(stream.err()).toBe('');
    await stream.leave();
  });

  it('an unreachable receiver doesn’t stop the others, and receives the change at the next start', async () => {
    const failing = await startReceiver(...Array.from({length: 6}, () => 503));
    const log = join(folder, 'log');
    const stream = await start({hook: failing.url, exec: `${logger(log)} {label}`, cursor});
    set(1, 'stopped');
    await stream.until(() => stream.err() !== '');
    expect(failing.posts).toHaveLength(6);
    expect(stream.err()).toMatch(
      /^skydeck: Can’t post the change of web-1 \(stopped\) to 127\.0\.0\.1:\d+: HTTP 503\. The next start sends it again\.\n$/,
    );
    expect(readFileSync(log, 'utf8')).toBe('web-1\n');
    expect(await stream.leave()).toBe(0);
    const working = await startReceiver();
    const next = await start({hook: working.url, exec: `${logger(log)} {label}`, cursor});
    await next.until(() => working.posts.length === 1);
    expect(working.posts[0]?.headers['idempotency-key']).toBe(failing.posts[0]?.headers['idempotency-key']);
    await next.leave();
    expect(readFileSync(log, 'utf8')).toBe('web-1\n');
  });

  it('a refusal is not repeated, and without a cursor the change is dropped', async () => {
    const {url, posts} = await startReceiver(404);
    const stream = await start({hook: url});
    set(1, 'stopped');
    await stream.until(() => stream.err() !== '');
    expect(stream.err()).toMatch(/HTTP 404\. It is dropped\. With --cursor the next start sends it\.\n$/);
    set(2, 'stopped');
    await stream.until(() => posts.length === 2);
    await stream.leave();
  });

  it('the program ends without waiting for a receiver, and the cursor keeps the change', async () => {
    const {url, posts} = await startReceiver(500, 500, 500, 500, 500);
    const stream = await start({hook: url, cursor});
    set(1, 'stopped');
    await stream.until(() => posts.length > 0);
    expect(await stream.leave()).toBe(0);
    expect(stream.err()).toBe('skydeck: 1 change not delivered. The next start sends them again.\n');
    expect(readFileSync(cursor, 'utf8')).toContain('"waitingFor":["hook"]');
    expect(readFileSync(cursor, 'utf8')).not.toContain('team=a');
  });

  it('alertmanager: an alert for each problem, which ends with the problem', async () => {
    const {url, posts} = await startReceiver();
    const {origin} = new URL(url);
    const stream = await start({hook: origin, hookFormat: 'alertmanager'});
    for (const [count, status] of [
      [0, 'offline'],
      [1, 'stopped'],
      [2, 'running'],
    ] as const) {
      set(1, status);
      if (count === 0) await clock.advance(20_000);
      else await stream.until(() => posts.length === count);
    }
    const labels = {alertname: 'SkydeckProblem', profile: 'prod', type: 'instances', id: '1'};
    expect(posts.map(({path}) => path)).toEqual(['/api/v2/alerts', '/api/v2/alerts']);
    const [firing, ended] = posts.map(({body}) => (body as unknown as Alert[])[0]);
    expect(firing).toMatchObject({
      labels,
      annotations: {summary: 'web-1 of prod: stopped (instances)', state: 'attention'},
    });
    expect(Date.parse(firing?.endsAt ?? '') - Date.parse(firing?.startsAt ?? '')).toBe(30 * 24 * 3_600_000);
    expect(ended).toMatchObject({labels});
    expect(Date.parse(ended?.endsAt ?? '')).toBeLessThanOrEqual(clock.now());
    await stream.leave();
  });

  it('pagerduty: an incident for each problem, which is resolved with the problem', async () => {
    const {url, posts} = await startReceiver(202, 202);
    const stream = await start({hook: url, hookFormat: 'pagerduty'}, {SKYDECK_HOOK_KEY: 'r-1'});
    set(1, 'stopped');
    await stream.until(() => posts.length === 1);
    set(1, 'running');
    await stream.until(() => posts.length === 2);
    const [trigger, resolve] = posts.map(({body}) => body as unknown as Record<string, unknown>);
    expect(trigger).toMatchObject({
      routing_key: 'r-1',
      event_action: 'trigger',
      payload: {summary: 'web-1 of prod: stopped (instances)', source: 'prod', severity: 'warning', class: 'instances'},
    });
    expect(resolve).toEqual({routing_key: 'r-1', event_action: 'resolve', dedup_key: trigger?.dedup_key});
    expect(posts[0]?.headers.authorization).toBeUndefined();
    await stream.leave();
  });

  it.each([
    [{hook: 'hooks.example.com'}, /^--hook is not a valid URL\. Example: https:\/\/hooks\.example\.com\/skydeck$/],
    [{hook: 'http://hooks.example.com/x'}, /^--hook needs https\. http is possible only for this machine$/],
    [{hook: 'ftp://127.0.0.1/x'}, /^--hook needs https/],
    [{hook: 'https://u:p@hooks.example.com'}, /^--hook holds a user name or password\. Use SKYDECK_HOOK_KEY instead$/],
    [{hook: 'https://a.example', hookFormat: 'slack'}, /^--hook-format is json, alertmanager, pagerduty, not "slack"$/],
    [
      {hook: 'https://a.example', hookFormat: 'pagerduty'},
      /^--hook-format pagerduty needs the routing key in SKYDECK_HOOK_KEY$/,
    ],
    [{exec: ''}, /^--exec needs a command\. Example: /],
    [{exec: 'notify "x'}, /^--exec: a quote isn’t closed$/],
    [{exec: 'notify {name}'}, /^--exec: unknown \{name\}\. Use \{label\}, \{id\}, \{type\}, \{from\}, \{to\}, /],
  ] as const)('%j is refused', async (options, message) => {
    const ended = start(options);
    await expect(ended).rejects.toThrow(message);
    await expect(ended).rejects.toBeInstanceOf(UsageError);
  });
});

/** A program that writes its arguments to a file, one per line, and exits with this code. */
function logger(file: string, code = 0): string {
  const path = join(folder, `log-${code}.sh`);
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${file}'\nexit ${code}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('--exec', () => {
  it('runs a program with an argument for each word, and no shell reads a label', async () => {
    const log = join(folder, 'log');
    const hostile = '$(touch pwned); `id` "a b"';
    api.lists.set('instances.list', [instance(1, {status: 'running', label: hostile})]);
    const stream = await start({exec: `${logger(log)} '{label} is {to}' {id} {from} "two words" {type}`});
    set(1, 'stopped');
    const expected = `${hostile} is stopped\n1\nrunning\ntwo words\ninstances\n`;
    await stream.until(() => readable(log) === expected);
    await stream.leave();
    expect(stream.err()).toBe('');
  });

  it('reports an exit code, a label like an option, and a program that is not found', async () => {
    const log = join(folder, 'log');
    api.lists.set('instances.list', [instance(1, {status: 'running'}), instance(2, {status: 'running', label: '-rf'})]);
    const stream = await start({exec: `${logger(log, 3)} {label}`, cursor});
    set(1, 'stopped');
    set(2, 'stopped');
    await stream.until(() => stream.err().split('\n').length === 3);
    expect(stream.err().split('\n').toSorted()).toEqual([
      '',
      'skydeck: --exec for -rf (stopped): not run, -rf would be read as an option',
      `skydeck: --exec for web-1 (stopped): ${join(folder, 'log-3.sh')} ended with exit code 3`,
    ]);
    await stream.leave();
    set(1, 'running');
    const missing = await start({exec: '/no/such/program {label}', cursor});
    await missing.until(() => missing.err() !== '');
    expect(missing.err()).toBe('skydeck: --exec for web-1 (running): /no/such/program: not found in PATH\n');
    await missing.leave();
    // The program for this change has not run, so the next start runs it.
    const next = await start({exec: `${logger(join(folder, 'other'))} {label} {to}`, cursor});
    await next.until(() => readable(join(folder, 'other')) === 'web-1\nrunning\n');
    await next.leave();
  });
});

function readable(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

it.each([
  ['a b', ['a', 'b']],
  ["  a 'b c'  ", ['a', 'b c']],
  ["a \"it's\" ''", ['a', "it's", '']],
  ['a"b c"d', ['ab cd']],
  ['$HOME | x', ['$HOME', '|', 'x']],
  ['', []],
  ["a 'b", undefined],
])('%s is split into %j', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});
