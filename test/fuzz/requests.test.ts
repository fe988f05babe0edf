/**
 * Random requests to all routes of the emulator: paths, queries, filters, headers and bodies of every operation, the
 * URLs beside the API, the login service and the control routes. No response is a 5xx.
 */
import {connect} from 'node:net';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import type {Endpoint} from '../../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import {openTestAccount, type TestAccount} from '../../src/emulator/testing/test-account.ts';
import {existing} from '../contract/existing.ts';
import {fitting} from '../contract/values.ts';

const factor = Number(process.env.SKYDECK_FUZZ ?? 1);
const timeout = 60_000 * factor;

let account: TestAccount;
beforeAll(async () => {
  // A mistake of the emulator is thrown when it is closed.
  account = await openTestAccount({accounts: 'demo'});
  account.pass(3600);
  await restore(false);
});
afterAll(() => account.close());

/** Keeps the account as it is, or brings it back: requests delete what others need. */
async function restore(isRestored = true): Promise<void> {
  const body = JSON.stringify({name: 'fuzz', restore: isRestored});
  expect((await account.raw('/_emulator/snapshot', {method: 'POST', body})).status).toBe(200);
}

/** Segments of a path, as they go on the wire. */
const oddSegment = fc.oneof(
  fc.constantFrom(
    ...['%ff', '%00', '%', '%zz', '%ED%A0%80', '%2e%2e', '..', '%20', '%F0%9F%9A%80', "'", '%22', '%5C', '-1', '0'],
    ...['999999999999999', '9007199254740993', '1e3', 'null', 'private%2F1', 'private/1', 'a'.repeat(3000), '%2F', '*'],
  ),
  fc.string({maxLength: 12}).map(text => encodeURIComponent(text.toWellFormed())),
);

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\x1b[31m',
    '\ud800',
    '\udc00x',
    '\u202e',
    '💾',
    '__proto__',
    'constructor',
    '*',
    '%',
    '_',
  ),
  fc.constantFrom('2026-13-45T99:99:99', '9999999-01-01T00:00:00', '::', '0.0.0.0/99', '1e999', 'x'.repeat(70_000)),
  fc.string({unit: 'binary', maxLength: 10}),
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 31), [], {}, [[]], [null], {'': ''}),
  oddText,
  fc.jsonValue({maxDepth: 2}),
);

/** The value, or one with something in it replaced or added. */
const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(value) && value.length > 0)
    return fc
      .nat(value.length - 1)
      .chain(at => fc.oneof(oddValue, spoilt(value[at])).map(item => value.with(at, item)));
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (names.length === 0) return oddValue;
  const record = value as Readonly<Record<string, unknown>>;
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .constantFrom(...names)
        .chain(name => fc.oneof(oddValue, spoilt(record[name])).map(inner => ({...record, [name]: inner}))),
    },
    {weight: 1, arbitrary: fc.tuple(oddText, oddValue).map(([name, inner]) => ({...record, [name]: inner}))},
  );
};

const bodyOf = ({spec}: Endpoint): fc.Arbitrary<string> => {
  const json = spec.body ? fitting(spec.body).chain(value => fc.oneof(fc.constant(value), spoilt(value))) : oddValue;
  return fc.oneof(
    {weight: 8, arbitrary: json.map(value => JSON.stringify(value) ?? '')},
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '[]', '"x"', '{"a":1e999}', '[['.repeat(500), '{"__proto__":{"x":1}}'),
    },
  );
};

const oddQuery = ({spec}: Endpoint): fc.Arbitrary<string> => {
  const names = [...Object.keys(spec.query ?? {}), 'page', 'page_size', 'x', '%ff', '__proto__'];
  const value = fc.oneof(
    fc.constantFrom('', '0', '1', '-1', '25', '1e9', '99999999999999999999', '%ff', '%00', '%ED%A0%80', 'true', '[]'),
    oddText.map(text => encodeURIComponent(text.slice(0, 2000).toWellFormed())),
  );
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value), {maxLength: 3})
    .map(pairs => pairs.map(pair => pair.join('=')).join('&'));
};

const operators = [
  '+and',
  '+or',
  '+gt',
  '+gte',
  '+lt',
  '+lte',
  '+contains',
  '+neq',
  '+order_by',
  '+order',
  '+in',
  'id',
];
const oddFilter = ({spec}: Endpoint): fc.Arbitrary<string> => {
  const names = [...Object.keys(spec.page?.fields ?? {}), ...operators, '', '__proto__'];
  const {filter} = fc.letrec(tie => ({
    filter: fc.oneof(
      {depthSize: 'small', withCrossShrink: true},
      oddValue,
      fc.dictionary(fc.constantFrom(...names), tie('filter'), {maxKeys: 3}),
      fc.array(tie('filter'), {maxLength: 3}),
    ),
  }));
  return fc.oneof(
    filter.map(value => JSON.stringify(value) ?? ''),
    fc.constantFrom('{', '\xff', '[['.repeat(300)),
  );
};

/** The valid characters of a header in `fetch`: one byte each. */
const headerOf = (text: string) =>
  Buffer.from(text.slice(0, 4000).toWellFormed(), 'utf8')
    .toString('latin1')
    .replaceAll(/[\0\r\n]/g, '');

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'multipart/form-data; boundary=x',
  'image/png',
  '',
];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const requestTo = (endpoint: Endpoint): fc.Arbitrary<Sent> => {
  const names = Object.keys(endpoint.params);
  const pathOf = (odd: readonly (string | undefined)[]) =>
    endpoint.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => odd[names.indexOf(name)] ?? existing(account.db, endpoint.path, name),
    );
  const params = fc.tuple(...names.map(() => fc.option(oddSegment, {nil: undefined, freq: 4})));
  return fc
    .record({
      params,
      query: fc.option(oddQuery(endpoint), {nil: undefined}),
      filter: fc.option(oddFilter(endpoint), {nil: undefined}),
      body: endpoint.method === 'GET' ? fc.constant(undefined) : bodyOf(endpoint),
      type: fc.oneof(
        {weight: 9, arbitrary: fc.constant('application/json')},
        {weight: 1, arbitrary: fc.constantFrom(...types)},
      ),
    })
    .map(({params: odd, query, filter, body, type}) => ({
      method: endpoint.method,
      path: `/v4${pathOf(odd)}${query === undefined ? '' : `?${query}`}`,
      headers: {
        ...(filter === undefined ? {} : {'X-Filter': headerOf(filter)}),
        ...(body === undefined ? {} : {'Content-Type': type}),
      },
      ...(body === undefined ? {} : {body}),
    }));
};

async function statusOf({method, path, headers = {}, body}: Sent): Promise<number> {
  const response = await account.raw(path, {
    method,
    headers: {Authorization: `Bearer ${account.token}`, ...headers},
    ...(body === undefined ? {} : {body}),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return response.status;
}

const check = (request: fc.Arbitrary<Sent>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(request, async sent => {
      expect(await statusOf(sent)).toBeLessThan(500);
    }),
    {numRuns: numRuns * factor, ...(factor === 1 ? {seed: 20_261_124} : {})},
  );

/** They end the account, or the token that the others need. */
const last = new Set([
  'account.cancel',
  'profile.tokens.delete',
  'account.users.delete',
  'account.users.update',
  'profile.update',
]);
const endpoints = [...endpointsOf(contract)].filter(({id}) => !last.has(id));

it('no operation answers 5xx to random requests', {timeout}, async () => {
  const families = Map.groupBy(endpoints, ({id}) => id.split('.')[0]);
  for (const family of families.values()) {
    await restore();
    for (const endpoint of family) await check(requestTo(endpoint), 2);
    // Lets started operations end.
    account.pass(3600);
  }
});

it('no URL beside the API answers 5xx', {timeout}, async () => {
  await restore();
  const {cluster = '', label = ''} = (await account.ok(contract.objectStorage.buckets.list)).data[0] ?? {};
  const {url} = await account.ok(contract.objectStorage.objects.createUrl, {
    params: {clusterId: cluster, bucket: label},
    body: {method: 'GET', name: 'a'},
  });
  const signed = new URL(url);
  const prefixes = [
    '/objects/',
    '/image-uploads/',
    `${signed.pathname}${signed.search}&x=`,
    '/login/oauth/',
    '/v4/',
    '/',
  ];
  const path = fc
    .tuple(fc.constantFrom(...prefixes), fc.array(oddSegment, {maxLength: 4}))
    .map(([prefix, rest]) => prefix + rest.join('/'));
  const method = fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH');
  const sent = fc.tuple(method, path, oddText).map(([verb, at, body]): Sent => {
    const hasBody = verb === 'PUT' || verb === 'POST';
    return {
      method: verb,
      path: at,
      ...(hasBody ? {body: body.toWellFormed(), headers: {'Content-Type': 'application/octet-stream'}} : {}),
    };
  });
  await check(sent, 200);
  expect(await statusOf({method: 'GET', path: '/objects/%ff'})).toBe(404);
});

it('no form of the login service answers 5xx', {timeout}, async () => {
  const {id, secret} = await account.ok(contract.account.oauthClients.create, {
    body: {label: 'tool', redirect_uri: 'https://tool.example.com/'},
  });
  const names = [
    'client_id',
    'client_secret',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'code',
    'grant_type',
    'username',
  ];
  const more = [
    'token',
    'tfa_code',
    'decision',
    'code_challenge',
    'code_challenge_method',
    'code_verifier',
    'refresh_token',
  ];
  const known: Readonly<Record<string, string>> = {
    client_id: id,
    client_secret: secret,
    username: 'acme',
    token: account.token,
  };
  const value = fc.oneof(
    oddText,
    fc.constantFrom('code', 'token', '*', 'S256', 'a'.repeat(43), 'https://tool.example.com/'),
  );
  const fields = fc.dictionary(fc.constantFrom(...names, ...more), value, {maxKeys: 5});
  const path = fc.constantFrom('authorize', 'token', 'revoke', 'elsewhere');
  const sent = fc.tuple(path, fields).map(
    ([at, own]): Sent => ({
      method: 'POST',
      path: `/login/oauth/${at}`,
      headers: {'Content-Type': 'application/x-www-form-urlencoded'},
      body: new URLSearchParams({...known, ...own}).toString(),
    }),
  );
  await check(sent, 150);
});

it('no control route answers 5xx', {timeout}, async () => {
  const path = fc.constantFrom(
    'faults',
    'clock',
    'snapshot',
    'reset/',
    'nothing',
    'snapshot/%ff',
    'snapshot/%00',
    'requests',
    'requests?status=4xx&body.label=x',
    'requests/verify',
    'export',
  );
  const body = fc.oneof(
    oddValue,
    fc.record({advance: fc.oneof(oddValue, fc.integer({min: 0, max: 1000}))}),
    fc.record({name: oddValue, restore: oddValue}),
    fc.record({
      operation: fc.oneof(fc.constant('volumes.*'), oddValue),
      status: oddValue,
      body: oddValue,
      times: oddValue,
    }),
    fc.record({params: oddValue, answer: oddValue, after: oddValue, atMost: fc.constantFrom(0, 3)}),
    fc.record({
      faults: fc.array(fc.record({kind: fc.constantFrom('latency', 'skew'), on: oddText, milliseconds: oddValue})),
    }),
  );
  const sent = fc.tuple(fc.constantFrom('POST', 'DELETE', 'GET', 'PUT'), path, body).map(
    ([method, at, value]): Sent => ({
      method,
      path: `/_emulator/${at}`,
      ...(method === 'POST' || method === 'PUT' ? {body: JSON.stringify(value) ?? ''} : {}),
    }),
  );
  await check(sent, 150);
  await statusOf({method: 'DELETE', path: '/_emulator/faults'});
});

it('requests that break off or are not HTTP do not affect the next request', async () => {
  const {port, token} = account;
  const send = (text: string) =>
    new Promise<void>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(text, () => socket.destroy());
      });
      socket.once('close', () => resolve());
    });
  const head = (line: string, type: string) =>
    `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{"label":`;
  await send(head('POST /v4/volumes', 'application/json'));
  await send(head('POST /v4/support/tickets/1/attachments', 'multipart/form-data; boundary=x'));
  await send(head('POST /login/oauth/token', 'application/x-www-form-urlencoded'));
  await send(head('POST /_emulator/faults', 'application/json'));
  await send(head('PUT /objects/us-east-1/x/y', 'text/plain'));
  await send('GET /v4/volumes HTTP/9.9\r\n\r\n');
  await send('\0\x01\x02\r\n\r\n');
  // The answer comes after all of them were dealt with.
  expect(await statusOf({method: 'GET', path: '/v4/volumes'})).toBe(200);
});
