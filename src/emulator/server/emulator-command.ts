/** `skydeck emulator`: an emulated account on a port. */
import {readFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {type DialectName, dialectNames} from '../../contract/wire/dialect.ts';
import {DataFileError} from '../engine/storage/database.ts';
import {isDiskFull} from '../engine/storage/full-disk.ts';
import {parseTimestamp} from '../engine/time/clock.ts';
import {type FaultPlan, FaultPlanError, parseFaultPlan} from '../faults/fault-plan.ts';
import type {SeedVariant} from '../seed/index.ts';
import {type AccountFile, AccountFileError} from './account-file/account-file.ts';
import {accessLogFormats, accessLogLine} from './journal/access-log.ts';
import {watchParent} from './process/parent-watch.ts';
import {checkPidFile, PidFileError, removePidFile, writePidFile} from './process/pid-file.ts';
import {type EmulatorOptions, type RunningEmulator, startEmulator} from './start-server.ts';

const usage = `skydeck emulator [options]

  --port N             port to listen on; 0 picks a free one (default 4400)
  --metrics-port N     port of the metrics, with --dialect today; 0 picks a free one (default: the next after --port)
  --host ADDRESS       address to listen on (default 127.0.0.1)
  --data FILE          keep the account in this file (default: in memory)
  --accounts KIND      demo, empty, or a number of instances (default demo)
  --account FILE       fill a new account from a file, in place of --accounts
  --token TEXT         the token with full access (default: a random one)
  --seed N             repeat identifiers, tokens, secrets and faults exactly (default: random secrets)
  --brand WORD         spell identifiers on the wire with a provider's brand word
  --dialect NAME       documents, provider or today (default: provider with --brand)
  --faults FILE        a fault plan: what goes wrong, where, how often
  --open-login         let the login page in without a token, for automated browsers
  --isolated           more accounts in this process, each opened by X-Emulator-Account: NAME; in memory only
  --max-accounts N     accounts that --isolated opens at most (default 100)
  --limits KIND        documented, or none for load tests (default documented)
  --speed N            emulated seconds per second; 0 stands still until time is advanced (default 1)
  --time DATE          emulated time of the start, such as 2026-01-15T12:00:00 (default: the present time)
  --access-log FORMAT  print a line for each request: text or ndjson
  --control-token TEXT control routes need this token, from any address (default: loopback only, without a token);
                       same as SKYDECK_CONTROL_TOKEN
  --exit-with-parent   end when the process that started the emulator ends, also under npm and npx
  --pid-file FILE      write the process ID when the emulator is ready, and remove the file at the end
  --help               this text`;

/** Invalid command line; the message is one line for people. */
class UsageError extends Error {}

/** @returns the exit code after the emulator stops: 0, 1 if it could not start, 2 for an invalid command line */
export async function runEmulator(argv: readonly string[]): Promise<number> {
  let running: RunningEmulator | undefined;
  let options: Options | undefined;
  let end: Promise<void>;
  try {
    options = await optionsOf(argv);
    if (!options) {
      console.log(usage);
      return 0;
    }
    if (options.pidFile !== undefined) checkPidFile(options.pidFile);
    running = await startEmulator({...options, report: error => console.error('skydeck emulator:', reportText(error))});
    // Signal handlers are installed before the addresses are printed, because a script may send a signal then.
    end = requestedEnd(options.exitWithParent);
    printAddresses(running, options);
    if (options.pidFile !== undefined) writePidFile(options.pidFile);
  } catch (error) {
    await running?.close();
    console.error(`skydeck emulator: ${wordsFor(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
  await end;
  await running.close();
  if (options.pidFile !== undefined) removePidFile(options.pidFile);
  return 0;
}

type Options = EmulatorOptions & {
  readonly host: string;
  readonly exitWithParent: boolean | undefined;
  readonly pidFile: string | undefined;
};

const text = {type: 'string'} as const;
const flags = {
  port: text,
  'metrics-port': text,
  host: text,
  data: text,
  accounts: text,
  account: text,
  token: text,
  seed: text,
  brand: text,
  dialect: text,
  faults: text,
  isolated: {type: 'boolean'},
  'max-accounts': text,
  limits: text,
  speed: text,
  time: text,
  'access-log': text,
  'control-token': text,
  'exit-with-parent': {type: 'boolean'},
  'pid-file': text,
  'open-login': {type: 'boolean'},
  help: {type: 'boolean'},
} as const;

/** Flags as they are typed. */
export const emulatorFlags: readonly string[] = Object.keys(flags).map(name => `--${name}`);

/** @returns undefined for a request of help */
async function optionsOf(argv: readonly string[]): Promise<Options | undefined> {
  const {values} = parse(() => parseArgs({args: [...argv], options: flags}));
  if (values.help) return undefined;
  const {host = '127.0.0.1', data, token, brand} = values;
  const controlToken = values['control-token'] ?? (process.env.SKYDECK_CONTROL_TOKEN || undefined);
  mustBePrintable('--token', token);
  mustBePrintable('--control-token', controlToken);
  for (const flag of ['data', 'pid-file'] as const)
    if (values[flag] === '') throw new UsageError(`--${flag} needs a file`);
  if (values.isolated && data !== undefined)
    throw new UsageError('--isolated keeps all accounts in memory: leave out --data');
  if (!values.isolated && values['max-accounts'] !== undefined) throw new UsageError('--max-accounts needs --isolated');
  const port = portOf('--port', values.port, 4400);
  return {
    host,
    data,
    token,
    brand,
    port,
    metricsPort: portOf('--metrics-port', values['metrics-port'], port % maxPort === 0 ? 0 : port + 1),
    seed: seedOf(values.seed),
    speed: numberOf({flag: '--speed', text: values.speed, fallback: 1, min: 0.001, max: 100_000, isZeroAllowed: true}),
    time: timeOf(values.time),
    accounts: accountsOf(values.accounts),
    account: await accountFileOf(values.account, values.accounts),
    isolated: values.isolated,
    maxAccounts: maxAccountsOf(values['max-accounts']),
    limits: limitsOf(values.limits),
    dialect: dialectOf(values.dialect),
    faults: faultsOf(values.faults),
    openLogin: values['open-login'],
    backgroundActivity: true,
    onRequest: accessLogOf(values['access-log']),
    controlToken,
    exitWithParent: values['exit-with-parent'],
    pidFile: values['pid-file'],
  };
}

function mustBePrintable(flag: string, text: string | undefined): void {
  if (text !== undefined && !/^[\x21-\x7e]+$/.test(text))
    throw new UsageError(`${flag} must be printable, without spaces`);
}

/** @returns undefined without a log */
function accessLogOf(text: string | undefined): EmulatorOptions['onRequest'] {
  if (text === undefined) return undefined;
  const format = accessLogFormats.find(candidate => candidate === text);
  if (!format) throw new UsageError(`--access-log must be ${accessLogFormats.join(' or ')}, not ${text}`);
  return request => console.log(accessLogLine(request, format));
}

function limitsOf(text: string | undefined): 'none' | undefined {
  if (text === undefined || text === 'documented') return undefined;
  if (text === 'none') return 'none';
  throw new UsageError('--limits must be documented or none');
}

function parse<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    // The rest of the runtime's message is advice for programmers.
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw new UsageError(`${first}; see skydeck emulator --help`);
  }
}

const maxPort = 65535;

const portOf = (flag: string, text: string | undefined, fallback: number): number =>
  numberOf({flag, text, fallback, min: 0, max: maxPort});

interface NumberFlag {
  readonly flag: string;
  readonly text: string | undefined;
  /** The value without the flag. */
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly isZeroAllowed?: boolean;
}

function numberOf({flag, text, fallback, min, max, isZeroAllowed = false}: NumberFlag): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  const isInRange = (value >= min && value <= max) || (isZeroAllowed && value === 0);
  if (text.trim() === '' || !isInRange || (flag.endsWith('port') && !Number.isInteger(value)))
    throw new UsageError(`${flag} must be a number, ${min} to ${max}${isZeroAllowed ? ', or 0' : ''}, not ${text}`);
  return value;
}

function maxAccountsOf(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,5}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`--max-accounts must be a whole number, 1 to 999999, not ${text}`);
}

function seedOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new UsageError(`--seed must be a whole number, 0 to ${2 ** 32 - 1}, not ${text}`);
}

/** Allowed years of `--time`: the seeded history starts some years earlier, and time can be advanced by ten years. */
const startYears = {first: 2000, last: 2999};

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z?)?$/.test(text) ? parseTimestamp(text) : Number.NaN;
  const year = new Date(time).getUTCFullYear();
  if (year >= startYears.first && year <= startYears.last) return time;
  throw new UsageError(
    `--time must be a date in UTC, ${startYears.first} to ${startYears.last}, such as 2026-01-15T12:00:00, not ${text}`,
  );
}

function accountsOf(text = 'demo'): SeedVariant {
  if (text === 'demo' || text === 'empty') return text;
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new UsageError(`--accounts must be demo, empty or a number of instances, not ${text}`);
}

async function accountFileOf(file: string | undefined, accounts: string | undefined): Promise<AccountFile | undefined> {
  if (file === undefined) return undefined;
  if (accounts !== undefined) throw new UsageError('--account takes the place of --accounts: leave one of them out');
  const {readAccountFile} = await import('./account-file/parse-account-file.ts');
  return readAccountFile(file);
}

function dialectOf(text: string | undefined): DialectName | undefined {
  const name = dialectNames.find(candidate => candidate === text);
  if (text !== undefined && !name)
    throw new UsageError(
      `--dialect must be ${dialectNames.slice(0, -1).join(', ')} or ${dialectNames.at(-1)}, not ${text}`,
    );
  return name;
}

function faultsOf(file: string | undefined): FaultPlan | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new FaultPlanError(`cannot read the fault plan ${file}: ${wordsFor(error)}`);
  }
  try {
    return parseFaultPlan(text);
  } catch (error) {
    throw new FaultPlanError(`the fault plan ${file}: ${wordsFor(error)}`);
  }
}

/** Text of an error while the emulator runs: with a stack, except for a full disk. */
export const reportText = (error: unknown): unknown =>
  isDiskFull(error) ? 'the disk is full: nothing is stored, and operations wait, until there is space' : error;

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DataFileError || error instanceof AccountFileError || error instanceof PidFileError)
    return error.message;
  const {code, port, address} = error as Error & {code?: string; port?: number; address?: string};
  if (code === 'EADDRINUSE') return `port ${port} is in use`;
  if (code === 'EACCES' && port !== undefined) return `port ${port} may not be used by this user`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${address ?? 'the host'} isn’t an address of this machine`;
  if (code === 'ENOENT') return 'file not found';
  if (isDiskFull(error)) return 'the disk is full, free some space and start again';
  return error.message.replaceAll('\n', ' ');
}

function printAddresses({url, metricsUrl, tokens}: RunningEmulator, {host, openLogin, seed, isolated}: Options): void {
  console.log(`listening on ${url}`);
  for (const {token, username, scopes} of tokens) console.log(`token ${token} ${username} ${scopes}`);
  if (metricsUrl !== undefined) console.log(`metrics ${metricsUrl}`);
  if (!/^(127\.|::1$|localhost$)/.test(host))
    console.error(`WARNING: listening beyond loopback. ${exposureWarning({openLogin, seed, isolated})}`);
}

/** Resolves when a signal asks the emulator to end, or when its parent has ended. */
const requestedEnd = (withParent: boolean | undefined) =>
  new Promise<void>(resolve => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => resolve());
    if (withParent) watchParent(resolve);
  });

function exposureWarning({openLogin, seed, isolated}: Pick<Options, 'openLogin' | 'seed' | 'isolated'>): string {
  if (openLogin) return 'Anyone who reaches this port can log in without a token; leave out --open-login.';
  if (seed !== undefined) return 'Anyone who reaches this port can work out the tokens; leave out --seed.';
  if (isolated) return 'Anyone who reaches this port can use the accounts that --isolated opens, without a token.';
  return 'Anyone who has one of the tokens above can use this account.';
}
