/** The difference between two versions of a row, small enough to be stored for every change. */
import {isObject} from '../../families/shape/json-object.ts';
import {jsonEqual} from '../core/json-equal.ts';

/** The steps from one object to another: values to set, fields to remove, and nested objects to patch. */
export interface RowPatch {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly drop?: readonly string[];
  readonly inside?: Readonly<Record<string, RowPatch>>;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The patch that turns one object into the other; undefined if they are equal. */
export function patchBetween(from: JsonObject, to: JsonObject): RowPatch | undefined {
  const set: Record<string, unknown> = {};
  const inside: Record<string, RowPatch> = {};
  for (const [name, value] of Object.entries(to)) {
    const before = from[name];
    if (Object.hasOwn(from, name) && jsonEqual(before, value)) continue;
    if (isObject(before) && isObject(value)) {
      const patch = patchBetween(before, value);
      if (patch) inside[name] = patch;
    } else set[name] = value;
  }
  const drop = Object.keys(from).filter(name => !Object.hasOwn(to, name));
  const hasSet = Object.keys(set).length > 0;
  const hasInside = Object.keys(inside).length > 0;
  if (!hasSet && !hasInside && drop.length === 0) return undefined;
  return {...(hasSet && {set}), ...(drop.length > 0 && {drop}), ...(hasInside && {inside})};
}

export function applyPatch(from: JsonObject, {set = {}, drop = [], inside = {}}: RowPatch): JsonObject {
  const rest = Object.fromEntries(Object.entries(from).filter(([name]) => !drop.includes(name)));
  const patched = Object.entries(inside).map(([name, patch]) => {
    const value = from[name];
    return [name, applyPatch(isObject(value) ? value : {}, patch)] as const;
  });
  return {...rest, ...Object.fromEntries(patched), ...set};
}

/** One field that differs between two versions; undefined in a version without the field. */
export interface FieldDifference {
  /** `specs.disk`; a list is one value. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that differ, in the order of the newer version. */
export function differencesBetween(before: JsonObject, after: JsonObject, prefix = ''): FieldDifference[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap(name => {
    const [old, value] = [before[name], after[name]];
    if (jsonEqual(old, value)) return [];
    const path = `${prefix}${name}`;
    if (isObject(old) && isObject(value)) return differencesBetween(old, value, `${path}.`);
    return [{path, before: old, after: value}];
  });
}
