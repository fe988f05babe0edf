/**
 * Additions to a list and removals from it, independent of its contents: when several rows are edited, each row keeps
 * its other entries.
 */

import {isObject} from '../../../families/shape/json-object.ts';
import {jsonEqual} from '../../core/json-equal.ts';

export interface Amendment {
  readonly adds: readonly unknown[];
  readonly removes: readonly unknown[];
}

/** True for an amendment: a list field can have no other object as its value. The value may come from a file. */
export const isAmendment = (value: unknown): value is Amendment =>
  isObject(value) && Object.keys(value).length === 2 && Array.isArray(value.adds) && Array.isArray(value.removes);

/** The resulting list: existing entries keep their order, new entries are last. */
export function applyAmendment(current: unknown, {adds, removes}: Amendment): readonly unknown[] {
  const before: readonly unknown[] = Array.isArray(current) ? current : [];
  const includes = (entries: readonly unknown[], item: unknown) => entries.some(entry => jsonEqual(entry, item));
  const remaining = before.filter(entry => !includes(removes, entry));
  return [...remaining, ...adds.filter((entry, index) => !includes([...remaining, ...adds.slice(0, index)], entry))];
}
