/** `skydeck export metrics`: the text, the server, the targets, and the cost of many scrapes. */
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer, request as httpRequest} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {openTestAccount} from '../src/emulator/testing/test-account.ts';
import {manualClock} from '../src/store/testing/manual-clock.ts';
import {addressProfile, type CommandLine, openCommandLine} from './support/cli.ts';
import {startCountingProxy} from './support/counting-proxy.ts';
import {readOpenMetrics, samplesOf} from './support/openmetrics.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine({accounts: 'demo', dialect: 'today'});
});
afterAll(() => line.close());

const runOnce = (words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  line.run(['export', 'metrics', '--once', ...words], env);

const startedPattern = /^Serving metrics at (http:\S+)\/metrics, targets at/m;

interface Exporter {
  readonly url: string;
  readonly clock: ReturnType<typeof manualClock>;
  err(): string;
  /** Lets time pass until the lists were read. */
  waitUntilRead(): Promise<void>;
  stop(): Promise<number>;
}

/** A server in the time of the test. */
async function startExporter(
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  on: CommandLine = line,
): Promise<Exporter> {
  const clock = manualClock(on.account.clock.now());
  const started = Promise.withResolvers<string>();
  let err = '';
  let interrupt = (): void => {};
  const ended = on.run(['export', 'metrics', '--listen', '127.0.0.1:0', ...words], env, {
    clock,
    err(text) {
      err += text;
      const [, url] = startedPattern.exec(err) ?? [];
      if (url !== undefined) started.resolve(url);
    },
    onInterrupt(run) {
      interrupt = run;
      return () => {};
    },
  });
  const stop = async (): Promise<number> => {
    interrupt();
    return (await ended).code;
  };
  onTestFinished(async () => void (await stop()));
  const url = await started.promise;
  return {
    url,
    clock,
    err: () => err,
    async waitUntilRead() {
      while ((await fetch(`${url}/metrics`)).status === 503) await clock.advance(500);
    },
    stop,
  };
}

const scrape = async ({url}: Pick<Exporter, 'url'>) => {
  const response = await fetch(`${url}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  ]);
  return readOpenMetrics(await response.text());
};

describe('--once', () => {
  it('prints the state of the account in the OpenMetrics format', async () => {
    const {code, out, err} = await runOnce();
    expect([code, err]).toEqual([0, '']);
    const families = readOpenMetrics(out);
    for (const {name, help} of families) {
      expect(name).toMatch(/^skydeck_[a-z_]+$/);
      expect(help).toMatch(/^[A-Z1].*[.]$/);
    }
    const {account} = line;
    const instances = (await account.ok(contract.instances.list, {query: {page_size: 500}})).data;
    const count = (status: string) => instances.filter(instance => instance.status === status).length;
    expect(count('offline')).toBeGreaterThan(0);
    for (const [status, state] of [
      ['running', 'ok'],
      ['offline', 'off'],
    ] as const)
      expect(samplesOf(families, 'skydeck_resources', {type: 'instances', status})).toMatchObject([
        {labels: {state, profile: addressProfile(line.account)}, value: count(status)},
      ]);
    const {used, quota} = await account.ok(contract.account.transfer.get);
    const {balance_uninvoiced: uninvoiced} = await account.ok(contract.account.get);
    const value = (name: string) => samplesOf(families, name).map(sample => sample.value);
    expect(value('skydeck_transfer_used_bytes')).toEqual([used * 1e9]);
    expect(value('skydeck_transfer_quota_bytes')).toEqual([quota * 1e9]);
    expect(value('skydeck_uninvoiced_dollars')).toEqual([uninvoiced]);
    expect(value('skydeck_up')).toEqual([1]);
    expect(value('skydeck_tickets_unread')).toEqual([2]);
    expect(new Set(value('skydeck_list_readable'))).toEqual(new Set([1]));
    expect(value('skydeck_api_requests_total').reduce((sum, next) => sum + next, 0)).toBeGreaterThan(30);
    expect(samplesOf(families, 'skydeck_problem_since_timestamp_seconds', {label: 'batch-12'})).toMatchObject([
      {labels: {type: 'instances', id: '132', state: 'attention', reason: 'stopped'}},
    ]);
    const total = samplesOf(families, 'skydeck_problems').reduce((sum, sample) => sum + sample.value, 0);
    expect(total).toBeGreaterThan(8);
  });

  it('prints exactly the metrics that the documentation lists', async () => {
    const documented = readFileSync('docs/monitoring/README.md', 'utf8').matchAll(/^\| (`skydeck_[^|]*)\|/gm);
    const names = [...documented].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const printed = (await runOnce()).out.matchAll(/^# TYPE (\w+) (\w+)/gm);
    const all = [...printed].map(([, name, type]) => (type === 'counter' ? `${name}_total` : name));
    expect(all.toSorted()).toEqual(names.toSorted());
  });

  it('has no secret in any label', async () => {
    const transfers = (await line.account.ok(contract.account.serviceTransfers.list)).data;
    expect(transfers.length).toBeGreaterThan(0);
    const {out} = await runOnce();
    expect(
      samplesOf(readOpenMetrics(out), 'skydeck_resources', {type: 'account.serviceTransfers'}).length,
    ).toBeGreaterThan(0);
    for (const secret of [line.account.token, ...transfers.map(({token}) => token)]) expect(out).not.toContain(secret);
  });

  it('gives the instances of --tag a series of their own', async () => {
    expect(samplesOf(readOpenMetrics((await runOnce()).out), 'skydeck_instance_running')).toEqual([]);
    const families = readOpenMetrics((await runOnce(['--tag', 'prod, no-such-tag'])).out);
    const tagged = (await line.account.ok(contract.instances.list, {query: {page_size: 500}})).data.filter(({tags}) =>
      tags.includes('prod'),
    );
    expect(tagged.length).toBeGreaterThan(2);
    expect(samplesOf(families, 'skydeck_instance_running').map(({labels: {label}, value}) => [label, value])).toEqual(
      tagged.map(({label, status}) => [label, status === 'running' ? 1 : 0]),
    );
  });

  it('names the lists that it couldn’t read, and omits their series', async () => {
    const token = line.account.tokenFor('half', {scopes: 'compute:read_only events:read_only'});
    const {code, out, err} = await runOnce([], {SKYDECK_TOKEN: token});
    expect(code).toBe(1);
    expect(err).toMatch(/^skydeck: Couldn’t read volumes: .*volumes:read_only/m);
    const families = readOpenMetrics(out);
    expect(samplesOf(families, 'skydeck_list_readable', {type: 'volumes'})).toMatchObject([{value: 0}]);
    expect(samplesOf(families, 'skydeck_resources', {type: 'volumes'})).toEqual([]);
    expect(samplesOf(families, 'skydeck_problems', {type: 'volumes'})).toEqual([]);
    expect(samplesOf(families, 'skydeck_balance_dollars')).toEqual([]);
    expect(samplesOf(families, 'skydeck_list_readable', {type: 'instances'})).toMatchObject([{value: 1}]);
  });

  it('ends with a line when the token is rejected', async () => {
    const {code, out, err} = await runOnce([], {SKYDECK_TOKEN: 'wrong'});
    expect(code).toBe(1);
    expect(samplesOf(readOpenMetrics(out), 'skydeck_up')).toMatchObject([{value: 0}]);
    expect(err).toMatch(/^skydeck: Couldn’t read the account: The API rejected the token: .*\n$/);
  });

  it('prints the metrics of several profiles, even if one profile fails', async () => {
    const lab = await openTestAccount({accounts: 'demo', seed: 2});
    onTestFinished(() => lab.close());
    const profiles = [
      `{name: prod, base_url: '${line.account.url}', token: {env: PROD}}`,
      `{name: lab, base_url: '${lab.url}', token: {env: LAB}}`,
      `{name: refused, base_url: '${lab.url}', token: {env: WRONG}}`,
    ];
    writeFileSync(join(line.folder, 'config.yaml'), `profiles: [${profiles.join(', ')}]\n`);
    const {code, out, err} = await runOnce(['--profile', 'prod,lab,refused'], {
      ...{SKYDECK_CONFIG: join(line.folder, 'config.yaml'), SKYDECK_BASE_URL: ''},
      ...{PROD: line.account.token, LAB: lab.token, WRONG: 'wrong'},
    });
    const families = readOpenMetrics(out);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^skydeck: refused: Couldn’t read the account: The API rejected the token/m),
    ]);
    expect(samplesOf(families, 'skydeck_up').map(({labels, value}) => [labels.profile, value])).toEqual([
      ['prod', 1],
      ['lab', 1],
      ['refused', 0],
    ]);
    for (const profile of ['prod', 'lab'])
      expect(samplesOf(families, 'skydeck_resources', {type: 'instances', profile}).length).toBeGreaterThan(0);
  });
});

describe('the server', () => {
  it('sends as many requests for 50 scrapers as for one', async () => {
    const own = await openCommandLine({accounts: 'demo', dialect: 'today'});
    onTestFinished(() => own.close());
    /** Requests of a minute after the start, with so many scrapers. */
    const costOf = async (scrapers: number): Promise<readonly string[]> => {
      const proxy = await startCountingProxy(own.account.url);
      const exporter = await startExporter([], {SKYDECK_BASE_URL: proxy.url}, own);
      await exporter.waitUntilRead();
      const before = proxy.requests.length;
      for (let second = 0; second < 60; second += 15) {
        await exporter.clock.advance(15_000);
        const texts = await Promise.all(Array.from({length: scrapers}, () => scrape(exporter)));
        expect(texts).toHaveLength(scrapers);
      }
      const sent = proxy.requests.slice(before);
      const counted = samplesOf(await scrape(exporter), 'skydeck_api_requests_total');
      expect(counted.reduce((sum, {value}) => sum + value, 0)).toBe(proxy.requests.length);
      await exporter.stop();
      return sent;
    };
    const one = await costOf(1);
    const fifty = await costOf(50);
    expect(one.length).toBeGreaterThan(0);
    expect(fifty.length).toBe(one.length);
  });

  it('answers 503 until the lists were read, and shows a change with the next poll', async () => {
    const own = await openCommandLine({accounts: 'demo', dialect: 'today'});
    onTestFinished(() => own.close());
    const gate = await startCountingProxy(own.account.url);
    const exporter = await startExporter(['--tag', 'prod'], {SKYDECK_BASE_URL: gate.url}, own);
    const first = await fetch(`${exporter.url}/metrics`);
    expect([first.status, first.headers.get('retry-after'), await first.text()]).toEqual([
      503,
      '5',
      'Skydeck still reads the lists for the first time.\n',
    ]);
    expect((await fetch(`${exporter.url}/sd?tag=prod`)).status).toBe(503);
    await exporter.waitUntilRead();
    const running = async () =>
      samplesOf(await scrape(exporter), 'skydeck_instance_running', {label: 'web-01'}).map(({value}) => value);
    expect(await running()).toEqual([1]);
    await own.account.ok(contract.instances.shutdown, {params: {computeId: 101}});
    own.account.pass(120);
    for (let tries = 0; tries < 20 && (await running())[0] === 1; tries++) await exporter.clock.advance(15_000);
    expect(await running()).toEqual([0]);
    expect(samplesOf(await scrape(exporter), 'skydeck_event_lag_seconds')).toHaveLength(1);
  });

  it('shows the age of the data during an outage, keeps the data, and reports start and end once', async () => {
    const own = await openCommandLine({accounts: 'demo', dialect: 'today'});
    onTestFinished(() => own.close());
    const exporter = await startExporter([], {}, own);
    await exporter.waitUntilRead();
    const before = samplesOf(await scrape(exporter), 'skydeck_resources', {type: 'instances'});
    const setFaults = async (faults: readonly object[]) => {
      const {ok} = await own.account.raw('/_emulator/faults', {method: 'POST', body: JSON.stringify({faults})});
      expect(ok).toBe(true);
    };
    const upAfter = async (minutes: number) => {
      for (let passed = 0; passed < minutes * 4; passed++) await exporter.clock.advance(15_000);
      return samplesOf(await scrape(exporter), 'skydeck_up').map(({value}) => value);
    };
    await setFaults([{kind: 'error', status: 500}]);
    expect(await upAfter(3)).toEqual([0]);
    const families = await scrape(exporter);
    expect(samplesOf(families, 'skydeck_data_age_seconds')[0]?.value).toBeGreaterThan(60);
    expect(samplesOf(families, 'skydeck_resources', {type: 'instances'})).toEqual(before);
    await setFaults([]);
    expect(await upAfter(3)).toEqual([1]);
    expect(exporter.err().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^skydeck: .*500/),
      'The API answers again.',
      '',
    ]);
  });

  it('lists instances by tag as targets', async () => {
    const exporter = await startExporter();
    await exporter.waitUntilRead();
    const targets = async (query: string) => {
      const response = await fetch(`${exporter.url}/sd${query}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
      return (await response.json()) as {targets: string[]; labels: Record<string, string>}[];
    };
    const all = (await line.account.ok(contract.instances.list, {query: {page_size: 500}})).data;
    const tagged = all.filter(({tags}) => tags.includes('prod') && tags.includes('web'));
    const groups = await targets('?tag=prod&tag=web&port=9256');
    expect(groups.map(({targets}) => targets)).toEqual(tagged.map(({ipv4}) => [`${ipv4[0]}:9256`]));
    const [first] = tagged;
    expect(groups[0]?.labels).toEqual({
      __meta_skydeck_profile: addressProfile(line.account),
      __meta_skydeck_id: String(first?.id),
      __meta_skydeck_label: first?.label,
      __meta_skydeck_region: first?.region,
      __meta_skydeck_status: first?.status,
      __meta_skydeck_type: first?.type,
      __meta_skydeck_tags: `,${first?.tags.join(',')},`,
    });
    expect(await targets('?tag=no-such-tag')).toEqual([]);
    expect((await targets('')).length).toBe(all.length);
    expect((await targets('?tag=prod&address=ipv6')).map(({targets}) => targets[0])).toContainEqual(
      expect.stringMatching(/^\[[0-9a-f:]+\]:9100$/),
    );
    const inside = await targets('?address=private');
    expect(inside).not.toEqual([]);
    for (const {targets: addresses} of inside) expect(addresses[0]).toMatch(/^(?:10\.|192\.168\.|172\.)/);
  });

  it.each([
    ['/sd?tag=', 400, 'tag is empty. Example: /sd?tag=prod'],
    ['/sd?port=0', 400, 'port is a number from 1 to 65535, not "0"'],
    ['/sd?port=1e3', 400, 'port is a number from 1 to 65535, not "1e3"'],
    ['/sd?address=any', 400, 'address is public, private, ipv6, not "any"'],
    ['/sd?tags=prod', 400, 'Unknown parameter tags. Use tag, port and address.'],
    ['/nothing', 404, 'Not found. Available: /metrics, /sd, /healthz'],
    ['//', 404, 'Not found. Available: /metrics, /sd, /healthz'],
    ['/healthz', 200, 'ok'],
  ])('GET %s is answered with status %i', async (path, status, text) => {
    const exporter = await startExporter();
    const response = await fetch(exporter.url + path);
    expect([response.status, await response.text()]).toEqual([status, `${text}\n`]);
  });

  it('accepts only methods that read, and only host names of this machine', async () => {
    const exporter = await startExporter();
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(`${exporter.url}/metrics`, {method});
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    const head = await fetch(`${exporter.url}/healthz`, {method: 'HEAD'});
    expect([head.status, await head.text()]).toEqual([200, '']);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest(`${exporter.url}/healthz`, {headers: {host: 'attacker.example'}}, response => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it('ends with 0 when it is interrupted', async () => {
    const exporter = await startExporter();
    expect(await exporter.stop()).toBe(0);
    expect(exporter.clock.timers).toBe(0);
    await expect(fetch(exporter.url)).rejects.toThrow();
  });
});

describe('a wrong argument is answered with one line', () => {
  it.each([
    ['9734x', '--listen: "9734x" is not an address with a port. Example: 127.0.0.1:9734'],
    ['', '--listen: "" is not an address with a port. Example: 127.0.0.1:9734'],
    ['127.0.0.1:70000', '--listen: a port is a number from 0 to 65535. Example: 127.0.0.1:9734'],
    ['metrics.example:9734', '--listen: "metrics.example" is not an IP address. Example: 127.0.0.1:9734'],
    [
      '[::]:9734',
      '--listen: other machines can reach ::, and the metrics need no password. Add --allow-remote to allow that',
    ],
  ])('--listen %s', async (address, message) => {
    const {code, out, err} = await line.run(['export', 'metrics', '--listen', address]);
    expect([code, out, err]).toEqual([2, '', `skydeck: ${message}\n`]);
  });

  it('a busy port', async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())));
    const {port} = server.address() as AddressInfo;
    const {code, out, err} = await line.run(['export', 'metrics', '--listen', String(port)]);
    expect([code, out, err]).toEqual([
      1,
      '',
      `skydeck: Can’t listen on 127.0.0.1:${port}: another program uses the port. Choose another port with --listen\n`,
    ]);
  });

  it('an address that the machine doesn’t have', async () => {
    const {code, err} = await line.run(['export', 'metrics', '--listen', '192.0.2.1:9734', '--allow-remote']);
    expect([code, err]).toEqual([
      1,
      'skydeck: Can’t listen on 192.0.2.1:9734: this machine doesn’t have the address. Check --listen\n',
    ]);
  });
});
