/** Shell completions: the scripts in the shells themselves, and their requests to the account. */
import {execFileSync, spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type CommandLine, openCommandLine} from './support/cli.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const programs = async () => [{name: 'monitor', flags: ['--exit-on']}];
const script = async (shell: string): Promise<string> => (await cli.run(['completion', shell], {}, {programs})).out;
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
/** A script is longer than an argument may be. */
function shell(name: string, args: readonly string[], text: string): string {
  const file = join(cli.folder, `script.${name}`);
  writeFileSync(file, text);
  return execFileSync(name, [...args, file], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();
}
/** Replaces the program, which this test doesn't build: it offers its own arguments as a completion. */
const stub = `skydeck() { shift 2; printf '%s\\tasked\\n' "$*"; }`;
const quoted = (words: readonly string[]): string => words.map(word => `'${word}'`).join(' ');

/** Completions after these words, the same in every shell. */
const cases: readonly [readonly string[], string][] = [
  [['overv'], 'overview'],
  [['get', 'stacks'], 'stackscripts'],
  [['do', 'volumes.at'], 'volumes.attach'],
  [['do', 'volumes.attach', '1', '--comp'], '--compute-id'],
  [['get', 'volumes', 'vol'], 'get volumes vol'],
  [['do', 'volumes.create', '--region', 'us'], 'do volumes.create --region us'],
  // The argument of a flag isn't a command.
  [['--profile', 'prod', 'get', 'stacks'], 'stackscripts'],
  [['get', '--filter', 'x', 'volumes', 'vol'], 'get --filter x volumes vol'],
  [['do', '--plan', 'x.plan', 'volumes.at'], 'volumes.attach'],
  [['plan', 'sh'], 'show'],
  [['profile', 'te'], 'test'],
  [['profile', 'test', 'la'], 'profile test la'],
  [['login', 'la'], 'login la'],
  [['mon'], 'monitor'],
  [['help', 'stacks'], 'stackscripts'],
  [['help', 'over'], 'overview'],
];

describe('bash', () => {
  it.each(cases)('skydeck %s', async (words, offered) => {
    const line = `${stub}\n${await script('bash')}\nCOMP_WORDS=(skydeck ${quoted(words)}); COMP_CWORD=${words.length}; _skydeck; printf '%s\\n' "\${COMPREPLY[@]}"`;
    // A completion with spaces is quoted, or it would be several words.
    expect(shell('bash', [], line).replaceAll('\\ ', ' ').split('\n')).toContain(offered);
  });

  it.each([
    // Bash treats the text before the sign as a separate word and replaces only the text after it.
    [['do', 'volumes.create', '--region', '=', 'us'], '--region=us-east', 'us-east'],
    [['get', 'volumes', '--columns', 'label,si'], 'label,size', 'label,size'],
    [['wait', 'instances', 'web-01', 'sta'], 'status:', 'status:'],
  ])('completes only the last word of %s', async (words, offer, reply) => {
    const answers = `skydeck() { printf '%s\\tasked\\n' '${offer}'; }; compopt() { :; }`;
    const line = `${answers}\n${await script('bash')}\nCOMP_WORDS=(skydeck ${quoted(words)}); COMP_CWORD=${words.length}; _skydeck; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(shell('bash', [], line)).toBe(reply);
  });

  it('offers files after an at sign', async () => {
    const begun = `@${join(cli.folder, 'script.b')}`;
    const line = `${stub}; compopt() { :; }\n${await script('bash')}\nCOMP_WORDS=(skydeck do tickets.create --description ${begun}); COMP_CWORD=4; _skydeck; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(shell('bash', [], line)).toBe(`@${join(cli.folder, 'script.bash')}`);
  });
});

describe.skipIf(!has('zsh'))('zsh (skipped if it isn’t installed)', () => {
  it.each(cases)('skydeck %s', async (words, offered) => {
    const begun = words.at(-1) ?? '';
    const line = `${stub}
compdef() { :; }
compadd() { if [[ "$*" == *'-a values'* ]]; then print -rl -- "\${values[@]}"; else shift; print -rl -- "$@"; fi; }
${await script('zsh')}
words=(skydeck ${quoted(words)}); CURRENT=${words.length + 1}; _skydeck`;
    const offers = shell('zsh', ['-f'], line).split('\n');
    expect(offers.filter(offer => offer.startsWith(begun) || offer === offered)).toContain(offered);
  });
});

describe.skipIf(!has('fish'))('fish (skipped if it isn’t installed)', () => {
  it.each(cases)('skydeck %s', async (words, offered) => {
    const line = `function skydeck; printf '%s\\tasked\\n' "$argv[-1] $argv[3..-1]"; end\n${await script('fish')}\ncomplete -C 'skydeck ${words.join(' ')}'`;
    const offers = shell('fish', ['--no-config'], line)
      .split('\n')
      .map(offer => offer.split('\t')[0]);
    const asked = offered.includes(' ') ? `${words.at(-1)} ${offered}` : offered;
    expect(offers).toContain(asked);
  });

  it('offers files after an at sign, and after an unknown flag', async () => {
    const file = join(cli.folder, 'script.fish');
    const offered = async (begun: string) => {
      const line = `function skydeck; end\n${await script('fish')}\ncomplete -C 'skydeck do tickets.create --description ${begun}'`;
      return shell('fish', ['--no-config'], line);
    };
    expect(await offered(`@${file.slice(0, -1)}`)).toBe(`@${file}`);
    expect(await offered(file.slice(0, -1))).toBe(file);
  });
});

describe('names of the account', () => {
  const offers = async (...words: readonly string[]) => {
    const {code, out, err} = await cli.run(['__complete', '--', ...words]);
    expect([code, err]).toEqual([0, '']);
    return out.split('\n').slice(0, -1);
  };

  it('are offered as labels, or as IDs after a typed digit', async () => {
    expect(await offers('get', 'volumes', 'vol-db-')).toContain('vol-db-02\t4402');
    expect(await offers('get', 'volumes', '440')).toContain('4402\tvol-db-02');
    expect(await offers('do', 'instances.reboot', 'web-01', 'web-0')).toContain('web-02\t102');
    expect(await offers('get', 'regions', 'us-e')).toEqual(['us-east\t']);
  });

  it('are offered for the parent of a list, and for the list itself', async () => {
    expect(await offers('get', 'domains.records', 'acme-inf')).toContain('acme-infra.example\t1200');
    expect(await offers('get', 'instances.stats', 'web-01')).toEqual(['web-01\t101']);
    expect((await offers('get', 'instances.disks', 'web-01', '')).length).toBeGreaterThan(0);
  });

  it('are offered as values of flags', async () => {
    expect(await offers('do', 'volumes.create', '--region', 'us-e')).toEqual(['us-east\t']);
    expect(await offers('do', 'volumes.attach', 'vol-db', '--compute-id', '102')).toEqual(['102\tweb-02']);
    expect(await offers('do', '--resume', 'volumes.attach', '--compute-id', '102')).toEqual(['102\tweb-02']);
    expect(await offers('do', 'domains.create', '--type', '')).toEqual(['master\t', 'slave\t']);
    expect(await offers('get', 'volumes', '--columns', 'si')).toEqual(['size\t']);
    expect(await offers('do', 'volumes.update', 'vol-db', '--add-tags', 'prod')).toEqual(['prod\t']);
    expect(await offers('get', 'volumes', '--sort', '-si')).toEqual(['-size\t']);
  });

  it('are offered after a comma, and after the equals sign of a flag', async () => {
    expect(await offers('get', 'volumes', '--columns', 'label,si')).toEqual(['label,size\t']);
    expect(await offers('do', 'volumes.create', '--region=us-e')).toEqual(['--region=us-east\t']);
    expect(await offers('do', 'volumes.update', 'vol-db', '--tags', 'prod,stag')).toContain('prod,staging\t');
    expect(await offers('do', 'volumes.update', 'vol-db', '--tags', 'prod,prod')).toEqual([]);
  });

  it('bug: a name on the line was offered again, and an event without its ID', async () => {
    expect(await offers('do', 'volumes.update', 'vol-db', '4401', 'vol-db')).toEqual([
      'vol-db-02\t4402',
      'vol-db-03\t4403',
    ]);
    expect(await offers('get', 'volumes', 'uploads', 'upl')).toEqual(['uploads-replica\t4405']);
    const [event = ''] = await offers('get', 'events', '');
    expect(event).toMatch(/^\d+\t./);
    expect(await cli.run(['get', 'events', event.split('\t')[0] ?? ''])).toMatchObject({code: 0});
  });

  it('are profiles in place of a profile', async () => {
    const settings = join(cli.folder, 'profiles.yaml');
    writeFileSync(settings, `profiles: [{name: lab, base_url: "${cli.account.url}", token: {env: T}}]\n`);
    const named = async (...words: readonly string[]) =>
      (await cli.run(['__complete', '--', ...words], {SKYDECK_CONFIG: settings})).out;
    for (const words of [['--profile'], ['profile', 'test'], ['profile', 'remove'], ['login'], ['logout']])
      expect(await named(...words, 'l')).toBe(`lab\t${cli.account.url}\n`);
    expect(await named('profile', 'test', 'lab', '')).toBe('');
  });

  it('are fields in the condition of a wait', async () => {
    expect(await offers('wait', 'instances', 'web-01')).toEqual(['web-01\t101']);
    expect(await offers('wait', 'instances', 'web-01', 'sta')).toEqual(['status:\t']);
    expect(await offers('wait', 'instances.disks', 'web-01', '')).toHaveLength(2);
  });

  it('are missing without an error when nothing is known', async () => {
    expect(await offers('get', 'nonsense', '')).toEqual([]);
    expect(await offers('do', 'volumes.fly', '')).toEqual([]);
    expect(await offers('overview', '')).toEqual([]);
    expect(await offers('do', 'volumes.create', '')).toEqual([]);
    expect(await offers('')).toEqual([]);
    const {code, out, err} = await cli.run(['__complete', '--', 'get', 'volumes', ''], {SKYDECK_TOKEN: 'wrong'});
    expect({code, out, err}).toEqual({code: 0, out: '', err: ''});
  });

  it('are missing without an error after the time limit', async () => {
    const clock = {
      now: () => 0,
      monotonic: () => 0,
      yieldToLoop: () => Promise.resolve(),
      schedule(_: number, work: () => void) {
        const turn = setImmediate(work);
        return () => clearImmediate(turn);
      },
    };
    const result = await cli.run(['__complete', '--', 'get', 'volumes', ''], {}, {clock});
    expect(result).toEqual({code: 0, out: '', err: ''});
  });
});
