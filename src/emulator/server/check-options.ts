/** Checks the options of `startEmulator`: a program in JavaScript has no types that would find a misspelled one. */
import type {EmulatorOptions} from './start-server.ts';

/** The reason why a value isn't valid. */
type Check = (value: unknown) => string | undefined;

const numberFrom =
  (min: number): Check =>
  value =>
    typeof value === 'number' && value >= min ? undefined : `must be a number of ${min} or more`;
const oneOf =
  (...values: readonly string[]): Check =>
  value =>
    values.includes(value as string) ? undefined : `must be ${values.join(' or ')}`;
const isText: Check = value => (typeof value === 'string' ? undefined : 'must be a text');
const isFlag: Check = value => (typeof value === 'boolean' ? undefined : 'must be true or false');
const isFunction: Check = value => (typeof value === 'function' ? undefined : 'must be a function');

const isObject: Check = value => (typeof value === 'object' && value !== null ? undefined : 'must be an object');

const checks: {readonly [N in keyof Required<EmulatorOptions>]: Check} = {
  accounts: value =>
    value === 'demo' || value === 'empty' || numberFrom(0)(value) === undefined
      ? undefined
      : 'must be demo, empty or a number',
  account: isObject,
  data: isText,
  contents: isObject,
  port: numberFrom(0),
  metricsPort: numberFrom(0),
  host: isText,
  clock: isObject,
  speed: numberFrom(0),
  time: numberFrom(0),
  seed: numberFrom(0),
  token: isText,
  brand: isText,
  acronym: isText,
  dialect: oneOf('documents', 'provider', 'today'),
  backgroundActivity: isFlag,
  faults: isObject,
  // Either the word none or numbers of requests.
  limits: value => (value === 'none' ? undefined : isObject(value)),
  openLogin: isFlag,
  bodies: isObject,
  journal: isObject,
  isolated: isFlag,
  maxAccounts: numberFrom(1),
  controlToken: isText,
  onRequest: isFunction,
  report: isFunction,
  pause: isFunction,
};

/** @throws RangeError that names the first wrong option */
export function checkOptions(options: EmulatorOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof typeof checks] : undefined;
    if (!check) throw new RangeError(`unknown option ${name}. Options: ${Object.keys(checks).join(', ')}`);
    const problem = value === undefined ? undefined : check(value);
    if (problem !== undefined) throw new RangeError(`the option ${name} ${problem}: ${String(value)}`);
  }
}
