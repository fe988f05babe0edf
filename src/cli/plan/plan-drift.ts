/** Differences between a plan and the change that would be sent now. */
import {createHash} from 'node:crypto';
import {originalOf} from '../../contract/reading/originals.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {jsonEqual} from '../../store/core/json-equal.ts';
import type {PreparedChange, PrepareResult} from '../change/prepare-change.ts';
import {canonicalJson} from './canonical-json.ts';
import type {Plan, PlannedChange} from './plan-file.ts';

/** Hex digits of a hash: enough to notice a change, too few to lead back to the value. */
const hashLength = 12;

/** A hash of each field of a row: it shows which fields changed, without their values. */
export const fieldHashes = (row: AnyRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(originalOf(row) as AnyRow).map(([name, value]) => [
      name,
      createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, hashLength),
    ]),
  );

/** Prints the reasons why a plan can't be applied; true if it has some. */
export function reportDrift(plan: Plan, prepared: readonly PrepareResult[], print: (text: string) => void): boolean {
  const lines = driftLines(plan, prepared);
  if (lines.length === 0) return false;
  print(`${lines.map(text => `skydeck: ${text}\n`).join('')}Nothing was sent. Write the plan again.\n`);
  return true;
}

/** Reasons why the present state no longer fits the plan, a line each; empty if every request is as planned. */
function driftLines(plan: Plan, prepared: readonly PrepareResult[]): readonly string[] {
  return plan.changes.flatMap((planned, index) => {
    const name = sanitize(planned.label ?? plan.title);
    const result = prepared[index];
    if (!result) return [`${name}: not found; it may be deleted`];
    const changedFields = planned.row && result.row ? differingFields(planned.row, fieldHashes(result.row)) : [];
    if (changedFields.length > 0)
      return [`${name} has changed since the plan was written: ${changedFields.join(', ')}`];
    if (result.kind === 'same') return [`${name} ${sanitize(result.words)}`];
    if (result.kind === 'refused') return [sanitize(result.words)];
    return isAsPlanned(planned, result) ? [] : [`${name}: the request would differ from the plan`];
  });
}

const differingFields = (
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(name => before[name] !== now[name]);

const isAsPlanned = ({method, path, body}: PlannedChange, {preview}: PreparedChange): boolean =>
  preview.method === method &&
  preview.path === path &&
  jsonEqual(preview.body === undefined ? null : JSON.parse(preview.body), body ?? null);
