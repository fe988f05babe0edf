/** The answer to a line with an unknown command, and `skydeck help WORD…`. */
import {tmpdir} from 'node:os';
import {describe, expect, it} from 'vitest';
import {commandRows, parseArguments} from '../src/arguments.ts';
import {commandHelp} from '../src/cli/main.ts';
import {families, findFamily} from '../src/families/registry.ts';
import {runCommandLine} from './support/cli.ts';

const run = (...line: readonly string[]) => runCommandLine(line, {XDG_CONFIG_HOME: tmpdir(), XDG_STATE_HOME: tmpdir()});

describe('bug: a command of another tool was answered without a suggestion', () => {
  it.each([
    [['instances'], 'Use skydeck get instances'],
    [['volumes', '4400'], 'Use skydeck get volumes'],
    [['describe', 'instances', 'web-01'], 'Use skydeck get instances <id> -o yaml'],
    [['ls'], 'Use skydeck get <type>'],
    [['delete', 'volumes', '4400'], 'Use skydeck do volumes.delete'],
    [['update'], 'Use skydeck do <type>.update'],
    [['apply'], 'Use skydeck plan apply <file>'],
    [['apply', 'instances.firewalls'], 'Use skydeck do instances.firewalls.apply'],
    [['metrics'], 'Use skydeck export metrics'],
    [['ssh', 'web-01'], 'Use skydeck run <command> <instance>'],
    [['watch'], 'Use skydeck get <type> --watch'],
    [['watch', 'instances'], 'Use skydeck get instances --watch'],
    [['audit'], 'Use skydeck since <time>, or :audit in the console'],
    [['logs'], 'Use skydeck get events'],
    [['undo'], 'Use the key u in the console'],
    [['whoami'], 'Use skydeck get profile'],
    [['status'], 'Use skydeck overview'],
    [['status', 'instances'], 'Use skydeck get instances'],
    [['list', 'domains'], 'Use skydeck get domains'],
    [['create', 'instances'], 'Use skydeck do instances.create'],
    [['monitr'], 'Did you mean monitor?'],
    [['qqqqqq'], 'skydeck --help lists the commands'],
  ])('%s: %s', async (line, message) => {
    expect(await run(...line)).toEqual({code: 2, out: '', err: `skydeck: Unknown command "${line[0]}". ${message}\n`});
  });
});

it('bug: skydeck --help left out two commands', () => {
  const commands = new Set(commandHelp().map(({name}) => name.split(' ')[0]));
  const listed = new Set(commandRows.flatMap(([line]) => line.replace(/ [<[].*/, '').split(/, | /)));
  expect([...commands].filter(name => name !== undefined && !listed.has(name))).toEqual([]);
});

describe('bug: skydeck help WORD ended with an error', () => {
  it.each([
    [['get'], 'Usage: skydeck get [options] <type> [ids...]'],
    [['profile', 'add'], 'Usage: skydeck profile add [options] [name]'],
    [['do'], 'Change resources: show the request, ask, then send it.'],
    [['do', 'volumes.resize'], 'skydeck do volumes.resize VOLUME-ID'],
    [['volumes.resize'], 'skydeck do volumes.resize VOLUME-ID'],
    [['volumes'], 'skydeck get volumes [VOLUME-ID]\n  skydeck do volumes.'],
    [['exit-codes'], 'Exit codes of all commands:'],
    [['filters'], 'A filter is one or more terms'],
  ])('help %s', async (words, first) => {
    const {code, out, err} = await run('help', ...words);
    expect([code, err]).toEqual([0, '']);
    expect(out.slice(0, first.length)).toBe(first);
    if (words[0] === 'do' && words[1]) expect(out).toBe((await run('do', words[1], '--help')).out);
    if (words[0] === 'get') expect(out).toBe((await run('get', '--help')).out);
  });

  it('help for the emulator, the monitor, the version and an unknown word', async () => {
    expect(parseArguments(['help', 'emulator'])).toEqual({mode: 'emulator', argv: ['--help']});
    expect(parseArguments(['help', 'monitor'])).toEqual({mode: 'monitorHelp'});
    expect(parseArguments(['help', 'instances'])).toEqual({mode: 'command', argv: ['help', 'instances']});
    expect(parseArguments(['help'])).toEqual({mode: 'help'});
    expect(parseArguments(['version'])).toEqual({mode: 'version'});
    expect(await run('help', 'qqqqqq')).toMatchObject({code: 2, out: ''});
  });
});

describe('bug: a line without its argument, or with a wrong subcommand, was refused without an example', () => {
  it.each([
    [['run'], 'run needs a command, as in skydeck run uptime web-01; see skydeck run --help'],
    [['api', 'GET'], 'api needs a path, as in skydeck api GET /volumes; see skydeck api --help'],
    [
      ['profile', 'test'],
      'profile test needs a name, as in skydeck profile test prod; see skydeck profile test --help',
    ],
    [['cost', 'foo'], 'cost takes no foo; see skydeck cost --help'],
    [['since', '1h', '2h'], 'since takes no 2h; see skydeck since --help'],
    [['waste', '--filter', 'x'], "unknown option '--filter'; see skydeck waste --help"],
    [['config', 'get'], 'Unknown command "config get": there are path, check, show, edit'],
    [['config', 'pth'], 'Unknown command "config pth": did you mean path?'],
    [['export', 'state'], 'Unknown command "export state". Use skydeck export metrics'],
  ])('%s', async (line, message) => {
    expect(await run(...line)).toEqual({code: 2, out: '', err: `skydeck: ${message}\n`});
  });

  it('for every command with a required argument', async () => {
    const names = commandHelp()
      .filter(({help}) => /^Usage: .*<(?:type|file|command|time|method|name|shell)>/.test(help))
      .map(({name}) => name);
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect((await run(...name.split(' '))).err, name).not.toContain('undefined');
  });
});

describe('bug: help didn’t know names of actions that do takes', () => {
  it.each(['firewalls.rules.update', 'firewalls.update', 'volumes.resize'])('help %s', async action => {
    expect(await run('help', action)).toEqual(await run('do', action, '--help'));
  });

  it('suggests an action for a typing mistake', async () => {
    const answer = await run('help', 'volumes.atach');
    expect(answer).toMatchObject({code: 2, out: '', err: expect.stringContaining('did you mean attach')});
    expect(answer).toEqual(await run('do', 'volumes.atach'));
  });
});

it('bug: get without a resource type didn’t list the types', async () => {
  const {code, out, err} = await run('get');
  expect([code, out]).toEqual([2, '']);
  // Each by a name that get takes.
  const named = new Set(err.split(/\s+/).map(name => findFamily(name)?.id));
  expect(families.map(({id}) => id).filter(id => !named.has(id))).toEqual([]);
  expect(err).not.toMatch(/.{101}/);
});
