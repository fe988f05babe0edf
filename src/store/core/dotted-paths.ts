/** Values by dotted path: `backups.schedule.window`. */
import {isObject} from '../../families/shape/json-object.ts';
import {ownProperty} from '../../platform/text/own-property.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = ownProperty(value as JsonObject, name);
  }
  return value;
}

/** A copy with another value at a path; a path may contain indexes of lists; undefined removes the value. */
export function withValue(values: JsonObject, path: string, value: unknown): JsonObject {
  return setIn(values, path.split('.'), value) as JsonObject;
}

/** An object of values by path; a later value replaces an earlier one at its path. */
export function valuesByPath(entries: readonly (readonly [path: string, value: unknown])[]): JsonObject {
  let values: Record<string, unknown> = {};
  for (const [path, value] of entries) {
    // Most values are at the top, where a copy for each of them would take time.
    if (path.includes('.') || path in values) values = {...withValue(values, path, value)};
    else if (value !== undefined) values[path] = value;
  }
  return values;
}

function setIn(container: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(container) && isIndex(name)) {
    const index = Number(name);
    const next = rest.length === 0 ? value : setIn(container[index], rest, value);
    const entries = [...container.slice(0, index), next, ...container.slice(index + 1)];
    return next === undefined ? entries.toSpliced(index, 1) : entries;
  }
  const {[name]: before, ...others} = isObject(container) ? container : {};
  const next = rest.length === 0 ? value : setIn(before, rest, value);
  return next === undefined ? others : {...others, [name]: next};
}

/** True if a part of a path is the index of a list entry, from 0. */
export const isIndex = (name: string): boolean => /^\d+$/.test(name);

/** Converts a path in the API's notation, `rules.inbound[0].ports`, to dotted notation. */
export const toDottedPath = (path: string): string => path.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^\./, '');

/**
 * Values by path; objects are expanded, but not lists, nor objects with dots in their keys.
 * @param whole returns true for objects that are not expanded
 */
export function leavesOf(
  value: object,
  whole: (path: string) => boolean = () => false,
  prefix = '',
): [string, unknown][] {
  return Object.entries(value).flatMap(([name, entry]): [string, unknown][] => {
    if (entry === undefined) return [];
    const path = `${prefix}${name}`;
    const keys = isObject(entry) ? Object.keys(entry) : [];
    const follows = isObject(entry) && keys.length > 0 && !keys.some(key => key.includes('.')) && !whole(path);
    return follows ? leavesOf(entry, whole, `${path}.`) : [[path, entry]];
  });
}
