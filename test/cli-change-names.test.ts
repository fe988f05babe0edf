/** The names of changes without a row of their own, in results and in the change log. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {auditPath, parseRecords} from '../src/store/changes/audit-log.ts';
import {addressProfile, type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
beforeEach(async () => {
  line = await openCommandLine({accounts: 'demo', dialect: 'today'});
});
afterEach(() => line.close());

const lastChange = () => {
  const path = join(line.folder, 'skydeck', auditPath(addressProfile({url: line.account.url})));
  return parseRecords(readFileSync(path, 'utf8')).findLast(({outcome}) => outcome === 'done');
};

test('bug: a change to a list below an instance named no instance in its result and in the change log', async () => {
  const enabled = await line.run(['do', 'instances.backups.enable', 'staging-web', '--yes']);
  expect(enabled.out + enabled.err).toContain('Enable backups for staging-web');
  expect(lastChange()).toMatchObject({title: 'Enable backups', label: 'staging-web'});

  const taken = await line.run(['do', 'instances.backups.takeSnapshot', 'staging-web', '--label', 'before', '--yes']);
  expect(taken.out + taken.err).toContain('Take a snapshot for staging-web has started');
  expect(lastChange()).toMatchObject({label: 'staging-web'});
});

test('bug: a new range, and moved or shared addresses, named no instance in the change log', async () => {
  const allocate = ['do', 'networking.ips.allocate', '--type', 'ipv4', '--public', '--compute-id', 'web-04', '--yes'];
  const allocated = await line.run(allocate);
  expect(allocated.out + allocated.err).toMatch(/ for web-04/);
  const one = JSON.parse((await line.run([...allocate, '-o', 'json'])).out) as {address: string};
  const id = ((await line.json('get', 'instances', '--filter', 'label:web-02')) as {id: number}[])[0]?.id;
  const made = await line.run([
    ...['do', 'networking.ipv6.ranges.create', '--prefix-length', '64', '--compute-id', 'web-02', '--yes'],
  ]);
  expect(made.code, made.err).toBe(0);
  expect(lastChange()).toMatchObject({label: expect.stringMatching(/web-02|:/)});

  const shared = await line.run([
    ...['do', 'networking.ips.share', '--compute-id', 'web-02', '--ips', one.address, '--yes'],
  ]);
  expect(shared.out + shared.err).toContain('Share addresses with web-02 is done');
  expect(lastChange()).toMatchObject({title: 'Share addresses with web-02'});

  const assignments = JSON.stringify([{address: one.address, compute_id: id}]);
  const moved = await line.run([
    ...['do', 'networking.ips.assign', '--region', 'us-east', '--assignments', assignments, '--yes'],
  ]);
  expect(moved.out + moved.err).toContain(`Move ${one.address} to web-02 is done`);
  expect(lastChange()).toMatchObject({title: `Move ${one.address} to web-02`});
});

test('the change log has one batch for all changes of a command', async () => {
  const records = () => {
    const path = join(line.folder, 'skydeck', auditPath(addressProfile({url: line.account.url})));
    return parseRecords(readFileSync(path, 'utf8')).filter(({outcome}) => outcome === 'done');
  };
  const volumes = ['batch-scratch-free', 'staging-data', 'crm-archive-2014'];
  const tagged = await line.run(['do', 'volumes.update', ...volumes, '--tags', 'kept', '--yes']);
  expect(tagged.code, tagged.err).toBe(0);
  const [first] = records();
  expect(first?.batch).toEqual(expect.any(String));
  expect(records().map(({batch}) => batch)).toEqual(volumes.map(() => first?.batch));
  // A single change is no batch.
  await line.run(['do', 'volumes.update', 'staging-data', '--tags', 'alone', '--yes']);
  expect(records().at(-1)).not.toHaveProperty('batch');
});
