/** Parses the command line. The module stays small because it runs before every first paint. */
import type {ConsoleOptions} from './ui/app/console-options.ts';

export type Invocation =
  | {readonly mode: 'console'; readonly options: ConsoleOptions}
  | {readonly mode: 'emulator' | 'command'; readonly argv: string[]}
  | {readonly mode: 'help' | 'monitorHelp' | 'version' | 'licenses'}
  | {readonly mode: 'refused'; readonly reason: string};

type BooleanOption = {
  [K in keyof ConsoleOptions]-?: ConsoleOptions[K] extends boolean ? K : never;
}[keyof ConsoleOptions];

type Flag =
  | {readonly option: BooleanOption; readonly help: string}
  | {readonly option: Exclude<keyof ConsoleOptions, BooleanOption>; readonly value: string; readonly help: string};

const flagTable: Readonly<Record<string, Flag>> = {
  '--profile': {
    option: 'profile',
    value: 'NAME',
    help: 'Profile to use (comma-separate several)',
  },
  '--demo': {option: 'demo', help: 'Use the built-in demo account'},
  '--base-url': {
    option: 'baseUrl',
    value: 'URL',
    help: 'API address; reads the token from SKYDECK_TOKEN',
  },
  '--read-only': {option: 'readOnly', help: 'Block all changes'},
  '--view': {option: 'view', value: 'NAME', help: 'Open on this view, such as volumes'},
  '--filter': {option: 'filter', value: 'TEXT', help: "Filter that view, such as 'status:running'"},
  '--ascii': {option: 'ascii', help: 'Use ASCII symbols only'},
  '--mouse': {option: 'mouse', help: 'Select with clicks, scroll with the wheel'},
  '--plain': {option: 'plain', help: 'Plain mode, for screen readers and pipes'},
  '--low-bandwidth': {option: 'lowBandwidth', help: 'Send fewer bytes, for slow connections'},
  '--exit-on': {
    option: 'exitOn',
    value: 'TEXT',
    help: 'With monitor: exit with 3 when a filter matches',
  },
  '--ndjson': {option: 'ndjson', help: 'With monitor: changes as lines of JSON'},
  '--cursor': {
    option: 'cursor',
    value: 'FILE',
    help: 'With monitor: continue after the last change',
  },
  '--hook': {option: 'hook', value: 'URL', help: 'With monitor: post each change to this address'},
  '--hook-format': {
    option: 'hookFormat',
    value: 'NAME',
    help: 'json (default), alertmanager or pagerduty',
  },
  '--exec': {option: 'exec', value: 'COMMAND', help: 'With monitor: run a command for each change'},
  '--request-timeout': {
    option: 'requestTimeout',
    value: 'TIME',
    help: 'Time limit of each request, such as 10s',
  },
  '--log': {option: 'log', value: 'FILE', help: 'Write a debug log without secrets'},
};

/** As they are typed. */
export const consoleFlags: readonly string[] = Object.keys(flagTable);

const defaultOptions: ConsoleOptions = {
  monitor: false,
  ndjson: false,
  demo: false,
  readOnly: false,
  ascii: false,
  mouse: false,
  plain: false,
  lowBandwidth: false,
};

/** Options of the wallboard, with their flags. */
const monitorFlags = [
  ['exitOn', '--exit-on'],
  ['ndjson', '--ndjson'],
  ['cursor', '--cursor'],
  ['hook', '--hook'],
  ['hookFormat', '--hook-format'],
  ['exec', '--exec'],
] as const;

/** Options of the console that the wallboard doesn't use. */
const monitorUnused = [
  ['view', '--view'],
  ['filter', '--filter'],
] as const;

/** True if each change is handed to a program, which needs no screen. */
export const hasStream = ({ndjson, hook, exec}: ConsoleOptions): boolean =>
  ndjson || hook !== undefined || exec !== undefined;

/** Flags of the console may stand before a command too, which then reads the whole line itself. */
export function parseArguments(argv: readonly string[]): Invocation {
  let options = defaultOptions;
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--help' || argument === '-h') return {mode: options.monitor ? 'monitorHelp' : 'help'};
    if (argument === '--version' || argument === '-V' || argument === '-v') return {mode: 'version'};
    if (argument === '--licenses') return {mode: 'licenses'};

    if (!argument.startsWith('-')) {
      if (options.monitor) return refusal(`monitor takes no ${argument}`);
      if (argument === 'version') return {mode: 'version'};
      if (argument === 'help' && rest.length === 0) return {mode: 'help'};
      if (argument === 'help' && rest[0] === 'monitor') return {mode: 'monitorHelp'};
      if (argument === 'help' && rest[0] === 'emulator') return {mode: 'emulator', argv: ['--help']};
      if (argument === 'monitor') options = {...options, monitor: true};
      else if (argument !== 'emulator') return {mode: 'command', argv: [...argv]};
      else if (options === defaultOptions) return {mode: 'emulator', argv: rest};
      else return refusal(`${argv[0]} goes after emulator`);
      continue;
    }

    const [name = '', ...attached] = argument.split('=');
    const flag = flagTable[name];
    if (!flag) return refusal(`Unknown flag ${name}`);
    if (!('value' in flag)) {
      if (attached.length > 0) return refusal(`${name} takes no value`);
      options = {...options, [flag.option]: true};
      continue;
    }
    // `--filter -label:x` is more likely a forgotten value than a value.
    const value = attached.length > 0 ? attached.join('=') : rest[0]?.startsWith('-') ? undefined : rest.shift();
    if (!value) return refusal(`${name} needs a value: ${name}=${flag.value}`);
    options = {...options, [flag.option]: value};
  }
  const consoleFlag = options.monitor ? monitorUnused.find(([option]) => options[option])?.[1] : undefined;
  if (consoleFlag !== undefined) return refusal(`${consoleFlag} works only without monitor`);
  const monitorFlag = options.monitor ? undefined : monitorFlags.find(([option]) => options[option])?.[1];
  if (monitorFlag !== undefined) return refusal(`${monitorFlag} works only with monitor`);
  if (options.cursor !== undefined && !hasStream(options)) return refusal('--cursor needs --ndjson, --hook or --exec');
  if (options.hookFormat !== undefined && options.hook === undefined) return refusal('--hook-format needs --hook');
  return {mode: 'console', options};
}

function refusal(reason: string): Invocation {
  return {mode: 'refused', reason};
}

/** The part of the options that says which account is meant, as flags again. */
export function accountFlags({profile, baseUrl, demo, readOnly, requestTimeout}: ConsoleOptions): string[] {
  return [
    ...(profile ? [`--profile=${profile}`] : []),
    ...(baseUrl ? [`--base-url=${baseUrl}`] : []),
    ...(demo ? ['--demo'] : []),
    ...(readOnly ? ['--read-only'] : []),
    ...(requestTimeout ? [`--request-timeout=${requestTimeout}`] : []),
  ];
}

/** The commands, with what each one does: for `--help` and the manual. */
export const commandRows: readonly (readonly [string, string])[] = [
  ['get <type> [id...]', 'list or show resources'],
  ['do <type>.<action> [id...]', 'change resources; asks first'],
  ['plan <command> <file>', 'show, sign or apply a change of a plan file'],
  ['wait <type> <id> <filter>', 'wait until a resource matches a filter'],
  ['api <method> <path>', 'send one request to the API'],
  ['run <command> [id...]', 'run a command on instances over ssh'],
  ['history <type> <id>', 'earlier values of a resource'],
  ['since <time>', 'all changes since a time, such as 14h'],
  ['overview', 'counts, running operations and problems'],
  ['cost', 'run rate, and a forecast of the invoice'],
  ['waste', 'resources that cost money and seem unused'],
  ['mcp', 'tools for an agent: read, and plan changes'],
  ['export metrics', 'serve the state of accounts to Prometheus'],
  ['monitor', 'wallboard; in a pipe, a line for each change'],
  ['profile, login, logout', 'manage accounts'],
  ['config, doctor, completion', 'settings, diagnostics, shell completion'],
  ['emulator', 'run a local copy of the API'],
  ['help <command or type>', 'help for a command, a type or an action'],
];

export const flagRows: readonly (readonly [string, string])[] = [
  ...Object.entries(flagTable).map(
    ([name, flag]) => ['value' in flag ? `${name} ${flag.value}` : name, flag.help] as const,
  ),
  ['--version', 'Show the version'],
  ['--licenses', 'Show licenses of bundled packages'],
  ['--help', 'Show this help'],
];

export const exampleLines: readonly string[] = [
  'skydeck --demo',
  "skydeck get instances --filter 'status:offline'",
  'skydeck do instances.reboot web-01 --wait',
];

const indented = (rows: readonly (readonly [string, string])[], width: number): readonly string[] =>
  rows.map(([term, help]) => `  ${term.padEnd(width)}${help}`);

/** Cells before the second column of `skydeck --help`. */
const usageIndent = 29;

/** The text of `skydeck --help`. */
export function usage(): string {
  return [
    'Skydeck – the terminal console for your cloud account',
    '',
    'Usage',
    ...indented(
      [
        ['skydeck [flags]', 'open the console (demo account if no profile)'],
        ['skydeck <command> [flags]', ''],
      ],
      usageIndent,
    ).map(line => line.trimEnd()),
    '',
    'Commands',
    ...indented(commandRows, usageIndent),
    '',
    'Flags',
    ...indented(flagRows, usageIndent),
    '',
    'Examples',
    ...exampleLines.map(line => `  ${line}`),
    '',
    'Learn more: skydeck help exit-codes, skydeck help filters, man skydeck',
  ].join('\n');
}

/** Flags that the wallboard doesn't use. */
const consoleOnlyFlags = ['--view', '--filter', '--mouse'];

/** The help of a flag without the condition that it works only with monitor. */
const helpOfMonitor = (help: string): string =>
  help.replace(/^With monitor: (.)/, (_, letter: string) => letter.toUpperCase());

/** The text of `skydeck monitor --help`. */
export function monitorUsage(): string {
  const rows = flagRows
    .filter(
      ([term]) => !consoleOnlyFlags.some(flag => term.startsWith(flag)) && !['--version', '--licenses'].includes(term),
    )
    .map(([term, help]): [string, string] => [term, helpOfMonitor(help)]);
  return [
    'Show the wallboard. Without a terminal, or with --plain, print a line for each change.',
    '',
    'Usage',
    '  skydeck monitor [flags]',
    '',
    'Flags',
    ...indented(rows, 24),
    '',
    'Examples',
    '  skydeck monitor --profile prod,staging',
    "  skydeck monitor --exit-on 'instances tag:prod !status:running'",
    '  skydeck monitor --ndjson --cursor prod.cursor',
    '  skydeck monitor --hook https://hooks.example.com/skydeck --cursor hook.cursor',
    "  skydeck monitor --exec 'notify-send {label} {to}'",
    '',
    'Exit codes: 0 ended by q, ctrl-c or a signal; 1 account not opened or token rejected; 2 invalid usage; 3 --exit-on matched',
  ].join('\n');
}
