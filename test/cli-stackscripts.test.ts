/** Answers to a StackScript: given with a flag, checked by its questions, and never shown or kept. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {mask, withoutSecrets} from '../src/store/core/secret-fields.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const creationFlags = ['--region', 'us-east', '--type', 'g6-nanode-1', '--image', 'compute/debian12', '--root-pass'];
const create = (label: string, answers: object, ...more: string[]) =>
  cli.run([
    ...['do', 'instances.create', '--label', label, ...creationFlags, '9A!xyzzy9A!xyzzy'],
    ...['--stackscript-id', 'Database server', '--stackscript-data', JSON.stringify(answers), ...more],
  ]);
const answers = {database: 'CANARY-1', db_password: 'CANARY-2', engine: 'mysql'};

it('takes --stackscript-data, with the label or the ID of the script', async () => {
  expect(await create('answered', answers, '--yes')).toMatchObject({code: 0});
  const {data} = await cli.account.ok(contract.instances.list, {filter: {label: 'answered'}});
  expect(data).toHaveLength(1);
  const rebuild = [
    'do',
    'instances.rebuild',
    'web-05',
    '--image',
    'compute/debian12',
    '--root-pass',
    '9A!xyzzy9A!xyzzy',
  ];
  const again = await cli.run([
    ...rebuild,
    '--stackscript-id',
    '10403',
    '--stackscript-data',
    JSON.stringify(answers),
    '--dry-run',
  ]);
  expect(again).toMatchObject({code: 0, out: expect.stringContaining('"stackscript_data"')});
});

it('refuses an unknown answer and a missing required answer', async () => {
  expect(await create('unanswered', {database: 'shop', enginee: 'mysql'}, '--dry-run')).toEqual({
    code: 2,
    out: '',
    err: 'skydeck: --stackscript-data: db_password is required (Password of its owner)\nskydeck: --stackscript-data: no question enginee: did you mean engine?\n',
  });
});

it('bug: a dry run accepted an answer that the question doesn’t offer', async () => {
  expect(await create('wrong', {...answers, engine: 'oracle'}, '--dry-run')).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^skydeck: --stackscript-data: engine must be one of .*mysql.*\n$/),
  });
});

it('shows no answer in a preview or a curl line, and keeps none in a file', async () => {
  for (const flags of [
    ['--dry-run'],
    ['--dry-run', '--json'],
    ['--dry-run', '--curl'],
    ['--yes'],
    ['--yes', '--json'],
  ]) {
    const {code, out, err} = await create(`hidden-${flags.length}${flags.at(-1)?.length}`, answers, ...flags);
    expect([flags, code]).toEqual([flags, 0]);
    expect(`${out}${err}`).not.toContain('CANARY');
  }
  const state = join(cli.folder, 'skydeck');
  const written = readdirSync(state).map(name => readFileSync(join(state, name), 'utf8'));
  expect(written.join('')).toContain('Name of the first database');
  expect(written.join('')).not.toContain('CANARY');
});

it('masks answers under any name', () => {
  const body = {label: 'x', stackscript_data: {apikey: 'A', admin_pw: 'B', passphrase: 'C', deep: {pwd: 'D'}}};
  expect(JSON.stringify(mask(body))).not.toMatch(/[ABCD]"/);
  expect(Object.keys((mask(body) as typeof body).stackscript_data)).toEqual([
    'apikey',
    'admin_pw',
    'passphrase',
    'deep',
  ]);
  expect(withoutSecrets(body)).toEqual({label: 'x', stackscript_data: {}});
});
