/** Guards in scripts: a command that a guard refuses sends nothing and names the reason. */
import {writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {operations} from '../src/cli/args/action-names.ts';
import {costRaisingOperations} from '../src/families/cost/price-changes.ts';
import {openStateFiles} from '../src/platform/files/state-files.ts';
import {BatchJournals, batchJournalPath} from '../src/store/changes/batch/batch-journal.ts';
import {addressProfile, type CommandLine, openCommandLine} from './support/cli.ts';
import {startRecorder} from './support/recorder.ts';

let line: CommandLine;
let changes: readonly string[];
let url: string;
beforeEach(async () => {
  line = await openCommandLine();
  const recorded = await startRecorder(line.account.url);
  ({changes, url} = recorded);
});
afterEach(() => line.close());

/** Runs a command line with these guards in its settings. */
const runGuarded = (guards: string, words: readonly string[], profile = '') => {
  const config = join(line.folder, 'config.yaml');
  writeFileSync(config, `${guards}\nprofiles:\n  - {name: test, base_url: '${url}'${profile}}\n`);
  return line.run([...words, ...(profile === '' ? [] : ['--profile', 'test'])], {
    SKYDECK_CONFIG: config,
    SKYDECK_BASE_URL: url,
  });
};
const volume = 'batch-scratch-free';

test('do refuses an operation that is never allowed, also with --dry-run', async () => {
  for (const flag of ['--yes', '--dry-run'])
    expect(await runGuarded('guards: {never: ["*.delete"]}', ['do', 'volumes.delete', volume, flag])).toMatchObject({
      code: 1,
      err: expect.stringContaining('never allowed: *.delete (guards)'),
    });
  expect(changes).toEqual([]);
  const {code} = await runGuarded('guards: {never: ["*.delete"]}', [
    'do',
    'volumes.update',
    volume,
    '--label',
    'renamed',
    '--yes',
  ]);
  expect(code).toBe(0);
  expect(changes).toHaveLength(1);
});

test('do and skydeck api refuse to change a resource with a protected tag, and a resource below it', async () => {
  const [instance] = (await line.json('get', 'instances', '--filter', 'tag:prod')) as {id: number; tags: string[]}[];
  if (!instance) throw new Error('no instance with the tag prod');
  const guards = 'guards: {protected_tags: [prod]}';
  const id = String(instance.id);
  const [config] = (await line.json('get', 'configs', id)) as {id: number}[];
  const lines = [
    ['do', 'instances.configs.update', id, String(config?.id), '--label', 'other', '--dry-run'],
    ['do', 'instances.configs.update', id, String(config?.id), '--label', 'other', '--yes'],
    ['api', 'POST', `/compute/instances/${id}/disks`, '--data', '{"label":"extra","size":512}', '--yes'],
    ['do', 'instances.reboot', id, '--yes'],
    ['do', 'instances.update', id, '--tags', 'free', '--yes'],
    ['api', 'DELETE', `/compute/instances/${id}`, '--yes'],
    ['api', 'PUT', `/compute/instances/${id}`, '--data', '{"label":"other"}', '--yes'],
    ['api', 'POST', '/networking/ips', '--data', `{"type":"ipv4","public":true,"compute_id":${id}}`, '--yes'],
    ['api', 'DELETE', '/tags/prod', '--yes'],
  ];
  for (const words of lines)
    expect(await runGuarded(guards, words), words.join(' ')).toMatchObject({
      code: 1,
      err: expect.stringContaining('protected by the tag prod (guards)'),
    });
  expect(changes).toEqual([]);
});

test('--dry-run refuses a change that names a protected instance, or takes its address', async () => {
  const instances = (await line.json('get', 'instances')) as {
    id: number;
    label: string;
    tags: string[];
    region: string;
    ipv4: string[];
  }[];
  const [target] = instances.filter(({tags}) => tags.includes('prod'));
  const other = instances.find(
    ({id, tags, region}) => id !== target?.id && !tags.includes('prod') && region === target?.region,
  );
  if (!target || !other) throw new Error('the demo account has other instances');
  const [address = ''] = target.ipv4;
  const guards = 'guards: {protected_tags: [prod]}';
  const assignments = JSON.stringify([{address, compute_id: other.id}]);
  const lines = [
    ['do', 'volumes.attach', volume, '--compute-id', String(target.id)],
    ['do', 'networking.ips.assign', '--region', target.region, '--assignments', assignments],
    ['do', 'networking.ips.share', '--compute-id', String(other.id), '--ips', address],
    ['do', 'networking.ips.update', address, '--rdns', 'other.example.com'],
  ];
  for (const words of lines)
    for (const flag of ['--dry-run', '--yes'])
      expect(await runGuarded(guards, [...words, flag]), words.join(' ')).toMatchObject({
        code: 1,
        err: expect.stringContaining(`${target.label} is protected by the tag prod (guards)`),
      });
  expect(changes).toEqual([]);
});

test('do and skydeck api refuse every change in a freeze window', async () => {
  const guards = "guards: {freeze: [{from: '2000-01-01', to: '2999-12-31', time_zone: UTC}]}";
  const lines = [
    ['do', 'volumes.delete', volume, '--yes'],
    ['do', 'volumes.delete', volume, '--dry-run'],
    ['api', 'POST', '/brand/new', '--yes'],
    ['api', 'DELETE', '/volumes/1', '--yes'],
  ];
  for (const words of lines)
    expect(await runGuarded(guards, words), words.join(' ')).toMatchObject({
      code: 1,
      err: expect.stringContaining('frozen until the end of 2999-12-31 UTC (guards)'),
    });
  expect(changes).toEqual([]);
});

test('do refuses more resources than one change may have', async () => {
  const labels = ['batch-scratch-free', 'staging-data', 'crm-archive-2014'];
  for (const flag of ['--yes', '--dry-run'])
    expect(
      await runGuarded('guards: {max_resources: 2}', ['do', 'volumes.update', ...labels, '--tags', 'kept', flag]),
    ).toEqual({
      code: 1,
      out: '',
      err: 'skydeck: at most 2 resources per change (guards). Nothing was sent.\n',
    });
  expect(changes).toEqual([]);
  const two = ['do', 'volumes.update', ...labels.slice(1), '--tags', 'kept', '--yes'];
  expect(await runGuarded('guards: {max_resources: 2}', two)).toMatchObject({code: 0});
  expect(changes).toHaveLength(2);
});

test('do refuses a change that costs more than allowed, or whose cost is unknown', async () => {
  const create = [
    'do',
    'instances.create',
    '--type',
    'g6-nanode-1',
    '--region',
    'us-east',
    '--label',
    'small',
    '--yes',
  ];
  expect(await runGuarded('guards: {max_monthly_increase: 1}', create)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\$\d+\.\d\d\/mo more; limit is \$1\.00\/mo \(guards\)/),
  });
  const unknown = 'monthly cost unknown; limit is $1,000.00/mo (guards)';
  const allocate = ['do', 'networking.ips.allocate', '--type', 'ipv4', '--compute-id', 'web-01', '--public', '--yes'];
  expect(await runGuarded('guards: {max_monthly_increase: 1000}', allocate)).toMatchObject({
    code: 1,
    err: expect.stringContaining(unknown),
  });
  expect(
    await runGuarded('guards: {max_monthly_increase: 1000}', [
      'api',
      'POST',
      '/volumes',
      '--data',
      '{"label":"a"}',
      '--yes',
    ]),
  ).toMatchObject({code: 1, err: expect.stringContaining('guards limit the monthly cost')});
  expect(changes).toEqual([]);
  expect(await runGuarded('guards: {max_monthly_increase: 1000}', create)).toMatchObject({code: 0});
  expect(changes).toEqual(['POST /v4/compute/instances']);
});

test('bug: a new instance left out the backups that the account enables, in its cost and under a limit of costs', async () => {
  await line.run(['do', 'account.settings.update', '--backups-enabled', '--yes']);
  const words = ['do', 'instances.create', '--region', 'us-east', '--type', 'g6-standard-2', '--label', 'small'];
  expect((await line.run([...words, '--dry-run'])).out).toMatch(/Cost: \+\$20\.00\/mo, and \+\$5\.00\/mo for backups/);
  const without = await line.run([...words, '--no-backups-enabled', '--dry-run']);
  expect(without.out).toContain('and +$5.00/mo for backups');
  expect(without.out).toContain(
    'The instance has backups anyway: the account enables them for new instances (Settings).',
  );
  for (const flags of [[], ['--no-backups-enabled']])
    expect(await runGuarded('guards: {max_monthly_increase: 22}', [...words, ...flags, '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('$25.00/mo more; limit is $22.00/mo (guards)'),
    });
  expect(changes).toEqual([]);
});

test('skydeck api sends no request that is billed each month under a limit of costs', async () => {
  for (const operation of costRaisingOperations) {
    const endpoint = operations.get(operation);
    if (!endpoint) throw new Error(`${operation} is missing`);
    const path = endpoint.path.replace(/\{\w+\}/g, '1').replace(/\/$/, '');
    const {code, err} = await runGuarded('guards: {max_monthly_increase: 0}', ['api', endpoint.method, path, '--yes']);
    expect([code, err], operation).toEqual([
      1,
      expect.stringMatching(/guards limit the monthly cost|Skydeck doesn’t know this operation/),
    ]);
  }
  expect(changes).toEqual([]);
});

test('skydeck api sends no request that Skydeck doesn’t know while guards look at requests', async () => {
  const unknown = ['api', 'POST', '/brand/new', '--yes'];
  for (const guards of ['guards: {never: [account.cancel]}', 'guards: {protected_tags: [prod]}'])
    expect(await runGuarded(guards, unknown)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Skydeck doesn’t know this operation'),
    });
  expect(changes).toEqual([]);
  await runGuarded('', unknown);
  expect(changes).toHaveLength(1);
});

test('a team file with a mistake refuses changes, and reading works', async () => {
  const team = join(line.folder, 'team.yaml');
  writeFileSync(team, 'never: [..]\n');
  const guards = `guards_file: ${team}`;
  expect(await runGuarded(guards, ['do', 'volumes.delete', volume, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`the guards file ${team} has a mistake (line 1)`),
  });
  expect(await runGuarded(guards, ['get', 'volumes'])).toMatchObject({code: 0, out: expect.stringContaining(volume)});
  expect(await runGuarded(guards, ['config', 'check'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`guards_file ${team}:1:9: never.0 must be an operation`),
  });
  expect(changes).toEqual([]);
});

test('the guards of a profile apply to this profile', async () => {
  const words = ['do', 'volumes.delete', volume, '--dry-run'];
  expect((await runGuarded('', words, ', guards: {never: [volumes.delete]}')).err).toContain('never allowed');
  expect((await runGuarded('', words, ', guards: {never: [domains.delete]}')).code).toBe(0);
});

test('an interrupted batch isn’t resumed when its operation is never allowed', async () => {
  const all = (await line.json('get', 'volumes')) as {id: number; label: string; compute_id: number | null}[];
  const rows = all.filter(({compute_id: instance}) => instance === null);
  const journals = new BatchJournals({
    files: openStateFiles(join(line.folder, 'skydeck'), () => {}),
    path: batchJournalPath(addressProfile({url})),
    writer: {pid: 2 ** 30, host: hostname()},
    isRunning: () => false,
  });
  const record = {at: 1, family: 'volumes', action: 'delete', title: 'Delete', params: {}, values: {}, secrets: []};
  await journals.start({...record, rows: rows.slice(0, 3).map(({id, label}) => ({id, label}))} as never);
  const resume = ['do', '--resume', '--yes'];
  for (const [guards, words] of [
    ['guards: {never: [volumes.delete]}', 'never allowed: volumes.delete (guards)'],
    ['guards: {max_resources: 2}', 'at most 2 resources per change (guards)'],
  ] as const) {
    const {code, err} = await runGuarded(guards, resume);
    expect([code, err]).toEqual([1, expect.stringContaining(words)]);
    expect(changes).toEqual([]);
  }
  // The batch remains, and can be resumed as soon as the guards allow it.
  expect((await runGuarded('', ['do', '--resume', '--dry-run'])).err).toContain(
    '3 of 3 remaining after the interruption',
  );
});

test('doctor lists the guards', async () => {
  expect((await runGuarded('guards: {never: [account.cancel], protected_tags: [prod]}', ['doctor'])).out).toMatch(
    /guards +protected tags: prod\n.*guards +never: account\.cancel\n/,
  );
  expect((await runGuarded('guards: {never: [1]}', ['doctor'])).out).toMatch(
    /FAIL {2}guards +changes are refused: the guards/,
  );
  expect((await runGuarded('', ['doctor'])).out).toMatch(/guards +none\n/);
});

test('bug: config check and doctor accepted a pattern that matches no operation, and refuses every change', async () => {
  const team = join(line.folder, 'team.yaml');
  writeFileSync(team, 'never: [instances.nonsense]\n');
  const guards = `guards_file: ${team}`;
  const problem = 'no operation matches never: instances.nonsense';
  expect(await runGuarded(guards, ['config', 'check'])).toMatchObject({code: 1, err: expect.stringContaining(problem)});
  expect(await runGuarded(guards, ['doctor'])).toMatchObject({code: 1, out: expect.stringContaining(problem)});
});

test('bug: never refused every change if it named an operation as do does', async () => {
  const guards = 'guards: {never: [tickets.create, mysql.delete]}';
  const ticket = ['do', 'tickets.create', '--summary', 'a', '--description', 'b', '--dry-run'];
  expect((await runGuarded(guards, ticket)).err).toContain('never allowed: tickets.create (guards)');
  expect(await runGuarded(guards, ['do', 'volumes.delete', volume, '--dry-run'])).toMatchObject({code: 0});
  expect(await runGuarded(guards, ['config', 'check'])).toMatchObject({code: 0});
});
