/**
 * `--dry-run` reports the same problems as sending: the rules of the console and of the catalogs apply before a request
 * is sent.
 */
import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {addressProfile, type CommandLine, openCommandLine} from './support/cli.ts';
import {startRecorder} from './support/recorder.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const password = '9A!xyzzy9A!xyzzy';
const instance = (...more: string[]) => ['instances.create', '--label', 'ruled', '--region', 'us-east', ...more];

describe('a wrong request is refused the same way with --dry-run and without, and is never sent', () => {
  it.each([
    // In another region, too small, and without a change.
    [['volumes.attach', 'staging-data', '--compute-id', 'web-01'], 1, '--compute-id web-01: in us-east'],
    [['volumes.resize', 'uploads', '--size', '40'], 2, '--size must be more than the 200 GB that it has'],
    [['instances.resize', 'web-01', '--type', 'g6-standard-2'], 1, '--type Standard 4 GB: current plan'],
    [['instances.migrate', 'web-01', '--region', 'us-east'], 1, '--region us-east: current region'],
    // In no catalog; the message suggests the most similar name.
    [
      ['volumes.create', '--label', 'ruled', '--size', '20', '--region', 'us-easst'],
      2,
      '--region: no region us-easst: did you mean us-east?',
    ],
    [instance('--type', 'g6-nanod'), 2, '--type: no plan g6-nanod: did you mean g6-nanode-1?'],
    [
      instance('--type', 'g6-nanode-1', '--image', 'compute/debain12', '--root-pass', password),
      2,
      '--image: no image compute/debain12: did you mean compute/debian12',
    ],
    [
      [
        'databases.mysql.create',
        '--label',
        'ruled',
        '--region',
        'us-east',
        '--type',
        'g6-nanode-1',
        '--engine',
        'mysql/1.2',
      ],
      2,
      '--engine: no engine mysql/1.2',
    ],
    [
      ['objectStorage.buckets.create', '--label', 'ruled', '--cluster', 'nowhere-1'],
      2,
      '--cluster: no cluster nowhere-1',
    ],
    // A value that can't be ports.
    [
      ['firewalls.rules.update', 'web', '--inbound', '{"protocol": "TCP", "action": "ACCEPT", "ports": "22-, 99999"}'],
      2,
      'Inbound rule 1 in --inbound: ports must be ports of 1 to 65535',
    ],
    // A resource that doesn't exist, or that is in use.
    [['volumes.attach', 'staging-data', '--compute-id', '99999999'], 1, '--compute-id: no instance 99999999'],
    [['nodebalancers.configs.create', 'front', '--port', '80'], 2, '--port has a config already'],
    [
      ['nodebalancers.create', '--label', 'front', '--region', 'us-east'],
      1,
      '--label "front" is taken by another NodeBalancer',
    ],
    [
      ['domains.create', '--domain', 'acme-infra.example', '--type', 'master', '--soa-email', 'a@b.co'],
      1,
      '--domain "acme-infra.example" is taken by another domain',
    ],
    [['longview.clients.create', '--label', 'web-01'], 1, '--label "web-01" is taken by another Longview client'],
    [
      ['account.users.create', '--username', 'wsmith', '--email', 'a@b.co', '--restricted'],
      1,
      '--username "wsmith" is taken by another user',
    ],
    [
      ['networking.firewalls.devices.create', 'web', '--id', 'web-01', '--type', 'compute'],
      1,
      '--id web-01: is behind the firewall web',
    ],
    // An entry of a list has its number and its label, as in the form.
    [
      [
        'firewalls.rules.update',
        'web',
        '--inbound',
        '[{"protocol":"TCP","action":"ACCEPT","ports":"22"},{"label":"mysql-web","protocol":"TCP","action":"ACCEPT","ports":"0"}]',
      ],
      2,
      'Inbound rule 2 (mysql-web) in --inbound: ports must be ports of 1 to 65535',
    ],
    // Rules of the contract and the forms.
    [
      [
        'networking.firewalls.rules.update',
        'web',
        '--inbound',
        '{"action":"ACCEPT","ports":"22","addresses":{"ipv4":["0.0.0.0/0"]}}',
      ],
      2,
      'Inbound rule 1 in --inbound: protocol is required',
    ],
    [['domains.create', '--domain', 'ruled.example', '--type', 'master'], 2, '--soa-email is required'],
    [
      ['domains.create', '--domain', 'ruled.example', '--type', 'primary'],
      2,
      '--type is one of master, slave, not "primary"',
    ],
    [
      ['volumes.create', '--label', 'ruled', '--region', 'us-east', '--size', 'abc'],
      2,
      '--size must be a whole number',
    ],
    [['nodebalancers.configs.create', 'front', '--port', '99999'], 2, '--port must be 1 to 65535'],
    [
      ['images.upload', '--label', 'ruled', '--region', 'us-east', '--file', '/nowhere.img.gz'],
      2,
      'no such file: /nowhere.img.gz',
    ],
    [['instances.resize', 'web-01', '--type', ''], 2, '--type is required'],
    [['profile.sshkeys.create', '--label', 'ruled', '--ssh-key', 'not a key'], 2, '--ssh-key must be a public key'],
    [
      ['domains.records.create', 'acme-infra.example', '--type', 'A', '--target', '2001:db8::1'],
      2,
      '--target must be an IPv4 address',
    ],
    [
      ['domains.records.update', 'acme-infra.example', 'A www', '--target', 'web'],
      2,
      '--target must be an IPv4 address',
    ],
    [
      ['domains.records.create', 'acme-infra.example', '--type', 'AAAA', '--target', '203.0.113.7'],
      2,
      '--target must be an IPv6 address',
    ],
    [
      ['profile.tokens.create', '--label', 'ruled', '--scopes', '*', '--expiry', '2020-01-01T00:00:00'],
      2,
      '--expiry must be in the future',
    ],
    // The state of the row.
    [['instances.reboot', 'batch-12'], 1, 'batch-12 is stopped by the platform: boot it instead'],
    [['volumes.delete', 'vol-db', '--confirm', 'vol-db'], 1, 'the volume is attached to db-01: detach it first'],
  ] as const)('%s', async (words, code, says) => {
    const {changes, url} = await startRecorder(cli.account.url);
    const line = ['do', ...words];
    const dry = await cli.run([...line, '--dry-run'], {SKYDECK_BASE_URL: url});
    const sent = await cli.run([...line, '--yes'], {SKYDECK_BASE_URL: url});
    expect(dry).toEqual({code, out: '', err: expect.stringContaining(says)});
    expect(sent).toEqual(dry);
    expect(changes).toEqual([]);
  });

  it('a dry run names the confirmation that it will need, for one resource and for several', async () => {
    const one = await cli.run(['do', 'instances.delete', 'batch-12', '--dry-run']);
    expect(one.out).toMatch(/^ {2}! needs --yes --confirm 'batch-12'$/m);
    const several = await cli.run(['do', 'instances.delete', 'batch-12', 'batch-3', '--dry-run']);
    expect(several.out).toMatch(/^ {2}! needs --yes --confirm '2'$/m);
    const [first] = (await cli.json('do', 'instances.delete', 'batch-12', 'batch-3', '--dry-run')) as {
      confirm: string;
    }[];
    expect(first?.confirm).toBe('2');
    const plain = await cli.run(['do', 'volumes.update', 'vol-db', '--tags', 'named', '--dry-run']);
    expect(plain.out).not.toContain('--confirm');
  });
});

describe('a change that is already in effect exits with 0 and sends nothing', () => {
  it.each([
    [['instances.boot', 'web-01'], 'web-01 is already running'],
    [['instances.shutdown', 'batch-1'], undefined],
    [['volumes.detach', 'staging-data'], 'staging-data is already detached'],
    [['volumes.attach', 'vol-db', '--compute-id', 'db-01'], 'vol-db is already attached to db-01'],
    [['instances.backups.enable', 'db-01'], 'Backups are already on'],
    [['instances.backups.cancel', 'batch-12'], 'Backups are already off'],
    [['volumes.update', 'vol-db', '--label', 'vol-db'], 'vol-db is unchanged: it already has these values'],
  ] as const)('%s', async (words, says) => {
    const {changes, url} = await startRecorder(cli.account.url);
    const line = ['do', ...words];
    if (words[0] === 'instances.shutdown') {
      const off = (await cli.json('get', 'instances', '--filter', 'status=offline')) as {label: string}[];
      line[2] = off[0]?.label ?? '';
    }
    for (const flags of [['--yes'], ['--dry-run'], ['--yes', '--json']]) {
      const {code, err} = await cli.run([...line, ...flags], {SKYDECK_BASE_URL: url});
      expect(code).toBe(0);
      expect(err).toContain(says ?? `${line[2]} is already off`);
    }
    expect(changes).toEqual([]);
  });

  it('booting with an explicit config is refused while the instance is running', async () => {
    const [config] = (await cli.json('get', 'instances.configs', 'web-01')) as {id: number}[];
    const boot = await cli.run(['do', 'instances.boot', 'web-01', '--config-id', String(config?.id), '--yes']);
    expect(boot).toMatchObject({code: 1, err: 'skydeck: already running\n'});
  });
});

it('--confirm requires the label of the changed resource, not the name of the profile', async () => {
  const all = (await cli.json('get', 'instances')) as {label: string; backups: {enabled: boolean}}[];
  // Another test needs the backups of db-01.
  const {label = ''} = all.find(({label, backups}) => backups.enabled && label !== 'db-01') ?? {};
  const cancel = ['do', 'instances.backups.cancel', label, '--yes'];
  expect(await cli.run(cancel)).toMatchObject({code: 2, err: expect.stringContaining(`--confirm '${label}'`)});
  expect((await cli.run([...cancel, '--confirm', addressProfile(cli.account)])).code).toBe(2);
  expect((await cli.run([...cancel, '--confirm', label])).code).toBe(0);
});

it('an amount without cents is accepted', async () => {
  const methods = (await cli.json('get', 'account.paymentMethods')) as {id: number}[];
  const pay = ['do', 'account.payments.create', '--usd', '5', '--payment-method-id', String(methods[0]?.id)];
  expect((await cli.run([...pay, '--dry-run'])).out).toContain('"usd": "5.00"');
});

it('bug: the words for a payment method in its table were no name of it', async () => {
  const {out} = await cli.run(['get', 'account.paymentMethods']);
  expect(out).toMatch(/Google Pay +MasterCard 4411/);
  for (const name of ['Google Pay', 'MasterCard 4411', 'MasterCard 4411 (Google Pay)'])
    expect(await cli.run(['do', 'account.paymentMethods.makeDefault', name, '--dry-run'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Future bills are charged to MasterCard 4411 (Google Pay).'),
    });
});

it('bug: a service transfer was found by its secret token only, and not by its instance', async () => {
  const create = ['do', 'account.serviceTransfers.create', '--entities.computes', 'cache-02', '--yes'];
  expect(await cli.run(create)).toMatchObject({code: 0});
  const cancel = ['do', 'account.serviceTransfers.delete', 'cache-02'];
  expect(await cli.run([...cancel, '--dry-run'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('These stay in this account: cache-02.'),
  });
  expect(await cli.run([...cancel, '--yes'])).toMatchObject({code: 0});
  expect(await cli.run(['do', 'account.serviceTransfers.delete', 'nothing', '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('No service transfer named "nothing"'),
  });
});

it('the group of an instance can be set with a flag', async () => {
  const grouped = await cli.run(['do', 'instances.update', 'web-02', '--group', 'old', '--dry-run']);
  expect(grouped).toMatchObject({code: 0, out: expect.stringContaining('"group": "old"')});
  expect((await cli.account.ok(contract.instances.list)).results).toBeGreaterThan(40);
});

describe('the requests of a command', () => {
  const cost = async (...line: string[]) => {
    const {reads, changes, url} = await startRecorder(cli.account.url);
    const {code, err} = await cli.run(line, {SKYDECK_BASE_URL: url});
    return {code, err, reads, count: reads.length + changes.length};
  };

  it('a reboot of one instance sends at most ten, and reads no domains', async () => {
    const {code, count, reads} = await cost('do', 'instances.reboot', 'web-03', '--yes');
    expect(code).toBe(0);
    expect(count).toBeLessThanOrEqual(10);
    expect(reads.filter(request => /domains|account$|notifications/.test(request))).toEqual([]);
  });

  it('a label in a long list is looked up with a filter', async () => {
    const many = await openCommandLine({accounts: 1200});
    try {
      const {reads, url} = await startRecorder(many.account.url);
      // Page 11 is far behind the pages that are read for a suggestion.
      const {data} = await many.account.ok(contract.instances.list, {query: {page: 11}});
      const [one = '', other = ''] = data.map(({label}) => label);
      const found = await many.run(['get', 'instances', one, '--columns', 'label'], {SKYDECK_BASE_URL: url});
      expect([found.out, reads.length]).toEqual([`LABEL\n${one}\n`, 2]);
      // Several labels need one request; a misspelled one costs the first pages of the list.
      reads.length = 0;
      const both = await many.run(['get', 'instances', one, other, '--columns', 'label'], {SKYDECK_BASE_URL: url});
      expect([both.code, reads.length]).toEqual([0, 3]);
      reads.length = 0;
      const none = await many.run(['get', 'instances', 'no-such-label'], {SKYDECK_BASE_URL: url});
      expect(none).toMatchObject({code: 1, err: expect.stringMatching(/No instance named "no-such-label"/)});
      expect(reads.length).toBeLessThanOrEqual(6);
    } finally {
      await many.close();
    }
  });

  it('an overview reads the first pages of a long list and reports it, and --all reads all pages', async () => {
    const many = await openCommandLine({accounts: 1100});
    try {
      const {reads, url} = await startRecorder(many.account.url);
      const {out} = await many.run(['overview'], {SKYDECK_BASE_URL: url});
      expect(out).toMatch(/^Instances +1100 +of the first 1,000: \d+ running/m);
      expect(out).toMatch(/^Domains +\d+ +\d+ active$/m);
      expect(reads.filter(request => request.includes('/compute/instances?'))).toHaveLength(10);
      const whole = await many.run(['overview', '--all', '--json'], {SKYDECK_BASE_URL: url});
      const [instances] = JSON.parse(whole.out).families;
      expect([instances.count, instances.read]).toEqual([1100, undefined]);
      expect(Object.values<number>(instances.states).reduce((sum, count) => sum + count)).toBe(1100);
    } finally {
      await many.close();
    }
  });

  it('an overview of an unreachable API fails as soon as one list fails', async () => {
    let connections = 0;
    const closingServer = createServer().on('connection', socket => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>(resolve => closingServer.listen(0, '127.0.0.1', resolve));
    const {port} = closingServer.address() as AddressInfo;
    const tried = async (...line: string[]) => {
      connections = 0;
      const {code, err} = await cli.run(line, {SKYDECK_BASE_URL: `http://127.0.0.1:${port}/v4`});
      return {code, err: err.replace(/127\.0\.0\.1:\d+/, 'HOST'), connections};
    };
    try {
      expect(await tried('overview')).toEqual(await tried('get', 'instances'));
    } finally {
      closingServer.close();
    }
  });

  it('a label is looked up in the whole list if the API refuses or ignores the filter', async () => {
    const {url, close} = await startRefusingProxy(cli.account.url);
    try {
      for (const label of ['vol-db', 'uploads']) {
        const {code, out} = await cli.run(['get', 'volumes', label, '--columns', 'label'], {SKYDECK_BASE_URL: url});
        expect([code, out]).toEqual([0, `LABEL\n${label}\n`]);
      }
    } finally {
      close();
    }
  });
});

/** An API that refuses a filter by one label, and ignores any other filter. */
async function startRefusingProxy(target: string) {
  const server = createServer((incoming, outgoing) => {
    const {method, url = '', headers} = incoming;
    const {'x-filter': filter, ...others} = headers;
    incoming.resume();
    if (filter?.includes('vol-db')) {
      const errors = [{field: 'X-Filter', reason: 'cannot filter by "label"'}];
      return outgoing.writeHead(400, {'content-type': 'application/json'}).end(JSON.stringify({errors}));
    }
    request(new URL(url, target), {method, headers: others}, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`,
    close: () => void server.close(),
  };
}
