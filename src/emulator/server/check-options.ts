/** Checks the options of `startEmulator`: a program in JavaScript has no types that would find a misspelled one. */
import {dialectNames} from '../../contract/wire/dialect.ts';
import type {EmulatorOptions} from './start-server.ts';

/** Like the command: seven digits. */
const maxInstances = 9_999_999;

/** The reason why a value isn't valid. */
type Check = (value: unknown) => string | undefined;

const numberFrom =
  (min: number): Check =>
  value =>
    typeof value === 'number' && value >= min ? undefined : `must be a number of ${min} or more`;
const wholeNumber =
  (min: number, max: number): Check =>
  value =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number, ${min} to ${max}`;
const isPort = wholeNumber(0, 65_535);
const oneOf =
  (values: readonly string[]): Check =>
  value =>
    values.includes(value as string)
      ? undefined
      : `must be ${new Intl.ListFormat('en', {type: 'disjunction'}).format(values)}`;
const isText: Check = value => (typeof value === 'string' ? undefined : 'must be a text');
const isFlag: Check = value => (typeof value === 'boolean' ? undefined : 'must be true or false');
const isFunction: Check = value => (typeof value === 'function' ? undefined : 'must be a function');

const isObject: Check = value => (typeof value === 'object' && value !== null ? undefined : 'must be an object');

const checks: {readonly [N in keyof Required<EmulatorOptions>]: Check} = {
  accounts: value =>
    value === 'demo' || value === 'empty' || wholeNumber(0, maxInstances)(value) === undefined
      ? undefined
      : 'must be demo, empty or a number of instances',
  account: isObject,
  data: isText,
  contents: isObject,
  port: isPort,
  metricsPort: isPort,
  host: isText,
  clock: isObject,
  speed: numberFrom(0),
  time: numberFrom(0),
  seed: wholeNumber(0, 2 ** 32 - 1),
  token: isText,
  brand: isText,
  acronym: isText,
  dialect: oneOf(dialectNames),
  backgroundActivity: isFlag,
  faults: isObject,
  // Either the word none or numbers of requests.
  limits: value => (value === 'none' ? undefined : isObject(value)),
  openLogin: isFlag,
  bodies: isObject,
  journal: isObject,
  isolated: isFlag,
  maxAccounts: wholeNumber(1, 999_999),
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
