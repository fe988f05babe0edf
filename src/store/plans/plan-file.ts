/**
 * A plan: a previewed change in a file, which other people can read and sign, and which is applied later.
 *
 * It contains the preview and the data to prepare the same change again, without secrets. When the plan is applied,
 * Skydeck reads the rows again and compares them, so the file can only lead to the requests that it shows.
 */

import {createHash} from 'node:crypto';
import {z} from 'zod';
import {isObject} from '../../families/shape/json-object.ts';
import {parseJson} from '../../platform/text/parse-json.ts';
import {canonicalJson} from './canonical-json.ts';
import {PlanError} from './plan-error.ts';

const PlannedChange = z.strictObject({
  /** ID of the row; null for a change that creates a resource. */
  id: z.union([z.string(), z.number()]).nullable(),
  label: z.string().nullable(),
  /** A hash of each field of the row when the plan was written; null without a row. */
  row: z.record(z.string(), z.string()).nullable(),
  method: z.string(),
  path: z.string(),
  /** The body with masked secrets; null without a body. */
  body: z.unknown(),
  changes: z.array(z.strictObject({title: z.string(), before: z.string().optional(), after: z.string()})),
  notes: z.array(z.string()),
});

const Plan = z.strictObject({
  skydeck_plan: z.literal(1),
  written: z.iso.datetime(),
  expires: z.iso.datetime(),
  /** `user@host` */
  author: z.string(),
  profile: z.string(),
  base_url: z.string(),
  family: z.string(),
  action: z.string(),
  title: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Form values by path, without secrets. */
  values: z.record(z.string(), z.unknown()),
  /** Paths of secrets, which must be entered again to apply the plan. */
  secrets: z.array(z.string()),
  changes: z.array(PlannedChange).min(1),
  /** Facts about all changes together, such as their cost. */
  totals: z.array(z.string()),
  digest: z.string(),
});
export type Plan = Readonly<z.infer<typeof Plan>>;
export type PlannedChange = Plan['changes'][number];

const digestOf = (plan: Omit<Plan, 'digest'>): string =>
  `sha256:${createHash('sha256').update(canonicalJson(plan)).digest('hex')}`;

/** The text of a plan file, which ends with the digest of the text before it. */
export function planText(plan: Omit<Plan, 'digest'>): string {
  return `${JSON.stringify({...plan, digest: digestOf(plan)}, null, 2)}\n`;
}

/**
 * @param name name of the file, for messages
 * @throws PlanError if the text isn't a plan, has a newer version, or was changed
 */
export function parsePlan(text: string, name: string): Plan {
  const value = parseJson(text);
  const version = isObject(value) ? value.skydeck_plan : undefined;
  if (version === undefined) throw new PlanError(`${name} is not a plan file`);
  if (version !== 1)
    throw new PlanError(`${name} was written by another version of Skydeck (plan format ${JSON.stringify(version)})`);
  const {data: plan} = Plan.safeParse(value);
  if (plan) {
    const {digest, ...content} = plan;
    if (digestOf(content) === digest) return plan;
  }
  throw new PlanError(`${name} was changed after it was written. Write the plan again`);
}

/** The tolerated difference between the clocks of two machines, milliseconds. */
const maxClockDriftMs = 5 * 60_000;

/**
 * The reason why a plan can't be applied at this time; undefined if it can.
 * @param now milliseconds since 1970
 */
export function timeProblem({written, expires}: Plan, now: number): string | undefined {
  if (now > Date.parse(expires)) return `The plan expired at ${timeText(expires)}. Write it again`;
  return Date.parse(written) > now + maxClockDriftMs
    ? `The plan was written at ${timeText(written)}, which is in the future. Check the clock of this machine`
    : undefined;
}

/** "2026-01-15 14:03 UTC" */
export const timeText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
