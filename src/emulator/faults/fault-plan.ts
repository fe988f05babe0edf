/** A fault plan: kinds of faults, their operations, and their frequency. From a file or the control route. */

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
/** About nine thousand years, which reach the first and the last date of the API. */
const maxHours = 80_000_000;

export const FaultRule = model('FaultRule', {
  /** An operation (`volumes.list`), a group of them (`volumes.*`), or `*`. */
  on: text({default: '*'}),
  kind: required(choice(faultKinds)),
  /** Probability that a request is hit. */
  rate: number({min: 0, max: 1, default: 1}),
  /** Maximum number of requests to hit; unlimited by default. */
  count: integer({min: 1}),
  /** Number of requests without a fault before the first hit. */
  after: integer({min: 0, default: 0}),
  /** `after`: the request takes effect before it fails. */
  when: choice(['before', 'after'], {default: 'before'}),
  /** Duration of `latency`, or of `stall` before the connection is reset; real milliseconds. */
  milliseconds: integer({min: 0, max: dayMs}),
  /** Maximum of the random milliseconds that are added. */
  jitter: integer({min: 0, max: dayMs, default: 0}),
  /** Status of `error` and `html`. */
  status: integer({min: 400, max: 599}),
  /** `Retry-After` of `throttle`. */
  seconds: integer({min: 0, default: 1}),
  /** Hours of `skew`. */
  hours: integer({min: -maxHours, max: maxHours, default: 5}),
  /** Items of `shift`: a positive number skips items, a negative one repeats them. */
  items: integer({default: 1}),
});
export type FaultRule = Partial<Read<typeof FaultRule>> & {readonly kind: FaultKind};

const FaultPlan = model('FaultPlan', {faults: required(list(FaultRule))});
export interface FaultPlan {
  readonly faults: readonly FaultRule[];
}

/** Invalid fault plan; the message lists every mistake. */
export class FaultPlanError extends Error {
  override readonly name = 'FaultPlanError';
}

const operations = new Set([...endpointsOf(contract)].map(({id}) => id));

/** @throws FaultPlanError */
export function readFaultPlan(value: unknown): FaultPlan {
  const {value: plan, fieldErrors} = checkBody(FaultPlan, value);
  const messages = fieldErrors.map(({field, reason}) => `${field ?? 'the plan'} ${reason}`);
  if (messages.length === 0)
    for (const [index, {on = '*'}] of (plan as FaultPlan).faults.entries())
      if (![...operations].some(id => ruleCovers(on, id)))
        messages.push(`faults.${index}.on: operation not found: ${on}`);
  if (messages.length > 0) throw new FaultPlanError(messages.join('; '));
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
