/**
 * Plans that were applied on this machine. Each plan is applied once, so that its requests can't be sent a second time.
 */

import type {StateFiles} from '../../platform/files/state-files.ts';
import {parseJson} from '../../platform/text/parse-json.ts';
import {type Plan, timeText} from './plan-file.ts';

/** Digest and expiry of a plan, and the time when it was applied. */
interface AppliedPlan {
  readonly digest: string;
  readonly expires: string;
  readonly applied: string;
}

const appliedPlansFile = 'applied-plans.json';

const refusalText = (applied: string): string =>
  `The plan was applied at ${timeText(applied)}. Write a new plan to do it again`;

/**
 * Records that a plan is being applied, before its first request.
 * @returns the reason why it must not be applied, if it was applied before
 * @throws errors of writing: no request may be sent then
 */
export async function noteApplied(
  {digest, expires}: Plan,
  now: number,
  files: Pick<StateFiles, 'update'>,
): Promise<string | undefined> {
  let refusal: string | undefined;
  await files.update(appliedPlansFile, text => {
    // An expired plan is refused anyway.
    const valid = parseApplied(text).filter(plan => Date.parse(plan.expires) >= now);
    const earlier = valid.find(plan => plan.digest === digest);
    refusal = earlier && refusalText(earlier.applied);
    const applied = earlier ? valid : [...valid, {digest, expires, applied: new Date(now).toISOString()}];
    return `${JSON.stringify(applied)}\n`;
  });
  return refusal;
}

/** The reason why a plan must not be applied, if it was applied before. */
export async function appliedRefusal({digest}: Plan, files: Pick<StateFiles, 'read'>): Promise<string | undefined> {
  const applied = (await appliedTimes(files)).get(digest);
  return applied === undefined ? undefined : refusalText(applied);
}

/** The times at which plans were applied, by their digests. */
export async function appliedTimes(files: Pick<StateFiles, 'read'>): Promise<ReadonlyMap<string, string>> {
  return new Map(parseApplied(await files.read(appliedPlansFile)).map(({digest, applied}) => [digest, applied]));
}

/** A damaged list counts as empty: the checks of expiry and differences still protect. */
function parseApplied(text: string | undefined): readonly AppliedPlan[] {
  const value = text === undefined ? undefined : parseJson(text);
  return Array.isArray(value) ? value.filter(isAppliedPlan) : [];
}

const isAppliedPlan = (value: unknown): value is AppliedPlan =>
  typeof value === 'object' &&
  value !== null &&
  ['digest', 'expires', 'applied'].every(name => typeof (value as Record<string, unknown>)[name] === 'string');
