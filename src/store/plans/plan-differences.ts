/** Differences between a plan and the current state of the account. */
import {createHash} from 'node:crypto';
import {originalOf} from '../../contract/reading/originals.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {jsonEqual} from '../core/json-equal.ts';
import {canonicalJson} from './canonical-json.ts';
import type {PlannedChange} from './plan-file.ts';

/** Hex digits of a hash: enough to detect a change, too few to reconstruct the value. */
const hashLength = 12;

/** A hash of each field of a row, which shows the changed fields without their values. */
export const fieldHashes = (row: AnyRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(originalOf(row) as AnyRow).map(([name, value]) => [
      name,
      createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, hashLength),
    ]),
  );

/** Names of the fields that changed since the plan was written. */
export function changedFields({row: before}: Pick<PlannedChange, 'row'>, row: AnyRow | undefined): readonly string[] {
  if (!before || !row) return [];
  const now = fieldHashes(row);
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(name => before[name] !== now[name]);
}

interface PreviewedRequest {
  readonly method: string;
  readonly path: string;
  /** JSON; undefined without a body. */
  readonly body: string | undefined;
}

/** True if the request is the same as in the plan. */
export const isPlannedRequest = (
  {method, path, body}: Pick<PlannedChange, 'method' | 'path' | 'body'>,
  request: PreviewedRequest,
): boolean =>
  request.method === method &&
  request.path === path &&
  jsonEqual(request.body === undefined ? null : JSON.parse(request.body), body ?? null);
