/** Plans of an agent: written for a person, and sent only with a person's signature. */
import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {agentContext, openAgent, type TestAgent} from './support/agent.ts';
import {bareEnv, type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
let agent: TestAgent;
let started = '';
const printed: string[] = [];
const open = (env: Readonly<Record<string, string>> = {}, readOnly = false) =>
  openAgent(agentContext({...bareEnv(line.folder, line.account), ...env}, printed), {readOnly});
beforeEach(async () => {
  line = await openCommandLine();
  agent = await open();
  started = new Date(line.account.clock.now()).toISOString().slice(0, 19);
});
afterEach(async () => {
  await agent.close();
  await line.close();
});

interface Planned {
  readonly name: string;
  readonly file: string;
  readonly state: string;
  readonly error?: string;
}
const resize = {action: 'instances.resize', ids: ['web-03', 'web-04'], fields: {type: 'g6-standard-4'}};
const plan = async (input: Readonly<Record<string, unknown>> = resize): Promise<Planned & {readonly text: string}> => {
  const {data, text} = await agent.call('plan', input);
  return {...(data as Planned), text};
};
const resizeCount = async () => {
  const filter = {action: 'compute_resize' as const};
  const {data} = await line.account.ok(contract.account.events.list, {filter});
  return data.filter(({created}) => created >= started).length;
};

describe('a plan', () => {
  it('has the preview, is a private file, and sends nothing', async () => {
    const {data} = await agent.call('plan', {...resize, reason: 'Both are out of memory\u202e'});
    expect(data).toMatchObject({
      state: 'waiting',
      title: 'Resize',
      action: 'instances.resize',
      changes: [
        {
          label: {untrusted_text: 'web-03'},
          changes: expect.arrayContaining([
            {
              title: 'Price',
              before: {untrusted_text: '$20.00/mo', cut: false},
              after: {untrusted_text: '$40.00/mo', cut: false},
            },
          ]),
        },
        {},
      ],
    });
    const {file, name}: Planned = data;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await line.run(['plan', 'show', file])).out).toContain('Price: $20.00/mo → $40.00/mo');
    const index = readFileSync(join(file, '../index.json'), 'utf8');
    expect(JSON.parse(index)).toMatchObject([
      {name, agent: 'test-agent', reason: 'Both are out of memory', labels: ['web-03', 'web-04']},
    ]);
    expect((await agent.call('plan', {name})).data).toMatchObject({name, state: 'waiting'});
    expect(await resizeCount()).toBe(0);
    expect(printed).toEqual([]);
  });

  it.each([
    ['without an action', {}, 'needs an action'],
    ['of an unknown action', {...resize, action: 'instances.explode'}, 'no action'],
    ['with a flag in place of an ID', {...resize, ids: ['--yes']}, 'must not start with -'],
    ['with a flag in place of an action', {...resize, action: '--help'}, 'an action such as'],
    ['of a resource that does not exist', {...resize, ids: ['web-99']}, 'No instance named'],
    [
      'that changes nothing',
      {...resize, ids: ['web-03'], fields: {type: 'g6-standard-2'}},
      'current plan · No plan was written.',
    ],
    ['with an unknown field', {...resize, fields: {type: 'g6-standard-4', yes: true}}, 'yes is not a known field'],
    ['of an action that is not available', {action: 'volumes.delete', ids: ['vol-db']}, 'detach it first'],
    [
      'with a secret',
      {action: 'instances.rebuild', ids: ['web-05'], fields: {image: 'compute/debian12', root_pass: 'correct-horse-9'}},
      'needs a secret (root_pass)',
    ],
    [
      'of an action that sends a file',
      {action: 'images.upload', fields: {label: 'golden', region: 'us-east'}},
      'A change that sends or saves a file can’t be planned',
    ],
    ['with very long fields', {...resize, fields: {type: 'x'.repeat(30_000)}}, 'longer than'],
    [
      'whose filter matches no resource',
      {...resize, ids: [], filter: 'label:nothing-like-this'},
      'No resource matches',
    ],
  ])('%s is refused in one line', async (_, input, message) => {
    const {isError, text} = await agent.call('plan', input);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
    expect(text).not.toContain('correct-horse-9');
    expect(existsSync(join(line.folder, 'skydeck/plans'))).toBe(false);
  });

  it('is refused by a read-only profile, by guards and by a token with few scopes', async () => {
    const readOnly = await open({}, true);
    expect((await readOnly.call('plan', resize)).text).toContain('read-only');
    await readOnly.close();
    const few = await open({
      SKYDECK_TOKEN: line.account.tokenFor('few', {scopes: 'compute:read_only events:read_only account:read_only'}),
    });
    expect((await few.call('plan', resize)).text).toContain('compute:read_write');
    await few.close();
    const config = join(line.folder, 'config/skydeck');
    mkdirSync(config, {recursive: true});
    writeFileSync(join(config, 'config.yaml'), 'guards:\n  never: [instances.resize]\n');
    const guarded = await open({XDG_CONFIG_HOME: join(line.folder, 'config')});
    expect((await guarded.call('plan', resize)).text).toContain('never allowed');
    await guarded.close();
  });

  it('is applied when a person sends its file', async () => {
    const {name, file} = await plan();
    expect((await line.run(['plan', 'apply', file, '--yes'])).code).toBe(0);
    expect((await agent.call('plan', {name})).data).toMatchObject({
      name,
      state: 'applied',
      decided: expect.any(String),
    });
    expect(await resizeCount()).toBe(2);
  });

  it('is refused while 20 others are waiting', async () => {
    for (let number = 1; number <= 20; number++)
      expect(await plan({action: 'volumes.update', ids: ['vol-db'], fields: {label: `vol-${number}`}})).toMatchObject({
        state: 'waiting',
      });
    expect((await plan()).text).toContain('20 plans wait already');
  });

  it('can be made after its index was damaged', async () => {
    const {file} = await plan();
    writeFileSync(join(file, '../index.json'), '{"half');
    expect((await agent.call('plan', {name: 'other'})).text).toContain('No plan named');
    expect(await plan()).toMatchObject({state: 'waiting'});
    printed.length = 0;
  });
});

describe('apply_signed', () => {
  it('refuses a plan without plan_signers in the settings', async () => {
    const {name} = await plan();
    expect((await agent.call('apply_signed', {name})).text).toContain('needs plan_signers');
    expect((await agent.call('apply_signed', {name: 'nothing'})).text).toContain('No plan named');
    expect((await agent.call('apply_signed', {name: '../../etc/passwd'})).text).toContain('a name such as');
    expect(await resizeCount()).toBe(0);
  });

  it('sends a plan that an allowed person signed, once, and no other', async () => {
    const key = join(line.folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    chmodSync(key, 0o600);
    const [type, digits] = readFileSync(`${key}.pub`, 'utf8').split(' ');
    writeFileSync(join(line.folder, 'signers'), `ann@example.com ${type} ${digits}\n`);
    const config = join(line.folder, 'config/skydeck');
    mkdirSync(config, {recursive: true});
    writeFileSync(join(config, 'config.yaml'), `plan_signers: ${join(line.folder, 'signers')}\n`);
    const env = {XDG_CONFIG_HOME: join(line.folder, 'config')};
    const other = await open(env);
    const {name, file} = await plan();
    const unsigned = await other.call('apply_signed', {name});
    expect([unsigned.isError, unsigned.text]).toEqual([true, expect.stringContaining('not signed')]);
    expect(await resizeCount()).toBe(0);

    expect((await line.run(['plan', 'sign', file, '--key', key])).code).toBe(0);
    const sent = await other.call('apply_signed', {name});
    expect(sent.data).toMatchObject({
      state: 'applied',
      result: {untrusted_text: expect.stringContaining('Resize web-03 has started')},
    });
    expect(await resizeCount()).toBe(2);
    expect((await other.call('plan', {name})).data).toMatchObject({
      state: 'applied',
      by: {untrusted_text: expect.stringContaining('ann@example.com')},
    });
    expect((await other.call('apply_signed', {name})).text).toContain('The plan is applied already');
    expect(await resizeCount()).toBe(2);

    // A resource that has changed since makes the signed plan useless.
    const late = await plan({action: 'volumes.update', ids: ['vol-db'], fields: {label: 'vol-new'}});
    await line.run(['plan', 'sign', late.file, '--key', key]);
    await line.run(['do', 'volumes.update', 'vol-db', '--tags', 'moved', '--yes']);
    expect((await other.call('apply_signed', {name: late.name})).text).toContain('has changed since');
    expect((await other.call('plan', {name: late.name})).data).toMatchObject({state: 'failed'});
    await other.close();
  });
});
