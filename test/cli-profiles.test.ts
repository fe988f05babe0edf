import {chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let line: CommandLine;
let folder: string;
let config: string;
beforeEach(async () => {
  line = await openCommandLine();
  folder = mkdtempSync(join(tmpdir(), 'skydeck-profiles-'));
  config = join(folder, 'config.yaml');
});
afterEach(async () => {
  await line.close();
  rmSync(folder, {recursive: true, force: true});
});

/** Answers in their order; further questions end the input. */
const typedAnswers = (...answers: string[]) => {
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  return {asked, ask};
};
const run = (words: readonly string[], ask?: (question: string) => Promise<string>) =>
  line.run(words, {SKYDECK_CONFIG: config, SKYDECK_BASE_URL: '', HOME: folder}, ask && {ask});
const settings = () => readFileSync(config, 'utf8');
const add = (...more: string[]) => run(['profile', 'add', 'prod', '--base-url', line.account.url, ...more]);

describe('profile add', () => {
  it('keeps all of eight profiles that are added at once', async () => {
    const names = Array.from({length: 8}, (_, index) => `p${index}`);
    const base = ['--base-url', line.account.url, '--token-env', 'X'];
    const added = await Promise.all(names.map(name => run(['profile', 'add', name, ...base])));
    expect(added.map(({code}) => code)).toEqual(names.map(() => 0));
    expect([...settings().matchAll(/name: (p\d)/g)].map(([, name]) => name).sort()).toEqual(names);
    // A name that another has taken meanwhile is refused.
    const same = await Promise.all([1, 2, 3].map(() => run(['profile', 'add', 'same', ...base])));
    expect(same.map(({code}) => code).sort()).toEqual([0, 2, 2]);
  });

  it('names the variable to set when nothing can be written, and so does doctor', async () => {
    writeFileSync(join(folder, 'home'), 'a file in the way');
    const env = {
      SKYDECK_CONFIG: join(folder, 'home/config.yaml'),
      SKYDECK_BASE_URL: '',
      XDG_STATE_HOME: join(folder, 'home'),
    };
    const added = await line.run(['profile', 'add', 'prod', '--base-url', line.account.url, '--token-env', 'X'], env);
    expect(added).toMatchObject({code: 1, err: expect.stringMatching(/can’t be read: .*Set SKYDECK_CONFIG/)});
    expect(added.err).not.toContain('Skydeck hit a bug');
    const {out, err} = await line.run(['doctor'], {...env, SKYDECK_BASE_URL: line.account.url});
    expect(err).toBe('');
    expect(out).toMatch(/FAIL {2}writing .*home\/skydeck can’t be written \(ENOTDIR\): drafts/);
  });

  it('writes a working profile from flags, into a private file', async () => {
    writeFileSync(config, '# mine\ntheme: mono\n', {mode: 0o644});
    const token = join(folder, 'token');
    writeFileSync(token, line.account.token, {mode: 0o600});
    const added = await add('--token-file', token, '--production', '--read-only', '--default');
    expect(added).toMatchObject({code: 0, out: expect.stringContaining('skydeck profile test prod')});
    expect(settings()).toMatch(/^# mine\ntheme: mono\n/);
    expect(settings()).not.toContain(line.account.token);
    expect(statSync(config).mode & 0o777).toBe(0o600);
    expect(await run(['profile', 'test', 'prod'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^prod: logged in as acme/),
    });
    expect((await run(['profile', 'list'])).out).toMatch(/^\* prod .*production, read-only$/m);
    expect(readdirSync(folder).sort()).toEqual(['config.yaml', 'token']);
  });

  it('never accepts a token as a flag, and doesn’t repeat it in the error', async () => {
    for (const words of [['--token', 'canary'], ['--token=canary']]) {
      const {code, out, err} = await add(...words);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/Don’t pass the token on the command line/);
      expect(err).not.toContain('canary');
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a token file that others can read, with the chmod command', async () => {
    const token = join(folder, 'token');
    writeFileSync(token, 'x');
    chmodSync(token, 0o644);
    expect(await add('--token-file', token)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`run chmod 600 '${token}'`),
    });
    expect(readdirSync(folder)).toEqual(['token']);
  });

  it('prints the command that creates a missing token file', async () => {
    const {code, err} = await add('--token-file', '~/later');
    expect(code).toBe(0);
    expect(err).toContain(`(umask 077; cat > '${join(folder, 'later')}')`);
    expect(settings()).toContain('file: ~/later');
  });

  it.each([
    [['prod'], /needs --base-url URL/],
    [['demo', '--base-url', 'https://x.example/v4'], /"demo" is the name of the demo account/],
    [['a b', '--base-url', 'https://x.example/v4'], /isn’t a valid profile name/],
    [['prod', '--base-url', 'http://x.example/v4'], /would receive the token unencrypted/],
    [['prod', '--base-url', 'https://x.example/v4', '--brand', 'Acme Inc'], /one lower-case word/],
    [['prod', '--base-url', 'https://x.example/v4', '--token-env', 'A', '--token-file', 'b'], /Several token sources/],
  ])('writes nothing for %s', async (words, reason) => {
    expect(await run(['profile', 'add', ...words])).toMatchObject({code: 2, err: expect.stringMatching(reason)});
    expect(readdirSync(folder)).toEqual([]);
  });

  it('asks for the fields, and repeats a question after an invalid answer', async () => {
    const {ask, asked} = typedAnswers(
      'demo',
      'work',
      'http://x.example',
      'https://x.example/v4',
      '',
      'command',
      'pass show it',
      'y',
      '',
    );
    const {code, err} = await run(['profile', 'add'], ask);
    expect(code).toBe(0);
    expect(asked).toHaveLength(9);
    expect(err).toMatch(/"demo" is the name of the demo account[\s\S]*unencrypted/);
    expect(settings()).toMatch(/name: work[\s\S]*base_url: https:\/\/x\.example\/v4[\s\S]*pass[\s\S]*production: true/);
    expect(settings()).not.toContain('read_only');
  });

  it('bug: an unclear answer to a question about safety counted as a no', async () => {
    const answers = ['https://x.example/v4', '', '', '', 'ja', 'YES', 'sure', 'yup', 'no'];
    const {ask, asked} = typedAnswers('work', ...answers);
    const {code, err} = await run(['profile', 'add'], ask);
    expect(code).toBe(0);
    expect(asked.filter(question => question.startsWith('Production?'))).toHaveLength(2);
    expect(asked.filter(question => question.startsWith('Read-only?'))).toHaveLength(3);
    expect(err.match(/Answer y or n/g)).toHaveLength(3);
    expect(settings()).toContain('production: true');
    expect(settings()).not.toContain('read_only');
  });

  it('writes nothing when the input ends in the middle', async () => {
    expect(await run(['profile', 'add'], typedAnswers('work').ask)).toMatchObject({code: 2});
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes to the target of a symbolic link, and keeps the link', async () => {
    const real = join(folder, 'dotfiles.yaml');
    writeFileSync(real, 'theme: mono\n');
    symlinkSync(real, config);
    expect((await add()).code).toBe(0);
    expect(readFileSync(real, 'utf8')).toContain('name: prod');
    expect(readdirSync(folder).sort()).toEqual(['config.yaml', 'dotfiles.yaml']);
  });

  it('doesn’t change an invalid settings file', async () => {
    writeFileSync(config, 'profiles: [');
    expect(await add()).toMatchObject({code: 2, err: expect.stringMatching(/config check/)});
    expect(settings()).toBe('profiles: [');
  });
});

describe('profile use', () => {
  it('makes a profile the default, and keeps the rest of the file', async () => {
    await add('--token-env', 'PROD_TOKEN', '--default');
    await run(['profile', 'add', 'lab', '--base-url', line.account.url, '--token-env', 'LAB_TOKEN']);
    writeFileSync(config, `# my profiles\n${settings()}`);
    expect(await run(['profile', 'use', 'lab'])).toEqual({code: 0, out: 'The default profile is now lab\n', err: ''});
    expect(settings()).toMatch(/^# my profiles[\s\S]*default_profile: lab/);
    expect((await run(['profile', 'list'])).out).toMatch(/^\* lab/m);
    expect((await run(['profile', 'use', 'demo'])).code).toBe(0);
    expect(settings()).toContain('default_profile: demo');
  });

  it('refuses a profile that doesn’t exist, with the nearest name', async () => {
    await add('--token-env', 'PROD_TOKEN');
    expect(await run(['profile', 'use', 'prdo'])).toEqual({
      code: 2,
      out: '',
      err: 'skydeck: No profile "prdo": did you mean prod?\n',
    });
  });
});

describe('bug: doctor compared the clock with an API that didn’t answer', () => {
  it('prints no clock', async () => {
    const {code, out} = await run(['doctor', '--base-url', 'http://127.0.0.1:1/v4']);
    expect([code, out]).toEqual([1, expect.stringMatching(/^FAIL {2}reach /m)]);
    expect(out).not.toMatch(/^\w+ +clock/m);
    expect((await run(['doctor', '--base-url', line.account.url])).out).toMatch(/^\w+ +clock/m);
  });
});

describe('bug: a missing token file was reported with a system call', () => {
  it.each(['get volumes', 'doctor', 'profile test prod'])('%s', async message => {
    await add('--token-file', join(folder, 'nope'));
    const {code, out, err} = await run(message.split(' '));
    expect(code).toBe(1);
    expect(out + err).toContain(`The file ${join(folder, 'nope')} doesn’t exist`);
    expect(out + err).toContain('Create it, or name another one in the profile with "skydeck config edit".');
    expect(out + err).not.toMatch(/ENOENT|SKYDECK_TOKEN/);
  });
});

describe('bug: the star of profile list marked an account that commands refuse', () => {
  it('marks no profile before the first is added', async () => {
    expect((await run(['profile', 'list'])).out).toBe('  demo  built in\n');
    expect((await run(['get', 'instances'])).code).toBe(2);
    await add('--token-env', 'X');
    expect((await run(['profile', 'list'])).out).toMatch(/^\* prod /m);
  });
});

describe('profile remove', () => {
  it('asks first, and names the remaining token file', async () => {
    await add('--token-file', '~/later', '--default');
    expect(await run(['profile', 'remove', 'prod'])).toMatchObject({code: 2, err: expect.stringContaining('--yes')});
    expect((await run(['profile', 'remove', 'prod'], typedAnswers('').ask)).code).toBe(1);
    expect(settings()).toContain('name: prod');
    const {code, out} = await run(['profile', 'remove', 'prod'], typedAnswers('y').ask);
    expect([code, out]).toEqual([0, expect.stringMatching(/token file ~\/later was kept[\s\S]*No profile remains/)]);
    expect(settings()).not.toContain('prod');
    expect(await run(['profile', 'remove', 'prod', '--yes'])).toMatchObject({code: 2});
  });

  it.each([
    ['a default in the settings', ['--default']],
    ['the first profile', []],
  ])('bug: without %s, the next profile silently became the default', async (_, flags) => {
    await add('--token-env', 'PROD_TOKEN', ...flags);
    for (const name of ['lab', 'spare'])
      await run(['profile', 'add', name, '--base-url', line.account.url, '--token-env', 'LAB_TOKEN']);
    const removed = await run(['profile', 'remove', 'prod', '--yes']);
    expect([removed.code, removed.out]).toEqual([
      0,
      `Profile prod removed from ${config}\nNo default profile now. Choose a profile with "skydeck profile use NAME".\n`,
    ]);
    expect((await run(['profile', 'list'])).out).not.toMatch(/^\*/m);
    for (const command of ['get volumes', 'do volumes.delete 1 --yes'])
      expect(await run(command.split(' '))).toEqual({
        code: 2,
        out: '',
        err: 'skydeck: No default profile. Choose a profile with skydeck profile use NAME, or pass --profile NAME\n',
      });
    // A single profile is the default again.
    expect((await run(['profile', 'remove', 'spare', '--yes'])).out).toContain(
      'The default profile is now lab, the only profile.\n',
    );
    expect(settings()).not.toContain('default_profile');
    expect((await run(['profile', 'list'])).out).toMatch(/^\* lab/m);
  });

  it('keeps the default when another profile is removed', async () => {
    await add('--token-env', 'PROD_TOKEN');
    await run(['profile', 'add', 'lab', '--base-url', line.account.url, '--token-env', 'LAB_TOKEN']);
    expect((await run(['profile', 'remove', 'lab', '--yes'])).out).toBe(`Profile lab removed from ${config}\n`);
    expect((await run(['profile', 'list'])).out).toMatch(/^\* prod/m);
  });
});
