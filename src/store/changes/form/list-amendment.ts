/** What is added to a list and taken from it, whatever it holds: of several rows each keeps what else it has. */

import {isObject} from '../../core/dotted-paths.ts';
import {jsonEqual} from '../../core/json-equal.ts';

export interface Amendment {
  readonly adds: readonly unknown[];
  readonly removes: readonly unknown[];
}

/** Of a field that takes a list, no object means anything else. It may have come back from a file. */
export const isAmendment = (value: unknown): value is Amendment =>
  isObject(value) && Object.keys(value).length === 2 && Array.isArray(value.adds) && Array.isArray(value.removes);

/** The list as it will be: what it held stays in its place, what is new comes last. */
export function applyAmendment(held: unknown, {adds, removes}: Amendment): readonly unknown[] {
  const before: readonly unknown[] = Array.isArray(held) ? held : [];
  const holds = (entries: readonly unknown[], wanted: unknown) => entries.some(entry => jsonEqual(entry, wanted));
  const kept = before.filter(entry => !holds(removes, entry));
  return [...kept, ...adds.filter((entry, index) => !holds([...kept, ...adds.slice(0, index)], entry))];
}
