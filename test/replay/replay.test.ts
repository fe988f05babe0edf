import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import {type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {Masks} from './masks.ts';
import {record} from './record.ts';
import {formatRecorded, parseRecording, type Recorded} from './recording.ts';
import {type Replay, replay} from './server.ts';

const answer = (path: string, body: unknown, status = 200): Recorded => ({method: 'GET', path, status, body});
const page = (data: readonly unknown[], number = 1, pages = 1, results = data.length) => ({
  data,
  page: number,
  pages,
  results,
});
const row = (id: number) => ({id, label: `row-${id}`, region: id % 2 ? 'us-east' : 'eu-west'});
const rows = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => row(from + index));

const served: Replay[] = [];
afterAll(async () => {
  for (const server of served) await server.close();
});
async function serve(...answers: Recorded[]) {
  const server = await replay(answers);
  served.push(server);
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(new URL(path, server.url), init);
    return {status: response.status, body: (await response.json()) as Record<string, unknown>};
  };
  const filtered = (path: string, filter: string) => ask(path, {headers: {'X-Filter': filter}});
  return {server, ask, filtered};
}

describe('a recording', () => {
  test('is parsed back to the same answers, without blank lines', () => {
    const answers = [answer('/v4/volumes?page=1', page([row(1)])), answer('/v4/regions', null, 404)];
    expect(parseRecording(`\n${answers.map(formatRecorded).join('\n')}`, 'a.ndjson')).toEqual(answers);
  });

  test.each([
    ['{', 'The line is not JSON.'],
    ['[]', 'The line is not an object.'],
    ['{"path":"/v4"}', '`method` must be text.'],
    ['{"method":"GET","path":"v4"}', '`path` must be text that starts with a slash.'],
    ['{"method":"GET","path":"/v4","status":"200"}', '`status` must be an HTTP status, 200 to 599.'],
    ['{"method":"GET","path":"/v4","status":200,"headers":{"a":1}}', '`headers` must be an object of texts.'],
    ['{"method":"GET","path":"/v4","status":200,"bytes":1}', '`bytes` must be text in base64.'],
  ])('names the invalid line: %s', (line, reason) => {
    const good = formatRecorded(answer('/v4/regions', {}));
    expect(() => parseRecording(good + line, 'a.ndjson')).toThrow(`a.ndjson:2: ${reason}`);
  });
});

describe('the replay server', () => {
  test('answers as recorded: status, headers, body, bytes', async () => {
    const image = Buffer.from([1, 2, 3]);
    const {ask, server} = await serve(
      {...answer('/v4/account', {email: 'a@example.com'}, 299), headers: {'x-oauth-scopes': '*'}},
      {
        method: 'GET',
        path: '/v4/picture',
        status: 200,
        headers: {'content-type': 'image/png'},
        bytes: image.toString('base64'),
      },
    );
    expect(await ask('/v4/account')).toEqual({status: 299, body: {email: 'a@example.com'}});
    const response = await fetch(new URL('/v4/picture', server.url));
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(image);
  });

  test('prefers an answer with the same query in any order, then one with the same path', async () => {
    const {ask} = await serve(
      answer('/v4/objects?delimiter=%2F&prefix=logs%2F', {of: 'logs'}),
      answer('/v4/objects?delimiter=%2F&prefix=', {of: 'all'}),
    );
    expect((await ask('/v4/objects?prefix=logs/&delimiter=/')).body).toEqual({of: 'logs'});
    expect((await ask('/v4/objects?delimiter=/')).body).toEqual({of: 'logs'});
    expect((await ask('/v4/objects?prefix=other/')).status).toBe(404);
  });

  test('accepts every equivalent spelling of a path', async () => {
    const {ask} = await serve(answer('/v4/images/private%2F15', {id: 'private/15'}));
    for (const path of ['/v4/images/private/15', '/v4//images/private%2F15/'])
      expect((await ask(path)).status).toBe(200);
  });

  test('cuts pages of another size from the recorded ones', async () => {
    const {ask} = await serve(
      answer('/v4/volumes?page=2&page_size=100', page(rows(101, 130), 2, 2, 130)),
      answer('/v4/volumes?page=1&page_size=100', page(rows(1, 100), 1, 2, 130)),
    );
    expect((await ask('/v4/volumes?page=2&page_size=50')).body).toEqual(page(rows(51, 100), 2, 3, 130));
    expect((await ask('/v4/volumes?page_size=500')).body).toEqual(page(rows(1, 130)));
    expect((await ask('/v4/volumes?page=4&page_size=50')).status).toBe(404);
  });

  test('counts only recorded pages', async () => {
    const {ask} = await serve(answer('/v4/volumes?page=1&page_size=100', page(rows(1, 100), 1, 9, 900)));
    expect((await ask('/v4/volumes?page=1&page_size=100')).body).toMatchObject({pages: 1, results: 100});
  });

  test('filters and sorts by X-Filter', async () => {
    const {filtered} = await serve(answer('/v4/volumes?page=1', page(rows(1, 6))));
    const filter = '{"region":"us-east","+order_by":"id","+order":"desc"}';
    expect((await filtered('/v4/volumes?page=1', filter)).body).toEqual(page([row(5), row(3), row(1)]));
    expect((await filtered('/v4/volumes', '{')).body).toEqual({
      errors: [{field: 'X-Filter', reason: 'The filter is not JSON.'}],
    });
  });

  test('answers 404 in the format of the API, and counts the missing requests', async () => {
    const {ask, server} = await serve(answer('/v4/volumes', page([])));
    const problem = {field: null, reason: 'The recording has no answer to this request.'};
    for (let time = 0; time < 2; time++)
      expect(await ask('/v4/regions?page=1')).toEqual({status: 404, body: {errors: [problem]}});
    expect([...server.missing]).toEqual([['GET /v4/regions?page=1', 2]]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s, recorded or not', async method => {
    const {ask, server} = await serve({...answer('/v4/volumes', {}), method});
    const {status, body} = await ask('/v4/volumes', {method, ...(method !== 'DELETE' && {body: '{}'})});
    expect(status).toBe(403);
    expect(body).toEqual({errors: [{field: null, reason: 'This is a read-only recording.'}]});
    expect([...server.refused]).toEqual([[`${method} /v4/volumes`, 1]]);
  });
});

describe('secrets', () => {
  const name = (text: string) => text;
  test('are replaced by one mask each, also in paths and texts', () => {
    const masks = new Masks();
    const body = {data: [{token: 'aaaaaaaa'}, {token: 'bbbbbbbb'}, {token: 'aaaaaaaa'}, {token: null}]};
    const answers = [
      answer('/v4/account/service-transfers', masks.body(contract.account.serviceTransfers.list, body, name)),
      answer('/v4/account/service-transfers/aaaaaaaa', {url: '/v4/account/service-transfers/bbbbbbbb'}),
    ];
    expect(masks.sweep(answers)).toEqual([
      answer('/v4/account/service-transfers', {
        data: [{token: 'masked-1'}, {token: 'masked-2'}, {token: 'masked-1'}, {token: null}],
      }),
      answer('/v4/account/service-transfers/masked-1', {url: '/v4/account/service-transfers/masked-2'}),
    ]);
  });

  test('with line ends or encoded characters are found in texts and in paths', () => {
    const masks = new Masks();
    masks.add('first line\nsecond "line"');
    masks.add('a/b c+d=e');
    const swept = masks.sweep([answer('/v4/x/a%2Fb%20c%2Bd%3De', {text: 'so: first line\nsecond "line".'})]);
    expect(swept).toEqual([answer('/v4/x/masked-2', {text: 'so: masked-1.'})]);
  });

  test('that are objects are masked entry by entry', () => {
    const body = {password: {inner: ['one', 'two'], pin: 1234, none: null}};
    expect(new Masks().body(contract.profile.get, body, name)).toEqual({
      password: {inner: ['masked-1', 'masked-2'], pin: 0, none: null},
    });
  });
});

describe.each([undefined, 'acme'])('the recorder, with the ID prefix %s', brand => {
  let account: RunningEmulator;
  let answers: readonly Recorded[];
  const pauses: number[] = [];
  beforeAll(async () => {
    account = await startEmulator({accounts: 'demo', seed: 1, limits: 'none', brand});
    const pause = async (milliseconds: number) => void pauses.push(milliseconds);
    answers = await record({baseUrl: account.url, token: account.token, brand, rows: 2, pause});
  });
  afterAll(() => account.close());

  test('reads lists, rows and the lists of rows, each once', () => {
    const paths = answers.map(({path}) => path);
    expect(paths).toContain('/v4/volumes?page=1&page_size=100');
    const instances = `/v4/${brand ?? 'compute'}/instances`;
    const [first] = (answers.find(({path}) => path.startsWith(`${instances}?`))?.body as {data: {id: number}[]}).data;
    for (const tail of ['', '/stats', '/disks?page=1&page_size=100'])
      expect(paths).toContain(`${instances}/${first?.id}${tail}`);
    expect(new Set(paths).size).toBe(paths.length);
    const unanswered = answers.filter(({status}) => status >= 500 || status === 404);
    // An older API does not have the lists of today.
    expect(unanswered.map(({path}) => path.split('?')[0])).toEqual([
      '/v4/volumes/types',
      '/v4/object-storage/endpoints',
      '/v4/object-storage/quotas',
      '/v4/object-storage/types',
      '/v4beta/images/sharegroups',
      '/v4beta/images/sharegroups/tokens',
      `/v4beta/images/${brand ?? 'compute'}%2Falmalinux9/sharegroups`,
      `/v4beta/images/${brand ?? 'compute'}%2Falpine3.15/sharegroups`,
      '/v4/regions/availability',
      `${instances}/101/configs/9001/interfaces`,
      `${instances}/102/configs/9002/interfaces`,
      '/v4/databases/mysql/config',
      '/v4/databases/postgresql/config',
      '/v4/nodebalancers/4101/firewalls',
      '/v4/nodebalancers/4102/firewalls',
      '/v4/nodebalancers/4101/vpcs',
      '/v4/nodebalancers/4102/vpcs',
      '/v4/nodebalancers/types',
      '/v4/longview/types',
      '/v4/account/agreements',
      '/v4/account/availability',
      '/v4/account/betas',
      '/v4/account/child-accounts',
      '/v4/betas',
      '/v4beta/networking/firewalls/settings',
      '/v4beta/networking/firewalls/templates',
      '/v4/networking/firewalls/801/history',
      '/v4/networking/firewalls/802/history',
      '/v4/vpcs',
      '/v4/vpcs/ips',
      '/v4/placement/groups',
      '/v4/kube/clusters',
      '/v4/kube/tiers/standard/versions',
      '/v4/kube/tiers/enterprise/versions',
      '/v4/kube/types',
      '/v4/kube/versions',
      '/v4beta/maintenance/policies',
      '/v4beta/monitor/alert-definitions',
      '/v4beta/monitor/alert-channels',
      '/v4beta/monitor/dashboards',
      '/v4beta/monitor/services',
      '/v4/network-transfer/prices',
    ]);
  });

  test('uses at most half of every rate limit', () => {
    expect(pauses).toHaveLength(answers.length);
    expect(Math.min(...pauses)).toBeGreaterThan(0);
    // Statistics: 100 requests a minute.
    expect(Math.max(...pauses)).toBe(1200);
  });

  test('writes no secret and no address of the API', () => {
    const text = answers.map(formatRecorded).join('');
    expect(text).toContain('masked-');
    for (const {token} of account.tokens) expect(text).not.toContain(token);
    expect(text).not.toContain(new URL(account.url).host);
    expect(text).not.toMatch(/"(?:install_code|api_key|secret_key|password|token)":"(?!masked-)[^"]/);
  });
});

test('the recorder stops at the number of requests it is given', async () => {
  const {server} = await serve(answer('/v4/volumes', page([])));
  const options = {baseUrl: server.url, token: 'a-token', pause: async () => {}};
  await expect(record({...options, maxRequests: 5})).rejects.toThrow('stopped after 5 requests');
  expect([...server.asked.values()].reduce((sum, count) => sum + count, 0)).toBe(5);
});

test('the recorder sends its token neither over plain HTTP nor after the API refused it', async () => {
  const options = {token: 'a-token', pause: async () => {}};
  await expect(record({...options, baseUrl: 'http://api.example.com/v4'})).rejects.toThrow('plain HTTP');
  const {server} = await serve({...answer('/v4/volumes', {errors: []}), status: 401});
  await expect(record({...options, baseUrl: server.url})).rejects.toThrow('The API refused the token.');
  expect([...server.asked.values()]).toEqual([1]);
});
