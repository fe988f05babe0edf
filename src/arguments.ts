/** What a command line asks for. Small on purpose: it runs before every first paint. */
import type {ConsoleOptions} from './ui/app/start-console.tsx';

export type Invocation =
  | {readonly mode: 'console'; readonly options: ConsoleOptions}
  | {readonly mode: 'emulator' | 'command'; readonly argv: string[]}
  | {readonly mode: 'help' | 'monitorHelp' | 'version' | 'licences'}
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
  '--plain': {option: 'plain', help: 'Plain mode: lines of text for screen readers and pipes'},
  '--low-bandwidth': {option: 'lowBandwidth', help: 'Send fewer bytes, for slow connections'},
  '--exit-on': {
    option: 'exitOn',
    value: 'TEXT',
    help: "Exit with code 3 when 'instances status:offline' matches",
  },
  '--log': {option: 'log', value: 'FILE', help: 'Write a debug log without secrets'},
};

/** As they are typed. */
export const consoleFlags: readonly string[] = Object.keys(flagTable);

const defaultOptions: ConsoleOptions = {
  monitor: false,
  demo: false,
  readOnly: false,
  ascii: false,
  mouse: false,
  plain: false,
  lowBandwidth: false,
};

/** Flags of the console may stand before a command too, which then reads the whole line itself. */
export function parseArguments(argv: readonly string[]): Invocation {
  let options = defaultOptions;
  const rest = [...argv];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--help' || argument === '-h') return {mode: options.monitor ? 'monitorHelp' : 'help'};
    if (argument === '--version' || argument === '-V' || argument === '-v') return {mode: 'version'};
    if (argument === '--licences') return {mode: 'licences'};

    if (!argument.startsWith('-')) {
      if (options.monitor) return refused(`monitor takes no ${argument}`);
      if (argument === 'version') return {mode: 'version'};
      if (argument === 'help' && rest[0] === 'monitor') return {mode: 'monitorHelp'};
      if (argument === 'help' && rest[0] === 'emulator') return {mode: 'emulator', argv: ['--help']};
      if (argument === 'monitor') options = {...options, monitor: true};
      else if (argument !== 'emulator') return {mode: 'command', argv: [...argv]};
      else if (options === defaultOptions) return {mode: 'emulator', argv: rest};
      else return refused(`${argv[0]} goes after the word emulator`);
      continue;
    }

    const [name = '', ...attached] = argument.split('=');
    const flag = flagTable[name];
    if (!flag) return refused(`Unknown flag ${name}`);
    if (!('value' in flag)) {
      if (attached.length > 0) return refused(`${name} takes no value`);
      options = {...options, [flag.option]: true};
      continue;
    }
    // `--filter -label:x` is more likely a forgotten value than a value.
    const value = attached.length > 0 ? attached.join('=') : rest[0]?.startsWith('-') ? undefined : rest.shift();
    if (!value) return refused(`${name} needs a value: ${name}=${flag.value}`);
    options = {...options, [flag.option]: value};
  }
  if (options.exitOn !== undefined && !options.monitor) return refused('--exit-on goes with monitor');
  return {mode: 'console', options};
}

function refused(reason: string): Invocation {
  return {mode: 'refused', reason};
}

/** The part of the options that says which account is meant, as flags again. */
export function accountFlags({profile, baseUrl, demo, readOnly}: ConsoleOptions): string[] {
  return [
    ...(profile ? [`--profile=${profile}`] : []),
    ...(baseUrl ? [`--base-url=${baseUrl}`] : []),
    ...(demo ? ['--demo'] : []),
    ...(readOnly ? ['--read-only'] : []),
  ];
}

/** The programs and their flags, with what each is for: for `--help` and the manual. */
export const programs: readonly (readonly [string, string])[] = [
  ['skydeck', 'the console; without any configuration, the demo account'],
  ['skydeck monitor', 'the wallboard, to leave open; in a pipe a line a change'],
  ['skydeck emulator', 'an account you can break, on a port of this machine'],
  ['skydeck help', 'the commands for scripts'],
];

export const flagRows: readonly (readonly [string, string])[] = [
  ...Object.entries(flagTable).map(
    ([name, flag]) => ['value' in flag ? `${name} ${flag.value}` : name, flag.help] as const,
  ),
  ['--version', 'the version, and nothing else'],
  ['--licences', 'Show licenses of bundled packages'],
];

export function usage(): string {
  return [
    ...programs.map(([line, help]) => `${line.padEnd(20)}${help}`),
    '',
    ...flagRows.map(([flag, help]) => `  ${flag.padEnd(18)}${help}`),
  ].join('\n');
}

/** Flags that say nothing to the wallboard. */
const consoleOnlyFlags = ['--view', '--filter', '--mouse'];

export function monitorUsage(): string {
  return [
    'skydeck monitor [options]',
    '',
    'The wallboard, to leave open. Without a terminal, or with --plain, it prints a line for every change.',
    '',
    ...Object.entries(flagTable)
      .filter(([name]) => !consoleOnlyFlags.includes(name))
      .map(([name, flag]) => `  ${('value' in flag ? `${name} ${flag.value}` : name).padEnd(18)}${flag.help}`),
    '',
    'Exit codes: 0 ended by q, ctrl-c or a signal; 1 account not opened or token refused; 2 wrong usage; 3 match found.',
  ].join('\n');
}
