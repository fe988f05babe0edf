/** `skydeck do --output`: the results as JSON, as lines of JSON, and as IDs for another command. */
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());

const run = (...words: string[]) => line.run(words);
const createVolume = (label: string, ...words: string[]) =>
  run('do', 'volumes.create', '--label', label, '--region', 'us-east', '--size', '20', '--yes', ...words);
const idOf = async (label: string) => (await run('get', 'volumes', label, '-o', 'name')).out;

describe('do --output', () => {
  it('json works like --json, also for a dry run and for errors', async () => {
    const edit = ['do', 'volumes.update', 'uploads', 'ci-cache', '--add-tags', 'seen'];
    const {out} = await run(...edit, '--dry-run', '--json');
    expect(JSON.parse(out)).toHaveLength(2);
    expect(await run(...edit, '--dry-run', '-o', 'json')).toMatchObject({code: 0, out});
    expect(await run(...edit, '--dry-run', '--output=json')).toMatchObject({code: 0, out});
    const lines = (await run(...edit, '--dry-run', '-o', 'ndjson')).out.trimEnd().split('\n');
    expect(lines.map(text => JSON.parse(text))).toEqual(JSON.parse(out));
    for (const words of [['-o', 'json'], ['--output', 'ndjson'], ['-ojson'], ['--output=json']]) {
      const {code, err} = await run('do', 'volumes.update', 'no-such-volume', '--label', 'x', '--yes', ...words);
      expect([code, JSON.parse(err)]).toEqual([1, {error: expect.stringContaining('no-such-volume')}]);
    }
  });

  it('bug: the cost of enabled backups was printed three times', async () => {
    const {out} = await run('do', 'backups.enable', 'web-03', '--dry-run');
    expect(out.split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^ {2}! Cost: \+\$\d+\.\d\d\/mo\.$/),
      '  ! Backups are billed in addition to the plan.',
    ]);
  });

  it('a dry run as JSON has the monthly difference of each request that is billed', async () => {
    const dry = async (...words: string[]) => JSON.parse((await run('do', ...words, '--dry-run', '--json')).out);
    const [small, large] = ['g6-nanode-1', 'g6-standard-8'];
    const types = JSON.parse((await run('get', 'types', '--json')).out) as {id: string; price: {monthly: number}}[];
    const priceOf = (id: string) => types.find(type => type.id === id)?.price.monthly ?? Number.NaN;
    const plan = JSON.parse((await run('get', 'instances', 'web-01', '--json')).out).type;
    const target = plan === large ? small : large;
    expect(await dry('instances.resize', 'web-01', '--type', target)).toMatchObject({
      label: 'web-01',
      monthlyDifference: expect.closeTo(priceOf(target) - priceOf(plan), 6),
    });
    const both = await dry('instances.delete', 'web-01', 'web-02');
    expect(both.map((one: {monthlyDifference: number}) => one.monthlyDifference < 0)).toEqual([true, true]);
    // The account has no price list of volumes.
    expect(await dry('volumes.delete', 'batch-scratch-free')).toMatchObject({monthlyDifference: null});
    expect(await dry('volumes.update', 'uploads', '--add-tags', 'seen')).not.toHaveProperty('monthlyDifference');
  });

  it.each([
    [['-o', 'json', 'volumes.update', 'uploads']],
    [['--output', 'json', '--filter', 'label=uploads', 'volumes.update']],
    [['--timeout=9m', '--no-wait', '--confirm', 'x', 'volumes.update', 'uploads', '--json']],
  ])('flags of the command may come before the action: %j', async words => {
    const {code, out, err} = await run('do', ...words, '--add-tags', 'early', '--dry-run');
    expect([code, err]).toEqual([0, '']);
    expect([JSON.parse(out)].flat()).toMatchObject([
      {label: 'uploads', body: {tags: expect.arrayContaining(['early'])}},
    ]);
  });

  it('ndjson prints one object for each resource', async () => {
    const {code, out} = await run(
      'do',
      'volumes.update',
      'uploads',
      'ci-cache',
      '--tags',
      'lines',
      '--yes',
      '-o',
      'ndjson',
    );
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.map(text => JSON.parse(text))).toMatchObject([
      {label: 'uploads', ok: true, answer: {tags: ['lines']}},
      {label: 'ci-cache', ok: true, answer: {tags: ['lines']}},
    ]);
    const created = await createVolume('lines', '-o', 'ndjson');
    expect(created.out.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(created.out)).toMatchObject({label: 'lines'});
  });

  it('name prints the same ID as get, for a created, a cloned and a changed resource', async () => {
    const created = await createVolume('named', '-o', 'name');
    expect(created).toMatchObject({code: 0, out: await idOf('named')});
    line.account.pass(120);
    const clone = await run('do', 'volumes.clone', 'named', '--label', 'named-2', '--yes', '-o', 'name');
    expect(clone.out).toBe(await idOf('named-2'));
    expect(clone.out).not.toBe(created.out);
    const edit = ['do', 'volumes.update', 'named', 'uploads', '--add-tags', 'named', '--yes', '-o', 'name'];
    const changed = await run(...edit);
    expect([changed.code, changed.out]).toEqual([0, `${created.out}${await idOf('uploads')}`]);
    // A script may run twice.
    expect((await run(...edit)).out).toBe(changed.out);
  });

  it('name prints the ID in the form that other commands accept', async () => {
    const body = {label: 'named-bucket', cluster: 'us-east-1'};
    const {out} = await run('do', 'buckets.create', '--body', JSON.stringify(body), '--yes', '-o', 'name');
    expect(out).toBe('us-east-1/named-bucket\n');
  });

  it('name leaves out changes that failed', async () => {
    const {id} = await line.account.ok(contract.volumes.create, {body: {label: 'fine', region: 'us-east', size: 20}});
    const {code, out} = await run('do', 'instances.boot', 'web-01', 'batch-12', '--yes', '-o', 'name');
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(code).toBe(0);
    const used = await run('do', 'volumes.delete', 'fine', 'vol-db', '--yes', '--confirm', 'fine', '-o', 'name');
    expect([used.code, used.out]).toEqual([1, `${id}\n`]);
  });

  it.each([
    [['volumes.create', '-o', 'yaml'], '--output of do is one of json, ndjson, name, not "yaml"'],
    [['volumes.create', '-o', 'name', '--json'], '--json and --output can’t be combined. Pass one of them'],
    [['volumes.create', '-o', 'name', '--dry-run'], '--output name doesn’t work with --dry-run. Use --output json'],
    [
      ['profile.tokens.create', '-o', 'name'],
      '--output name would lose the secret that profile.tokens.create returns. Use --output json',
    ],
    [
      ['profile.securityQuestions.answer', '-o', 'name'],
      '--output name doesn’t work with profile.securityQuestions.answer, which returns no resource. Use --output json',
    ],
  ])('refuses %j in one line, before anything is sent', async (words, message) => {
    const {code, out, err} = await run('do', ...words, '--yes');
    const expected = words.includes('--json') ? `${JSON.stringify({error: message})}\n` : `skydeck: ${message}\n`;
    expect([code, out, err]).toEqual([2, '', expected]);
  });

  it.each([
    'volumes.create',
    'volumes.attach',
    'volumes.delete',
    'account.settings.update',
    'profile.tokens.create',
  ])('is in the help of %s', async action => {
    expect((await run('do', action, '--help')).out).toContain('-o, --output FORMAT');
  });
});
