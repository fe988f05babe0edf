/** Two emulators with equal options and equal requests give equal answers, byte for byte. */
import {request} from 'node:http';
import {describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {operationsIn} from '../../contract/wire/dialect.ts';
import {Firewalls} from '../families/networking/network-kinds.ts';
import {type EmulatorOptions, type RunningEmulator, startEmulator} from './start-server.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const region = 'us-east';
/** Creations with identifiers, tokens, passwords and keys; some are hit by faults. */
const changes: readonly Sent[] = [
  {
    method: 'POST',
    path: '/v4/compute/instances',
    body: {region, type: 'g6-nanode-1', root_pass: 'aX9-secret', image: 'compute/debian12'},
  },
  {method: 'POST', path: '/v4/volumes', body: {label: 'one', region}},
  {method: 'POST', path: '/v4/volumes', body: {label: 'two', region}},
  {method: 'POST', path: '/v4/profile/tokens', body: {label: 'ci', scopes: '*'}},
  {method: 'POST', path: '/v4/account/oauth-clients', body: {label: 'tool', redirect_uri: 'https://example.net/'}},
  {method: 'POST', path: '/v4/object-storage/keys', body: {label: 'key'}},
  {method: 'POST', path: '/v4/longview/clients', body: {label: 'client'}},
  {method: 'POST', path: '/v4/account/users', body: {username: 'ci', email: 'ci@example.com', restricted: true}},
  {method: 'POST', path: '/v4/images/upload', body: {label: 'image', region}},
  {method: 'POST', path: '/v4/profile/tfa-enable', body: {}},
  {method: 'POST', path: '/_emulator/clock', body: {advance: 86_400}},
];

/** The received bytes of the head and the body, or the error code. */
function exchange(emulator: RunningEmulator, {method, path, body}: Sent): Promise<string> {
  const {port, token} = emulator;
  const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json'};
  return new Promise((resolve, reject) => {
    const outgoing = request({host: '127.0.0.1', port, path, method, headers, agent: false}, response => {
      let text = `${method} ${path}\n${response.statusCode} ${response.rawHeaders.join('\n')}\n\n`;
      response.setEncoding('utf8');
      response.on('data', chunk => (text += chunk));
      // A fault may close the connection early. The bytes before the end are compared, too.
      response.once('close', () => resolve(text.replaceAll(`127.0.0.1:${port}`, 'HOST')));
    });
    outgoing.once('error', error => resolve(`${method} ${path}\n${(error as NodeJS.ErrnoException).code}`));
    outgoing.once('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const reads = (emulator: RunningEmulator): Sent[] =>
  [...endpointsOf(operationsIn(contract, emulator.engine.dialect))]
    .filter(({method, path, spec}) => method === 'GET' && !path.includes('{') && spec.host === undefined)
    .map(({path, spec}) => ({method: 'GET', path: `/${spec.root ?? 'v4'}${path}`}));

async function collectAnswers(options: EmulatorOptions): Promise<readonly string[]> {
  const emulator = await startEmulator({
    limits: 'none',
    time: Date.UTC(2026, 0, 15, 12),
    speed: 0,
    backgroundActivity: true,
    ...options,
  });
  const story = [JSON.stringify(emulator.tokens)];
  for (const sent of [...changes, ...reads(emulator)]) story.push(await exchange(emulator, sent));
  await emulator.close();
  return story;
}

const faults = {
  faults: [
    {on: 'volumes.*', kind: 'error', status: 502, rate: 0.5},
    {on: 'account.*', kind: 'unknown-field', rate: 0.3},
    {on: 'profile.*', kind: 'hostile', rate: 0.3},
    {on: 'regions.list', kind: 'truncate'},
  ],
} as const;

describe('equal options', () => {
  it.each([
    ['documents', 'demo'],
    ['today', 'demo'],
    ['provider', 40],
    ['today', 'empty'],
  ] as const)('give equal bytes in every answer: %s, %s', async (dialect, accounts) => {
    const options = {dialect, accounts, faults, seed: 7};
    const [first, second] = [await collectAnswers(options), await collectAnswers(options)];
    expect(first.length).toBeGreaterThan(50);
    expect(second).toEqual(first);
    const other = await collectAnswers({...options, seed: 8});
    expect(other).not.toEqual(first);
  });

  it('give a reset account the answers of a new one, also for lists that were read before', async () => {
    const options: EmulatorOptions = {dialect: 'today', seed: 7, limits: 'none', time: Date.UTC(2026, 0, 15), speed: 0};
    const readAll = async (emulator: RunningEmulator) => {
      const histories = emulator.db.all(Firewalls).map(({id}) => `/v4/networking/firewalls/${id}/history`);
      const answers: string[] = [await emulator.exportAccount()];
      for (const sent of [...reads(emulator), ...histories.map(path => ({method: 'GET', path}))])
        answers.push(await exchange(emulator, sent));
      return answers;
    };
    const emulator = await startEmulator(options);
    await readAll(emulator);
    for (const sent of changes.filter(({path}) => path !== '/_emulator/clock')) await exchange(emulator, sent);
    await readAll(emulator);
    emulator.reset();
    const answers = await readAll(emulator);
    await emulator.close();
    const fresh = await startEmulator(options);
    expect(answers).toEqual(await readAll(fresh));
    await fresh.close();
  });

  it('without a seed give other secrets and the same resources', async () => {
    const [first, second] = [await collectAnswers({accounts: 'demo'}), await collectAnswers({accounts: 'demo'})];
    expect(second[0]).not.toBe(first[0]);
    const volumes = (story: readonly string[]) => story.filter(text => text.startsWith('GET /v4/volumes'));
    expect(volumes(second)).toEqual(volumes(first));
    expect(volumes(first)).toHaveLength(1);
  });
});
