import {describe, expect, test} from 'vitest';
import {accountFlags, monitorUsage, parseArguments, usage} from './arguments.ts';
import type {ConsoleOptions} from './ui/app/console-options.ts';

const quiet: ConsoleOptions = {
  monitor: false,
  ndjson: false,
  demo: false,
  readOnly: false,
  ascii: false,
  mouse: false,
  plain: false,
  lowBandwidth: false,
};

const parse = (line: string) => parseArguments(line.split(' ').filter(Boolean));
const reason = (line: string) => {
  const invocation = parse(line);
  return invocation.mode === 'refused' ? invocation.reason : invocation;
};

test('the flags of the change stream work only with monitor', () => {
  expect(parse('monitor --ndjson --cursor prod.cursor')).toEqual({
    mode: 'console',
    options: {...quiet, monitor: true, ndjson: true, cursor: 'prod.cursor'},
  });
  expect(parse('--ndjson')).toEqual({mode: 'refused', reason: '--ndjson works only with monitor'});
  expect(parse('monitor --cursor prod.cursor')).toEqual({
    mode: 'refused',
    reason: '--cursor needs --ndjson, --hook or --exec',
  });
});

test('bug: monitor ignored --view and --filter', () => {
  expect(reason('monitor --view volumes')).toBe('--view works only without monitor');
  expect(reason('--filter status:offline monitor')).toBe('--filter works only without monitor');
});

describe('the console', () => {
  test('opens for an empty line', () => {
    expect(parse('')).toEqual({mode: 'console', options: quiet});
  });

  test('takes every flag', () => {
    expect(
      parse(
        '--profile prod --read-only --view volumes --filter status:active --ascii --mouse --plain --low-bandwidth ' +
          '--log /tmp/skydeck.log --demo --base-url https://api.example.com',
      ),
    ).toEqual({
      mode: 'console',
      options: {
        monitor: false,
        ndjson: false,
        profile: 'prod',
        readOnly: true,
        view: 'volumes',
        filter: 'status:active',
        ascii: true,
        mouse: true,
        plain: true,
        lowBandwidth: true,
        log: '/tmp/skydeck.log',
        demo: true,
        baseUrl: 'https://api.example.com',
      },
    });
  });

  test('takes a value after an equals sign, with any characters in it', () => {
    expect(parseArguments(['--filter=-label:a=b'])).toEqual({
      mode: 'console',
      options: {...quiet, filter: '-label:a=b'},
    });
  });

  test.each([
    ['--porfile prod', 'Unknown flag --porfile'],
    ['-x', 'Unknown flag -x'],
    ['--toString', 'Unknown flag --toString'],
    ['--profile', '--profile needs a value: --profile=NAME'],
    ['--profile --ascii', '--profile needs a value: --profile=NAME'],
    ['--view=', '--view needs a value: --view=NAME'],
    ['--mouse=yes', '--mouse takes no value'],
  ])('%s is refused with one line', (line, expected) => {
    expect(reason(line)).toBe(expected);
  });
});

describe('the other programs', () => {
  test('monitor opens the wallboard, with flags before or after the word', () => {
    expect(parse('--profile prod monitor --ascii')).toEqual({
      mode: 'console',
      options: {...quiet, profile: 'prod', monitor: true, ascii: true},
    });
    expect(reason('monitor instances')).toBe('monitor takes no instances');
  });

  test('a command receives its complete line, including the flags before it', () => {
    for (const line of ['get volumes --json', '--profile prod do volumes.attach 4 --compute-id 7', 'wait x --help']) {
      expect(parse(line)).toEqual({mode: 'command', argv: line.split(' ')});
    }
  });

  test('the emulator receives the words after its name, and no flag may come before it', () => {
    expect(parse('emulator --port 0 --demo')).toEqual({mode: 'emulator', argv: ['--port', '0', '--demo']});
    expect(reason('--demo emulator')).toBe('--demo goes after emulator');
  });

  test.each(['--help', '-h', '--demo --help'])('%s asks for help', line => {
    expect(parse(line)).toEqual({mode: 'help'});
  });

  test('monitor --help asks for the help of the monitor', () => {
    expect(parse('monitor --help')).toEqual({mode: 'monitorHelp'});
  });

  test.each(['--version', '-V'])('%s asks for the version', line => {
    expect(parse(line)).toEqual({mode: 'version'});
  });
});

test('the flags of the account are passed on to a command', () => {
  const line = '--profile=prod --base-url=http://127.0.0.1:1 --demo --read-only';
  const invocation = parse(`${line} --ascii --view volumes`);
  expect(invocation.mode === 'console' && accountFlags(invocation.options).join(' ')).toBe(line);
  expect(accountFlags(quiet)).toEqual([]);
});

test('the help fits a narrow terminal and names every flag', () => {
  const lines = usage().split('\n');
  expect(lines.filter(line => line.length > 79)).toEqual([]);
  for (const flag of ['--profile', '--demo', '--base-url', '--read-only', '--view', '--filter', '--log']) {
    expect(usage()).toContain(flag);
  }
});

test('bug: the help of monitor said of its flags that they work with monitor', () => {
  expect(monitorUsage()).toContain('--ndjson                Changes as lines of JSON');
  expect(monitorUsage()).not.toContain('With monitor');
  expect(usage()).toContain('With monitor: changes as lines of JSON');
});

test('--version and --licenses take precedence over the other flags', () => {
  expect(parse('--version')).toEqual({mode: 'version'});
  expect(parse('--profile prod --licenses')).toEqual({mode: 'licenses'});
});
