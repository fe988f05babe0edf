/** `skydeck run`: a command on instances over ssh, here a program that plays ssh. */
import {chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type RemoteHost, type RemoteResult, runOnHosts} from '../src/platform/process/remote-command.ts';
import {type AuditEntry, parseRecords} from '../src/store/changes/audit-log.ts';
import {groupResults, remoteLog, remoteTargets} from '../src/store/remote/remote-run.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
let env: Readonly<Record<string, string>>;
/** Plays ssh: web-02 can't be reached, and web-03 has another version. Prints its options for the command `argv`. */
const fakeSsh = `#!/bin/sh
for word; do command=$word; done
case "$*" in
  *"@REFUSED"*) echo 'ssh: connect to host: Connection refused' >&2; exit 255;;
esac
case "$command" in
  argv) echo "$*";;
  fail) echo 'no such unit'; exit 3;;
  *) case "$*" in *"@OTHER"*) echo 'nginx 1.24';; *) echo 'nginx 1.26';; esac;;
esac
`;

beforeAll(async () => {
  cli = await openCommandLine();
  const address = async (label: string) => {
    const {ipv4} = (await cli.json('get', 'instances', label)) as {ipv4: string[]};
    return ipv4[0] ?? '';
  };
  const ssh = join(cli.folder, 'ssh');
  const text = fakeSsh
    .replace('REFUSED', `${await address('web-02')} `)
    .replace('OTHER', `${await address('web-03')} `);
  writeFileSync(ssh, text);
  chmodSync(ssh, 0o755);
  mkdirSync(join(cli.folder, 'config', 'skydeck'), {recursive: true});
  writeFileSync(join(cli.folder, 'config', 'skydeck', 'config.yaml'), `ssh: {command: [${ssh}, 'ops@{address}']}\n`);
  env = {XDG_CONFIG_HOME: join(cli.folder, 'config')};
});
afterAll(() => cli.close());

const run = (...words: string[]) => cli.run(['run', ...words], env);
const auditRecords = () =>
  readdirSync(join(cli.folder, 'skydeck'))
    .filter(name => name.endsWith('.audit.ndjson'))
    .flatMap(name => parseRecords(readFileSync(join(cli.folder, 'skydeck', name), 'utf8')));

describe('a command on several instances', () => {
  it('prints equal results once, failures last, and ends with 1 after a failure', async () => {
    const {code, out, err} = await run('nginx -v', 'web-01', 'web-02', 'web-03', 'web-04', '--yes');
    expect(out).toBe(
      [
        'web-01, web-04: exit 0',
        '  nginx 1.26',
        'web-03: exit 0',
        '  nginx 1.24',
        'web-02: no connection (exit 255)',
        '  ssh: connect to host: Connection refused',
        '',
      ].join('\n'),
    );
    expect([code, err]).toEqual([1, '3 of 4 succeeded\n']);
  });

  it('is recorded in the change log, for each instance with its result', async () => {
    await run('fail', 'web-05', 'web-06', '--yes');
    const records = auditRecords().filter(({path}) => path.endsWith(' fail'));
    expect(records.filter(({outcome}) => outcome === 'sending').map(({label}) => label)).toEqual(['web-05', 'web-06']);
    expect(
      records
        .filter(({outcome}) => outcome === 'failed')
        .map(({label}) => label)
        .toSorted(),
    ).toEqual(['web-05', 'web-06']);
    expect(records[0]).toMatchObject({operation: 'instances.run', method: 'SSH', target: {family: 'instances'}});
  });

  it('prints each result as JSON', async () => {
    const {code, out} = await run('true', 'web-01', 'web-03', '--yes', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual([
      {id: expect.any(Number), label: 'web-01', address: expect.any(String), status: 0, output: 'nginx 1.26\n'},
      {id: expect.any(Number), label: 'web-03', address: expect.any(String), status: 0, output: 'nginx 1.24\n'},
    ]);
  });

  it('takes a filter, and shows the ssh commands without running them', async () => {
    const {code, out} = await run('uptime -p', '--filter', 'label:web', '--dry-run');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines[0]).toMatch(/^web-01: \S+\/ssh -o BatchMode=yes -o ConnectTimeout=10 ops@[\d.]+ uptime -p$/);
    expect(await run('uptime', '--filter', 'label:nothing-like-it', '--yes')).toMatchObject({
      code: 0,
      err: 'No instance matches the filter. Nothing was run.\n',
    });
  });

  it('asks first, and names the instances', async () => {
    expect(await run('uptime', 'web-01')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Confirmation required'),
    });
    const questions: string[] = [];
    const refused = await cli.run(['run', 'uptime', 'web-01', 'web-04'], env, {
      ask: async question => {
        questions.push(question);
        return 'n';
      },
    });
    expect(questions).toEqual(['Run it on these 2? [y/N] ']);
    expect(refused).toMatchObject({code: 1, out: '', err: expect.stringMatching(/^uptime\n {2}web-01 \([\d.]+\)\n/)});
    expect(refused.err).toMatch(/Nothing was run\.\n$/);
  });

  it('refuses lines that select nothing, everything or twice', async () => {
    for (const words of [
      ['uptime'],
      ['uptime', '--filter', ''],
      ['uptime', 'web-01', '--filter', 'tag:web'],
      ['', 'web-01'],
    ])
      expect(await run(...words, '--yes')).toMatchObject({code: 2, out: ''});
    expect(await run('uptime', 'web-01', '--parallel', '0', '--yes')).toMatchObject({code: 2});
    expect((await run('uptime', 'nobody', '--yes')).err).toContain('No instance named "nobody"');
    expect(await cli.run(['--read-only', 'run', 'uptime', 'web-01', '--yes'], env)).toMatchObject({
      code: 2,
      err: expect.stringContaining('read-only'),
    });
  });
});

describe('hosts', () => {
  const host = (label: string, ...argv: string[]) => ({label, argv});
  const limits = {maxParallel: 2, timeoutMs: 60_000};

  /** The outcomes that the change log has for a command on these hosts. */
  function loggedOutcomes(hosts: readonly RemoteHost[], results: readonly RemoteResult[]): readonly string[] {
    const entries: AuditEntry[] = [];
    const audit = {announce: async () => undefined, write: (entry: AuditEntry) => void entries.push(entry)};
    const targets = hosts.map((one, index) => ({...one, id: index, address: '192.0.2.7'}));
    const log = remoteLog({audit, profile: 'acme', now: () => 0}, targets, 'uptime');
    results.forEach(log.ended);
    return entries.map(({outcome}) => outcome);
  }

  it('that never end are stopped at the time limit', async () => {
    const results = await runOnHosts([host('a', 'tail', '-f', '/dev/null')], {...limits, timeoutMs: 1});
    expect(results).toEqual([
      {label: 'a', status: undefined, output: '', failure: 'the command was stopped after 0 s'},
    ]);
  });

  it('run to their end with a time limit of a month', async () => {
    expect(await runOnHosts([host('a', 'true')], {...limits, timeoutMs: 30 * 86_400_000})).toMatchObject([{status: 0}]);
  });

  it('are not started after an interrupt', async () => {
    const stop = new AbortController();
    const hosts = [host('a', 'true'), host('b', 'tail', '-f', '/dev/null'), host('c', 'true'), host('d', 'true')];
    const results = await runOnHosts(hosts, {...limits, maxParallel: 1, signal: stop.signal}, (_, index) => {
      if (index === 0) stop.abort();
    });
    expect(results.map(({failure}) => failure)).toEqual([undefined, 'not run', 'not run', 'not run']);
    expect(loggedOutcomes(hosts, results)).toEqual(['done', 'cancelled', 'cancelled', 'cancelled']);
  });

  it('that are interrupted while they run are logged as interrupted', async () => {
    const stop = new AbortController();
    const hosts = [host('a', 'tail', '-f', '/dev/null'), host('b', 'true')];
    const results = await runOnHosts(hosts, {...limits, signal: stop.signal}, () => stop.abort());
    expect(results).toMatchObject([{label: 'a', failure: 'interrupted'}, {status: 0}]);
    expect(loggedOutcomes(hosts, results)).toEqual(['interrupted', 'done']);
  });

  it('whose ssh is killed before the time limit are not reported as too slow', async () => {
    expect(await runOnHosts([host('a', 'sh', '-c', 'kill -KILL $$')], limits)).toMatchObject([
      {status: undefined, failure: 'the command was ended by SIGKILL'},
    ]);
  });

  it('whose program is missing are reported', async () => {
    expect(await runOnHosts([host('a', '/nowhere/ssh')], limits)).toMatchObject([
      {status: undefined, failure: '/nowhere/ssh: not found in PATH'},
    ]);
  });

  it('without a usable address are named, and an invalid address never reaches the command line', () => {
    const rows = [
      {id: 1, label: 'a', ipv4: ['-oProxyCommand=evil'], ipv6: null},
      {id: 2, label: 'b', ipv4: ['203.0.113.7', '192.168.1.7'], ipv6: '2001:db8::7/64'},
    ];
    expect(remoteTargets(rows, 'uptime')).toMatchObject({
      targets: [{id: 2, argv: ['ssh', '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=10', 'root@203.0.113.7', 'uptime']}],
      unreachable: [{label: 'a', reason: 'no IP address'}],
    });
    expect(remoteTargets(rows, 'uptime', {address: 'private'}).targets.map(({address}) => address)).toEqual([
      '192.168.1.7',
    ]);
    expect(remoteTargets(rows, 'uptime', {address: 'ipv6', jump: 'bastion'}).targets[0]?.argv).toContain('bastion');
  });
});

it('equal results are one group in any order', () => {
  const result = (label: string, status: number, output: string) => ({label, status, output});
  const groups = groupResults([result('a', 1, 'x'), result('b', 0, 'y\n'), result('c', 0, 'y'), result('d', 0, 'z')]);
  expect(groups.map(({labels}) => labels)).toEqual([['b', 'c'], ['d'], ['a']]);
});
