/** The values that a change leaves in its row: its undo compares the current values with them. */
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {isObject} from '../../../families/shape/json-object.ts';
import {valueAt} from '../../core/dotted-paths.ts';

/**
 * The values that a change left in its row, at the paths that its undo restores.
 * @param body the body of the change, by path
 * @param resultRow the row in the response; undefined without a usable response
 */
export function valuesAfterChange(
  restoredPaths: readonly string[],
  body: ReadonlyMap<string, unknown>,
  resultRow: AnyRow | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const entries = restoredPaths.flatMap((path): [string, unknown][] => {
    if (!body.has(path)) return [];
    const result = valueAt(resultRow, path);
    if (result !== undefined) return [[path, result]];
    // The API may return an object in another shape than it was sent.
    const sent = body.get(path);
    return isPlain(sent) ? [[path, sent]] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const isScalar = (value: unknown): boolean => !Array.isArray(value) && !isObject(value);

/** A value that fits into a line: neither an object nor a list of objects. */
export const isPlain = (value: unknown): boolean => (Array.isArray(value) ? value.every(isScalar) : isScalar(value));
