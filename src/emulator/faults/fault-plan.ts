/** A fault plan: kinds of faults, their calls, and their frequency. Read from a file or over the control route. */

import {contract} from '../../contract/index.ts';
import {checkBody} from '../../contract/reading/check-body.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {choice, integer, list, model, number, type Read, required, text} from '../../contract/schema/field.ts';

export const faultKinds = [
  'latency',
  'throttle',
  'error',
  'html',
  'reset',
  'stall',
  'truncate',
  'garbage',
  'unknown-enum',
  'unknown-field',
  'missing-field',
  'wrong-type',
  'hostile',
  'skew',
  'shift',
] as const;
export type FaultKind = (typeof faultKinds)[number];

const dayMs = 24 * 3_600_000;
/** Some nine thousand years: a date beyond them could not be written. */
const maxHours = 80_000_000;

export const FaultRule = model('FaultRule', {
  /** An operation (`volumes.list`), a group of them (`volumes.*`), or `*`. */
  on: text({default: '*'}),
  kind: required(choice(faultKinds)),
  /** Share of the calls that are hit. */
  rate: number({min: 0, max: 1, default: 1}),
  /** Calls to hit at most; without it, for ever. */
  count: integer({min: 1}),
  /** Calls to let through first. */
  after: integer({min: 0, default: 0}),
  /** `after`: the call takes effect before it fails. */
  when: choice(['before', 'after'], {default: 'before'}),
  /** Latency, and how long a stall lasts before the connection is cut; real milliseconds. */
  milliseconds: integer({min: 0, max: dayMs}),
  /** Up to so many more milliseconds, by chance. */
  jitter: integer({min: 0, max: dayMs, default: 0}),
  /** Status of `error` and `html`. */
  status: integer({min: 400, max: 599}),
  /** `Retry-After` of `throttle`. */
  seconds: integer({min: 0, default: 1}),
  /** Hours of `skew`. */
  hours: integer({min: -maxHours, max: maxHours, default: 5}),
  /** Items of `shift`: positive skips items, negative shows them twice. */
  items: integer({default: 1}),
});
export type FaultRule = Partial<Read<typeof FaultRule>> & {readonly kind: FaultKind};

const FaultPlan = model('FaultPlan', {faults: required(list(FaultRule))});
export interface FaultPlan {
  readonly faults: readonly FaultRule[];
}

/** Invalid fault plan; the message names every mistake. */
export class FaultPlanError extends Error {
  override readonly name = 'FaultPlanError';
}

const operations = new Set([...endpointsOf(contract)].map(({id}) => id));

/** @throws FaultPlanError */
export function readFaultPlan(value: unknown): FaultPlan {
  const {value: plan, problems} = checkBody(FaultPlan, value);
  const words = problems.map(({field, reason}) => `${field ?? 'the plan'} ${reason}`);
  if (words.length === 0)
    for (const [index, {on = '*'}] of (plan as FaultPlan).faults.entries())
      if (![...operations].some(id => ruleCovers(on, id))) words.push(`faults.${index}.on: operation not found: ${on}`);
  if (words.length > 0) throw new FaultPlanError(words.join('; '));
  return plan as FaultPlan;
}

/** @throws FaultPlanError */
export function parseFaultPlan(json: string): FaultPlan {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new FaultPlanError(`not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  return readFaultPlan(value);
}

export const ruleCovers = (pattern: string, id: string): boolean =>
  pattern === '*' || pattern === id || (pattern.endsWith('.*') && id.startsWith(pattern.slice(0, -1)));
