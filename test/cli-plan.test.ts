/** Plan files: written by `do --plan`, shown, signed, and applied when nothing has changed since. */
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
let path = '';
/** Time of the account at the start of a test. */
let started = '';
beforeEach(async () => {
  cli = await openCommandLine();
  path = join(cli.folder, 'test.plan');
  started = new Date(cli.account.clock.now()).toISOString().slice(0, 19);
});
afterEach(() => cli.close());

const resize = ['do', 'instances.resize', 'web-03', 'web-04', '--type', 'g6-standard-4'];
const plan = (...words: string[]) => cli.run(['plan', ...words]);
const apply = (...words: string[]) => plan('apply', path, '--yes', ...words);
const eventCount = async (action: 'compute_resize' | 'compute_rebuild' | 'volume_create') => {
  const {data} = await cli.account.ok(contract.account.events.list, {filter: {action}});
  return data.filter(({created}) => created >= started).length;
};
const resizeCount = () => eventCount('compute_resize');
const webId = async (label: string) =>
  (await cli.account.ok(contract.instances.list, {filter: {label}})).data[0]?.id ?? 0;

describe('a plan', () => {
  it('contains the preview, and sends nothing', async () => {
    const {code, out} = await cli.run([...resize, '--plan', path]);
    expect([code, out]).toEqual([0, expect.stringMatching(/test\.plan: 2 changes, can be applied until \d{4}-/)]);
    expect(await resizeCount()).toBe(0);
    const shown = await plan('show', path);
    expect(shown).toMatchObject({code: 0, err: ''});
    expect(shown.out).toMatch(/^Resize \(instances\.resize\) in /);
    expect(shown.out).toContain('Price: $20.00/mo → $40.00/mo');
    expect(JSON.parse((await plan('show', path, '--json')).out)).toMatchObject({
      signer: null,
      changes: [{label: 'web-03', method: 'POST', body: {type: 'g6-standard-4'}}, {label: 'web-04'}],
    });
  });

  it('is applied as shown', async () => {
    await cli.run([...resize, '--plan', path]);
    const applied = await apply();
    expect(applied).toMatchObject({code: 0, out: 'Resize web-03 has started\nResize web-04 has started\n'});
    expect(await resizeCount()).toBe(2);
  });

  it('that creates something is applied once', async () => {
    await cli.run([
      'do',
      'volumes.create',
      '--label',
      'planned',
      '--region',
      'us-east',
      '--size',
      '20',
      '--plan',
      path,
    ]);
    expect(await apply()).toMatchObject({code: 0});
    expect(await apply()).toMatchObject({code: 1, err: expect.stringMatching(/^skydeck: The plan was applied at /m)});
    expect(await eventCount('volume_create')).toBe(1);
  });

  it('bug: an applied plan is previewed before it is refused', async () => {
    await cli.run(['do', 'volumes.create', '--label', 'once', '--region', 'us-east', '--size', '20', '--plan', path]);
    expect(await apply()).toMatchObject({code: 0});
    const {err} = await apply();
    expect(err).toMatch(/^skydeck: The plan was applied at [^\n]*\n$/);
    expect(err).not.toContain('billed');
  });

  it('bug: an applied plan could be applied until its expiry, as plan show had it', async () => {
    await cli.run([...resize, '--plan', path]);
    await apply();
    expect(await plan('show', path)).toMatchObject({code: 1, err: expect.stringContaining('The plan was applied at')});
  });

  it('of which a change failed counts as applied, and its command reports that', async () => {
    await cli.run([...resize, '--plan', path]);
    const body = JSON.stringify({faults: [{on: 'instances.resize', kind: 'error', status: 400, after: 1, count: 1}]});
    await cli.account.raw('/_emulator/faults', {method: 'POST', body});
    const {code, err} = await apply();
    expect(code).toBe(1);
    expect(err).toContain('The plan counts as applied. Write a new plan for the changes that failed.');
  });

  it('is not applied without --yes', async () => {
    await cli.run([...resize, '--plan', path]);
    expect(await plan('apply', path)).toMatchObject({code: 2, err: expect.stringContaining('Confirmation required')});
    expect(await resizeCount()).toBe(0);
  });

  it('is not written for a change that is not possible, or over another file', async () => {
    const impossible = await cli.run(['do', 'volumes.delete', 'vol-db', '--plan', path]);
    expect(impossible).toMatchObject({
      code: 1,
      err: expect.stringMatching(/detach it first\nNo plan was written\.\n$/),
    });
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, 'mine');
    expect(await cli.run([...resize, '--plan', path])).toMatchObject({code: 1, err: expect.stringContaining('exists')});
    expect(readFileSync(path, 'utf8')).toBe('mine');
    for (const words of [
      ['--plan', path, '--dry-run'],
      ['--plan', ''],
      ['--plan-expires', '1h'],
    ])
      expect(await cli.run([...resize, ...words])).toMatchObject({code: 2});
  });

  it('never contains a secret, and needs it again to be applied', async () => {
    const image = (await cli.account.ok(contract.images.list)).data.find(({id}) => id.includes('debian'))?.id ?? '';
    const secret = 'correct-horse-9';
    await cli.run(['do', 'instances.rebuild', 'web-05', '--image', image, '--root-pass', secret, '--plan', path]);
    expect(readFileSync(path, 'utf8')).not.toContain(secret);
    expect((await plan('show', path)).out).toContain('Needs these secrets to be applied: root_pass');
    const missing = 'as in skydeck plan apply FILE --root-pass @FILE';
    expect(await apply('--confirm', 'web-05')).toMatchObject({code: 2, err: expect.stringContaining(missing)});
    expect(await apply('--confirm', 'web-05', '--root-pass', secret)).toMatchObject({code: 0});
    expect(await eventCount('compute_rebuild')).toBe(1);
  });
});

describe('a plan is refused before any request', () => {
  beforeEach(async () => {
    await cli.run([...resize, '--plan', path]);
  });
  afterEach(async () => {
    expect(await resizeCount()).toBe(0);
  });

  it('when a row has changed since, with the names of the fields', async () => {
    const computeId = await webId('web-04');
    await cli.account.ok(contract.instances.update, {params: {computeId}, body: {tags: ['changed']}});
    const {code, err} = await apply();
    expect(code).toBe(1);
    expect(err).toMatch(/^skydeck: web-04 has changed since the plan was written: .*tags\nNothing was sent\./);
  });

  it('when a row was deleted', async () => {
    await cli.account.ok(contract.instances.delete, {params: {computeId: await webId('web-03')}});
    expect(await apply()).toMatchObject({
      code: 1,
      err: 'skydeck: web-03: not found; it may be deleted. Nothing was sent\n',
    });
  });

  it('when the file was changed', async () => {
    const text = readFileSync(path, 'utf8');
    for (const other of [
      text.replace('g6-standard-4', 'g6-standard-8'),
      text.replace('"title": "Resize"', '"title": "Read"'),
    ]) {
      writeFileSync(path, other);
      expect(await apply()).toMatchObject({code: 2, err: expect.stringContaining('was changed after it was written')});
    }
    writeFileSync(path, text.replace('"skydeck_plan": 1', '"skydeck_plan": 2'));
    expect((await apply()).err).toContain('written by another version of Skydeck');
    for (const other of ['', '{}', 'skydeck']) {
      writeFileSync(path, other);
      expect((await apply()).err).toContain('is not a plan file');
    }
  });

  it('when it has expired, or the clock is wrong', async () => {
    const at = (offsetMs: number) => {
      const clock = {now: () => Date.now() + offsetMs, setTimeout: () => () => {}};
      return cli.run(['plan', 'apply', path, '--yes'], {}, {clock: clock as never});
    };
    expect(await at(25 * 3_600_000)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/The plan expired at .* Write it again/),
    });
    expect(await at(-3_600_000)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Check the clock of this machine'),
    });
  });

  it('for another account, or with other values', async () => {
    const other = await openCommandLine();
    const elsewhere = await other.run(['plan', 'apply', path, '--yes']);
    await other.close();
    expect(elsewhere).toMatchObject({code: 2, err: expect.stringMatching(/^skydeck: The plan is for http/)});
    expect(await apply('--type', 'g6-standard-8')).toMatchObject({
      code: 2,
      err: expect.stringContaining('takes no fields'),
    });
    expect(await apply('--filter', 'tag:web')).toMatchObject({code: 2, err: expect.stringContaining('takes no IDs')});
  });

  it('when its application can’t be recorded', async () => {
    const state = join(cli.folder, 'file');
    writeFileSync(state, '');
    const {code, err} = await cli.run(['plan', 'apply', path, '--yes'], {XDG_STATE_HOME: join(state, 'x')});
    expect([code, err]).toEqual([1, expect.stringMatching(/ENOTDIR/)]);
  });
});

const hasSshKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined;

describe.skipIf(!hasSshKeygen)('a plan that needs a signature', () => {
  const settings = () => ({XDG_CONFIG_HOME: join(cli.folder, 'config')});
  const key = (name: string) => join(cli.folder, `key-${name}`);
  const run = (...words: string[]) => cli.run(['plan', ...words], settings());
  beforeEach(async () => {
    for (const name of ['ann', 'bob']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key(name)]);
    const signers = join(cli.folder, 'signers');
    writeFileSync(signers, `ann@example.com ${readFileSync(`${key('ann')}.pub`, 'utf8')}`);
    mkdirSync(join(cli.folder, 'config', 'skydeck'), {recursive: true});
    writeFileSync(join(cli.folder, 'config', 'skydeck', 'config.yaml'), `plan_signers: ${signers}\n`);
    await cli.run([...resize, '--plan', path]);
  });

  it('is refused without a signature, and with one of a person who isn’t on the list', async () => {
    expect(await run('apply', path, '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The plan is not signed'),
    });
    expect(await run('sign', path, '--key', key('bob'))).toMatchObject({code: 0});
    const refused = await run('apply', path, '--yes');
    expect(refused).toMatchObject({code: 2, err: expect.stringContaining('is not from a person in')});
    expect((await run('show', path)).out).toContain('no valid signature');
    expect(await resizeCount()).toBe(0);
  });

  it('is applied with the signature of a person on the list', async () => {
    expect(await run('sign', path, '--key', key('ann'))).toMatchObject({code: 0, out: `${path}.sig\n`});
    expect((await run('show', path)).out).toContain('signed by ann@example.com');
    expect(await run('apply', path, '--yes')).toMatchObject({code: 0});
    expect(await resizeCount()).toBe(2);
  });

  it('is refused with the signature of another plan, and without the list of signers', async () => {
    const other = join(cli.folder, 'other.plan');
    await cli.run(['do', 'instances.reboot', 'web-01', '--plan', other]);
    await run('sign', other, '--key', key('ann'));
    writeFileSync(`${path}.sig`, readFileSync(`${other}.sig`));
    const refused = await run('apply', path, '--yes');
    expect(refused).toMatchObject({code: 2, err: expect.stringContaining('does not fit this plan')});
    await run('sign', path, '--key', key('ann'));
    const config = join(cli.folder, 'config', 'skydeck', 'config.yaml');
    writeFileSync(config, 'plan_signers: /nowhere/signers\n');
    expect((await run('apply', path, '--yes')).err).toContain('no such file: /nowhere/signers');
    writeFileSync(config, 'plan_signers: [1]\n');
    expect((await run('apply', path, '--yes')).err).toContain('The settings have mistakes');
    expect(await resizeCount()).toBe(0);
  });

  it('reports a key that can’t sign', async () => {
    expect(await run('sign', path, '--key', '/nowhere/key')).toMatchObject({
      code: 2,
      err: expect.stringContaining('could not sign with /nowhere/key'),
    });
  });
});
