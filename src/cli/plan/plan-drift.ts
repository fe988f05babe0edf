/** Differences between a plan and the changes that would be sent now. */
import {sanitize} from '../../platform/text/sanitize.ts';
import {changedFields, isPlannedRequest} from '../../store/plans/plan-differences.ts';
import type {Plan} from '../../store/plans/plan-file.ts';
import type {PrepareResult} from '../change/prepare-change.ts';

/** Prints the reasons why a plan can't be applied; returns true if there are any. */
export function reportDrift(plan: Plan, prepared: readonly PrepareResult[], print: (text: string) => void): boolean {
  const lines = driftLines(plan, prepared);
  if (lines.length === 0) return false;
  print(`${lines.map(text => `skydeck: ${text}\n`).join('')}Nothing was sent. Write the plan again.\n`);
  return true;
}

/** The reasons why the current state no longer fits the plan, one per line; empty if every request is as planned. */
function driftLines(plan: Plan, prepared: readonly PrepareResult[]): readonly string[] {
  return plan.changes.flatMap((planned, index) => {
    const name = sanitize(planned.label ?? plan.title);
    const result = prepared[index];
    if (!result) return [`${name}: not found; it may be deleted`];
    const changed = changedFields(planned, result.row);
    if (changed.length > 0) return [`${name} has changed since the plan was written: ${changed.join(', ')}`];
    if (result.kind === 'same') return [`${name} ${sanitize(result.message)}`];
    if (result.kind === 'refused') return [sanitize(result.message)];
    return isPlannedRequest(planned, result.preview) ? [] : [`${name}: the request would differ from the plan`];
  });
}
